//! The bytes of a `data:` URI (RFC 2397).

use alloc::vec::Vec;

use super::Uri;
use crate::rewrite::octet;

impl Uri<'_> {
    /// Returns the bytes that a `data:` URI holds, decoded from base64 if it says `;base64`; `None`
    /// for another scheme, without a comma, and for wrong base64. Padding may be absent. A `?` is
    /// also data, and a fragment is not (RFC 2397, 3).
    ///
    /// ```
    /// use urigram::uri;
    ///
    /// assert_eq!(uri!("data:,A%20brief?note").data_bytes().unwrap(), b"A brief?note");
    /// assert_eq!(uri!("data:text/plain;base64,aGk=").data_bytes().unwrap(), b"hi");
    /// assert_eq!(uri!("data:;base64,a").data_bytes(), None);
    /// ```
    pub fn data_bytes(&self) -> Option<Vec<u8>> {
        if !self.is_scheme("data") {
            return None;
        }
        let body = &self.as_str()[self.scheme().len() + 1..];
        let body = body.split_once('#').map_or(body, |(before, _)| before);
        let (header, data) = body.split_once(',')?;
        let data = octets(data.as_bytes());
        let token = header.len().checked_sub(";base64".len());
        let is_base64 = token
            .and_then(|start| header.get(start..))
            .is_some_and(|end| end.eq_ignore_ascii_case(";base64"));
        if is_base64 {
            of_base64(&data)
        } else {
            Some(data)
        }
    }
}

/// Decodes percent-encodings; a `%` without two digits stays.
pub(super) fn octets(text: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(&byte) = text.get(at) {
        let found = octet(text, at);
        out.push(found.unwrap_or(byte));
        at += if found.is_some() { 3 } else { 1 };
    }
    out
}

/// Decodes base64 (RFC 4648, 4).
fn of_base64(text: &[u8]) -> Option<Vec<u8>> {
    let padding = text.iter().rev().take_while(|&&byte| byte == b'=').count();
    let digits = &text[..text.len() - padding];
    let is_whole = padding == 0 || padding < 3 && text.len().is_multiple_of(4);
    if !is_whole || digits.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0u32;
        for place in 0..4 {
            bits = bits << 6 | group.get(place).map_or(Some(0), |&byte| digit(byte))?;
        }
        out.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(out)
}

fn digit(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_as_rfc_4648_has_it() {
        let words: [(&str, &[u8]); 9] = [
            ("", b""),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg==", b"foob"),
            ("Zm9vYmE=", b"fooba"),
            ("Zm9vYmFy", b"foobar"),
            ("Zg", b"f"),
            ("+/8", b"\xFB\xFF"),
        ];
        for (text, bytes) in words {
            assert_eq!(of_base64(text.as_bytes()).as_deref(), Some(bytes), "{text}");
        }
        for text in ["Z", "Zg=", "Zg===", "=", "Zm9v=", "Zm9vY", "Z g=", "Zm8_", "Zg==Zg=="] {
            assert_eq!(of_base64(text.as_bytes()), None, "{text}");
        }
    }
}
