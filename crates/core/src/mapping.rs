//! IRIs as URIs and back (RFC 3987, sections 3.1 and 3.2).

use alloc::borrow::Cow;
use core::fmt;

use crate::rewrite::{octet, triplet, Rewrite};
use crate::ucs::{is_iprivate, is_ucschar};

/// Maps an IRI, a reference or a component to its URI form: RFC 3987, section 3.1, step 2, on text
/// that is Unicode already (step 1, variant c).
///
/// Characters that a URI may hold, percent-encodings among them, stay as they are, so that a URI
/// maps to itself. Host names are percent-encoded like all else; ToASCII, which the section leaves
/// to the scheme, is not applied.
///
/// ```
/// let uri = urigram::iri::iri_to_uri("http://résumé.example.org/red%09rosé#red")?;
/// assert_eq!(uri, "http://r%C3%A9sum%C3%A9.example.org/red%09ros%C3%A9#red");
/// # Ok::<(), urigram::errors::MappingError>(())
/// ```
///
/// # Errors
/// [`MappingError`] at the first character that neither an IRI nor a URI may hold: for `a b`,
/// `a\u{FFFE}`.
pub fn iri_to_uri(iri: &str) -> Result<Cow<'_, str>, MappingError> {
    let mut rewrite = Rewrite::of(iri);
    for (at, c) in iri.char_indices() {
        if c.is_ascii() {
            if !is_ascii_of_uri(c) {
                return Err(MappingError { offset: at, found: c });
            }
            continue;
        }
        if !is_ucschar(c) && !is_iprivate(c) {
            return Err(MappingError { offset: at, found: c });
        }
        // 2.1 to 2.3
        let mut encoded = [0u8; 12];
        let mut length = 0;
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            encoded[length..length + 3].copy_from_slice(&triplet(byte));
            length += 3;
        }
        let text = core::str::from_utf8(&encoded[..length]).unwrap_or_default();
        rewrite.replace(at, at + c.len_utf8(), text);
    }
    Ok(rewrite.finish())
}

/// Converts a URI, a reference or a component of one to the most readable IRI that maps back to it:
/// RFC 3987, section 3.2. Octets that are not strictly legal UTF-8, and characters that an IRI may
/// not hold or that change the direction of writing (section 4.1), stay percent-encoded, with
/// digits in upper case.
///
/// ASCII characters are decoded only where they are unreserved.
///
/// ```
/// use urigram::iri::uri_to_iri;
///
/// assert_eq!(uri_to_iri("http://www.example.org/D%C3%BCrst"), "http://www.example.org/Dürst");
/// assert_eq!(uri_to_iri("http://www.example.org/D%FCrst"), "http://www.example.org/D%FCrst");
/// assert_eq!(uri_to_iri("/%e2%80%ae"), "/%E2%80%AE");
/// ```
pub fn uri_to_iri(uri: &str) -> Cow<'_, str> {
    let bytes = uri.as_bytes();
    let query = uri.find('?').unwrap_or(uri.len())..uri.find('#').unwrap_or(uri.len());
    let mut rewrite = Rewrite::of(uri);
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'%') {
        at += found;
        match octet(bytes, at) {
            // Step 2.
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                rewrite.replace(at, at + 3, char::from(byte).encode_utf8(&mut [0; 4]));
                at += 3;
            }
            Some(byte) => {
                let decoded = if byte < 0x80 { None } else { encoded_char(bytes, at) };
                match decoded.filter(|&(c, _)| may_stand(c, query.contains(&at))) {
                    Some((c, end)) => {
                        rewrite.replace(at, end, c.encode_utf8(&mut [0; 4]));
                        at = end;
                    }
                    // Steps 3 and 4: what was decoded is encoded again; ASCII never was.
                    None => {
                        if byte >= 0x80 {
                            let again = triplet(byte);
                            rewrite.replace(
                                at,
                                at + 3,
                                core::str::from_utf8(&again).unwrap_or_default(),
                            );
                        }
                        at += 3;
                    }
                }
            }
            None => at += 1,
        }
    }
    rewrite.finish()
}

/// A character that prevents mapping an IRI to a URI.
///
/// ```
/// let error = urigram::iri::iri_to_uri("http://\u{fc}/a b").unwrap_err();
/// assert_eq!((error.offset, error.found), (11, ' '));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappingError {
    /// The offset of the character, in bytes.
    pub offset: usize,
    /// The character.
    pub found: char,
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MappingError { offset, found } = self;
        write!(f, "byte {offset}: {found:?} is not allowed in an IRI (RFC 3987, 2.2 and 3.1)")
    }
}

impl core::error::Error for MappingError {}

/// Returns the character whose percent-encoded UTF-8 begins at `at`, and the offset after it.
fn encoded_char(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let first = octet(bytes, at)?;
    let length = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut octets = [0; 4];
    for (index, place) in octets[..length].iter_mut().enumerate() {
        *place = octet(bytes, at + 3 * index)?;
    }
    let c = core::str::from_utf8(&octets[..length]).ok()?.chars().next()?;
    Some((c, at + 3 * length))
}

/// Decodes the character whose percent-encoded UTF-8 begins at `at`. Returns false where there
/// isn't one, or where an IRI may not hold it anywhere.
#[inline(never)]
pub(crate) fn decode_char(text: &str, at: usize, rewrite: &mut Rewrite<'_>) -> bool {
    match encoded_char(text.as_bytes(), at) {
        Some((c, end)) if is_unreserved(c) => {
            rewrite.replace(at, end, c.encode_utf8(&mut [0; 4]));
            true
        }
        _ => false,
    }
}

/// Whether an IRI may contain a character beyond US-ASCII as itself, by sections 2.2 and 4.1.
pub(crate) fn may_stand(c: char, in_query: bool) -> bool {
    let formats = matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    !formats && (is_ucschar(c) || (in_query && is_iprivate(c)))
}

/// Returns true if an IRI may hold a character beyond US-ASCII anywhere as itself: `iunreserved`
/// (2.2), without the characters that change the direction of writing (4.1).
fn is_unreserved(c: char) -> bool {
    may_stand(c, false)
}

/// Whether some rule of RFC 3986 has the ASCII character.
fn is_ascii_of_uri(c: char) -> bool {
    c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c)
}
