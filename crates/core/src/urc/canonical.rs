//! The canonical form of citations.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{encode_value, Element, Kind, Urc, Value, ValueError};

/// Returns a citation with its angle brackets, which programs and protocols may drop (urc-1993,
/// Canonical form).
///
/// No two citations share a form without brackets: an element begins with a letter, so that what
/// begins with `<` has its brackets. The result is the canonical form only after
/// [`Urc::canonical`], and need not be a citation at all.
///
/// ```
/// use urigram::urc::with_brackets;
/// use urigram::Urc;
///
/// let text = with_brackets(b"URN:a:b;Version=1;");
/// assert_eq!(Urc::parse(&text).unwrap().canonical().unwrap(), b"<URN:a:b;\r\nVersion=1;>");
/// assert_eq!(with_brackets(b"<URN:a:b;>"), &b"<URN:a:b;>"[..]);
/// ```
pub fn with_brackets(text: &[u8]) -> Cow<'_, [u8]> {
    if text.starts_with(b"<") {
        return Cow::Borrowed(text);
    }
    Cow::Owned([b"<", text, b">"].concat())
}

impl Urc<'_> {
    /// Returns the canonical form. Labels are kept, and values have only the special encodings that
    /// they need. Each element has a line of its own, and lines end in CR LF. Time is linear in the
    /// text.
    ///
    /// ```
    /// use urigram::Urc;
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
}

fn value_of<'a>(element: &Element<'a>) -> Option<Value<'a>> {
    match &element.kind {
        Kind::Url(locator) | Kind::Urn(locator) => Some(locator.value),
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => Some(descriptor.value),
        Kind::Structor(_) => None,
    }
}
