//! The arguments of functions, and what is wrong with them.

use std::fmt;

use arrow_schema::DataType;
use urigram::{Grammar, Reading};

use crate::kernels::Check;

/// The value of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument<'a> {
    /// A text: the id of a grammar, a way to select, a base.
    Text(&'a str),
    /// A list of texts: the ids of grammars.
    Texts(&'a [&'a str]),
    /// A flag.
    Flag(bool),
    /// Another column, which [`Plan::run`](crate::Plan::run) takes after the first.
    Column,
}

/// The reason why a function cannot answer with these arguments or for this column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    function: String,
    message: String,
}

impl PlanError {
    pub(crate) fn new(function: &str, message: impl Into<String>) -> PlanError {
        PlanError { function: function.to_owned(), message: message.into() }
    }

    /// Returns the error for a column that holds neither text nor bytes.
    pub(crate) fn of_column(function: &str, column: &DataType) -> PlanError {
        let message = format!(
            "the column is {column}: give text or bytes (Utf8, LargeUtf8, Utf8View, Binary, \
             LargeBinary, BinaryView), or a dictionary of them"
        );
        PlanError::new(function, message)
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.function, self.message)
    }
}

impl std::error::Error for PlanError {}

/// The arguments of a call, by name.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) function: &'static str,
    pub(crate) arguments: &'a [(&'a str, Argument<'a>)],
}

impl<'a> Call<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<Argument<'a>> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Returns the text of an argument; its default where it is not given.
    pub(crate) fn text(&self, name: &str, default: Option<&'a str>) -> Result<&'a str, PlanError> {
        match (self.get(name), default) {
            (Some(Argument::Text(text)), _) | (None, Some(text)) => Ok(text),
            (None, None) => Err(self.error(format!("{name} is missing"))),
            (Some(_), _) => Err(self.error(format!("{name} is a text"))),
        }
    }

    /// Returns the texts of an argument that has no default.
    pub(crate) fn texts(&self, name: &str) -> Result<&'a [&'a str], PlanError> {
        match self.get(name) {
            Some(Argument::Texts([])) => Err(self.error(format!("{name} is empty"))),
            Some(Argument::Texts(texts)) => Ok(texts),
            None => Err(self.error(format!("{name} is missing"))),
            Some(_) => Err(self.error(format!("{name} is a list of texts"))),
        }
    }

    /// Returns a flag, which is false where it is not given.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, PlanError> {
        match self.get(name) {
            Some(Argument::Flag(flag)) => Ok(flag),
            None => Ok(false),
            Some(_) => Err(self.error(format!("{name} is true or false"))),
        }
    }

    /// Reads `rfc3986`, or with a reading `rfc3986@printed`.
    pub(crate) fn grammar(&self, name: &str, text: &str) -> Result<(Grammar, Reading), PlanError> {
        let wrong = |error: &dyn fmt::Display| self.wrong(name, text, error);
        let (id, reading) = text.split_once('@').map_or((text, None), |(id, r)| (id, Some(r)));
        let grammar: Grammar = id.parse().map_err(|error| wrong(&error))?;
        let reading = reading.map_or(Ok(Reading::default()), str::parse);
        Ok((grammar, reading.map_err(|error| wrong(&error))?))
    }

    /// Reads the name of a rule; the empty text is the start rule.
    pub(crate) fn rule(
        &self,
        grammar: Grammar,
        reading: Reading,
        default: Option<&'a str>,
    ) -> Result<Check, PlanError> {
        let start = Check::start(grammar, reading);
        match self.text("rule", default)? {
            "" => Ok(start),
            name => {
                let table = grammar.table_of(reading, name);
                let table = table.map_err(|error| self.wrong("rule", name, &error))?;
                Ok(Check { table, ..start })
            }
        }
    }

    /// Returns the error for an argument whose value is wrong.
    pub(crate) fn wrong(&self, name: &str, text: &str, error: &dyn fmt::Display) -> PlanError {
        self.error(format!("{name} = `{text}`: {error}"))
    }

    pub(crate) fn error(&self, message: String) -> PlanError {
        PlanError::new(self.function, message)
    }
}
