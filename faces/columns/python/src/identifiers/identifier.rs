//! The class that all five extend.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use pyo3::IntoPyObjectExt;
use urigram::normalization::Compared;
use urigram::{Component, Grammar, Normalizer, Reading};

use super::text::Text;
use super::{Kind, Value};
use crate::errors;
use crate::names::{self, named};

/// An identifier of any type.
#[pyclass(frozen, subclass, module = "urigram", name = "_Identifier")]
pub(crate) struct Identifier(pub(super) Value);

impl Identifier {
    /// Parses by a grammar, or by the newest of the type.
    pub(super) fn new(
        py: Python<'_>,
        kind: Kind,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<Identifier> {
        if grammar.is_none() && reading == Reading::default().id() {
            return kind
                .parse(text.into())
                .map(Identifier)
                .map_err(|rejected| errors::of_form(py, rejected.input(), rejected.error()));
        }
        let (grammar, reading) = kind.grammar(grammar, reading)?;
        let value = kind.read(grammar, reading, &text);
        value.map(Identifier).map_err(|error| errors::rejected(py, &text, &error))
    }

    fn normalizer(&self, level: &str) -> PyResult<Normalizer> {
        let (grammar, reading) = self.0.by();
        Ok(Normalizer::new(grammar).reading(reading).up_to(names::level(level)?))
    }
}

#[pymethods]
impl Identifier {
    /// Returns whether a text is such a value, by a grammar or by the newest.
    #[classmethod]
    #[pyo3(signature = (text, grammar=None, *, reading="corrected"))]
    fn accepts(
        cls: &Bound<'_, PyType>,
        text: Text,
        grammar: Option<&str>,
        reading: &str,
    ) -> PyResult<bool> {
        let kind = Kind::of(cls)?;
        let (grammar, reading) = kind.grammar(grammar, reading)?;
        Ok(kind.read(grammar, reading, &text).is_ok())
    }

    /// Tells pydantic how a value is read and written.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        cls: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let make = cls.py().import("urigram._pydantic")?.getattr("core_schema")?;
        make.call1((cls, Kind::of(cls)?.format()))
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    fn __format__<'py>(
        &self,
        py: Python<'py>,
        spec: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.as_str().into_bound_py_any(py)?.call_method1("__format__", (spec,))
    }

    /// Shows the value as it is made. A password is masked.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.masked().into_bound_py_any(py)?.repr()?;
        let (kind, (grammar, reading)) = (self.0.kind(), self.0.by());
        let (newest, default) = kind.grammar(None, Reading::default().id())?;
        let mut shown = format!("{}({text}", kind.name());
        if grammar != newest {
            shown += &format!(", {:?}", grammar.as_str());
        }
        if reading != default {
            shown += &format!(", reading={:?}", reading.id());
        }
        Ok(shown + ")")
    }

    /// The text with `***` in place of a password.
    #[getter]
    fn masked(&self) -> String {
        self.0.as_iri_ref().display_masked().to_string()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.as_str().hash(&mut hasher);
        hasher.finish()
    }

    /// Compares texts. Two texts can be equivalent and differ: see `equivalent`.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = other.py();
        let other = other.cast::<Identifier>().map(Bound::get);
        let Some(other) = other.ok().filter(|other| other.0.kind() == self.0.kind()) else {
            return py.NotImplemented();
        };
        let order = self.0.as_str().cmp(other.0.as_str());
        op.matches(order).into_py_any(py).unwrap_or_else(|_| py.NotImplemented())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (grammar, reading) = self.0.by();
        let function = py.import("urigram")?.getattr("_restore")?;
        let arguments = (self.0.kind().name(), self.0.as_str(), grammar.as_str(), reading.id());
        (function, arguments).into_py_any(py)
    }

    /// The id of the grammar that accepted the text.
    #[getter]
    fn grammar(&self) -> &'static str {
        self.0.by().0.as_str()
    }

    /// The reading of the grammar: `corrected` or `printed`.
    #[getter]
    fn reading(&self) -> &'static str {
        self.0.by().1.id()
    }

    /// The components that are present, by name.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        named(py, |component| self.0.component(component))
    }

    /// The scheme, without its colon.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.0.component(Component::Scheme)
    }

    /// The query as it is written, without its question mark.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.0.component(Component::Query)
    }

    /// The fragment as it is written, without its number sign.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.0.component(Component::Fragment)
    }

    /// Returns a text that is equal for two values exactly if the document calls them equivalent;
    /// None if it does not say.
    ///
    /// >>> Uri("HTTP://a:80").key() == Uri("http://a/").key()
    /// True
    fn key(&self) -> Option<String> {
        let (grammar, reading) = self.0.by();
        let by = Normalizer::new(grammar).reading(reading);
        by.key(self.0.as_str()).ok().flatten().map(Cow::into_owned)
    }

    /// Returns whether the value's document calls both equivalent; None if it does not say. The
    /// levels are those of `normalize`.
    ///
    /// >>> Uri("HTTP://a:80/%7Eb").equivalent("http://a/~b")
    /// True
    #[pyo3(signature = (other, level="scheme"))]
    fn equivalent(&self, py: Python<'_>, other: Text, level: &str) -> PyResult<Option<bool>> {
        compared(py, self.normalizer(level)?, self.0.by(), [self.0.as_str(), &other])
    }

    /// Returns the normal form by the equivalences of the grammar's document, up to a level:
    /// `simple-string`, `case`, `percent-encoding`, `path-segments`, `scheme`, or `address`, which
    /// writes IPv6 addresses as RFC 5952 says. It is the value itself if the document defines none.
    ///
    /// >>> Uri("HTTP://A:80/%7eb/../c").normalize()
    /// Uri('http://a/c')
    /// >>> Uri("HTTP://A:80/%7eb/../c").normalize("case")
    /// Uri('http://a:80/%7Eb/../c')
    #[pyo3(signature = (level="scheme"))]
    fn normalize(&self, py: Python<'_>, level: &str) -> PyResult<Value> {
        let by = self.normalizer(level)?;
        if !by.is_defined() {
            return Ok(self.0.clone());
        }
        let (text, grammar) = (self.0.as_str(), self.0.by().0);
        let normal = by.normalize(text);
        let normal = normal.map_err(|error| errors::of_normalization(py, text, grammar, &error))?;
        self.0.with_text(py, &normal)
    }
}

/// Returns the result of a comparison by a normalizer of a grammar in a reading.
fn compared(
    py: Python<'_>,
    by: Normalizer,
    (grammar, reading): (Grammar, Reading),
    [a, b]: [&str; 2],
) -> PyResult<Option<bool>> {
    match by.equivalent(a, b) {
        Ok(Compared::Unsaid { .. }) => Ok(None),
        Ok(compared) => Ok(Some(compared.is_equivalent())),
        Err(objection) => {
            let start = grammar.tables(reading).start();
            let is_second = grammar.verdict(reading, start, a.as_bytes()).is_accepted();
            Err(errors::objected(py, if is_second { b } else { a }, grammar, &objection))
        }
    }
}
