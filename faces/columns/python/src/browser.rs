//! The reading of a browser.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urigram_arrow::Browsed;

use crate::errors;
use crate::identifiers;
use crate::names;
use crate::text::Text;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Browser>()?;
    module.add_function(wrap_pyfunction!(browser, module)?)
}

/// The URL that a browser makes of a text. `urigram.browser` makes this value.
#[pyclass(frozen, module = "urigram", name = "Browser")]
struct Browser(Browsed);

/// Returns what a browser makes of an absolute URL: what the URL Standard's parser repairs is
/// repaired. Raises ValueError where the parser fails.
#[pyfunction]
fn browser(py: Python<'_>, text: Text) -> PyResult<Browser> {
    let text = String::from(text);
    let found = py.detach(|| Browsed::of(&text));
    found.map(Browser).ok_or_else(|| {
        errors::value(&"no URL for a browser: relative, or a host or port that its parser refuses")
    })
}

#[pymethods]
impl Browser {
    /// The names by which `match` takes a value apart.
    #[classattr]
    fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ["scheme", "host", "port", "path"])
    }

    /// The URL as a browser shows it in `location.href`.
    #[getter]
    fn href(&self) -> &str {
        self.0.href()
    }

    /// The scheme, in lower case.
    #[getter]
    fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// The host in US-ASCII, with the brackets of an IPv6 address; None without an authority.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.host()
    }

    /// The kind of host: `domain`, `ipv4`, `ipv6`, `empty`, or `opaque` for other schemes.
    #[getter]
    fn host_type(&self) -> Option<&'static str> {
        self.0.host_type()
    }

    /// The port that is connected to: the one of the URL, or the scheme's.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.0.port()
    }

    /// The path.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }

    /// The query as it is written, without its question mark.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.0.query()
    }

    /// The pairs of the query, decoded as `URLSearchParams` decodes them.
    #[getter]
    fn query_pairs(&self) -> Vec<(String, String)> {
        self.0.pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    /// The fragment as it is written, without its number sign.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.0.fragment()
    }

    /// Whether RFC 3986 reads the same host in the text; None where it rejects the text.
    #[getter]
    fn agrees(&self) -> Option<bool> {
        self.0.agrees()
    }

    /// The URL as a Uri by RFC 3986; None where even the repaired URL is none, as with `|` in a
    /// query.
    #[getter]
    fn uri<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (grammar, reading) = names::grammar("rfc3986", "corrected")?;
        Ok(identifiers::make(py, self.0.href(), grammar, reading).ok())
    }

    fn __str__(&self) -> &str {
        self.0.href()
    }

    fn __repr__(&self) -> String {
        format!("<urigram.Browser {}>", self.0.masked())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Browser>().is_ok_and(|other| other.get().0.href() == self.0.href())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.href().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let remake = slf.py().import("urigram")?.getattr("browser")?;
        Ok((remake, (slf.get().0.text().to_owned(),)))
    }
}
