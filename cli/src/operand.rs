//! A side of a comparison as it is named on the command line.

use std::str::FromStr;

use urigram::proof::Side;
use urigram::{Grammar, Reading, UnknownName};

use crate::args::Globals;
use crate::exit::Failure;

/// `ID` or `ID@READING`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) grammar: Grammar,
    pub(crate) reading: Option<Reading>,
}

impl FromStr for Operand {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Operand, UnknownName> {
        let (id, reading) = text.split_once('@').map_or((text, None), |(id, reading)| (id, Some(reading)));
        Ok(Operand { grammar: id.parse()?, reading: reading.map(Reading::from_str).transpose()? })
    }
}

impl Operand {
    /// The rule of this name in the operand's reading, or in that of `--reading`.
    pub(crate) fn side<'a>(self, globals: &Globals, rule: Option<&'a str>) -> Result<Side<'a>, Failure> {
        if let Some(rule) = rule {
            let known = self.grammar.document().rule(rule);
            known.map_err(|error| Failure::Usage(format!("{rule:?} in {}: {error}", self.grammar)))?;
        }
        Ok(Side { grammar: self.grammar, reading: self.reading.unwrap_or(globals.reading()), rule })
    }
}
