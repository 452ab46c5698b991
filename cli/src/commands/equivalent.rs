//! `urigram equivalent`: whether two identifiers are equivalent by what a document says, and on which rung they meet.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use urigram::{Form, Grammar, Normalizer, Rung, Urc};

use super::normalize::rung;
use crate::args::Globals;
use crate::bytes::Keyed;
use crate::exit::{Failure, Outcome};
use crate::output::{self, BAD, DIM, GOOD};
use crate::{input, meaning};

/// Say whether two identifiers are equivalent by what a document says, and on which rung they meet
///
/// That two identifiers differ never means that they identify different things. Citations (URCs) compare element by
/// element. The status is 1 where they differ or either is rejected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// One identifier
    a: OsString,

    /// The other
    b: OsString,

    /// Climb no higher: simple-string, case, percent-encoding, path-segments or scheme
    #[arg(long, value_name = "RUNG", default_value = "scheme", value_parser = rung)]
    up_to: Rung,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    a: Keyed<'a>,
    #[serde(flatten)]
    b: Keyed<'a>,
    grammar: &'static str,
    equivalent: bool,
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
}

/// By what two identifiers are equivalent, and the section that says it.
type Met = Option<(&'static str, &'static str)>;

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (a, b) = (input::read(&arguments.a, false)?, input::read(&arguments.b, false)?);
    let grammars = match globals.grammars[..] {
        [] => vec![meaning::selected(&a, globals.reading()).unwrap_or(Grammar::Rfc3986)],
        _ => crate::target::grammars(globals, None)?,
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
            return meaning::reject(globals, out, grammar, &inputs, &error.diagnose(bytes).to_string());
        }
    }
    let met = match grammar.document().form {
        Form::Urc => citations(grammar, globals, a, b),
        _ => ladder(grammar, globals, arguments.up_to, a, b),
    };
    let met = match met {
        Ok(met) => met,
        Err(message) => return meaning::reject(globals, out, grammar, &inputs, &message),
    };
    if globals.json() {
        let (a, b) = (Keyed("a", Some(a)), Keyed("b", Some(b)));
        let (by, section) =
            (met.map(|(by, _)| by), met.map(|(_, section)| section).filter(|section| !section.is_empty()));
        output::json_line(out, &Answer { a, b, grammar: grammar.id(), equivalent: met.is_some(), by, section })?;
    } else {
        let number = grammar.document().number;
        match met {
            None => writeln!(out, "{BAD}different{BAD:#} by all that {number} says")?,
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
        true if a == b => Some((Rung::SimpleString.name(), "")),
        true => Some(("elements", "Coded character set")),
        false => None,
    })
}

fn ladder(grammar: Grammar, globals: &Globals, up_to: Rung, a: &[u8], b: &[u8]) -> Result<Met, String> {
    let (a, b) = (meaning::text(a, grammar)?, meaning::text(b, grammar)?);
    let normalizer = Normalizer::new(grammar).reading(globals.reading()).up_to(up_to);
    let met = normalizer.equivalent(a, b).map_err(|error| error.to_string())?;
    let section = |rung| normalizer.rungs().find(|(known, _)| *known == rung).map_or("", |(_, section)| section);
    Ok(met.map(|rung| (rung.name(), section(rung))))
}
