//! `urigram normalize`: the normal form of an identifier by a document.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use urigram::{iri_to_uri, iri_to_uri_by_idna, uri_to_iri, uri_to_iri_by_idna, Grammar, IdnaError, Normalizer, Rung};
use urigram_page::escape::escaped;

use crate::options::Globals;
use crate::exit::{Failure, Outcome};
use crate::output;
use crate::style::{DIM, NAME};
use crate::table::columns;
use crate::{input, select};

/// Show an identifier's normal form by a document's rules on equivalence
///
/// How much is normalized depends on the document: RFC 1738 has schemes without case and default ports, RFC 3986 four
/// levels. Without --grammar, the input selects the grammar.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The identifier; `-` reads standard input to its end, without its last line end
    input: OsString,

    /// Show the text after each level that changes it
    #[arg(long)]
    steps: bool,

    /// The highest level to apply: simple-string, case, percent-encoding, path-segments or scheme
    #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = select::level)]
    up_to: Rung,

    /// Map an IRI to a URI instead (RFC 3987, 3.1)
    #[arg(long, conflicts_with_all = ["steps", "to_iri"])]
    to_uri: bool,

    /// Convert a URI to an IRI instead (RFC 3987, 3.2)
    #[arg(long, conflicts_with = "steps")]
    to_iri: bool,

    /// Convert the host between its Unicode and its ASCII form where the scheme uses domain names (ToASCII, ToUnicode)
    #[arg(long)]
    idna: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    input: &'a str,
    grammar: &'static str,
    normalized: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepLine>>,
}

#[derive(Serialize)]
struct StepLine {
    rung: &'static str,
    section: &'static str,
    text: String,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if arguments.idna && !(arguments.to_uri || arguments.to_iri) {
        return Err(Failure::Usage("--idna needs --to-uri or --to-iri".to_owned()));
    }
    let bytes = input::read(&arguments.input, false)?;
    let grammars = match (&globals.grammars[..], arguments.to_uri || arguments.to_iri) {
        ([], true) => vec![Grammar::Rfc3987],
        ([], false) => vec![select::selected(&bytes, globals.reading()).unwrap_or(Grammar::Rfc3986)],
        _ => crate::rule_ref::grammars(globals, None)?,
    };
    let mut outcome = Outcome::Done;
    for grammar in grammars {
        outcome = outcome.and(one(globals, arguments, grammar, &bytes, out)?);
    }
    Ok(outcome)
}

fn one(
    globals: &Globals,
    arguments: &Arguments,
    grammar: Grammar,
    bytes: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let inputs = [("input", bytes)];
    let input = match select::text(bytes, grammar) {
        Ok(input) => input,
        Err(message) => return select::reject(globals, out, grammar, &inputs, &message),
    };
    if let Err(error) = grammar.tables(globals.reading()).start().check(bytes, globals.reading()) {
        return select::reject(globals, out, grammar, &inputs, &error.diagnose(bytes).to_string());
    }
    let normalizer = Normalizer::new(grammar).reading(globals.reading()).up_to(arguments.up_to);
    let normalized = match mapped(arguments, input) {
        Some(Ok(mapped)) => mapped,
        Some(Err(message)) => return select::reject(globals, out, grammar, &inputs, &message),
        None => normalizer.normalize(input).map_err(|error| Failure::Limit(error.to_string()))?,
    };
    let steps = match arguments.steps {
        true => Some(normalizer.steps(input).map_err(|error| Failure::Limit(error.to_string()))?),
        false => None,
    };
    let section = |rung: Rung| normalizer.rungs().find(|(known, _)| *known == rung).map_or("", |(_, section)| section);
    if globals.json() {
        let line = |(rung, text): (Rung, String)| StepLine { rung: rung.name(), section: section(rung), text };
        let steps = steps.map(|steps| steps.into_iter().map(line).collect());
        output::json_line(out, &Answer { input, grammar: grammar.id(), normalized, steps })?;
        return Ok(Outcome::Done);
    }
    match steps {
        None => writeln!(out, "{}", escaped(normalized.as_bytes()))?,
        Some(steps) => {
            let number = grammar.document().number;
            let first =
                vec![(NAME, String::new()), (DIM, grammar.id().to_owned()), (anstyle::Style::new(), escaped(bytes))];
            let rows = steps.into_iter().map(|(rung, text)| {
                let place = format!("{number}, {}", section(rung));
                vec![(NAME, rung.name().to_owned()), (DIM, place), (anstyle::Style::new(), escaped(text.as_bytes()))]
            });
            let rows: Vec<_> = std::iter::once(first).chain(rows).collect();
            columns(out, 0, &rows)?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns the input as a URI or an IRI, if an option asks for either.
fn mapped<'a>(arguments: &Arguments, input: &'a str) -> Option<Result<Cow<'a, str>, String>> {
    let owned = |result: Result<String, IdnaError>| result.map(Cow::Owned).map_err(|error| error.to_string());
    Some(match (arguments.to_uri, arguments.to_iri, arguments.idna) {
        (true, _, false) => iri_to_uri(input).map_err(|error| error.to_string()),
        (true, _, true) => owned(iri_to_uri_by_idna(input)),
        (_, true, false) => Ok(uri_to_iri(input)),
        (_, true, true) => owned(uri_to_iri_by_idna(input)),
        _ => return None,
    })
}
