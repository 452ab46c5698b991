//! Parts of components as values of Python: segments, ports, addresses, users.

use pyo3::prelude::*;
use urigram::normalization::KnownScheme;
use urigram::{Grammar, Host};

use crate::errors;

/// Decodes percent-encodings to text: of UTF-8, or of ISO 8859-1 where the document says so. Octets
/// that are not a character become U+FFFD.
pub(crate) fn decoded(text: &str, grammar: Grammar) -> String {
    urigram_arrow::decoded(text, grammar.document().latin_1.is_some()).into_owned()
}

/// Returns a host in lower case and without brackets. A zone of an address is a name of the machine
/// and stays as it is.
pub(crate) fn hostname(host: &str) -> String {
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => {
            let (address, zone) = address.split_at(address.find('%').unwrap_or(address.len()));
            address.to_lowercase() + zone
        }
        None => host.to_lowercase(),
    }
}

/// Returns a port as a number; `None` for an absent or empty one.
pub(crate) fn port(port: Option<&str>) -> PyResult<Option<u64>> {
    let Some(port) = port.filter(|port| !port.is_empty()) else { return Ok(None) };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(errors::value(&format!("the port {port} is not a number: read port_text")));
    }
    port.parse()
        .map(Some)
        .map_err(|_| errors::value(&format!("the port has {} digits: read port_text", port.len())))
}

/// Returns the port that a client connects to: the one that is written, or the scheme's.
pub(crate) fn effective_port(scheme: Option<&str>, port: Option<&str>) -> Option<u16> {
    match port.filter(|port| !port.is_empty()) {
        Some(port) => port.parse().ok(),
        None => scheme.and_then(KnownScheme::of).and_then(|known| known.port),
    }
}

/// Returns an address of Python's `ipaddress`; `None` for a name and for other addresses.
pub(crate) fn address<'py>(
    py: Python<'py>,
    host: Option<Host<'_>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (class, text) = match host {
        Some(Host::Ipv4(address)) => ("IPv4Address", address.to_string()),
        Some(Host::Ipv6(address, None)) => ("IPv6Address", address.to_string()),
        Some(host @ Host::Ipv6(address, Some(_))) => {
            let zone = host.zone().unwrap_or_default();
            ("IPv6Address", format!("{address}%{}", String::from_utf8_lossy(&zone)))
        }
        _ => return Ok(None),
    };
    py.import("ipaddress")?.getattr(class)?.call1((text,)).map(Some)
}

/// Splits a name into what is before its last dot and the suffix with its dot, as Python's
/// `os.path.splitext` does: dots at the beginning begin no suffix.
pub(crate) fn split_suffix(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if name[..at].bytes().any(|byte| byte != b'.') => name.split_at(at),
        _ => (name, ""),
    }
}
