//! A grammar and its reading, as the command line names them: `rfc1738@printed`.

use std::str::FromStr;

use urigram::proof::Side;
use urigram::{Grammar, Reading, UnknownName};

use crate::options::Globals;
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
    /// Returns the rule of this name in the operand's reading, or in that of `--reading`.
    pub(crate) fn side<'a>(self, globals: &Globals, rule: Option<&'a str>) -> Result<Side<'a>, Failure> {
        if let Some(rule) = rule {
            let known = self.grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, self.grammar, error))?;
        }
        Ok(Side { grammar: self.grammar, reading: self.reading.unwrap_or(globals.reading()), rule })
    }
}
