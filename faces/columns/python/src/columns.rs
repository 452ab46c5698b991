//! Columns, by the Arrow PyCapsule interface.

use std::sync::Arc;

use arrow_array::{new_null_array, Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef};
use arrow_select::concat::concat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3::IntoPyObjectExt;
use pyo3_arrow::ffi::ArrayIterator;
use pyo3_arrow::ffi::{to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::PyField;
use urigram::Component;
use urigram_arrow::{Argument, Function, Parameter, FUNCTIONS};

use crate::cast::texts_as;
use crate::errors;

/// The rows that are answered at once. Results of so many fit into 32-bit offsets unless values are
/// very long, and Python can run between them.
const ROWS: usize = 1 << 20;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Column>()?;
    module.add_class::<Plan>()?;
    module.add_function(wrap_pyfunction!(component_names, module)?)?;
    module.add_function(wrap_pyfunction!(functions, module)?)
}

/// A column of answers, for any package that reads Arrow.
#[pyclass(frozen, module = "urigram")]
struct Column {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<urigram.Column of {} rows: {}>", self.__len__(), self.field.data_type())
    }

    /// Refuses to be read value by value. Without this method, pandas takes a column for one value,
    /// and `frame["host"] = column` fills every cell with the column's repr.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(
            "a urigram.Column has no values of Python and no index: read it by pyarrow.array(column) \
             or polars.Series(column); for a column of pandas write frame[\"url\"].urigram.host() \
             after `import urigram.pandas`",
        ))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.field)?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (chunks, field) = self.requested(requested_schema)?;
        let whole = whole(&chunks, &field).map_err(|error| errors::value(&error))?;
        Ok(to_array_pycapsules(py, field, &*whole, None)?)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (chunks, field) = self.requested(requested_schema)?;
        let reader = ArrayIterator::new(chunks.into_iter().map(Ok), field);
        Ok(to_stream_pycapsule(py, Box::new(reader), None)?)
    }
}

impl Column {
    /// Returns the chunks in the type that a reader asks for, if it and theirs hold text or bytes.
    ///
    /// Arrow's protocol leaves the rest to the reader. Casts between all of Arrow's types would be
    /// a third of the wheel, so the capsules are made without a type, which leaves them out.
    fn requested(
        &self,
        schema: Option<Bound<'_, PyCapsule>>,
    ) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
        let as_it_is = || (self.chunks.clone(), Arc::clone(&self.field));
        let Some(schema) = schema else { return Ok(as_it_is()) };
        let wanted = PyField::from_arrow_pycapsule(&schema)?.into_inner();
        let wanted = wanted.data_type();
        let chunks = self.chunks.iter().map(|chunk| texts_as(chunk, wanted));
        let Some(chunks) = chunks.collect::<Option<Vec<_>>>() else { return Ok(as_it_is()) };
        Ok((chunks, Arc::new(Field::new(self.field.name(), wanted.clone(), true))))
    }
}

/// A function with arguments that were checked, which answers for columns.
#[pyclass(frozen, module = "urigram")]
struct Plan {
    plan: urigram_arrow::Plan,
    /// The arguments as they were given, from which pickling makes the plan again.
    arguments: Vec<(String, Value)>,
}

#[pymethods]
impl Plan {
    /// Checks the name and the arguments of a function. A base of `...` is another column.
    #[new]
    #[pyo3(signature = (function, /, **arguments))]
    fn new(function: &str, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Plan> {
        let function = Function::named(function).map_err(|error| errors::value(&error))?;
        let mut values: Vec<(String, Value)> = Vec::new();
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            let read = Value::of(&value);
            let parameter = function.parameters.iter().find(|one| one.name == name);
            if let (Err(_), Some(parameter)) = (&read, parameter) {
                let (wanted, given) = (parameter.takes.value(), value.get_type().name()?);
                let message = format!("{}: {name} is {wanted}, not {given}", function.name);
                return Err(PyTypeError::new_err(message));
            }
            // A name that the function does not take is refused below with any value.
            values.push((name, read.unwrap_or(Value::Column)));
        }
        let texts: Vec<Vec<&str>> = values.iter().map(|(_, value)| value.texts()).collect();
        let pairs = values.iter().zip(&texts);
        let given = pairs.map(|((name, value), texts)| (&**name, value.argument(texts)));
        let plan = function.plan(&given.collect::<Vec<_>>());
        let plan = plan.map_err(|error| errors::value(&error))?;
        Ok(Plan { plan, arguments: values })
    }

    /// Returns what makes the plan again. A plan is checked anew where it arrives, so that another
    /// version of the package answers by its own table, or refuses.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = PyDict::new(py);
        for (name, value) in &self.arguments {
            arguments.set_item(name, value.to_python(py)?)?;
        }
        let remake = py.import("urigram.columns")?.getattr("_remake")?;
        let given = (self.plan.function().name, arguments).into_pyobject(py)?;
        Ok((remake, given))
    }

    /// Answers for a column, or for a column and a column of bases.
    #[pyo3(signature = (column, other=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        column: &Bound<'_, PyAny>,
        other: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Column> {
        let (chunks, field) = read(column)?;
        let returns = self.plan.returns(field.data_type());
        let returns = returns.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let inputs: Vec<Vec<ArrayRef>> = match other {
            None => chunks.iter().flat_map(slices).map(|slice| vec![slice]).collect(),
            Some(other) => {
                let (others, other_field) = read(other)?;
                let returns = self.plan.returns(other_field.data_type());
                returns.map_err(|error| PyTypeError::new_err(error.to_string()))?;
                let wrong = |error: &dyn ToString| errors::value(&error.to_string());
                let all = whole(&chunks, &field).map_err(|error| wrong(&error))?;
                let others = whole(&others, &other_field).map_err(|error| wrong(&error))?;
                if all.len() != others.len() {
                    let (a, b) = (all.len(), others.len());
                    return Err(wrong(&urigram_arrow::RunError::Lengths(a, b)));
                }
                let pairs = slices(&all).zip(slices(&others));
                pairs.map(|(one, other)| vec![one, other]).collect()
            }
        };
        let mut answers = Vec::with_capacity(inputs.len());
        for columns in inputs {
            py.check_signals()?;
            let answer = py.detach(|| self.plan.run(&columns));
            answers.push(answer.map_err(|error| errors::value(&error))?);
        }
        let field = Arc::new(Field::new(field.name(), returns, true));
        Ok(Column { chunks: answers, field })
    }

    fn __repr__(&self) -> String {
        format!("<urigram.Plan of {}>", self.plan.function().name)
    }
}

/// Reads the chunks of a column of any package.
fn read(column: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
    let py = column.py();
    let is_column = column.hasattr("__arrow_c_array__")? || column.hasattr("__arrow_c_stream__")?;
    if !is_column {
        let message = format!(
            "{} is not a column: give an object with __arrow_c_array__ or __arrow_c_stream__, as \
             pyarrow, Polars and pandas have them",
            column.get_type().name()?
        );
        return Err(PyTypeError::new_err(message));
    }
    let read: AnyArray = column.extract()?;
    let field = read.field()?;
    if let (DataType::Null, Ok(length)) = (field.data_type(), column.len()) {
        // Polars exports such a column with a buffer, which Arrow refuses. Only its length matters.
        return Ok((vec![new_null_array(&DataType::Null, length)], field));
    }
    let chunked = read.into_chunked_array().map_err(PyErr::from);
    py.check_signals()?;
    Ok(chunked?.into_inner())
}

/// Returns the rows in slices of a million.
fn slices(chunk: &ArrayRef) -> impl Iterator<Item = ArrayRef> + use<> {
    let chunk = Arc::clone(chunk);
    let starts = (0..chunk.len()).step_by(ROWS);
    starts.map(move |start| chunk.slice(start, ROWS.min(chunk.len() - start)))
}

/// Returns all chunks as one.
fn whole(chunks: &[ArrayRef], field: &Field) -> Result<ArrayRef, arrow_schema::ArrowError> {
    match chunks {
        [] => Ok(arrow_array::new_empty_array(field.data_type())),
        [one] => Ok(Arc::clone(one)),
        _ => concat(&chunks.iter().map(|chunk| &**chunk).collect::<Vec<_>>()),
    }
}

/// The value of an argument, as Python gives it.
enum Value {
    Flag(bool),
    Text(String),
    Texts(Vec<String>),
    Column,
}

impl Value {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Value> {
        if value.is(value.py().Ellipsis()) {
            return Ok(Value::Column);
        }
        if let Ok(flag) = value.extract() {
            return Ok(Value::Flag(flag));
        }
        value.extract().map(Value::Text).or_else(|_| value.extract().map(Value::Texts))
    }

    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Value::Flag(flag) => flag.into_bound_py_any(py),
            Value::Text(text) => text.into_bound_py_any(py),
            Value::Texts(texts) => texts.into_bound_py_any(py),
            Value::Column => Ok(py.Ellipsis().into_bound(py)),
        }
    }

    fn texts(&self) -> Vec<&str> {
        match self {
            Value::Texts(texts) => texts.iter().map(|text| &**text).collect(),
            _ => Vec::new(),
        }
    }

    fn argument<'v>(&'v self, texts: &'v [&'v str]) -> Argument<'v> {
        match self {
            Value::Flag(flag) => Argument::Flag(*flag),
            Value::Text(text) => Argument::Text(text),
            Value::Texts(_) => Argument::Texts(texts),
            Value::Column => Argument::Column,
        }
    }
}

/// Returns the table of functions: name, summary, kind of result, and parameters
/// with kind and default.
#[pyfunction]
fn functions(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let row = |function: &'static Function| {
        let row = PyDict::new(py);
        row.set_item("name", function.name)?;
        row.set_item("summary", function.summary)?;
        row.set_item("returns", function.returns.name())?;
        let parameter = |one: &Parameter| (one.name, one.takes.name(), one.default);
        row.set_item("parameters", function.parameters.iter().map(parameter).collect::<Vec<_>>())?;
        Ok(row)
    };
    FUNCTIONS.iter().map(row).collect()
}

/// Returns the names of the components in the struct that `split` gives.
#[pyfunction]
fn component_names() -> Vec<&'static str> {
    Component::ALL.map(urigram_arrow::field_name).to_vec()
}
