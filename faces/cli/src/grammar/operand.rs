//! A grammar and its reading, as the command line names them: `rfc1738@printed`, `./my-scheme`.

use std::str::FromStr;

use urigram::proof::Side;
use urigram::{Grammar, Reading};

use crate::exit::Failure;
use crate::name::{Name, Unknown};
use crate::options::Globals;

/// A grammar with `@READING` after it, or without.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) name: Name,
    pub(crate) reading: Option<Reading>,
}

impl FromStr for Operand {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Operand, Unknown> {
        // The name of a file may have an @ of its own.
        if let Some((name, reading)) = text.rsplit_once('@') {
            match (reading.parse(), name.parse()) {
                (Ok(reading), name) => return Ok(Operand { name: name?, reading: Some(reading) }),
                (Err(error), Ok(Name::Published(_))) => return Err(error.into()),
                _ => {}
            }
        }
        Ok(Operand { name: text.parse()?, reading: None })
    }
}

impl From<Grammar> for Operand {
    fn from(grammar: Grammar) -> Operand {
        Operand { name: Name::Published(grammar), reading: None }
    }
}

impl Operand {
    /// Returns the rule of this name in the operand's reading, or in that of `--reading`.
    pub(crate) fn side<'a>(
        &self,
        globals: &Globals,
        rule: Option<&'a str>,
    ) -> Result<Side<'a>, Failure> {
        let grammar = self.name.grammar(rule)?;
        if let Some(rule) = rule {
            let known = grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, grammar, error))?;
        }
        Ok(Side { grammar, reading: self.reading.unwrap_or(globals.reading()), rule })
    }
}
