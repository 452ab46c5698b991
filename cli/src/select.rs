//! The grammar that an input selects, and rejections, for `resolve`, `normalize` and `equivalent`.

use std::io::Write;

use serde::ser::{SerializeMap, Serializer};
use serde::Serialize;
use urigram::{same_name, Grammar, Level, Normalizer, Reading, Select};
use urigram_page::json::bytes_entry;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;

/// Returns the grammar that an input selects, if any accepts it.
pub(crate) fn selected(input: &[u8], reading: Reading) -> Option<Grammar> {
    Select::Auto.select(input, reading).grammar
}

/// Returns an input as text.
///
/// # Errors
/// The message for an input that is not UTF-8: only a citation gives such octets a meaning.
pub(crate) fn text(bytes: &[u8], grammar: Grammar) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {}: the input is not UTF-8, and {grammar} gives other octets no meaning",
            error.valid_up_to()
        )
    })
}

/// Returns a section with its document, `RFC 3986, 6.2.3`; a section of another document names that itself.
pub(crate) fn cite(grammar: Grammar, section: &str) -> String {
    if section.starts_with("RFC ") {
        return section.to_owned();
    }
    format!("{}, {section}", grammar.document().number)
}

/// Returns the reason why a document gives no key.
pub(crate) fn unsaid(normalizer: Normalizer, grammar: Grammar) -> String {
    let comparison = grammar.document().comparison.as_ref();
    match comparison.and_then(|comparison| comparison.relative).filter(|_| normalizer.is_defined())
    {
        Some(section) => {
            format!(
                "{grammar} forbids to compare relative references ({}): resolve them first",
                cite(grammar, section)
            )
        }
        None => format!("{grammar} does not say when two identifiers are equivalent"),
    }
}

/// Reports that inputs have no meaning by a grammar: the message on standard error, or in JSON.
pub(crate) fn reject(
    globals: &Globals,
    out: &mut dyn Write,
    grammar: Grammar,
    inputs: &[(&'static str, &[u8])],
    message: &str,
) -> Result<Outcome, Failure> {
    if globals.json() {
        output::json_line(out, &Rejection { grammar, inputs, message })?;
    } else {
        crate::message::to_stderr(format_args!("{message}"));
    }
    Ok(Outcome::Rejected)
}

/// Reads the name of a level of normalization, for `--up-to`.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    let same = |level: &Level| same_name(level.name(), text);
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::ALL.into_iter().find(same).ok_or_else(|| format!("the levels are {}", names()))
}

struct Rejection<'a> {
    grammar: Grammar,
    inputs: &'a [(&'static str, &'a [u8])],
    message: &'a str,
}

impl Serialize for Rejection<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, bytes) in self.inputs {
            bytes_entry(&mut map, key, bytes)?;
        }
        map.serialize_entry("grammar", self.grammar.id())?;
        map.serialize_entry("error", self.message)?;
        map.end()
    }
}
