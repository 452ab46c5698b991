//! The values of uri-js: unreserved characters decoded, others encoded, addresses in one form.
//!
//! Texts are UTF-16 here, as they are in JavaScript: each half of a pair is encoded on its own.

use std::net::Ipv6Addr;

use super::{escaped_octet, upper_case_escapes};

const SUB_DELIMS: &str = "!$&'()*+,;=";

fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~".contains(c)
}

/// Decodes the one, two or three escapes at the beginning; returns their length and the text.
fn decoded(text: &str) -> Option<(usize, Vec<u16>)> {
    let octet = |at: usize| text.get(at..).and_then(escaped_octet);
    let raw = |at: usize, len: usize| text[at..at + len].encode_utf16();
    let [first, second, third] = [octet(0)?, octet(3).unwrap_or(0), octet(6).unwrap_or(0)];
    let bits = |octet: u8| u16::from(octet & 63);
    let count = match first {
        0xE0.. if octet(3).is_some() && octet(6).is_some() => 3,
        0x80.. if octet(3).is_some() => 2,
        _ => 1,
    };
    let units = match (first, count) {
        (..0x80, _) => vec![u16::from(first)],
        (0xE0.., 3) => vec![u16::from(first & 15) << 12 | bits(second) << 6 | bits(third)],
        (0xC2..0xE0, 2) => vec![u16::from(first & 31) << 6 | bits(second)],
        (..0xC2, 2) if second < 0x80 => raw(0, 3).chain([u16::from(second)]).collect(),
        (_, count) => raw(0, 3 * count).collect(),
    };
    Some((3 * count, units))
}

/// Replaces escapes; with `all`, also where no unreserved character comes out.
fn decode(text: &str, all: bool) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_right = |units: &[u16]| {
            all || units
                .iter()
                .any(|&unit| u8::try_from(unit).is_ok_and(|b| is_unreserved(b.into())))
        };
        match decoded(rest) {
            Some((len, found)) => {
                if is_right(&found) {
                    units.extend(found);
                } else {
                    units.extend(rest[..len].encode_utf16());
                }
                rest = &rest[len..];
            }
            None => {
                units.extend(c.encode_utf16(&mut [0; 2]).iter());
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    units
}

/// Encodes all units but the unreserved ones, `%` and `allowed`.
fn encode(units: &[u16], allowed: &str) -> String {
    let one = |&unit: &u16| {
        let c = char::from_u32(unit.into()).filter(char::is_ascii);
        if let Some(c) = c.filter(|&c| is_unreserved(c) || c == '%' || allowed.contains(c)) {
            return c.to_string();
        }
        let low = |shift: u16| (unit >> shift & 63) | 128;
        match unit {
            ..0x80 => format!("%{unit:02X}"),
            0x80..0x800 => format!("%{:02X}%{:02X}", unit >> 6 | 192, low(0)),
            _ => format!("%{:02X}%{:02X}%{:02X}", unit >> 12 | 224, low(6), low(0)),
        }
    };
    upper_case_escapes(&units.iter().map(one).collect::<String>())
}

pub fn component(text: &str, more: &str) -> String {
    encode(&decode(text, false), &format!("{SUB_DELIMS}{more}"))
}

pub fn scheme(text: &str) -> String {
    let lower = String::from_utf16_lossy(&decode(text, false)).to_lowercase();
    lower.chars().filter(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)).collect()
}

pub fn path(text: &str, scheme: &str) -> String {
    let path = component(text, if self::scheme(scheme).is_empty() { "/@" } else { "/:@" });
    match (scheme, path.split_once(':')) {
        ("ws" | "wss", _) if path.is_empty() => "/".to_owned(),
        ("urn", Some((space, rest))) => format!("{}:{rest}", space.to_lowercase()),
        _ => path,
    }
}

pub fn host(text: &str, scheme: &str) -> String {
    let mut host = ipv6(&ipv4(text).unwrap_or_else(|| text.to_owned()));
    if matches!(scheme, "http" | "https" | "ws" | "wss") {
        host = to_ascii(&String::from_utf16_lossy(&decode(&host, true)).to_lowercase());
    }
    let lower = String::from_utf16_lossy(&decode(&host, false)).to_lowercase();
    encode(&lower.encode_utf16().collect::<Vec<_>>(), &format!("{SUB_DELIMS}[]:"))
}

/// Converts as version 2 of the package punycode does: what is behind a second at sign goes.
fn to_ascii(host: &str) -> String {
    let (before, domain) = match host.split_once('@') {
        Some((before, rest)) => (format!("{before}@"), rest.split('@').next().unwrap_or(rest)),
        None => (String::new(), host),
    };
    let label = |label: &str| {
        if label.chars().all(|c| c < '\u{7F}') {
            return label.to_owned();
        }
        format!("xn--{}", idna::punycode::encode_str(label).unwrap_or_default())
    };
    let labels = domain.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).map(label);
    before + &labels.collect::<Vec<_>>().join(".")
}

fn without_zeros(text: &str) -> String {
    let rest = text.trim_start_matches('0');
    if rest.is_empty() { "0" } else { rest }.to_owned()
}

/// Removes zeros in an IPv4 address. A number may have up to two.
fn ipv4(text: &str) -> Option<String> {
    let number = |part: &str| {
        let is_right = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        is_right.then(|| part.parse::<u8>().ok()).flatten().map(|_| without_zeros(part))
    };
    let numbers: Vec<String> = text.split('.').map(number).collect::<Option<_>>()?;
    (numbers.len() == 4).then(|| numbers.join("."))
}

/// Writes an IPv6 address in brackets without them, and with one `::`.
fn ipv6(text: &str) -> String {
    let found = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).and_then(literal);
    found.unwrap_or_else(|| text.to_owned())
}

fn literal(inner: &str) -> Option<String> {
    let (address, zone) = match inner.split_once('%') {
        None => (inner, None),
        Some((address, rest)) => {
            let zone = rest.strip_prefix("25").filter(|zone| is_zone(zone));
            let plain = || Some(rest).filter(|_| escaped_octet(&inner[address.len()..]).is_none());
            (address, Some(zone.or_else(plain).filter(|zone| is_zone(zone))?))
        }
    };
    let tail = address.rsplit(':').next()?;
    let last = ipv4(tail);
    let standard = match &last {
        Some(last) => format!("{}{last}", &address[..address.len() - tail.len()]),
        None => address.to_owned(),
    };
    standard.parse::<Ipv6Addr>().ok()?;
    // As in the program: fields that `::` stands for are empty, and count as zeros.
    let lower = address.to_lowercase();
    let (first, second) = lower.split_once("::").unwrap_or(("", &lower));
    let has_gap = lower.contains("::");
    let fields_of = |text: &str| -> Vec<String> { text.split(':').map(without_zeros).collect() };
    let before = if has_gap && !first.is_empty() { fields_of(first) } else { Vec::new() };
    let after = fields_of(second);
    let count = if last.is_some() { 7 } else { 8 };
    let field = |at: usize| {
        let from_end = (at + after.len()).checked_sub(count).and_then(|at| after.get(at));
        before.get(at).or(from_end).cloned().unwrap_or_default()
    };
    let mut fields: Vec<String> = (0..count).map(field).collect();
    if let Some(last) = last {
        fields[count - 1] = last;
    }
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in fields.iter().enumerate().filter(|(_, field)| matches!(&field[..], "" | "0")) {
        match runs.last_mut() {
            Some((start, len)) if *start + *len == at => *len += 1,
            _ => runs.push((at, 1)),
        }
    }
    let longest = runs.iter().rev().max_by_key(|(_, len)| *len).filter(|(_, len)| *len > 1);
    let text = match longest {
        Some(&(start, len)) => {
            format!("{}::{}", fields[..start].join(":"), fields[start + len..].join(":"))
        }
        None => fields.join(":"),
    };
    Some(zone.map_or_else(|| text.clone(), |zone| format!("{text}%{zone}")))
}

/// Returns true for a zone: unreserved characters of the IRI rules, and escapes.
fn is_zone(zone: &str) -> bool {
    let mut rest = zone;
    while let Some(c) = rest.chars().next() {
        if escaped_octet(rest).is_some() {
            rest = &rest[3..];
        } else if is_unreserved(c) || is_of_iri(c) {
            rest = &rest[c.len_utf8()..];
        } else {
            return false;
        }
    }
    !zone.is_empty()
}

/// Pairs of surrogates are excluded.
fn is_of_iri(c: char) -> bool {
    matches!(c, '\u{A0}'..='\u{200D}' | '\u{2010}'..='\u{2029}' | '\u{202F}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}')
}
