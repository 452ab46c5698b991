use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

/// A host by its kind.
///
/// ```
/// use urigram::{Host, Uri};
///
/// let kind = |text| Uri::parse(text).unwrap().host_typed().unwrap();
/// assert_eq!(kind("http://10.2.3.4/"), Host::Ipv4("10.2.3.4".parse().unwrap()));
/// assert_eq!(kind("http://[::1]/"), Host::Ipv6("::1".parse().unwrap(), None));
/// assert_eq!(kind("http://1.2.3.4.in-addr.arpa/"), Host::Name("1.2.3.4.in-addr.arpa"));
/// assert_eq!(kind("http://[v1.x]/"), Host::Future("v1.x"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host<'a> {
    /// A name, as written; it may be empty where the grammar admits it.
    Name(&'a str),
    /// A dotted-decimal address whose four numbers fit.
    Ipv4(Ipv4Addr),
    /// An address in brackets, and its zone identifier as written (RFC 6874).
    Ipv6(Ipv6Addr, Option<&'a str>),
    /// A later kind of address, as written between the brackets (RFC 3986).
    Future(&'a str),
    /// An IPv6 address in brackets that its document admits and that has no 128-bit value (RFC 2373's rule accepts `1:2`).
    Irregular(&'a str),
}

impl<'a> Host<'a> {
    /// The kind of a host that a grammar has accepted.
    pub(crate) fn of(text: &'a str) -> Host<'a> {
        let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
            return text.parse().map_or(Host::Name(text), Host::Ipv4);
        };
        if inner.starts_with(['v', 'V']) {
            return Host::Future(inner);
        }
        let (address, zone) = match inner.split_once("%25") {
            Some((address, zone)) => (address, Some(zone)),
            None => (inner, None),
        };
        address.parse().map_or(Host::Irregular(inner), |address| Host::Ipv6(address, zone))
    }
}

#[cfg(feature = "alloc")]
impl<'a> Host<'a> {
    /// The octets of an address's zone identifier, decoded, as the operating system knows it (RFC 6874, 2); borrowed
    /// where nothing is encoded. `None` for a host without a zone.
    ///
    /// ```
    /// use urigram::{Grammar, Reading, Uri};
    ///
    /// let uri = Uri::parse_by(Grammar::Rfc6874, Reading::Corrected, "http://[fe80::a%25en%2D1]/").unwrap();
    /// assert_eq!(uri.host_typed().unwrap().zone().as_deref(), Some(&b"en-1"[..]));
    /// ```
    pub fn zone(&self) -> Option<alloc::borrow::Cow<'a, [u8]>> {
        use crate::normalize::octet;
        let Host::Ipv6(_, Some(zone)) = *self else { return None };
        let bytes = zone.as_bytes();
        if !bytes.contains(&b'%') {
            return Some(bytes.into());
        }
        let mut out = alloc::vec::Vec::with_capacity(bytes.len());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let (value, len) = octet(bytes, at).map_or((byte, 1), |value| (value, 3));
            out.push(value);
            at += len;
        }
        Some(out.into())
    }
}

impl fmt::Display for Host<'_> {
    /// Writes the host as it stands in an identifier; an address in its canonical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Name(name) => f.write_str(name),
            Host::Ipv4(address) => address.fmt(f),
            Host::Ipv6(address, None) => write!(f, "[{address}]"),
            Host::Ipv6(address, Some(zone)) => write!(f, "[{address}%25{zone}]"),
            Host::Future(inner) | Host::Irregular(inner) => write!(f, "[{inner}]"),
        }
    }
}
