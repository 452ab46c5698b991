//! Lists of hosts that every reader of a program takes a text to.

use std::net::IpAddr;

use pyo3::prelude::*;
use urigram::agreement::{AllowList as List, ListError};
use urigram::{Grammar, Reading};

use crate::errors;
use crate::identifiers::text::Text;
use crate::identifiers::{self, Value};
use crate::names;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<AllowList>()?;
    module.add_class::<Vetted>()
}

/// A list of schemes, hosts and ports, and the readers of a program's URLs.
///
/// A text is vetted only if every reader takes it to one host of the list. What is not listed is
/// denied: userinfos, percent-encodings in hosts, numbers that are not plain IPv4 addresses, and
/// private addresses and names unless `private` is given.
#[pyclass(frozen, module = "urigram")]
struct AllowList(List);

/// Reads the ids of readers.
fn readers(ids: &[Text]) -> PyResult<Vec<Grammar>> {
    ids.iter().map(|id| Ok(names::grammar(id, "corrected")?.0)).collect()
}

#[pymethods]
impl AllowList {
    /// Makes a list for readers, which are ids of grammars and practices. RFC 3986 is always one.
    #[new]
    #[pyo3(signature = (
        readers, *, schemes=vec![], hosts=vec![], suffixes=vec![], ports=vec![], any_host=false,
        private=false
    ))]
    fn new(
        readers: Vec<Text>,
        schemes: Vec<Text>,
        hosts: Vec<Text>,
        suffixes: Vec<Text>,
        ports: Vec<Bound<'_, PyAny>>,
        any_host: bool,
        private: bool,
    ) -> PyResult<AllowList> {
        let wrong = |error: ListError| errors::value(&error);
        let mut list = List::new(&self::readers(&readers)?);
        for scheme in schemes {
            list = list.scheme(&scheme).map_err(wrong)?;
        }
        for host in hosts {
            list = list.host(&host).map_err(wrong)?;
        }
        for suffix in suffixes {
            list = list.suffix(&suffix).map_err(wrong)?;
        }
        for port in ports {
            let port = port.extract::<u16>();
            let port = port.map_err(|_| errors::value(&"a port is a number from 0 to 65535"))?;
            list = list.port(port);
        }
        if any_host {
            list = list.any_host();
        }
        Ok(AllowList(if private { list.private() } else { list }))
    }

    /// Reads a list, one entry per line: `scheme https`, `host example.org`, `suffix example.net`,
    /// `port 8443`, `any-host`, `private`, as the command's `--allow` does.
    ///
    /// >>> allow = AllowList.read("scheme https\nhost good.example", ["whatwg"])
    /// >>> allow.check("https://good.example/").host
    /// 'good.example'
    #[staticmethod]
    fn read(text: Text, readers: Vec<Text>) -> PyResult<AllowList> {
        let list = List::read(&text, &self::readers(&readers)?);
        list.map(AllowList).map_err(|error| errors::value(&error))
    }

    /// Returns the vetted text. Raises DeniedError if a reader takes it to no host of the list.
    fn check(&self, py: Python<'_>, text: Text) -> PyResult<Vetted> {
        let vetted = self.0.check(&text).map_err(|error| errors::denied(py, &text, &error))?;
        let address = vetted.address();
        let (host, port) = (vetted.host().to_owned(), vetted.port());
        Ok(Vetted { text: vetted.as_str().to_owned(), host, address, port })
    }

    /// Returns whether a connection to an address is admitted: ask it of the address that a name
    /// has in the DNS, when the connection is made.
    fn admits_address(&self, address: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text: String = address.str()?.extract()?;
        let address: IpAddr = text.parse().map_err(|error| errors::value(&error))?;
        Ok(self.0.admits_address(address))
    }
}

/// A text that every reader takes to one host of a list. Only `AllowList.check` makes it.
#[pyclass(frozen, module = "urigram")]
struct Vetted {
    text: String,
    host: String,
    address: Option<IpAddr>,
    port: Option<u16>,
}

#[pymethods]
impl Vetted {
    /// The text as a value.
    #[getter]
    fn uri(&self) -> PyResult<Value> {
        identifiers::make(&self.text, Grammar::Rfc3986, Reading::default())
    }

    /// The host: a name in lower case, or an address as it is written.
    #[getter]
    fn host(&self) -> &str {
        &self.host
    }

    /// The host as an address of `ipaddress`; None for a name.
    #[getter]
    fn address<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(address) = self.address else { return Ok(None) };
        py.import("ipaddress")?.getattr("ip_address")?.call1((address.to_string(),)).map(Some)
    }

    /// The port that is written, or the default port of the scheme.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.port
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<urigram.Vetted {}>", self.text)
    }
}
