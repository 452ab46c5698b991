//! Parts of components as values of Python: segments, ports, addresses, users.

use pyo3::prelude::*;
use urigram::normalization::KnownScheme;
use urigram::{Grammar, Host};

use crate::errors;

/// Decodes percent-encodings to text: of UTF-8, or of ISO 8859-1 where the document says so. Octets
/// that are no character become U+FFFD.
pub(crate) fn decoded(text: &str, grammar: Grammar) -> String {
    urigram_arrow::decoded(text, grammar.document().latin_1.is_some()).into_owned()
}

/// Splits a userinfo into its user and its password, decoded.
pub(crate) fn credentials(userinfo: &str, grammar: Grammar) -> (String, Option<String>) {
    let (user, password) = match userinfo.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (userinfo, None),
    };
    (decoded(user, grammar), password.map(|password| decoded(password, grammar)))
}

/// Returns a port as a number, of whatever size; `None` for an absent or empty one.
pub(crate) fn port<'py>(
    py: Python<'py>,
    port: Option<&str>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(port) = port.filter(|port| !port.is_empty()) else { return Ok(None) };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(errors::value(&format!("the port {port} is no number: read port_text")));
    }
    match port.parse::<u64>() {
        Ok(number) => Ok(Some(number.into_pyobject(py)?.into_any())),
        Err(_) => {
            Err(errors::value(&format!("the port has {} digits: read port_text", port.len())))
        }
    }
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
