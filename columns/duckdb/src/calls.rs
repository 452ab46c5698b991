//! Calls of SQL: a function with a number of arguments.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, StringArray};
use arrow_schema::DataType;
use urigram_arrow::{Argument, Function, Parameter, Plan, Takes, FUNCTIONS};

/// Plans that a call keeps: queries with more different arguments at a time are planned anew.
const KEPT: usize = 8;

/// The value that an argument has in all rows.
#[derive(Debug, PartialEq)]
pub(crate) enum Given {
    Null,
    Text(String),
    Texts(Vec<String>),
    Flag(bool),
}

/// The columns of a batch.
pub(crate) trait Batch {
    /// Returns a column of texts.
    fn texts(&self, column: usize) -> Result<StringArray, String>;

    /// Returns the value of an argument; `None` if rows have different ones.
    fn constant(&self, column: usize, kind: &DataType) -> Option<Given>;
}

/// A function with its first parameters; the others have their defaults.
pub(crate) struct Call {
    pub(crate) function: &'static Function,
    parameters: &'static [Parameter],
    plans: Mutex<Vec<(Vec<Given>, Arc<Plan>)>>,
}

impl Call {
    /// Returns every call of a function, that with the fewest arguments first.
    pub(crate) fn of(function: &'static Function) -> impl Iterator<Item = Call> {
        let needed = |one: &Parameter| one.default.is_none() && one.takes != Takes::Key;
        let fewest = function.parameters.iter().rposition(needed).map_or(0, |last| last + 1);
        (fewest..=function.parameters.len()).map(move |count| Call {
            function,
            parameters: &function.parameters[..count],
            plans: Mutex::default(),
        })
    }

    /// Returns the types of the arguments, that of the column first.
    pub(crate) fn types(&self) -> impl Iterator<Item = DataType> {
        std::iter::once(DataType::Utf8).chain(self.parameters.iter().map(data_type))
    }

    /// Returns the type of the answers.
    pub(crate) fn returns(&self) -> Result<DataType, String> {
        self.function.data_type(&DataType::Utf8).map_err(|error| error.to_string())
    }

    /// Answers for a batch.
    pub(crate) fn answer(&self, batch: &impl Batch) -> Result<ArrayRef, String> {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(batch.texts(0)?)];
        let mut given = Vec::with_capacity(self.parameters.len());
        for (at, parameter) in self.parameters.iter().enumerate() {
            if parameter.takes == Takes::Base {
                columns.push(Arc::new(batch.texts(at + 1)?));
                continue;
            }
            match batch.constant(at + 1, &data_type(parameter)) {
                // A null leaves the key out, as in every engine.
                Some(Given::Null) if parameter.takes == Takes::Key => given.push(Given::Null),
                Some(Given::Null) | None => {
                    let (function, parameter) = (self.function.name, parameter.name);
                    return Err(format!("{function}: {parameter} has to be one text for all rows"));
                }
                Some(value) => given.push(value),
            }
        }
        let plan = self.plan(given)?;
        plan.run(&columns).map_err(|error| format!("{}: {error}", self.function.name))
    }

    fn plan(&self, given: Vec<Given>) -> Result<Arc<Plan>, String> {
        // A panic of another thread leaves whole plans behind.
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, plan)) = plans.iter().find(|(one, _)| *one == given) {
            return Ok(Arc::clone(plan));
        }
        let plan = Arc::new(self.made(&given)?);
        if plans.len() == KEPT {
            plans.remove(0);
        }
        plans.push((given, Arc::clone(&plan)));
        Ok(plan)
    }

    fn made(&self, given: &[Given]) -> Result<Plan, String> {
        let is_base = |one: &&Parameter| one.takes == Takes::Base;
        let base = self.parameters.iter().find(is_base).map(|one| (one.name, Argument::Column));
        let lists: Vec<Vec<&str>> = given.iter().map(Given::list).collect();
        let others = self.parameters.iter().filter(|one| !is_base(one));
        let others = others.zip(given).zip(&lists).filter_map(|((parameter, value), list)| {
            let argument = match value {
                Given::Null => return None,
                Given::Text(text) => Argument::Text(text),
                Given::Texts(_) => Argument::Texts(list),
                Given::Flag(flag) => Argument::Flag(*flag),
            };
            Some((parameter.name, argument))
        });
        let arguments: Vec<(&str, Argument<'_>)> = base.into_iter().chain(others).collect();
        self.function.plan(&arguments).map_err(|error| error.to_string())
    }
}

impl Given {
    fn list(&self) -> Vec<&str> {
        match self {
            Given::Texts(texts) => texts.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

fn data_type(parameter: &Parameter) -> DataType {
    match parameter.takes {
        Takes::Grammars | Takes::Names => DataType::new_list(DataType::Utf8, true),
        Takes::Flag => DataType::Boolean,
        _ => DataType::Utf8,
    }
}

/// Returns each function under its name in SQL, with its calls.
pub(crate) fn all() -> impl Iterator<Item = (String, Vec<Call>)> {
    FUNCTIONS.iter().map(|one| (format!("uri_{}", one.name), Call::of(one).collect()))
}
