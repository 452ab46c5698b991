//! The schemes of the npm package uri-js that look into the path: `mailto` and `urn`.

use crate::{Component, ProgramInput};

/// Returns true if uri-js reports an error for the path or the query of a `mailto` or a `urn`.
///
/// A path and a query are asked as they are after unreserved characters were decoded.
#[inline]
pub(super) fn refuses(input: &dyn ProgramInput) -> bool {
    let text = input.text();
    let end = |component| Some(input.place(component)?.end as usize);
    let Some(scheme_end) = end(Component::Scheme) else { return false };
    let start = end(Component::Port).or_else(|| end(Component::Host)).unwrap_or(scheme_end + 1);
    let rest = text[start..].split('#').next().unwrap_or_default();
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let is_scheme = |name: &str| text[..scheme_end].eq_ignore_ascii_case(name);
    if is_scheme("mailto") {
        return !path.is_empty() && !are_addresses(Normal::of(path)) || names_no_address(query);
    }
    is_scheme("urn") && is_no_urn(path)
}

/// Returns true if each of the texts between commas has an at sign.
#[inline]
fn are_addresses(path: Normal<'_>) -> bool {
    let mut has_at = false;
    for byte in path {
        match byte {
            b',' if !has_at => return false,
            b',' => has_at = false,
            _ => has_at |= byte == b'@',
        }
    }
    has_at
}

/// Returns true if a field `to` of a query has a value that is not a list of addresses.
#[inline]
fn names_no_address(query: &str) -> bool {
    // The number of signs of equality in the field, how much of its name is that of `to`, and
    // whether the text since the last comma has an at sign.
    let (mut signs, mut name, mut has_at) = (0, Some(0), false);
    for byte in Normal::of(query).chain([b'&']) {
        let is_to = name == Some(2);
        let ends = matches!(byte, b'&' | b',') || (byte == b'=' && signs == 1);
        if is_to && !has_at && ends && (signs == 1 || signs == 0 && byte == b'&') {
            return true;
        }
        match byte {
            b'&' => (signs, name, has_at) = (0, Some(0), false),
            b'=' => signs += 1,
            b',' if signs == 1 => has_at = false,
            _ if signs == 0 => {
                name = name.filter(|&at| b"to".get(at) == Some(&byte)).map(|at| at + 1);
            }
            // A second value counts for nothing.
            _ => has_at |= byte == b'@' || signs > 1,
        }
    }
    false
}

/// Returns true if a path has no namespace, or is not a UUID in the namespace of UUIDs.
#[inline]
fn is_no_urn(path: &str) -> bool {
    let mut bytes = Normal::of(path);
    let (mut len, mut is_uuid) = (0, true);
    loop {
        match bytes.next() {
            None => return true,
            Some(b':') => break,
            Some(byte) => {
                let same = b"uuid".get(len).is_some_and(|c| byte.eq_ignore_ascii_case(c));
                (len, is_uuid) = (len + 1, is_uuid && same);
            }
        }
    }
    if len == 0 || !is_uuid || len != 4 {
        return len == 0;
    }
    let mut digits = 0;
    for byte in bytes {
        let is_right = match digits {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        };
        if !is_right || digits == 36 {
            return true;
        }
        digits += 1;
    }
    digits != 36
}

/// The octets of a text after uri-js decoded unreserved characters.
///
/// It decodes two or three octets together where the first one begins a character of UTF-8, and
/// checks little: `%E0%81%B4` is `t`, and `%80%40` is `%80@`.
struct Normal<'a> {
    rest: &'a [u8],
    /// The number of octets to return as they are.
    plain: usize,
    /// The octet of the escape behind these.
    decoded: Option<u8>,
}

impl Normal<'_> {
    #[inline]
    fn of(text: &str) -> Normal<'_> {
        Normal { rest: text.as_bytes(), plain: 0, decoded: None }
    }

    /// Returns the octet of the escape that begins at an offset.
    #[inline]
    fn escape(&self, at: usize) -> Option<u8> {
        let [b'%', high, low, ..] = *self.rest.get(at..)? else { return None };
        let digit = |byte| char::from(byte).to_digit(16);
        Some((digit(high)? * 16 + digit(low)?) as u8)
    }

    #[inline]
    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }
}

impl Iterator for Normal<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.plain == 0 {
            if let Some(octet) = self.decoded.take() {
                self.skip(3);
                return Some(octet);
            }
            let (len, octet) = match (self.escape(0), self.escape(3), self.escape(6)) {
                (None, ..) => (1, None),
                (Some(a @ ..0x80), ..) => (3, Some(a)),
                (Some(a @ 0xE0..), Some(b), Some(c)) => {
                    let code = u32::from(a & 15) << 12 | u32::from(b & 63) << 6 | u32::from(c & 63);
                    (9, u8::try_from(code).ok())
                }
                (Some(..0xC2), Some(b @ ..0x80), _) => {
                    self.decoded = Some(b);
                    (3, None)
                }
                (_, Some(_), _) => (6, None),
                (_, None, _) => (3, None),
            };
            let is_unreserved = |c: &u8| c.is_ascii_alphanumeric() || b"-._~".contains(c);
            if let Some(octet) = octet.filter(is_unreserved) {
                self.skip(len);
                return Some(octet);
            }
            self.plain = len;
        }
        self.plain -= 1;
        let byte = *self.rest.first()?;
        self.skip(1);
        Some(byte)
    }
}
