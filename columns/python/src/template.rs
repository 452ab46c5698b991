//! URI templates.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};
use urigram::template::{self, Value};

use crate::errors;
use crate::text::Text;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Template>()
}

/// A URI template (RFC 6570, to level 4).
#[pyclass(frozen, module = "urigram")]
struct Template(String);

/// The value of a variable, as Python gives it.
enum Given {
    Text(String),
    List(Vec<String>),
    Pairs(Vec<(String, String)>),
}

/// A value that is lent to the library.
enum Lent<'v> {
    Text(&'v str),
    List(Vec<&'v str>),
    Pairs(Vec<(&'v str, &'v str)>),
}

impl Given {
    fn lend(&self) -> Lent<'_> {
        match self {
            Given::Text(text) => Lent::Text(text),
            Given::List(list) => Lent::List(list.iter().map(|one| &**one).collect()),
            Given::Pairs(pairs) => {
                Lent::Pairs(pairs.iter().map(|(name, value)| (&**name, &**value)).collect())
            }
        }
    }
}

impl Lent<'_> {
    fn value(&self) -> Value<'_> {
        match self {
            Lent::Text(text) => Value::Text(text),
            Lent::List(list) => Value::List(list),
            Lent::Pairs(pairs) => Value::Pairs(pairs),
        }
    }
}

impl Template {
    fn borrow(&self) -> Option<template::Template<'_>> {
        template::Template::parse(&self.0).ok()
    }
}

#[pymethods]
impl Template {
    /// Parses a template. Raises ParseError where RFC 6570's grammar rejects it.
    #[new]
    fn new(py: Python<'_>, text: Text) -> PyResult<Template> {
        match template::Template::parse(&text) {
            Ok(_) => Ok(Template(text.into())),
            Err(error) => Err(errors::rejected(py, &text, &error)),
        }
    }

    /// Returns whether a text is a template.
    #[staticmethod]
    fn accepts(text: Text) -> bool {
        template::Template::parse(&text).is_ok()
    }

    /// The names of the variables, each as often as it occurs, in order.
    #[getter]
    fn variables(&self) -> Vec<&str> {
        self.borrow().map(|template| template.variables().collect()).unwrap_or_default()
    }

    /// The lowest level of templates that has all that this one uses.
    #[getter]
    fn level(&self) -> u8 {
        self.borrow().map_or(1, |template| template.level())
    }

    /// Puts values in the places of variables: texts, numbers, lists of them, or mappings. A
    /// variable without a value, or with None, adds nothing.
    #[pyo3(signature = (values=None, /, **named))]
    fn expand(
        &self,
        values: Option<&Bound<'_, PyMapping>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let mut given: Vec<(String, Given)> = Vec::new();
        if let Some(values) = values {
            for item in values.items()?.try_iter()? {
                let (name, value) = item?.extract::<(Text, Bound<'_, PyAny>)>()?;
                given.extend(self::given(&value)?.map(|value| (name.into(), value)));
            }
        }
        for (name, value) in named.into_iter().flatten() {
            let name = name.extract::<Text>()?;
            given.extend(self::given(&value)?.map(|value| (name.into(), value)));
        }
        let lent: Vec<Lent<'_>> = given.iter().map(|(_, value)| value.lend()).collect();
        let names = given.iter().map(|(name, _)| &**name);
        let known: HashMap<&str, Value<'_>> = names.zip(lent.iter().map(Lent::value)).collect();
        let Some(template) = self.borrow() else { return Ok(self.0.clone()) };
        let expanded = template.expand_with(|name| known.get(name).copied());
        expanded.map_err(|error| errors::value(&error))
    }

    fn __str__(&self) -> &str {
        &self.0
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Template({})", self.0.clone().into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Template>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.clone(),))
    }
}

/// Reads the value of a variable.
fn given(value: &Bound<'_, PyAny>) -> PyResult<Option<Given>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let mut pairs = Vec::new();
        for item in mapping.items()?.try_iter()? {
            let (name, value) = item?.extract::<(Text, Bound<'_, PyAny>)>()?;
            pairs.push((name.into(), text(&value)?));
        }
        return Ok(Some(Given::Pairs(pairs)));
    }
    if value.is_instance_of::<PyString>() || value.try_iter().is_err() {
        return text(value).map(|text| Some(Given::Text(text)));
    }
    let list: PyResult<Vec<String>> = value.try_iter()?.map(|one| text(&one?)).collect();
    list.map(|list| Some(Given::List(list)))
}

/// Reads a text or a number.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if is_number && !value.is_instance_of::<PyBool>() {
        return value.str()?.extract();
    }
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a value of a template is a text or a number, not bool"));
    }
    Ok(value.extract::<Text>()?.into())
}
