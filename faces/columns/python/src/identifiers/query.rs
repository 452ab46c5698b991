//! Queries that are pairs of names and values: what Python gives, and texts of changed queries.

use std::borrow::Cow;
use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use urigram::{BuildError, Component, IriRef, PercentEncoding};
use urigram_arrow::Names;

use super::text::Text;

/// A name and its value; `name` alone has no value.
pub(crate) type Pair = (String, Option<String>);

/// Returns the pairs of a query, each as it is written, with its name decoded.
fn raw(of: IriRef<'_>) -> impl Iterator<Item = ((&str, Option<&str>), Cow<'_, str>)> {
    of.query_pairs_raw().zip(of.query_pairs().map(|(name, _)| name))
}

/// Reads pairs: of a mapping, whose values can be lists, or of pairs in order.
pub(crate) fn pairs(
    given: Option<&Bound<'_, PyAny>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Pair>> {
    let mut pairs = Vec::new();
    if let Some(given) = given {
        if let Ok(mapping) = given.cast::<PyMapping>() {
            for item in mapping.items()?.try_iter()? {
                let (name, value) = item?.extract::<(Text, Bound<'_, PyAny>)>()?;
                add(&mut pairs, &name, &value)?;
            }
        } else if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "a query is given as pairs or as a mapping: replace(query=…) takes its text",
            ));
        } else {
            for item in given.try_iter()? {
                let (name, value) = item?.extract::<(Text, Bound<'_, PyAny>)>()?;
                pairs.push((name.into(), data(&value)?));
            }
        }
    }
    for (name, value) in named.into_iter().flatten() {
        add(&mut pairs, &name.extract::<Text>()?, &value)?;
    }
    Ok(pairs)
}

/// Adds a value of a mapping, or each of a list.
fn add(pairs: &mut Vec<Pair>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        for one in value.try_iter()? {
            pairs.push((name.to_owned(), data(&one?)?));
        }
    } else {
        pairs.push((name.to_owned(), data(value)?));
    }
    Ok(())
}

/// Reads a value: a text, a number, which True and False are, too, or None for a name without one.
fn data(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(Some(value.str()?.extract()?));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Some(value.extract::<Text>()?.into()));
    }
    let name = value.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a value of a query is a text, a number or None, not {name}: write what it should be"
    )))
}

/// Writes pairs, encoded for a query.
pub(crate) fn written(pairs: &[Pair], coding: &PercentEncoding) -> Result<String, BuildError> {
    let mut query = String::new();
    pairs.iter().try_for_each(|pair| append(&mut query, pair, coding)).map(|()| query)
}

fn append(query: &mut String, pair: &Pair, coding: &PercentEncoding) -> Result<(), BuildError> {
    separate(query);
    coding.encode_into(Component::Query, pair.0.as_bytes(), query)?;
    if let Some(value) = &pair.1 {
        query.push('=');
        coding.encode_into(Component::Query, value.as_bytes(), query)?;
    }
    Ok(())
}

fn separate(query: &mut String) {
    if !query.is_empty() && !query.ends_with('&') {
        query.push('&');
    }
}

/// Keeps a pair as it is written.
fn keep(query: &mut String, (name, value): (&str, Option<&str>)) {
    separate(query);
    query.push_str(name);
    if let Some(value) = value {
        query.push('=');
        query.push_str(value);
    }
}

/// Returns the query with pairs in place of those of the same names, which are data; new names
/// come at the end. Other pairs stay as they are written.
///
/// Of `a=1&b=2&a=3` and `a=4` comes `a=4&b=2`.
pub(crate) fn updated(
    old: IriRef<'_>,
    new: &[Pair],
    coding: &PercentEncoding,
) -> Result<String, BuildError> {
    let mut waiting: HashMap<&str, Vec<&Pair>> = HashMap::new();
    for pair in new {
        waiting.entry(&pair.0).or_default().push(pair);
    }
    let mut query = String::new();
    for (raw, name) in raw(old) {
        match waiting.get_mut(&*name) {
            Some(pairs) => {
                for pair in std::mem::take(pairs) {
                    append(&mut query, pair, coding)?;
                }
            }
            None => keep(&mut query, raw),
        }
    }
    for pair in new {
        for pair in waiting.get_mut(&*pair.0).map(std::mem::take).unwrap_or_default() {
            append(&mut query, pair, coding)?;
        }
    }
    Ok(query)
}

/// Returns the query without the pairs of some names; `None` if no pair is left, and the query
/// itself if none has such a name.
pub(crate) fn without(of: IriRef<'_>, names: &Names) -> Option<String> {
    let (mut kept, mut removed) = (String::new(), false);
    for (raw, name) in raw(of) {
        if names.have(&name) {
            removed = true;
        } else {
            keep(&mut kept, raw);
        }
    }
    match (removed, kept.is_empty()) {
        (false, _) => of.query().map(str::to_owned),
        (true, true) => None,
        (true, false) => Some(kept),
    }
}
