use core::fmt;
#[cfg(feature = "alloc")]
use core::net::IpAddr;
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
    /// An IPv6 address in brackets that its document admits and that has no 128-bit value (RFC
    /// 2373's rule accepts `1:2`).
    Irregular(&'a str),
}

impl<'a> Host<'a> {
    /// Returns the kind of a host that a grammar has accepted.
    #[doc(hidden)]
    pub fn of(text: &'a str) -> Host<'a> {
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
    /// Returns the decoded octets of an address's zone identifier, in the form that the operating
    /// system uses (RFC 6874, 2). They are borrowed if nothing is encoded. `None` for a host
    /// without a zone.
    ///
    /// ```
    /// use urigram::{Grammar, Reading, Uri};
    ///
    /// let input = "http://[fe80::a%25en%2D1]/";
    /// let uri = Uri::parse_by(Grammar::Rfc6874, Reading::Corrected, input).unwrap();
    /// assert_eq!(uri.host_typed().unwrap().zone().as_deref(), Some(&b"en-1"[..]));
    /// ```
    pub fn zone(&self) -> Option<alloc::borrow::Cow<'a, [u8]>> {
        use crate::rewrite::octet;
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
    /// Writes the host as it appears in an identifier; an address in its canonical form.
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

/// A host for a builder or a setter: text as it is in an identifier, an address of the standard
/// library, or a [`Host`].
///
/// ```
/// use std::net::Ipv6Addr;
/// use urigram::parts::HostText;
///
/// assert_eq!(HostText::from(Ipv6Addr::LOCALHOST).to_string(), "[::1]");
/// assert_eq!(HostText::from("example.org").to_string(), "example.org");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub struct HostText<'a>(Source<'a>);

#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Text(&'a str),
    Typed(Host<'a>),
}

#[cfg(feature = "alloc")]
impl fmt::Display for HostText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Text(text) => f.write_str(text),
            Source::Typed(host) => host.fmt(f),
        }
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a str> for HostText<'a> {
    fn from(text: &'a str) -> HostText<'a> {
        HostText(Source::Text(text))
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a alloc::string::String> for HostText<'a> {
    fn from(text: &'a alloc::string::String) -> HostText<'a> {
        HostText(Source::Text(text))
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<Host<'a>> for HostText<'a> {
    fn from(host: Host<'a>) -> HostText<'a> {
        HostText(Source::Typed(host))
    }
}

#[cfg(feature = "alloc")]
impl From<Ipv4Addr> for HostText<'_> {
    fn from(address: Ipv4Addr) -> Self {
        HostText(Source::Typed(Host::Ipv4(address)))
    }
}

#[cfg(feature = "alloc")]
impl From<Ipv6Addr> for HostText<'_> {
    fn from(address: Ipv6Addr) -> Self {
        HostText(Source::Typed(Host::Ipv6(address, None)))
    }
}

#[cfg(feature = "alloc")]
impl From<IpAddr> for HostText<'_> {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => address.into(),
        }
    }
}

/// Replaces the error of a host that is an IPv6 address without brackets.
#[cfg(feature = "alloc")]
pub(crate) fn with_brackets(error: crate::BuildError, host: Option<&str>) -> crate::BuildError {
    let address = host.map(|host| host.split_once('%').map_or(host, |(address, _)| address));
    match address {
        Some(address) if address.parse::<Ipv6Addr>().is_ok() => crate::BuildError::NoBrackets,
        _ => error,
    }
}
