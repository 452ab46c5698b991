//! The host of a URL.

use urigram_core::iri::iri_to_uri_by_idna;

use super::escapes::{decoded, encoded};

/// Returns a host, and its port without the colon and without zeros before it.
pub(super) fn and_port(authority: &[u8]) -> (&[u8], &[u8]) {
    match authority.iter().rposition(|&byte| byte == b':') {
        Some(colon) if authority[colon + 1..].iter().all(u8::is_ascii_digit) => {
            let port = &authority[colon + 1..];
            let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
            (&authority[..colon], &port[zeros..])
        }
        _ => (authority, b""),
    }
}

pub(super) fn default_port(scheme: &[u8]) -> Option<&'static [u8]> {
    match scheme {
        b"http" => Some(b"80"),
        b"https" => Some(b"443"),
        _ => None,
    }
}

/// Returns a host in lower case, by IDNA in US-ASCII, as an IPv4 address where it is one, and
/// without `www.`.
pub(super) fn canonical(host: &[u8], keep_www: bool) -> Vec<u8> {
    let mut host = decoded(host);
    if !host.is_ascii() {
        host = ascii(&host).unwrap_or(host);
    }
    host.make_ascii_lowercase();
    let labels: Vec<&[u8]> =
        host.split(|&byte| byte == b'.').filter(|label| !label.is_empty()).collect();
    let joined = labels.join(&b'.');
    let mut name = address(&labels).unwrap_or(joined);
    if !keep_www {
        name.drain(..www(&name));
    }
    let mut canonical = Vec::with_capacity(name.len());
    encoded(&name, &mut canonical);
    canonical.make_ascii_lowercase();
    canonical
}

/// Returns a name in US-ASCII; `None` if IDNA refuses it.
fn ascii(host: &[u8]) -> Option<Vec<u8>> {
    let host = std::str::from_utf8(host).ok()?;
    let uri = iri_to_uri_by_idna(&format!("http://{host}/")).ok()?;
    let name = uri.strip_prefix("http://")?.strip_suffix('/')?;
    // What IDNA does not convert is escaped in other ways here.
    Some(name).filter(|name| !name.contains('%')).map(|name| name.as_bytes().to_vec())
}

/// Returns the IPv4 address that numbers represent: four octets, octal with a leading zero; or
/// fewer numbers, the last being the rest; or the low 32 bits of a single decimal number.
fn address(labels: &[&[u8]]) -> Option<Vec<u8>> {
    let dotted = |address: u32| address.to_be_bytes().map(|octet| octet.to_string()).join(".");
    if let [label] = labels {
        let add = |all: u32, digit: &u8| {
            let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
            Some(all.wrapping_mul(10).wrapping_add(digit))
        };
        let address = label.iter().try_fold(0, add)?;
        return Some(dotted(address).into_bytes());
    }
    let number = |label: &&[u8]| -> Option<u64> {
        let text = std::str::from_utf8(label).ok().filter(|text| {
            !text.is_empty() && text.len() <= 19 && text.bytes().all(|byte| byte.is_ascii_digit())
        })?;
        if text.len() > 1 && text.starts_with('0') {
            u64::from_str_radix(text, 8).ok()
        } else {
            text.parse().ok()
        }
    };
    // `017.1815` is not an address: all numbers after an octal one have its digits.
    let is_octal = labels.first().is_some_and(|first| first.starts_with(b"0"));
    if is_octal && labels.iter().any(|label| label.iter().any(|byte| b"89".contains(byte))) {
        return None;
    }
    let numbers: Vec<u64> = labels.iter().map(number).collect::<Option<_>>()?;
    let (last, first) = numbers.split_last()?;
    let rest_bits = 32 - 8 * u32::try_from(first.len()).ok().filter(|&count| count < 4)?;
    if *last >= 1 << rest_bits || first.iter().any(|&octet| octet > 255) {
        return None;
    }
    let high = first.iter().fold(0, |all, octet| all << 8 | octet);
    Some(dotted(((high << rest_bits) | last) as u32).into_bytes())
}

/// Returns the length of `www.`, `www2.` and the like at the beginning of a host of three labels or
/// more. The published implementations also drop it before one label, which gives `www3288.com` and
/// `www.com` one key, `com)/`.
fn www(host: &[u8]) -> usize {
    let Some(rest) = host.strip_prefix(b"www") else { return 0 };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let name = rest.get(digits + 1..).unwrap_or_default();
    if rest.get(digits) == Some(&b'.') && name.contains(&b'.') {
        3 + digits + 1
    } else {
        0
    }
}

/// Adds the labels of a host in reverse, separated by commas. The colons of an address in brackets
/// separate no labels.
pub(super) fn reversed(host: &[u8], out: &mut Vec<u8>) {
    if host.starts_with(b"[") {
        return out.extend_from_slice(host);
    }
    for (index, label) in host.split(|&byte| byte == b'.').rev().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(label);
    }
}
