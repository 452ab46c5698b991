//! Mistakes that say what was meant: a path of Windows, an address without brackets, a port that is
//! no number, a character that no host has. For these, other documents and percent-encoding are no
//! help.

use std::net::Ipv6Addr;
use std::ops::Range;

use urigram_grammars::{Found, SyntaxError, Table};

/// Returns the help for a mistake that is known.
pub(crate) fn known(table: &Table, text: &[u8], error: &SyntaxError) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    windows_path(table, text).or_else(|| {
        let authority = authority(text)
            .filter(|range| range.start <= error.offset() && error.offset() <= range.end)?;
        without_brackets(table, text, &authority)
            .or_else(|| port(text, &authority, error))
            .or_else(|| host(text, &authority, error))
    })
}

/// Returns the range of the text between `//` and the path.
fn authority(text: &str) -> Option<Range<usize>> {
    let start = text.find("//")? + 2;
    let before = &text[..start - 2];
    let is_first =
        before.is_empty() || before.find([':', '/', '?', '#']) == before.len().checked_sub(1);
    let len = text[start..].find(['/', '?', '#']).unwrap_or(text.len() - start);
    is_first.then_some(start..start + len)
}

fn windows_path(table: &Table, text: &str) -> Option<String> {
    let [letter, b':', b'\\', ..] = text.as_bytes() else { return None };
    let uri = format!("file:///{}", text.replace('\\', "/").replace(' ', "%20"));
    let is_accepted = letter.is_ascii_alphabetic() && table.accepts(uri.as_bytes());
    is_accepted.then(|| format!("the URI of this file is `{uri}`"))
}

fn without_brackets(table: &Table, text: &str, authority: &Range<usize>) -> Option<String> {
    let inside = &text[authority.clone()];
    let start = inside.rfind('@').map_or(0, |at| at + 1);
    inside[start..].parse::<Ipv6Addr>().ok()?;
    let at = authority.start + start;
    let uri = format!("{}[{}]{}", &text[..at], &inside[start..], &text[authority.end..]);
    let is_accepted = table.accepts(uri.as_bytes());
    is_accepted.then(|| format!("an IPv6 address is written in brackets: `{uri}`"))
}

fn port(text: &str, authority: &Range<usize>, error: &SyntaxError) -> Option<String> {
    let inside = &text[authority.clone()];
    let colon = inside.rfind(':')?;
    // Up to the end of the authority, what is no port may be a password.
    let is_behind = error.offset() > authority.start + colon;
    let port = &inside[colon + 1..];
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let is_port = colon > 0 && !inside.contains('@') && !port.contains(']');
    (is_behind && is_port && !is_number)
        .then(|| format!("a port is a number, in digits: not `{port}`"))
}

fn host(text: &str, authority: &Range<usize>, error: &SyntaxError) -> Option<String> {
    let in_userinfo = text[error.offset()..authority.end].contains('@');
    let is_space = error.found() == Found::Char(' ') && !in_userinfo;
    is_space.then(|| "a host has no space, and percent-encoding makes it no name".into())
}
