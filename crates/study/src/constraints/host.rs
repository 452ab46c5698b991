//! Requirements on hosts.

use core::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use urigram_core::Host;
use urigram_grammars::Span;

use super::escapes::{is_unreserved, taken_as_utf_8, undecodable};
use super::Subject;

impl<'a> Subject<'a> {
    fn host(&self) -> Option<(&'a str, Range<usize>)> {
        let span = self.parts?.host()?;
        Some((span.of(self.text), super::range(span)))
    }

    /// Returns the text between the brackets of an address, with its range.
    fn literal(&self) -> Option<(&'a str, Range<usize>)> {
        let (host, range) = self.host()?;
        let inner = host.strip_prefix('[')?.strip_suffix(']')?;
        Some((inner, range.start + 1..range.end - 1))
    }
}

/// Checks url-1993, Internet protocol parts. It finds the host itself, because the rules have one
/// in few schemes only.
pub(super) fn is_domain_name(subject: &Subject<'_>) -> Option<Range<usize>> {
    let colon = subject.text.find(':')?;
    let start = colon + 3;
    if !subject.text[colon + 1..].starts_with("//") {
        return None;
    }
    let end =
        subject.text[start..].find(['/', '?', '#']).map_or(subject.text.len(), |at| start + at);
    let login = &subject.text[start..end];
    let host_at = login.rfind('@').map_or(0, |at| at + 1);
    let host = &login[host_at..];
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => host,
    };
    let is_label = |label: &str| {
        let bytes = label.as_bytes();
        !bytes.is_empty()
            && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && bytes[0] != b'-'
            && bytes.last() != Some(&b'-')
    };
    let is_name = host.strip_suffix('.').unwrap_or(host).split('.').all(is_label);
    (!is_name).then(|| start + host_at..start + host_at + host.len())
}

pub(super) fn http_needs_host(subject: &Subject<'_>) -> Option<Range<usize>> {
    let parts = subject.parts?;
    let is_http = subject.scheme()?.eq_ignore_ascii_case("http");
    // If uri-2003 takes an authority for a registry name, it has no host and needs none.
    let is_empty = |span: Span| span.start == span.end;
    let is_missing = parts.authority().is_none_or(is_empty) || parts.host().is_some_and(is_empty);
    let at = parts.authority().unwrap_or(parts.path()).start as usize;
    (is_http && is_missing).then_some(at..at)
}

pub(super) fn percent_utf_8(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (host, range) = subject.host()?;
    let bad = undecodable(host.as_bytes(), taken_as_utf_8)?;
    Some(range.start + bad.start..range.start + bad.end)
}

/// Checks RFC 3986, 3.2.2: `[v6.…]` and `[v4.…]` are reserved for later versions of addresses.
pub(super) fn future_is_known(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (inner, range) = subject.literal()?;
    let address = inner.strip_prefix(['v', 'V'])?.split_once('.')?.1;
    (address.parse::<Ipv6Addr>().is_ok() || address.parse::<Ipv4Addr>().is_ok()).then_some(range)
}

/// Checks RFC 2373, 2.2. The rule of RFC 2732 allows any number of pieces.
pub(super) fn eight_pieces(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (inner, range) = subject.literal()?;
    let whole = match tail(inner) {
        Some((pieces, _)) => format!("{pieces}0.0.0.0"),
        None => inner.into(),
    };
    whole.parse::<Ipv6Addr>().is_err().then_some(range)
}

pub(super) fn ipv4_octets(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (inner, range) = subject.literal()?;
    let (pieces, tail) = tail(inner)?;
    let is_bad = tail.split('.').any(|number| number.parse::<u8>().is_err());
    is_bad.then_some(range.start + pieces.len()..range.end)
}

/// Returns the pieces of an address before its IPv4 tail, and the tail.
fn tail(inner: &str) -> Option<(&str, &str)> {
    let at = inner.rfind(':').map_or(0, |colon| colon + 1);
    inner[at..].contains('.').then(|| inner.split_at(at))
}

/// Returns the address, its zone identifier, and the range of the zone.
fn zone<'a>(subject: &Subject<'a>) -> Option<(Ipv6Addr, &'a str, Range<usize>)> {
    let (inner, range) = subject.literal()?;
    match Host::of(subject.host()?.0) {
        Host::Ipv6(address, Some(zone)) => {
            Some((address, zone, range.start + inner.len() - zone.len()..range.end))
        }
        _ => None,
    }
}

pub(super) fn zone_link_local(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (address, _, range) = zone(subject)?;
    (address.segments()[0] & 0xFFC0 != 0xFE80).then_some(range)
}

pub(super) fn zone_unreserved(subject: &Subject<'_>) -> Option<Range<usize>> {
    let (_, zone, range) = zone(subject)?;
    // The rule allows only unreserved characters and escapes.
    let bad = undecodable(zone.as_bytes(), |row| {
        row.iter().take_while(|&&octet| is_unreserved(octet)).count()
    })?;
    Some(range.start + bad.start..range.start + bad.end)
}
