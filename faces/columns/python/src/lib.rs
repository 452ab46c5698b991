//! Every URI grammar since 1993 for Python: the native half of the package `urigram`.
//!
//! Python's half (`python/urigram`) has the errors, and the names that engines call functions by.
#![forbid(unsafe_code)]

mod allow;
mod cast;
mod columns;
mod documents;
mod encoding;
mod errors;
mod identifiers;
mod names;
mod questions;

use pyo3::prelude::*;

/// The native half of `urigram`.
#[pymodule]
fn _urigram(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    identifiers::add(module)?;
    questions::add(module)?;
    documents::add(module)?;
    encoding::add(module)?;
    allow::add(module)?;
    columns::add(module)
}
