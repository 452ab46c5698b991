//! The grammars as data.

use pyo3::prelude::*;
use urigram::Grammar;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Document>()?;
    module.add_function(wrap_pyfunction!(grammars, module)?)
}

/// A document that defines a grammar, or a practice.
#[pyclass(frozen, module = "urigram")]
#[derive(Clone)]
struct Document(Grammar);

#[pymethods]
impl Document {
    /// The id, as functions take it: `rfc3986`.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.as_str()
    }

    /// The number, as it is cited: `RFC 3986`.
    #[getter]
    fn number(&self) -> &'static str {
        self.0.document().number
    }

    /// The title.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.document().title
    }

    /// The date: year, month, day; `undated` for a document without a date.
    #[getter]
    fn date(&self) -> String {
        self.0.document().date.to_string()
    }

    /// Whether this is a practice: a grammar that software follows and no document defines.
    #[getter]
    fn is_practice(&self) -> bool {
        Grammar::PRACTICES.contains(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.0.document().number, self.0.document().date)
    }
}

/// Returns the documents that define grammars, in order of date, and then the practices.
///
/// >>> [one.id for one in grammars() if one.is_practice][:2]
/// ['uri-js-4', 'java-net-uri']
#[pyfunction]
fn grammars() -> Vec<Document> {
    Grammar::ALL.iter().chain(Grammar::PRACTICES).copied().map(Document).collect()
}
