//! Errors of the library as exceptions, which are defined in `errors.py`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use urigram::errors::NormalizeError;
use urigram::{FormError, ResolveError, SyntaxError};

/// Makes an exception of a class of `urigram.errors`.
fn make<'py>(
    py: Python<'py>,
    class: &str,
    message: String,
    attributes: &Bound<'py, PyDict>,
) -> PyResult<PyErr> {
    let class = py.import("urigram.errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call((message,), Some(attributes))?))
}

/// Returns the exception for an input that a grammar rejects.
pub(crate) fn rejected(py: Python<'_>, input: &str, error: &SyntaxError) -> PyErr {
    let attributes = PyDict::new(py);
    let index = input.get(..error.offset()).map_or(0, |before| before.chars().count());
    let fill = || {
        attributes.set_item("input", input)?;
        attributes.set_item("grammar", error.document().id)?;
        attributes.set_item("reading", error.reading().id())?;
        attributes.set_item("offset", error.offset())?;
        attributes.set_item("index", index)?;
        attributes.set_item("found", error.found().to_string())?;
        attributes.set_item("expected", error.expected().items())?;
        attributes.set_item("rule", error.rule())?;
        attributes.set_item("section", error.section())?;
        attributes.set_item("diagnosis", error.diagnose(input.as_bytes()).to_string())?;
        make(py, "ParseError", error.to_string(), &attributes)
    };
    fill().unwrap_or_else(|failure| failure)
}

/// Returns the exception for an input that is no value of a type.
pub(crate) fn of_form(py: Python<'_>, input: &str, error: &FormError) -> PyErr {
    match error {
        FormError::Syntax(error) => rejected(py, input, error),
        other => PyValueError::new_err(other.to_string()),
    }
}

pub(crate) fn of_normalization(py: Python<'_>, input: &str, error: &NormalizeError) -> PyErr {
    match error {
        NormalizeError::Syntax(error) => rejected(py, input, error),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// Returns the exception for a reference that has no target.
pub(crate) fn of_resolution(
    py: Python<'_>,
    base: &str,
    reference: &str,
    error: &ResolveError,
) -> PyErr {
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("base", base)?;
        attributes.set_item("reference", reference)?;
        let made = make(py, "ResolveError", error.to_string(), &attributes)?;
        let cause = match error {
            ResolveError::Base(error) => Some(rejected(py, base, error)),
            ResolveError::Reference(error) => Some(rejected(py, reference, error)),
            _ => None,
        };
        made.set_cause(py, cause);
        Ok(made)
    };
    fill().unwrap_or_else(|failure: PyErr| failure)
}

/// Returns the exception for arguments or a column that a function does not take.
pub(crate) fn value(error: &impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
