//! `urigram normalize`: the normal form of an identifier by a document.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use serde::Serialize;
use urigram::{
    iri_to_uri, iri_to_uri_by_idna, uri_to_iri, uri_to_iri_by_idna, Equivalence, Form, Grammar,
    IdnaError, Level, NormalizeError, Normalizer, Objective, Urc,
};

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{DIM, NAME};
use crate::table::columns;
use crate::{input, select};
use urigram_page::escape::escaped;
use urigram_page::json::KeyedBytes;

/// Show an identifier's normal form by a document's rules on equivalence
///
/// How much is normalized depends on the document: RFC 1738 knows that schemes ignore case and that ports have defaults,
/// RFC 3986 has four levels of normalization. The key is another string: it is equal for two identifiers exactly where the
/// document makes them equivalent, and may lack components. Without --grammar, the grammar is selected by the input.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The identifier; `-` reads standard input to its end, without its last line end
    input: OsString,

    /// Show the text after each equivalence that changes it
    #[arg(long)]
    steps: bool,

    /// Show the key instead
    #[arg(long, conflicts_with_all = ["steps", "to_uri", "to_iri"])]
    key: bool,

    /// Make a key for comparisons before a retrieval, without the fragment (RFC 3986, 6.1) or with the query (urn-2012, 5)
    #[arg(long)]
    retrieval: bool,

    /// Stop at a level: simple-string, case, percent-encoding, path-segments or scheme
    #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = level)]
    up_to: Level,

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

pub(super) fn level(text: &str) -> Result<Level, String> {
    let same = |level: &Level| urigram::same_name(level.name(), text);
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::ALL
        .into_iter()
        .find(same)
        .ok_or_else(|| format!("{text}: no such level; the levels are {}", names()))
}

pub(super) const fn objective(is_retrieval: bool) -> Objective {
    if is_retrieval {
        Objective::Retrieval
    } else {
        Objective::Identity
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    grammar: &'static str,
    #[serde(flatten)]
    normalized: KeyedBytes<'a>,
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepLine>>,
}

#[derive(Serialize)]
struct StepLine {
    id: &'static str,
    level: &'static str,
    section: &'static str,
    text: String,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if arguments.idna && !(arguments.to_uri || arguments.to_iri) {
        return Err(Failure::Usage("--idna needs --to-uri or --to-iri".to_owned()));
    }
    if arguments.retrieval && !(arguments.key || globals.json()) {
        return Err(Failure::Usage("--retrieval goes with --key or --format json".to_owned()));
    }
    let bytes = input::read(&arguments.input, false)?;
    let grammars = match (&globals.grammars[..], arguments.to_uri || arguments.to_iri) {
        ([], true) => vec![Grammar::Rfc3987],
        ([], false) => {
            vec![select::selected(&bytes, globals.reading()).unwrap_or(Grammar::Rfc3986)]
        }
        _ => crate::rule_ref::grammars(globals, None)?,
    };
    let mut outcome = Outcome::Done;
    for grammar in grammars {
        outcome = outcome.and(one(globals, arguments, grammar, &bytes, out)?);
    }
    Ok(outcome)
}

/// The normal form and the key of an input, with the steps that lead to the first.
struct Found<'a> {
    normalized: Cow<'a, [u8]>,
    key: Option<String>,
    steps: Vec<(&'static Equivalence, String)>,
}

fn one(
    globals: &Globals,
    arguments: &Arguments,
    grammar: Grammar,
    bytes: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let reading = globals.reading();
    let inputs = [("input", bytes)];
    let reject = |out: &mut dyn Write, message: &str| {
        select::reject(globals, out, grammar, &inputs, message)
    };
    if let Err(error) = grammar.tables(reading).start().check(bytes, reading) {
        return reject(out, &error.diagnose(bytes).to_string());
    }
    let objective = objective(arguments.retrieval);
    let normalizer =
        Normalizer::new(grammar).reading(reading).up_to(arguments.up_to).objective(objective);
    let found = if grammar.document().form == Form::Urc {
        citation(normalizer, grammar, globals, bytes)
    } else {
        select::text(bytes, grammar).and_then(|text| identifier(normalizer, arguments, text))
    };
    let found = match found {
        Ok(found) => found,
        Err(message) => return reject(out, &message),
    };
    let steps = arguments.steps.then_some(found.steps);
    if globals.json() {
        let line = |(row, text): (&'static Equivalence, String)| {
            let (id, level, section) = (row.id, row.level().name(), row.section);
            StepLine { id, level, section, text }
        };
        let steps = steps.map(|steps| steps.into_iter().map(line).collect());
        let (input, normalized) =
            (KeyedBytes("input", Some(bytes)), KeyedBytes("normalized", Some(&found.normalized)));
        let answer =
            Answer { input, grammar: grammar.id(), normalized, key: found.key.as_deref(), steps };
        output::json_line(out, &answer)?;
    } else if arguments.key {
        match found.key {
            Some(key) => writeln!(out, "{}", escaped(key.as_bytes()))?,
            None => return reject(out, &select::unsaid(normalizer, grammar)),
        }
    } else if let Some(steps) = steps {
        let plain = anstyle::Style::new();
        let first =
            vec![(NAME, String::new()), (DIM, grammar.id().to_owned()), (plain, escaped(bytes))];
        let rows = steps.into_iter().map(|(row, text)| {
            let place = select::cite(grammar, row.section);
            vec![(NAME, row.id.to_owned()), (DIM, place), (plain, escaped(text.as_bytes()))]
        });
        let rows: Vec<_> = std::iter::once(first).chain(rows).collect();
        columns(out, 0, &rows)?;
    } else {
        writeln!(out, "{}", escaped(&found.normalized))?;
    }
    Ok(Outcome::Done)
}

fn identifier<'a>(
    normalizer: Normalizer,
    arguments: &Arguments,
    text: &'a str,
) -> Result<Found<'a>, String> {
    let bytes = |text: Cow<'a, str>| match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    let key = normalizer.key(text).map_err(|error| error.to_string())?.map(Cow::into_owned);
    if let Some(mapped) = mapped(arguments, text) {
        return Ok(Found { normalized: bytes(mapped?), key, steps: Vec::new() });
    }
    let said = |error: NormalizeError| error.to_string();
    let steps = if arguments.steps { normalizer.steps(text).map_err(said)? } else { Vec::new() };
    Ok(Found { normalized: bytes(normalizer.normalize(text).map_err(said)?), key, steps })
}

/// A citation's normal form is its canonical form.
fn citation<'a>(
    normalizer: Normalizer,
    grammar: Grammar,
    globals: &Globals,
    bytes: &'a [u8],
) -> Result<Found<'a>, String> {
    if !normalizer.is_defined() {
        return Err(select::unsaid(normalizer, grammar));
    }
    let urc =
        Urc::parse_by(grammar, globals.reading(), bytes).map_err(|error| error.to_string())?;
    let canonical = urc.canonical().map_err(|error| error.to_string())?;
    Ok(Found { normalized: Cow::Owned(canonical), key: urc.key(), steps: Vec::new() })
}

/// Returns the input as a URI or an IRI, if either was asked for.
fn mapped<'a>(arguments: &Arguments, input: &'a str) -> Option<Result<Cow<'a, str>, String>> {
    let owned = |result: Result<String, IdnaError>| {
        result.map(Cow::Owned).map_err(|error| error.to_string())
    };
    Some(match (arguments.to_uri, arguments.to_iri, arguments.idna) {
        (true, _, false) => iri_to_uri(input).map_err(|error| error.to_string()),
        (true, _, true) => owned(iri_to_uri_by_idna(input)),
        (_, true, false) => Ok(uri_to_iri(input)),
        (_, true, true) => owned(uri_to_iri_by_idna(input)),
        _ => return None,
    })
}
