//! The values of Node's `url.parse`.

use super::Seen;

fn is_tab(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Removes tabs and line ends.
pub fn without_tabs(text: &str) -> String {
    text.chars().filter(|&c| !is_tab(c)).collect()
}

/// Encodes the characters that are delimiters in RFC 2396.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if is_tab(c) || " \"'<>\\^`{|}".contains(c) {
            out.push_str(&format!("%{:02X}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}

/// Decodes percent-encodings, which are UTF-8 where the practice takes the text.
pub fn userinfo(text: &str) -> String {
    let octets: Vec<u8> = super::octets(&without_tabs(text)).chars().map(|c| c as u8).collect();
    let mut decoded = Vec::new();
    let mut rest = &octets[..];
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'%') {
            Some(octet) => (decoded.push(octet), rest = &after[2..]).1,
            None => (decoded.push(*first), rest = after).1,
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Returns a name as IDNA leaves it, up to a NUL, and what is in brackets.
pub fn host(text: &str) -> String {
    let host = without_tabs(text).to_lowercase();
    let name = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inner) => return inner.to_owned(),
        None if host.is_ascii() => host,
        None => {
            let mapped = idna::domain_to_ascii_cow(host.as_bytes(), idna::AsciiDenyList::EMPTY);
            mapped.map_or_else(|_| host.clone(), std::borrow::Cow::into_owned)
        }
    };
    name.split('\0').next().unwrap_or_default().to_owned()
}

/// Begins a path with a slash where the program does, and leaves out a port that is in it.
pub fn path(text: &str, seen: &Seen<'_>) -> String {
    if text.is_empty() {
        return "/".to_owned();
    }
    let slashes = |text: &str| escaped(&text.replace('\\', "/"));
    let Some(host) = seen.host else { return slashes(text) };
    let (zone, rest) = text.split_at(text.find(['/', '\\']).unwrap_or(text.len()));
    let zone = without_tabs(zone);
    let end = zone.find(|c| " \"%';<>^`{|}".contains(c)).unwrap_or(zone.len());
    let (mut odd, stop) = zone.split_at(end);
    if let Some((before, port)) = odd.rsplit_once(':') {
        odd = if port.bytes().all(|byte| byte.is_ascii_digit()) { before } else { odd };
    }
    let is_literal = without_tabs(host).starts_with('[') && !zone.is_empty();
    let slash = if zone.starts_with(':') || is_literal { "/" } else { "" };
    slashes(&format!("{slash}{odd}{stop}{rest}"))
}
