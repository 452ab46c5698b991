//! A column as the command line names it.

use std::fmt;

use urigram_answers::Refusal;

/// A column as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// By its place, from 1 on.
    Number(usize),
    /// By its name in the header, or its key in JSON.
    Name(String),
}

impl Column {
    /// Reads a value of `--column`: digits are a number.
    pub(crate) fn read(text: &str) -> Result<Column, Refusal> {
        if text.is_empty() {
            return Err("a column has a number or a name".into());
        }
        let Ok(number) = text.parse() else { return Ok(Column::Name(text.to_owned())) };
        if number == 0 {
            return Err("columns are counted from 1".into());
        }
        Ok(Column::Number(number))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Number(number) => write!(f, "{number}"),
            Column::Name(name) => write!(f, "`{name}`"),
        }
    }
}
