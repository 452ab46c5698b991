//! The canonical form of citations.

use std::borrow::Cow;

use urigram_core::Urc;

use crate::element::{elements, Element, Kind};
use crate::value::{encode_value, Value, ValueError};

/// Returns a citation with its angle brackets, which programs and protocols may drop (urc-1993,
/// Canonical form).
///
/// No two citations share a form without brackets: an element begins with a letter, so that what
/// begins with `<` has its brackets. The result is the canonical form only after [`canonical`], and
/// need not be a citation at all.
///
/// ```
/// use urigram::urc::{canonical, with_brackets};
/// use urigram::Urc;
///
/// let text = with_brackets(b"URN:a:b;Version=1;");
/// assert_eq!(canonical(Urc::parse(&text)?)?, b"<URN:a:b;\r\nVersion=1;>");
/// assert_eq!(with_brackets(b"<URN:a:b;>"), &b"<URN:a:b;>"[..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_brackets(text: &[u8]) -> Cow<'_, [u8]> {
    if text.starts_with(b"<") {
        return Cow::Borrowed(text);
    }
    Cow::Owned([b"<", text, b">"].concat())
}

/// Returns the canonical form. Labels are kept, and values have only the special encodings that
/// they need. Each element has a line of its own, and lines end in CR LF. Time is linear in the
/// text.
///
/// ```
/// use urigram::{urc::canonical, Urc};
///
/// let urc = Urc::parse(b"<Title=%41%3b;\nVersion=1;>")?;
/// assert_eq!(canonical(urc)?, b"<Title=A%;;\r\nVersion=1;>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ValueError::StrayPercent`], in the printed reading only.
pub fn canonical(urc: Urc<'_>) -> Result<Vec<u8>, ValueError> {
    let text = urc.as_bytes();
    let mut out = Vec::with_capacity(text.len());
    out.push(b'<');
    for (index, element) in elements(urc).enumerate() {
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

fn value_of<'a>(element: &Element<'a>) -> Option<Value<'a>> {
    match &element.kind {
        Kind::Url(locator) | Kind::Urn(locator) => Some(locator.value),
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => Some(descriptor.value),
        Kind::Structor(_) => None,
    }
}
