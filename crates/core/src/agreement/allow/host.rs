//! The one value of a host, and the hosts that are private.

use alloc::borrow::Cow;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::Why;

/// The most octets of a name without the dot at its end (RFC 1035, 3.1: 255 with its lengths).
const MOST: usize = 253;

/// The most octets of a label.
const LABEL: usize = 63;

/// The value of a host that all readers give it if they find the same text.
pub(super) enum Value<'a> {
    /// A name in lower case, copied if it has capitals, and where its last label begins.
    Name(Cow<'a, str>, usize),
    /// An address.
    Address(IpAddr),
}

/// Returns the value of a host.
pub(super) fn value(host: &str) -> Result<Value<'_>, Why> {
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        // Not a zone, nor a later kind of address.
        let address: Ipv6Addr = inner.parse().map_err(|_| Why::Literal)?;
        return Ok(Value::Address(address.into()));
    }
    let bytes = host.as_bytes();
    let no_name = || if bytes.contains(&b'%') { Why::Encoded } else { Why::Name };
    if bytes.len() > MOST {
        return Err(no_name());
    }
    let (mut last, mut has_capitals) = (0, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => {}
            b'A'..=b'Z' => has_capitals = true,
            b'.' if (1..=LABEL).contains(&(at - last)) => last = at + 1,
            _ => return Err(no_name()),
        }
    }
    match &bytes[last..] {
        label if label.len() > LABEL => return Err(Why::Name),
        [] if bytes.is_empty() => return Err(Why::NoHost),
        [] => return Err(Why::TrailingDot),
        label @ [b'0'..=b'9', ..] => {
            let hex = label.strip_prefix(b"0x").or_else(|| label.strip_prefix(b"0X"));
            if label.iter().all(u8::is_ascii_digit)
                || hex.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            {
                let address: Ipv4Addr = host.parse().map_err(|_| Why::Number)?;
                return Ok(Value::Address(address.into()));
            }
        }
        _ => {}
    }
    let name = if has_capitals { host.to_ascii_lowercase().into() } else { host.into() };
    Ok(Value::Name(name, last))
}

/// Returns true if a name belongs to a private network: a name of one label, which resolvers look
/// up in their own domain, or a name below one for special use. It is in lower case, and its last
/// label begins at `last`.
pub(super) fn is_private_name(name: &str, last: usize) -> bool {
    let Some(dot) = last.checked_sub(1) else { return true };
    let (above, last) = (&name[..dot], &name[last..]);
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
/// addresses (RFC 6890 and its updates), or contains an IPv4 address that is not.
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
        // Documentation, protocol assignments, and the former relays of 6to4.
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
