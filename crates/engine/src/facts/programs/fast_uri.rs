//! The checks of the npm package fast-uri that its rules leave out.

use crate::{Component, ProgramInput};

/// Returns true if fast-uri reports an error for a text that the rules accept: for a control or a
/// space at an end, for a host of http and ws that `URL` refuses, and for an invalid URN.
#[inline]
pub(super) fn refuses(input: &dyn ProgramInput) -> bool {
    let text = input.text();
    let is_blank = |byte: Option<&u8>| byte.is_some_and(|&byte| byte <= b' ');
    if is_blank(text.as_bytes().first()) || is_blank(text.as_bytes().last()) {
        return true;
    }
    let of = |component| Some(input.place(component)?.of(text));
    let Some(scheme) = of(Component::Scheme) else { return false };
    let is_scheme = |name: &&str| scheme.eq_ignore_ascii_case(name);
    let host = of(Component::Host);
    if is_scheme(&"urn") {
        return host.is_some() || of(Component::Path).is_none_or(is_no_urn);
    }
    ["http", "https", "ws", "wss"].iter().any(is_scheme) && host.is_some_and(is_refused_host)
}

/// Returns true for a domain that `URL` of Node 20 refuses. It is not asked about plain ones.
#[inline]
fn is_refused_host(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || b"!$&'()*+,-.;=_~".contains(&byte);
    if host.starts_with('[') || host.bytes().all(is_plain) {
        return false;
    }
    // The forbidden domain code points of the URL Standard; IDNA finds them in other domains.
    let is_forbidden = |byte: u8| byte <= b' ' || b"#%/:<>?@[\\]^|\x7F".contains(&byte);
    let mut decoded = crate::facts::programs::Decoded::of(host);
    decoded.clone().all(|byte| byte.is_ascii()) && decoded.any(is_forbidden)
        || crate::facts::programs::is_refused_by_url_standard(host)
        || crate::facts::programs::has_wrong_label(host)
}

/// Returns true for the path of a URN that is not a namespace with a name, or no UUID behind
/// `uuid:`.
#[inline]
fn is_no_urn(path: &str) -> bool {
    // Expressions of JavaScript that ignore case take these two for s and k.
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '\u{17F}' | '\u{212A}');
    let Some((space, name)) = path.split_once(':') else { return true };
    let is_space = space.starts_with(is_letter)
        && space.chars().count() <= 33
        && space.chars().all(|c| is_letter(c) || c == '-');
    let is_right = |c: char| is_letter(c) || "_!$'()*+,-./:;=@%".contains(c);
    if !is_space || name.is_empty() || !name.chars().all(is_right) {
        return true;
    }
    space.eq_ignore_ascii_case("uuid") && !is_uuid(name.as_bytes())
}

#[inline]
fn is_uuid(name: &[u8]) -> bool {
    let is_right = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    name.len() == 36 && name.iter().enumerate().all(is_right)
}
