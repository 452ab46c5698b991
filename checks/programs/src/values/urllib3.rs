//! The values of urllib3: it normalizes texts of http, https and no scheme.

use super::{escaped_octet, upper_case_escapes};

fn is_normalized(scheme: &str) -> bool {
    matches!(scheme, "" | "http" | "https")
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-~".contains(&byte)
}

/// Percent-encodes what is not allowed. A percent sign stays if all of them begin an escape.
pub fn encoded(text: &str, scheme: &str, more: &[u8]) -> String {
    if is_normalized(scheme) {
        encode(text, more)
    } else {
        text.to_owned()
    }
}

fn encode(text: &str, more: &[u8]) -> String {
    let text = upper_case_escapes(text);
    let is_escape = |at: usize| escaped_octet(&text[at..]).is_some();
    let stay = text.match_indices('%').all(|(at, _)| is_escape(at));
    let is_allowed =
        |byte: u8| is_unreserved(byte) || b"!$&'()*+,;=".contains(&byte) || more.contains(&byte);
    let one = |byte: u8| match byte {
        b'%' if stay => "%".to_owned(),
        byte if is_allowed(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

pub fn host(text: &str, scheme: &str) -> String {
    if !is_normalized(scheme) {
        return text.to_owned();
    }
    if let Some((address, zone)) = text.strip_prefix('[').and_then(|text| text.split_once('%')) {
        let zone = zone.strip_suffix(']').unwrap_or(zone);
        let inner = zone.strip_prefix("25").filter(|inner| !inner.is_empty()).unwrap_or(zone);
        return format!("[{}%{}]", address.to_ascii_lowercase(), upper_case_escapes(inner));
    }
    if text.split('.').count() <= 4 && text.split('.').all(is_number) {
        return text.to_owned();
    }
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let octet = escaped_octet(rest);
        match octet {
            Some(octet) if is_unreserved(octet) => decoded.push(char::from(octet)),
            Some(octet) => decoded.push_str(&format!("%{octet:02x}")),
            None => decoded.push(c),
        }
        rest = &rest[if octet.is_some() { 3 } else { c.len_utf8() }..];
    }
    upper_case_escapes(&decoded.to_lowercase())
}

/// Returns true for a label that is read as part of an address.
fn is_number(label: &str) -> bool {
    let hex = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    let decimal = || !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    hex.map_or_else(decimal, |hex| {
        !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

pub fn path(text: &str, scheme: &str) -> String {
    let mut path = text.to_owned();
    if is_normalized(scheme) && !path.is_empty() {
        path = encode(&without_dots(&path), b":@/");
    }
    if path.is_empty() || path.starts_with('/') {
        path
    } else {
        format!("/{path}")
    }
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    if path.starts_with('/') && kept.first().is_none_or(|first| !first.is_empty()) {
        kept.insert(0, "");
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    kept.join("/")
}
