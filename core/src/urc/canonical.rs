//! The canonical form, and the comparison of citations.

use alloc::vec::Vec;

use super::{encode_value, Element, Kind, Urc, Value, ValueError};

impl Urc<'_> {
    /// Returns the canonical form: labels as written, values with the special encodings that they need and no others, each
    /// element on a line of its own, lines ended by CR LF. Time linear in the text.
    ///
    /// ```
    /// use urigram::urc::Urc;
    ///
    /// let urc = Urc::parse(b"<Title=%41%3b;\nVersion=1;>").unwrap();
    /// assert_eq!(urc.canonical().unwrap(), b"<Title=A%;;\r\nVersion=1;>");
    /// ```
    ///
    /// # Errors
    /// [`ValueError::StrayPercent`], in the printed reading only.
    pub fn canonical(&self) -> Result<Vec<u8>, ValueError> {
        let text = self.as_bytes();
        let mut out = Vec::with_capacity(text.len());
        out.push(b'<');
        for (index, element) in self.elements().enumerate() {
            if index > 0 {
                out.extend(b"\r\n");
            }
            match value_of(&element) {
                Some(value) => {
                    out.extend_from_slice(&text[element.range.start..value.offset()]);
                    out.extend(encode_value(&value.decode()?));
                }
                None => out.extend_from_slice(&text[element.range.clone()]),
            }
            out.push(b';');
        }
        out.push(b'>');
        Ok(out)
    }

    /// Returns true if two citations are the same although their bytes may differ: the same elements in the same order,
    /// with the same characters in their values whatever the character sets, and the same groups. The case of labels,
    /// the line breaks between elements and the comments of structors do not count.
    ///
    /// Values that cannot be decoded are the same only where octets and character set are.
    pub fn is_same_as(&self, other: &Urc<'_>) -> bool {
        match (self.key(), other.key()) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}

fn value_of<'a>(element: &Element<'a>) -> Option<Value<'a>> {
    match &element.kind {
        Kind::Url(locator) | Kind::Urn(locator) => Some(locator.value),
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => Some(descriptor.value),
        Kind::Structor(_) => None,
    }
}
