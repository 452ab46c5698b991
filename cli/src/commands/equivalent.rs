//! `urigram equivalent`: the level of a document's normalization at which two identifiers become equal.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use urigram::urn::Objective;
use urigram::{Form, Grammar, Normalizer, Rung, Urc, Urn};
use urigram_page::json::KeyedBytes;

use crate::options::Globals;
use crate::exit::{Failure, Outcome};
use crate::output;
use crate::style::{BAD, DIM, GOOD};
use crate::{input, select};

/// Check whether two identifiers are equivalent by a document, and at which level
///
/// Identifiers that are not equivalent can still identify the same thing. Names (URNs) are compared by the numbered
/// steps of their document, citations (URCs) element by element. The status is 1 if they are not equivalent or one is
/// rejected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The first identifier
    a: OsString,

    /// The second identifier
    b: OsString,

    /// The highest level to compare by: simple-string, case, percent-encoding, path-segments or scheme
    #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = select::level)]
    up_to: Rung,

    /// Compare what names resolve to: by their query directives, too (urn-2012, 5, step 5b)
    #[arg(long)]
    results: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    a: KeyedBytes<'a>,
    #[serde(flatten)]
    b: KeyedBytes<'a>,
    grammar: &'static str,
    equivalent: bool,
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
}

/// The level by which two identifiers are equivalent, and its section.
type Met = Option<(String, &'static str)>;

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
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
            return select::reject(globals, out, grammar, &inputs, &error.diagnose(bytes).to_string());
        }
    }
    let met = match grammar.document().form {
        Form::Urc => citations(grammar, globals, a, b),
        Form::Urn => names(grammar, globals, arguments, a, b),
        _ => ladder(grammar, globals, arguments.up_to, a, b),
    };
    let met = match met {
        Ok(met) => met,
        Err(message) => return select::reject(globals, out, grammar, &inputs, &message),
    };
    if globals.json() {
        let (a, b) = (KeyedBytes("a", Some(a)), KeyedBytes("b", Some(b)));
        let by = met.as_ref().map(|(by, _)| by.as_str());
        let section = met.as_ref().map(|(_, section)| *section).filter(|section| !section.is_empty());
        output::json_line(out, &Answer { a, b, grammar: grammar.id(), equivalent: met.is_some(), by, section })?;
    } else {
        let number = grammar.document().number;
        match &met {
            None => writeln!(out, "{BAD}not equivalent{BAD:#} by any level of {number}")?,
            Some((by, "")) => writeln!(out, "{GOOD}equivalent{GOOD:#} by {by} {DIM}({number}){DIM:#}")?,
            Some((by, section)) => writeln!(out, "{GOOD}equivalent{GOOD:#} by {by} {DIM}({number}, {section}){DIM:#}")?,
        }
    }
    Ok(Outcome::of(met.is_some()))
}

fn citations(grammar: Grammar, globals: &Globals, a: &[u8], b: &[u8]) -> Result<Met, String> {
    let parse = |bytes| Urc::parse_by(grammar, globals.reading(), bytes).map_err(|error| error.to_string());
    let (parsed_a, parsed_b) = (parse(a)?, parse(b)?);
    Ok(match parsed_a.is_same_as(&parsed_b) {
        true if a == b => Some((Rung::SimpleString.name().to_owned(), "")),
        true => Some(("elements".to_owned(), "Coded character set")),
        false => None,
    })
}

/// Returns the first step from which on both names are the same.
fn names(grammar: Grammar, globals: &Globals, arguments: &Arguments, a: &[u8], b: &[u8]) -> Result<Met, String> {
    let objective = if arguments.results { Objective::Results } else { Objective::Resources };
    let steps = |bytes| {
        let urn = Urn::parse_by(grammar, globals.reading(), select::text(bytes, grammar)?);
        urn.map(|urn| urn.equivalence_steps(objective)).map_err(|error| error.to_string())
    };
    let (a_steps, b_steps) = (steps(a)?, steps(b)?);
    let same = a_steps.iter().zip(&b_steps).rev().take_while(|(a, b)| a.text == b.text);
    let section = Normalizer::new(grammar).rungs().last().map_or("", |(_, section)| section);
    Ok(match same.last() {
        None => None,
        Some(_) if a == b => Some((Rung::SimpleString.name().to_owned(), "")),
        Some((step, _)) => Some((format!("step {}", step.label), section)),
    })
}

fn ladder(grammar: Grammar, globals: &Globals, up_to: Rung, a: &[u8], b: &[u8]) -> Result<Met, String> {
    let (a, b) = (select::text(a, grammar)?, select::text(b, grammar)?);
    let normalizer = Normalizer::new(grammar).reading(globals.reading()).up_to(up_to);
    let met = normalizer.equivalent(a, b).map_err(|error| error.to_string())?;
    let section = |rung| normalizer.rungs().find(|(known, _)| *known == rung).map_or("", |(_, section)| section);
    Ok(met.map(|rung| (rung.name().to_owned(), section(rung))))
}
