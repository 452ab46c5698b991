//! Errors of the library as exceptions, which are defined in `errors.py`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urigram::agreement::{Denied, Why};
use urigram::errors::{explain, NormalizeError, Objection};
use urigram::{BuildError, FormError, Grammar, ResolveError, SyntaxError};

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

/// Sets a place in a text: `offset` in bytes of UTF-8, and `index` in code points, as Python
/// counts.
fn set_offset(attributes: &Bound<'_, PyDict>, text: &str, offset: usize) -> PyResult<()> {
    attributes.set_item("offset", offset)?;
    attributes.set_item("index", points(text, offset))
}

/// Returns the number of code points before a byte.
pub(crate) fn points(text: &str, offset: usize) -> usize {
    text.get(..offset).unwrap_or(text).chars().count()
}

fn set_syntax(attributes: &Bound<'_, PyDict>, input: &str, error: &SyntaxError) -> PyResult<()> {
    attributes.set_item("grammar", error.document().id)?;
    attributes.set_item("reading", error.reading().id())?;
    attributes.set_item("found", error.found().to_string())?;
    attributes.set_item("expected", error.expected().items())?;
    attributes.set_item("rule", error.rule())?;
    attributes.set_item("section", error.section())?;
    attributes.set_item("kind", error.kind().as_str())?;
    attributes.set_item("diagnosis", explain(error, input.as_bytes()).to_string())
}

/// Returns the exception for an input that a grammar rejects.
pub(crate) fn rejected(py: Python<'_>, input: &str, error: &SyntaxError) -> PyErr {
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("input", input)?;
        set_offset(&attributes, input, error.offset())?;
        set_syntax(&attributes, input, error)?;
        make(py, "ParseError", error.to_string(), &attributes)
    };
    fill().unwrap_or_else(|failure| failure)
}

/// Returns the exception for an input that a grammar does not accept.
pub(crate) fn objected(
    py: Python<'_>,
    input: &str,
    grammar: Grammar,
    objection: &Objection,
) -> PyErr {
    if let Objection::Syntax(error) = objection {
        return rejected(py, input, error);
    }
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("input", input)?;
        attributes.set_item("grammar", grammar.as_str())?;
        set_offset(&attributes, input, objection.offset().unwrap_or(0))?;
        let (rule, section) = objection.rule().unzip();
        attributes.set_item("rule", rule)?;
        let section = section.or_else(|| Some(objection.constraint()?.section()));
        attributes.set_item("section", section)?;
        attributes.set_item("diagnosis", objection.to_string())?;
        make(py, "ParseError", objection.to_string(), &attributes)
    };
    fill().unwrap_or_else(|failure| failure)
}

/// Returns the exception for a text with a lone surrogate, which is not a character.
pub(crate) fn surrogate(py: Python<'_>, text: &Bound<'_, PyString>, cause: PyErr) -> PyErr {
    let attributes = PyDict::new(py);
    let fill = || {
        let index: usize = cause.value(py).getattr("start")?.extract()?;
        attributes.set_item("input", text)?;
        attributes.set_item("index", index)?;
        let before = text.get_item(pyo3::types::PySlice::new(py, 0, index as isize, 1))?;
        attributes.set_item("offset", before.extract::<String>()?.len())?;
        attributes.set_item("found", "a lone surrogate")?;
        let message = format!("character {index}: a lone surrogate is not a character");
        attributes.set_item("diagnosis", &message)?;
        make(py, "ParseError", message, &attributes)
    };
    fill().unwrap_or_else(|failure: PyErr| failure)
}

/// Returns the exception for an input that is not a value of a type.
pub(crate) fn of_form(py: Python<'_>, input: &str, error: &FormError) -> PyErr {
    let offset = match error {
        FormError::Syntax(error) => return rejected(py, input, error),
        FormError::BeyondAscii { offset } => *offset,
        FormError::NoScheme => 0,
        other => return value(other),
    };
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("input", input)?;
        set_offset(&attributes, input, offset)?;
        attributes.set_item("diagnosis", error.to_string())?;
        make(py, "ParseError", error.to_string(), &attributes)
    };
    fill().unwrap_or_else(|failure| failure)
}

pub(crate) fn of_normalization(
    py: Python<'_>,
    input: &str,
    grammar: Grammar,
    error: &NormalizeError,
) -> PyErr {
    match error {
        NormalizeError::Rejected(error) => objected(py, input, grammar, error),
        other => value(other),
    }
}

/// Returns the exception for components that make no identifier. `argument` is the text of the
/// component, where it is known.
pub(crate) fn of_build(py: Python<'_>, error: &BuildError, argument: Option<&str>) -> PyErr {
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("component", error.component().map(urigram_arrow::field_name))?;
        if let Some((text, offset)) = argument.zip(error.offset()) {
            set_offset(&attributes, text, offset)?;
        } else {
            attributes.set_item("offset", error.offset())?;
        }
        attributes.set_item("rule", error.rule())?;
        if let BuildError::Syntax { error, .. } = error {
            attributes.set_item("section", error.section())?;
            attributes.set_item("expected", error.expected().items())?;
        }
        make(py, "BuildError", error.to_string(), &attributes)
    };
    fill().unwrap_or_else(|failure: PyErr| failure)
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

/// Returns the exception for a text that a list of hosts denies.
pub(crate) fn denied(py: Python<'_>, text: &str, error: &Denied) -> PyErr {
    let attributes = PyDict::new(py);
    let fill = || {
        attributes.set_item("input", text)?;
        attributes.set_item("reader", error.reader().as_str())?;
        attributes.set_item("component", error.component().map(urigram_arrow::field_name))?;
        attributes.set_item("why", error.why().to_string())?;
        let made = make(py, "DeniedError", error.to_string(), &attributes)?;
        if let Why::Syntax(cause) = error.why() {
            made.set_cause(py, Some(rejected(py, text, cause)));
        }
        Ok(made)
    };
    fill().unwrap_or_else(|failure: PyErr| failure)
}

/// Returns the exception for arguments or a column that a function does not take.
pub(crate) fn value(error: &impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
