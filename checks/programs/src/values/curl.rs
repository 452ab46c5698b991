//! The hosts of libcurl: addresses in one form, names percent-decoded.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::decode;

pub fn host(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let address = inner.split('%').next().unwrap_or(inner);
        let shorter = address.parse().map(written).ok().filter(|one| one.len() < address.len());
        return format!("[{}]", shorter.unwrap_or_else(|| address.to_owned()));
    }
    address(text).unwrap_or_else(|| decode(text))
}

/// Reads numbers as inet_aton does: up to four, each in base 8, 10 or 16.
pub fn address(text: &str) -> Option<String> {
    let parts: Vec<u64> = text.split('.').map(number).collect::<Option<_>>()?;
    let (last, before) = parts.split_last()?;
    if before.len() > 3 || before.iter().any(|&part| part > 0xFF) {
        return None;
    }
    let rest = 8 * (4 - before.len() as u32);
    let value = before.iter().fold(0, |value, part| value << 8 | part);
    let is_small = *last < 1 << rest;
    is_small.then(|| Ipv4Addr::from((value << rest | last) as u32).to_string())
}

fn number(label: &str) -> Option<u64> {
    let hex = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    let (digits, base) = match hex {
        Some(hex) => (hex, 16),
        None if label.len() > 1 && label.starts_with('0') => (&label[1..], 8),
        None => (label, 10),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_digit(base));
    let number = is_number.then(|| u64::from_str_radix(digits, base))?;
    number.ok().filter(|&number| number <= u64::from(u32::MAX))
}

/// Writes an address as glibc does: an IPv4 address after 96 bits of zeros stays one.
fn written(address: Ipv6Addr) -> String {
    let pieces = address.segments();
    let is_compatible = pieces[..6] == [0; 6] && pieces[6] != 0;
    if is_compatible {
        let [.., a, b, c, d] = address.octets();
        return format!("::{a}.{b}.{c}.{d}");
    }
    address.to_string()
}
