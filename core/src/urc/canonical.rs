//! The canonical form, and when two citations are the same.

use alloc::string::String;
use alloc::vec::Vec;

use super::{encode_value, Descriptor, Element, Kind, Locator, Representation, Urc, Value, ValueError};

impl Urc<'_> {
    /// The canonical form: labels as written, values with the special encodings that they need and no others, each
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

    /// Whether two citations are the same although their bytes may differ: the same elements in the same order, with the
    /// same characters in their values whatever the character sets, and the same groups. The case of labels, the line
    /// breaks between elements and the comments of structors do not count.
    ///
    /// Values that cannot be decoded are the same only where octets and character set are.
    pub fn is_same_as(&self, other: &Urc<'_>) -> bool {
        let (mut these, mut those) = (self.elements(), other.elements());
        loop {
            match (these.next(), those.next()) {
                (None, None) => return true,
                (Some(this), Some(that)) if same_element(&this.kind, &that.kind) => {}
                _ => return false,
            }
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

fn same_element(this: &Kind<'_>, that: &Kind<'_>) -> bool {
    match (this, that) {
        (Kind::Url(a), Kind::Url(b)) | (Kind::Urn(a), Kind::Urn(b)) => same_locator(a, b),
        (Kind::Urd(a), Kind::Urd(b)) | (Kind::Urf(a), Kind::Urf(b)) => same_descriptor(a, b),
        (Kind::Structor(a), Kind::Structor(b)) => a.keyword == b.keyword,
        _ => false,
    }
}

fn same_locator(a: &Locator<'_>, b: &Locator<'_>) -> bool {
    a.scheme.eq_ignore_ascii_case(b.scheme) && same_value(&a.value, a.charset, &b.value, b.charset)
}

fn same_descriptor(a: &Descriptor<'_>, b: &Descriptor<'_>) -> bool {
    let same_language = match (&a.language, &b.language) {
        (Some(a), Some(b)) => a.as_str().eq_ignore_ascii_case(b.as_str()),
        (None, None) => true,
        _ => false,
    };
    a.field_name.eq_ignore_ascii_case(b.field_name)
        && same_language
        && signature(a.representation) == signature(b.representation)
        && same_value(&a.value, a.charset(), &b.value, b.charset())
}

/// A representation without its character set: nothing for plain text, else the type and the sorted attributes.
fn signature(representation: Option<Representation<'_>>) -> Vec<String> {
    let Some(representation) = representation else {
        return Vec::new();
    };
    let others = representation.attributes().filter(|(name, _)| !name.eq_ignore_ascii_case("charset"));
    let mut signature: Vec<String> = others
        .map(|(name, value)| alloc::format!("{}:{}", name.to_ascii_lowercase(), value.to_ascii_lowercase()))
        .collect();
    signature.sort();
    if !representation.is_plain_text() || !signature.is_empty() {
        signature.push(representation.mime_type().to_ascii_lowercase());
        signature.push(representation.mime_subtype().to_ascii_lowercase());
    }
    signature
}

fn same_value(a: &Value<'_>, a_charset: Option<&str>, b: &Value<'_>, b_charset: Option<&str>) -> bool {
    if let (Ok(a), Ok(b)) = (a.text(a_charset), b.text(b_charset)) {
        return a == b;
    }
    let same_charset = a_charset.unwrap_or("US-ASCII").eq_ignore_ascii_case(b_charset.unwrap_or("US-ASCII"));
    same_charset && (a.raw() == b.raw() || matches!((a.decode(), b.decode()), (Ok(a), Ok(b)) if a == b))
}
