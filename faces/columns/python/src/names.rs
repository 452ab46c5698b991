//! Names of grammars and components.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use urigram::documents::Table;
use urigram::normalization::Level;
use urigram::{Component, Grammar, PathStyle, Reading};

use crate::errors;

/// Reads the id of a grammar and of a reading.
pub(crate) fn grammar(id: &str, reading: &str) -> PyResult<(Grammar, Reading)> {
    let unknown =
        |name: &str, error: &dyn ToString| errors::value(&format!("{name}: {}", error.to_string()));
    let grammar = id.parse().map_err(|error| unknown(id, &error))?;
    Ok((grammar, reading.parse().map_err(|error| unknown(reading, &error))?))
}

/// Returns the table of a rule, by default of the grammar's start rule.
pub(crate) fn rule(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
) -> PyResult<&'static Table> {
    let Some(rule) = rule else { return Ok(grammar.tables(reading).start()) };
    grammar.table_of(reading, rule).map_err(|error| errors::value(&format!("{rule}: {error}")))
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

/// Reads the name of a level of normalization.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    let found = Level::ALL.into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        errors::value(&format!("no level `{name}`; there are {names}"))
    })
}

/// Reads the name of a style of paths; that of this system if none is given.
pub(crate) fn path_style(name: Option<&str>) -> PyResult<PathStyle> {
    match name {
        None => Ok(PathStyle::NATIVE),
        Some("unix") => Ok(PathStyle::Unix),
        Some("windows") => Ok(PathStyle::Windows),
        Some(other) => {
            Err(errors::value(&format!("no style `{other}` of paths; there are unix, windows")))
        }
    }
}
