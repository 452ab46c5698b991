//! The checks of Node's `url.parse` that its rules leave out.

use crate::{Component, ProgramInput};

/// Tabs and line ends, which the program removes from an authority.
#[inline]
fn is_removed(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns true if IDNA refuses a name, or makes a forbidden character of one. A NUL ends what IDNA
/// leaves of the name. Names in US-ASCII are looked at where a label begins with `xn--`. Without
/// the feature `idna`, only a label `xn--` is refused.
#[inline]
pub(super) fn has_refused_host(input: &dyn ProgramInput) -> bool {
    let host = input.place(Component::Host).map(|place| place.of(input.text()));
    let is_plain = |byte: u8| byte.is_ascii() && !matches!(byte, b'-' | 0);
    host.is_some_and(|host| !host.bytes().all(is_plain) && is_refused(host))
}

#[inline]
fn is_refused(host: &str) -> bool {
    let kept = || host.bytes().filter(|&byte| !is_removed(byte));
    match kept().next() {
        Some(b'[') => return false,
        // A NUL ends what IDNA leaves of the name, so that this one is empty.
        Some(0) if host.is_ascii() => return true,
        _ => {}
    }
    // The label is over at a dot: how much of `xn--` is read, and 5 after more of it.
    let mut read = 0;
    let is_bare = kept().chain([b'.']).any(|byte| {
        let is_over = byte == b'.' && read == crate::facts::programs::WRONG_LABEL.len();
        let next = crate::facts::programs::WRONG_LABEL.as_bytes().get(read);
        read = match next {
            _ if byte == b'.' => 0,
            Some(next) if next.eq_ignore_ascii_case(&byte) => read + 1,
            _ => crate::facts::programs::WRONG_LABEL.len() + 1,
        };
        is_over
    });
    is_bare || is_refused_by_idna(host)
}

#[cfg(not(feature = "idna"))]
#[inline]
fn is_refused_by_idna(_: &str) -> bool {
    false
}

#[cfg(feature = "idna")]
fn is_refused_by_idna(host: &str) -> bool {
    use alloc::string::String;

    let is_kept = |c: &char| !c.is_ascii() || !is_removed(*c as u8);
    let host = host.chars().filter(is_kept).collect::<String>().to_lowercase();
    if host.is_ascii() && !host.contains(crate::facts::programs::WRONG_LABEL) {
        return false;
    }
    let is_forbidden = |c: char| "\t\n\r #%/:<>?@[\\]^|".contains(c);
    let mapped = ::idna::domain_to_ascii_cow(host.as_bytes(), ::idna::AsciiDenyList::EMPTY);
    mapped.map_or(true, |name| {
        let name = name.split('\0').next().unwrap_or_default();
        name.is_empty() || name.contains(is_forbidden)
    })
}

/// Returns true if percent-encodings of the userinfo are broken or do not make UTF-8.
#[inline]
pub(super) fn has_refused_userinfo(input: &dyn ProgramInput) -> bool {
    let userinfo = input.place(Component::Userinfo).map(|place| place.of(input.text()));
    userinfo.is_some_and(|userinfo| {
        userinfo.contains('%') && !is_decoded(userinfo.bytes().filter(|&byte| !is_removed(byte)))
    })
}

/// Reads octets and characters one after another: a sequence of UTF-8 is either written or encoded.
#[inline]
fn is_decoded(mut bytes: impl Iterator<Item = u8>) -> bool {
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let Some(first) = octet(&mut bytes) else { return false };
        let (mut sequence, len) = match first {
            0..=0x7F => continue,
            0xC2..=0xDF => ([first, 0, 0, 0], 2),
            0xE0..=0xEF => ([first, 0, 0, 0], 3),
            0xF0..=0xF4 => ([first, 0, 0, 0], 4),
            _ => return false,
        };
        for place in &mut sequence[1..len] {
            match bytes.next().filter(|&byte| byte == b'%').and_then(|_| octet(&mut bytes)) {
                Some(octet) => *place = octet,
                None => return false,
            }
        }
        if core::str::from_utf8(&sequence[..len]).is_err() {
            return false;
        }
    }
    true
}

/// Reads two hexadecimal digits.
#[inline]
fn octet(bytes: &mut impl Iterator<Item = u8>) -> Option<u8> {
    let high = char::from(bytes.next()?).to_digit(16)?;
    Some((high * 16 + char::from(bytes.next()?).to_digit(16)?) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_must_be_utf_8() {
        for text in ["", "a", "%41", "%C3%A9x", "é%e2%82%ac", "%F0%9F%98%80%00", "%ef%bf%bf"] {
            assert!(is_decoded(text.bytes()), "{text}");
        }
        let wrong = ["%", "%4", "%zz", "%80", "%C3", "%C3a", "%C3%41", "%C0%80", "%ED%A0%80"];
        for text in wrong.into_iter().chain(["%F4%90%80%80", "%E2%82", "%C3%", "%+1", "%FF%BF"]) {
            assert!(!is_decoded(text.bytes()), "{text}");
        }
    }

    #[test]
    fn a_label_of_punycode_is_not_bare() {
        for host in ["xn--", "a.XN--.b", "xn\t--.", "a.xn--", "\0a", "\t\0"] {
            assert!(is_refused(host), "{host}");
        }
        for host in ["xn-", "axn--", "[xn--]", "a", ".", "-", "a\0xn--"] {
            assert!(!is_refused(host), "{host}");
        }
    }

    #[test]
    #[cfg(feature = "idna")]
    fn names_go_through_idna() {
        for host in ["bücher", "\0é", "xn--bcher-kva", "[é]", "a-b", "e\u{301}"] {
            assert!(!is_refused(host), "{host}");
        }
        for host in ["xn--a", "xn--\0", "xn-\t-a", "\u{AD}", "a\u{2100}b", "ｘn--a"] {
            assert!(is_refused(host), "{host}");
        }
    }
}
