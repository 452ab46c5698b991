//! `urigram equivalent`: whether two identifiers are equivalent by what a document says, and by which equivalences.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use urigram::{Compared, Equivalence, Form, Grammar, Level, Normalizer, Urc};

use super::normalize::objective;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::select::level;
use crate::style::{BAD, DIM, GOOD, NAME};
use crate::table::columns;
use crate::{input, select};
use urigram_page::json::KeyedBytes;

/// Say whether two identifiers are equivalent by what a document says, and by which of its equivalences
///
/// Two identifiers that differ can still identify the same thing. The status is 1 where the identifiers are not equivalent,
/// where the document does not say or forbids to compare them, and where either is rejected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The first identifier
    a: OsString,

    /// The second identifier
    b: OsString,

    /// Stop at a level: simple-string, case, percent-encoding, path-segments or scheme
    #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = level)]
    up_to: Level,

    /// Compare for a retrieval: without the fragment (RFC 3986, 6.1), with the query (urn-2012, 5, step 5b)
    #[arg(long)]
    retrieval: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    a: KeyedBytes<'a>,
    #[serde(flatten)]
    b: KeyedBytes<'a>,
    grammar: &'static str,
    /// `null` where the document does not say.
    equivalent: Option<bool>,
    by: Option<Vec<Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    section: &'static str,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let (a, b) = (input::read(&arguments.a, false)?, input::read(&arguments.b, false)?);
    let grammars = match globals.grammars[..] {
        [] => vec![select::selected(&a, globals.reading()).unwrap_or(Grammar::Rfc3986)],
        _ => crate::rule_ref::grammars(globals, None)?,
    };
    let mut outcome = Outcome::Done;
    for grammar in grammars {
        outcome = outcome.and(one(globals, arguments, grammar, &a, &b, out)?);
    }
    Ok(outcome)
}

fn one(
    globals: &Globals,
    arguments: &Arguments,
    grammar: Grammar,
    a: &[u8],
    b: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let inputs = [("a", a), ("b", b)];
    let reading = globals.reading();
    for (_, bytes) in inputs {
        if let Err(error) = grammar.tables(reading).start().check(bytes, reading) {
            return select::reject(
                globals,
                out,
                grammar,
                &inputs,
                &error.diagnose(bytes).to_string(),
            );
        }
    }
    let normalizer = Normalizer::new(grammar).reading(reading).up_to(arguments.up_to);
    let compared =
        match compare(normalizer.objective(objective(arguments.retrieval)), grammar, globals, a, b)
        {
            Ok(compared) => compared,
            Err(message) => return select::reject(globals, out, grammar, &inputs, &message),
        };
    let error = match compared {
        Compared::Equivalent { .. } | Compared::Different => None,
        _ => Some(select::unsaid(normalizer, grammar)),
    };
    let is_equivalent = compared.is_equivalent();
    if globals.json() {
        let (a, b) = (KeyedBytes("a", Some(a)), KeyedBytes("b", Some(b)));
        let equivalent = error.is_none().then_some(is_equivalent);
        let by = match compared {
            Compared::Equivalent { by } => {
                Some(by.iter().map(|row| Row { id: row.id, section: row.section }).collect())
            }
            _ => None,
        };
        output::json_line(out, &Answer { a, b, grammar: grammar.id(), equivalent, by, error })?;
        return Ok(Outcome::of(is_equivalent));
    }
    match (&compared, error) {
        (_, Some(error)) => crate::message::to_stderr(format_args!("{error}")),
        (Compared::Equivalent { by }, _) if by.is_empty() => {
            writeln!(out, "{GOOD}equivalent{GOOD:#}: the same text")?;
        }
        (Compared::Equivalent { by }, _) => {
            writeln!(out, "{GOOD}equivalent{GOOD:#} by")?;
            let row = |row: &&Equivalence| {
                vec![(NAME, row.id.to_owned()), (DIM, select::cite(grammar, row.section))]
            };
            columns(out, 2, &by.iter().map(row).collect::<Vec<_>>())?;
        }
        _ => writeln!(
            out,
            "{BAD}not equivalent{BAD:#} by anything that {} says",
            grammar.document().number
        )?,
    }
    Ok(Outcome::of(is_equivalent))
}

/// Compares texts, or citations, which may hold any octets.
fn compare(
    normalizer: Normalizer,
    grammar: Grammar,
    globals: &Globals,
    a: &[u8],
    b: &[u8],
) -> Result<Compared, String> {
    let texts = select::text(a, grammar).and_then(|a| Ok((a, select::text(b, grammar)?)));
    if let (Form::Urc, Err(_)) = (grammar.document().form, &texts) {
        let parse = |bytes| {
            Urc::parse_by(grammar, globals.reading(), bytes).map_err(|error| error.to_string())
        };
        return Ok(parse(a)?.compare(&parse(b)?));
    }
    let (a, b) = texts?;
    normalizer.equivalent(a, b).map_err(|error| error.to_string())
}
