//! Names of grammars and components.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use urigram::documents::Form;
use urigram::{Component, Grammar, Reading};

use crate::errors;

/// Reads the id of a grammar and of a reading.
pub(crate) fn grammar(id: &str, reading: &str) -> PyResult<(Grammar, Reading)> {
    let unknown =
        |name: &str, error: &dyn ToString| errors::value(&format!("{name}: {}", error.to_string()));
    let grammar = id.parse().map_err(|error| unknown(id, &error))?;
    Ok((grammar, reading.parse().map_err(|error| unknown(reading, &error))?))
}

/// Returns components by name.
pub(crate) fn named<'py, 't>(
    py: Python<'py>,
    of: impl Fn(Component) -> Option<&'t str>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for component in Component::ALL {
        if let Some(part) = of(component) {
            dict.set_item(urigram_arrow::field_name(component), part)?;
        }
    }
    Ok(dict)
}

/// Returns the newest grammar of a form, for values without a grammar of their own.
pub(crate) fn newest(form: Form) -> PyResult<Grammar> {
    Grammar::newest(form).ok_or_else(|| errors::value(&"no grammar has this form"))
}
