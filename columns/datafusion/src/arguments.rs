//! Arguments of SQL as arguments of the table of functions.

use std::sync::Arc;

use arrow::array::{AsArray, StringArray};
use arrow::datatypes::{DataType, Field};
use datafusion_common::{plan_err, Result, ScalarValue};
use urigram_arrow::{Argument, Function, Parameter, Plan, Takes};

/// The value of an argument, as far as it is known.
#[derive(Debug)]
pub(crate) enum Given {
    Text(String),
    Texts(Vec<String>),
    Flag(bool),
    Null,
    /// A column, or while planning anything that is no literal.
    Column,
}

/// The result of planning a call.
pub(crate) enum Planned {
    Plan(Plan),
    /// A part or a key is null: so is every row.
    Null,
    /// A part or a key is a column: each of its values has a plan.
    ByRow,
}

impl Given {
    /// Returns the value of a literal; `Column` for one that no parameter takes.
    pub(crate) fn of(value: &ScalarValue) -> Given {
        let list = match value {
            value if value.is_null() => return Given::Null,
            ScalarValue::Boolean(Some(flag)) => return Given::Flag(*flag),
            ScalarValue::List(list) => list.value(0),
            value => {
                let text = value.try_as_str().flatten();
                return text.map_or(Given::Column, |text| Given::Text(text.to_owned()));
            }
        };
        match list.as_string_opt::<i32>() {
            // A null in the list is no grammar: as a text, it is refused by name.
            Some(list) => Given::Texts(texts(list)),
            None => Given::Column,
        }
    }

    fn texts(&self) -> Vec<&str> {
        match self {
            Given::Texts(texts) => texts.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

fn texts(list: &StringArray) -> Vec<String> {
    list.iter().map(|text| text.unwrap_or("null").to_owned()).collect()
}

/// Returns true if the argument may differ from row to row.
fn may_be_column(parameter: &Parameter) -> bool {
    matches!(parameter.takes, Takes::Base | Takes::Part | Takes::Key)
}

/// Plans a call whose arguments follow the order of the table.
///
/// # Errors
/// The error of a function with a wrong argument.
pub(crate) fn plan(function: &'static Function, given: &[Given]) -> Result<Planned> {
    let lists: Vec<Vec<&str>> = given.iter().map(Given::texts).collect();
    let mut arguments = Vec::with_capacity(given.len());
    let mut planned = None;
    for ((parameter, given), list) in function.parameters.iter().zip(given).zip(&lists) {
        let argument = match (given, parameter.takes) {
            (Given::Null, Takes::Part | Takes::Key) => {
                planned = Some(Planned::Null);
                continue;
            }
            (Given::Column, Takes::Part | Takes::Key) => {
                planned = planned.or(Some(Planned::ByRow));
                continue;
            }
            (Given::Column | Given::Null, Takes::Base) => Argument::Column,
            (Given::Column | Given::Null, _) => {
                let (function, parameter) = (function.name, parameter.name);
                return plan_err!("{function}: {parameter} has to be one text for all rows");
            }
            (Given::Text(text), _) => Argument::Text(text),
            (Given::Texts(_), _) => Argument::Texts(list),
            (Given::Flag(flag), _) => Argument::Flag(*flag),
        };
        arguments.push((parameter.name, argument));
    }
    match planned {
        Some(planned) => Ok(planned),
        None => function.plan(&arguments).map(Planned::Plan).or_else(|error| plan_err!("{error}")),
    }
}

/// Checks what can be checked before a row is read: all arguments, if those that have to be the
/// same in all rows are literals.
///
/// # Errors
/// The error of a function with a wrong argument.
pub(crate) fn check(function: &'static Function, given: &[Given]) -> Result<()> {
    let is_open = |(parameter, given): (&Parameter, &Given)| {
        matches!(given, Given::Column) && !may_be_column(parameter)
    };
    if function.parameters.iter().zip(given).any(is_open) {
        return Ok(());
    }
    plan(function, given).map(drop)
}

/// Returns the types that the arguments of a call are cast to.
///
/// # Errors
/// The error for a call with too few or too many arguments, or with one of another type.
pub(crate) fn types(function: &'static Function, given: &[DataType]) -> Result<Vec<DataType>> {
    let (name, parameters) = (function.name, function.parameters);
    let Some((column, arguments)) = given.split_first() else {
        return plan_err!("{name}: the column is missing");
    };
    if arguments.len() > parameters.len() {
        let count = arguments.len();
        return plan_err!(
            "{name} takes {} arguments after the column, not {count}",
            parameters.len()
        );
    }
    let needed = |one: &&Parameter| one.default.is_none() && one.takes != Takes::Key;
    if let Some(missing) = parameters[arguments.len()..].iter().find(needed) {
        return plan_err!("{name}: {} is missing", missing.name);
    }
    checked(function, column)?;
    let mut types = vec![column.clone()];
    for (parameter, given) in parameters.iter().zip(arguments) {
        let is_text = |given: &DataType| given.is_string() || given.is_null();
        let (taken, what) = match (parameter.takes, given) {
            (Takes::Base, column) => {
                checked(function, column)?;
                types.push(column.clone());
                continue;
            }
            (Takes::Flag, DataType::Boolean | DataType::Null) => (Some(DataType::Boolean), ""),
            (Takes::Flag, _) => (None, "true or false"),
            (Takes::Grammars | Takes::Names, DataType::List(item) | DataType::LargeList(item))
            | (Takes::Grammars | Takes::Names, DataType::FixedSizeList(item, _)) => {
                let texts = DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)));
                (is_text(item.data_type()).then_some(texts), "a list of texts")
            }
            (Takes::Grammars | Takes::Names, _) => (None, "a list of texts"),
            (_, DataType::Dictionary(_, values)) => {
                (is_text(values).then_some(DataType::Utf8), "a text")
            }
            (_, given) => (is_text(given).then_some(DataType::Utf8), "a text"),
        };
        let Some(taken) = taken else {
            return plan_err!("{name}: {} is {given}: give {what}", parameter.name);
        };
        types.push(taken);
    }
    Ok(types)
}

/// Returns the type of the result for a column of a type.
///
/// # Errors
/// The error for a column that holds neither text nor bytes.
pub(crate) fn checked(function: &'static Function, column: &DataType) -> Result<DataType> {
    function.data_type(column).or_else(|error| plan_err!("{error}"))
}
