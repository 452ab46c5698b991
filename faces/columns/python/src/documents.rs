//! The grammars as data.

use pyo3::prelude::*;
use urigram::Grammar;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Document>()?;
    module.add_function(wrap_pyfunction!(grammars, module)?)
}

/// A document that defines a grammar.
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

    /// The date: year, month, day; `undated` for a document that has none.
    #[getter]
    fn date(&self) -> String {
        self.0.document().date.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.0.document().number, self.0.document().date)
    }
}

/// Returns the documents that define grammars, in order of date.
#[pyfunction]
fn grammars() -> Vec<Document> {
    Grammar::ALL.iter().copied().map(Document).collect()
}
