//! The values of fast-uri: it normalizes hosts, paths, queries and fragments.

use std::net::Ipv6Addr;

use super::{curl, escaped_octet, upper_case_escapes};

const SUB_DELIMS: &str = "!$&'()*+,;=";

fn is_unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~".contains(c)
}

/// Decodes unreserved characters except those of `keeps`, and encodes all except `allowed` ones.
pub fn encoded(text: &str, allowed: &str, keeps: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_allowed = is_unreserved(c) || SUB_DELIMS.contains(c) || allowed.contains(c);
        match escaped_octet(rest) {
            Some(octet) => {
                let decoded = Some(char::from(octet)).filter(|&c| is_unreserved(c));
                match decoded.filter(|&c| !keeps.contains(c)) {
                    Some(c) => out.push(c),
                    None => out.push_str(&rest[..3].to_ascii_uppercase()),
                }
                rest = &rest[3..];
            }
            None => {
                if is_allowed {
                    out.push(c);
                } else {
                    let octets = c.encode_utf8(&mut [0; 4]).bytes().collect::<Vec<_>>();
                    octets.iter().for_each(|octet| out.push_str(&format!("%{octet:02X}")));
                }
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

pub fn path(text: &str, scheme: &str) -> String {
    match (scheme, text.split_once(':')) {
        ("urn", Some((space, name))) => format!("{}:{name}", space.to_lowercase()),
        ("ws" | "wss", _) if text.is_empty() => "/".to_owned(),
        _ => encoded(text, "/:@", "."),
    }
}

pub fn query(text: &str, scheme: &str) -> String {
    // A URN is not normalized.
    if scheme == "urn" {
        text.to_owned()
    } else {
        encoded(text, "/?:@", "")
    }
}

pub fn host(text: &str, scheme: &str) -> String {
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return literal(inner).unwrap_or_else(|| text.to_lowercase());
    }
    let mut host = text.to_lowercase();
    let is_plain = |c: char| c.is_ascii_lowercase() || "!\"$&'()*+,-.;=_`{}~".contains(c);
    let is_domain = matches!(scheme, "http" | "https" | "ws" | "wss");
    if is_domain && !host.chars().all(is_plain) {
        host = domain(&host);
    }
    // Escapes of unreserved characters are decoded before letters become small.
    let decoded = unreserved(&host).to_lowercase();
    let keeps = "-._~abcdefghijklmnopqrstuvwxyz0123456789";
    let decoded = upper_case_escapes(&decoded);
    // The host of a mailto stays as it is beyond US-ASCII.
    let (is_ascii, is_mail) = (|c: char| c.is_ascii(), scheme == "mailto");
    let pieces = decoded.split_inclusive(|c| is_mail && !is_ascii(c));
    let one = |piece: &str| {
        let rest = piece.trim_end_matches(|c| is_mail && !is_ascii(c));
        encoded(rest, "", keeps) + &piece[rest.len()..]
    };
    pieces.map(one).collect()
}

/// Decodes the escapes of unreserved characters.
fn unreserved(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let octet = escaped_octet(rest);
        match octet.map(char::from).filter(|&c| is_unreserved(c)) {
            Some(c) => out.push(c),
            None => out.push_str(&rest[..if octet.is_some() { 3 } else { c.len_utf8() }]),
        }
        rest = &rest[if octet.is_some() { 3 } else { c.len_utf8() }..];
    }
    out
}

/// Converts a domain as the host parser of the URL Standard does.
fn domain(host: &str) -> String {
    let mut octets = Vec::new();
    let mut rest = host;
    while let Some(c) = rest.chars().next() {
        let octet = escaped_octet(rest);
        match octet {
            Some(octet) => octets.push(octet),
            None => octets.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
        rest = &rest[if octet.is_some() { 3 } else { c.len_utf8() }..];
    }
    let ascii = idna::domain_to_ascii_cow(&octets, idna::AsciiDenyList::URL);
    let ascii = ascii.map_or_else(|_| String::new(), std::borrow::Cow::into_owned);
    // A label of no digits behind `0x` is 0 for the URL Standard.
    let labels = ascii.strip_suffix('.').unwrap_or(&ascii).split('.');
    let numbers: Vec<&str> = labels.map(|label| if label == "0x" { "0" } else { label }).collect();
    curl::address(&numbers.join(".")).unwrap_or(ascii)
}

/// Writes an IPv6 address with the longest run of zeros as `::`, and letters small.
fn literal(inner: &str) -> Option<String> {
    let (address, zone) = match inner.split_once('%') {
        Some((address, zone)) => (address, Some(zone.strip_prefix("25").unwrap_or(zone))),
        None => (inner, None),
    };
    let pieces = address.parse::<Ipv6Addr>().ok()?.segments();
    let dotted = address.rsplit(':').next().filter(|last| last.contains('.'));
    let count = if dotted.is_some() { 6 } else { 8 };
    let mut parts: Vec<String> = pieces[..count].iter().map(|one| format!("{one:x}")).collect();
    parts.extend(dotted.map(str::to_owned));
    let run = |start: usize| parts[start..].iter().take_while(|part| *part == "0").count();
    let longest = (0..parts.len()).map(|at| (run(at), at)).rev().max_by_key(|(len, _)| *len)?;
    let text = match longest {
        (len, start) if len > 1 => {
            format!("{}::{}", parts[..start].join(":"), parts[start + len..].join(":"))
        }
        _ => parts.join(":"),
    };
    Some(zone.map_or_else(|| text.clone(), |zone| format!("{text}%{zone}")))
}
