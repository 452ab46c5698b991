//! The one value of a host, and the hosts that are private.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::str::from_utf8;

use super::Why;

/// The most octets of a name without the dot at its end (RFC 1035, 3.1: 255 with its lengths).
pub(super) const MOST: usize = 253;

/// The value of a host that all readers give it if they find the same text.
pub(super) enum Value<'a> {
    /// A name in lower case.
    Name(&'a str),
    /// An address.
    Address(IpAddr),
}

/// Returns the value of a host; writes a name in lower case to `lower`.
pub(super) fn value<'b>(host: &str, lower: &'b mut [u8; MOST]) -> Result<Value<'b>, Why> {
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        // Not a zone, nor a later kind of address.
        let address: Ipv6Addr = inner.parse().map_err(|_| Why::Literal)?;
        return Ok(Value::Address(address.into()));
    }
    let bytes = host.as_bytes();
    if bytes.contains(&b'%') {
        return Err(Why::Encoded);
    }
    let lower = lower.get_mut(..bytes.len()).ok_or(Why::Name)?;
    let mut label = 0;
    for (to, byte) in lower.iter_mut().zip(bytes) {
        *to = byte.to_ascii_lowercase();
        label = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' if label < 63 => label + 1,
            b'.' if label > 0 => 0,
            _ => return Err(Why::Name),
        };
    }
    if label == 0 {
        return Err(if bytes.is_empty() { Why::NoHost } else { Why::TrailingDot });
    }
    let name = from_utf8(lower).map_err(|_| Why::Name)?;
    let last = name.rsplit('.').next().unwrap_or(name);
    let is_decimal = last.bytes().all(|byte| byte.is_ascii_digit());
    let hex = last.strip_prefix("0x");
    if is_decimal || hex.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        let address: Ipv4Addr = name.parse().map_err(|_| Why::Number)?;
        return Ok(Value::Address(address.into()));
    }
    Ok(Value::Name(name))
}

/// Returns true if a name in lower case is one of a private network: a name of one label, which
/// resolvers look up in their own domain, or one below a name for special use.
pub(super) fn is_private_name(name: &str) -> bool {
    let Some((above, last)) = name.rsplit_once('.') else { return true };
    match last {
        "localhost" // RFC 6761, 6.3
        | "local" // RFC 6762, 3
        | "internal" // ICANN, resolution 2024.07.29.06
        // Names of 127.0.0.1 and ::1 in the hosts files of some systems.
        | "localdomain" | "localdomain6" => true,
        // RFC 8375, 4
        "arpa" => above == "home" || above.ends_with(".home"),
        _ => false,
    }
}

/// Returns true if an address is not globally reachable by IANA's registries of special-purpose
/// addresses (RFC 6890 and its updates), or holds an address of IPv4 that is not.
pub(super) fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => is_private_v6(address),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        [0 | 10 | 127 | 224.., ..] | [169, 254, ..] | [192, 168, ..] => true,
        [100, 64..=127, ..] | [172, 16..=31, ..] | [198, 18 | 19, ..] => true,
        // Documentation, protocol assignments, and the relays of 6to4, which are no longer.
        [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        _ => false,
    }
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let held = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_private_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        // Mapped to IPv6 (RFC 4291, 2.5.5.2), and translated by the well-known prefix (RFC 6052).
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            held(high, low)
        }
        // 6to4 (RFC 3056), and ISATAP (RFC 5214) below it and in other networks.
        [0x2002, high, low, ..] if held(high, low) => true,
        [.., 0 | 0x200, 0x5efe, high, low] if held(high, low) => true,
        // Protocol assignments, with Teredo and ORCHID; documentation (RFC 3849, 9637).
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => true,
        [first, ..] => first & 0xe000 != 0x2000,
    }
}
