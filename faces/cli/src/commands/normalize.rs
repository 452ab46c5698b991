//! `urigram normalize`: the normal form of an identifier by a document.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use urigram::documents::{same_name, Equivalence, Form, SectionRef};
use urigram::errors::{IdnaError, NormalizeError, Objection};
use urigram::iri::{iri_to_uri, iri_to_uri_by_idna, uri_to_iri, uri_to_iri_by_idna};
use urigram::normalization::{Level, Objective};
use urigram::{Grammar, Normalizer, Select, Urc};

use crate::exit::{Failure, Outcome};
use crate::grammar::{of_input, text, LineGrammar};
use crate::options::{Format, Globals, Whole, ABOUT_TEXT};
use crate::output::{self, Out};
use crate::rejection::{reject, Rejection};
use crate::style::{DIM, NAME};
use crate::table::columns;
use crate::{bulk, input, per_line};
use urigram_answers::escape::escaped;
use urigram_answers::json::{key, Bytes};
use urigram_answers::Refusal;

/// Show an identifier's normal form by a document's rules on equivalence
///
/// Each document says how much is normalized: RFC 1738 only says that schemes ignore case and
/// that ports have defaults, RFC 3986 has four levels of normalization. The key is another string:
/// it is equal for two identifiers exactly where the document makes them equivalent, and may lack
/// components. Without --grammar, the grammar is selected by the input.
#[derive(Debug, Args)]
#[command(mut_arg("append", |append| append.requires("lines")))]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// The identifier; `-` reads all of standard input, except its final line end. With --lines,
    /// files
    #[arg(value_name = "INPUT|FILE", required_unless_present = "lines")]
    operands: Vec<OsString>,

    /// Read an identifier from each line of the files; `-`, or no file, is standard input. A line
    /// is written for each: the normal form, or `\N` if there isn't one, with the reason on
    /// standard error
    #[arg(long, conflicts_with = "steps")]
    lines: bool,

    /// Show the text after each equivalence that changes it
    #[arg(long)]
    steps: bool,

    /// Show the key instead
    #[arg(long, group = ABOUT_TEXT)]
    #[arg(conflicts_with_all = ["steps", "mapping", "append"])]
    key: bool,

    /// Make a key for comparisons before a retrieval, without the fragment (RFC 3986, 6.1) or with
    /// the query (urn-2012, 5)
    #[arg(long)]
    retrieval: bool,

    /// Stop at a level: simple-string, case, percent-encoding, path-segments, scheme, or address,
    /// which also makes texts of one IPv6 address the same (RFC 5952)
    /// [default: scheme]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    up_to: Option<Level>,

    /// Map an IRI to a URI instead (RFC 3987, 3.1)
    #[arg(long, group = "mapping", conflicts_with = "steps")]
    to_uri: bool,

    /// Convert a URI to an IRI instead (RFC 3987, 3.2)
    #[arg(long, group = "mapping", conflicts_with = "steps")]
    to_iri: bool,

    /// Convert the host between its Unicode and its ASCII form where the scheme uses domain names
    /// (ToASCII, ToUnicode)
    #[arg(long, requires = "mapping")]
    idna: bool,

    #[command(flatten)]
    append: bulk::Added,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: Whole,
}

/// The columns that are added to records.
const COLUMNS: [(&str, bool); 2] = [("normalized", false), ("key", true)];

impl Arguments {
    fn maps(&self) -> bool {
        self.to_uri || self.to_iri
    }
}

pub(super) const fn objective(is_retrieval: bool) -> Objective {
    if is_retrieval {
        Objective::Retrieval
    } else {
        Objective::Identity
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if arguments.retrieval && !(arguments.key || arguments.append.is_given() || out.is_json()) {
        return Err("--retrieval goes with --key or --format json".into());
    }
    if arguments.maps() && arguments.up_to.is_some() && !out.is_json() {
        return Err("--up-to is about the normal form and the key".into());
    }
    if arguments.lines {
        return lines(globals, arguments, out.format());
    }
    let [input] = input::exactly(&arguments.operands, "one identifier")?;
    input::note_file(input, "urigram normalize --lines");
    let bytes = input::read(input, false)?;
    let grammars = if arguments.maps() && globals.grammars.is_empty() {
        vec![Grammar::Rfc3987]
    } else {
        of_input(globals, &bytes)?
    };
    let mut outcome = Outcome::Done;
    for grammar in grammars {
        outcome = outcome.and(one(globals, arguments, grammar, &bytes, out)?);
    }
    Ok(outcome)
}

/// Normalizes each line.
fn lines(globals: &Globals, arguments: &Arguments, format: Format) -> Result<Outcome, Failure> {
    let grammars = LineGrammar::new(globals, Some(Select::Auto), "normalize --lines")?;
    let reader = bulk::Reader::new(&arguments.records, &arguments.operands, 1, false)?;
    let is_mapped = arguments.maps() && globals.grammars.is_empty();
    if arguments.append.is_given() {
        let append = arguments.append.columns(&COLUMNS)?;
        let reader = reader.adding(&append.names);
        return per_line::append(&reader, &append, |bytes, is_key| {
            let candidates =
                if is_mapped { &[Grammar::Rfc3987][..] } else { grammars.candidates(bytes) };
            let wanted = if is_key { Wanted::Key } else { Wanted::NormalForm };
            let (grammar, found) = find_by_first(globals, wanted, arguments, candidates, bytes);
            let found = found?;
            match found.bytes(is_key) {
                Some(bytes) => Ok(Some(bytes.to_vec())),
                None => Err(unkeyed(arguments, globals, grammar)),
            }
        });
    }
    // Only as text, and only the normal form, is a plain line its own answer.
    let wanted = Wanted::of(arguments, format);
    let is_itself = wanted == Wanted::NormalForm && !arguments.maps();
    let plain = bulk::Quick::new(|| grammars.plain_lines().filter(|_| is_itself));
    let copy = |lines: &[u8], answers: &mut per_line::Answers| {
        answers.text.extend_from_slice(lines);
        Outcome::Done
    };
    per_line::run_quickly(format, &reader, &plain, copy, |place, [bytes], answers| {
        let candidates =
            if is_mapped { &[Grammar::Rfc3987][..] } else { grammars.candidates(bytes) };
        let (grammar, found) = find_by_first(globals, wanted, arguments, candidates, bytes);
        let inputs = [("input", bytes)];
        let found = match found {
            Ok(found) => found,
            Err(rejection) => {
                return per_line::reject(place, grammar, &inputs, &rejection, answers);
            }
        };
        let json = || json(bytes, grammar, &found);
        answers.answer(place, Outcome::Done, json, |answers| match found.bytes(arguments.key) {
            Some(bytes) => answers.value(place, bytes),
            None => {
                let rejection = unkeyed(arguments, globals, grammar);
                per_line::reject(place, grammar, &inputs, &rejection, answers)
            }
        })
    })
}

/// The part of an answer that is shown: text has one, JSON both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    NormalForm,
    Key,
    Both,
}

impl Wanted {
    fn of(arguments: &Arguments, format: Format) -> Wanted {
        match format {
            Format::Json => Wanted::Both,
            Format::Text if arguments.key => Wanted::Key,
            Format::Text => Wanted::NormalForm,
        }
    }
}

/// The normal form and the key of an input, as far as they are shown, with the steps that lead to
/// the first.
struct Found<'a> {
    normalized: Cow<'a, [u8]>,
    key: Option<String>,
    steps: Vec<(&'static Equivalence, String)>,
}

impl Found<'_> {
    /// Returns the normal form, or the key where it is asked for and there is one.
    fn bytes(&self, is_key: bool) -> Option<&[u8]> {
        if is_key {
            self.key.as_deref().map(str::as_bytes)
        } else {
            Some(&self.normalized)
        }
    }
}

/// Returns the object of what is shown of an input.
fn json<'a>(input: &'a [u8], grammar: Grammar, found: &'a Found<'_>) -> NormalizedJson<'a> {
    NormalizedJson {
        input: input.into(),
        grammar: grammar.as_str(),
        normalized: (&found.normalized).into(),
        key: found.key.as_deref(),
        steps: None,
    }
}

fn normalizer(arguments: &Arguments, globals: &Globals, grammar: Grammar) -> Normalizer {
    let normalizer = Normalizer::new(grammar)
        .reading(globals.reading())
        .up_to(arguments.up_to.unwrap_or(Level::Scheme));
    normalizer.objective(objective(arguments.retrieval))
}

fn unkeyed(arguments: &Arguments, globals: &Globals, grammar: Grammar) -> Rejection {
    unsaid(normalizer(arguments, globals, grammar), grammar).into()
}

/// Finds what is shown of an input by the first grammar that accepts it or, if none does, by the
/// one that follows it furthest: that of [`of_input`].
fn find_by_first<'a>(
    globals: &Globals,
    wanted: Wanted,
    arguments: &Arguments,
    candidates: &[Grammar],
    bytes: &'a [u8],
) -> (Grammar, Result<Found<'a>, Rejection>) {
    let mut closest: Option<(Grammar, Box<Objection>)> = None;
    for &grammar in candidates {
        match find(globals, wanted, arguments, grammar, bytes) {
            Err(Rejection::Objection(_, objection)) => {
                let known = closest.as_ref().map(|(_, known)| known.offset());
                if known.is_none_or(|known| objection.offset() > known) {
                    closest = Some((grammar, objection));
                }
            }
            found => return (grammar, found),
        }
    }
    match closest {
        Some((grammar, objection)) => (grammar, Err(Rejection::Objection(None, objection))),
        None => {
            let grammar = Grammar::Rfc3986;
            (grammar, find(globals, wanted, arguments, grammar, bytes))
        }
    }
}

/// Finds what is shown of an input.
fn find<'a>(
    globals: &Globals,
    wanted: Wanted,
    arguments: &Arguments,
    grammar: Grammar,
    bytes: &'a [u8],
) -> Result<Found<'a>, Rejection> {
    let reading = globals.reading();
    let normalizer = normalizer(arguments, globals, grammar);
    if grammar.document().form == Form::Urc {
        let whole = text::with_brackets(bytes, grammar, reading);
        grammar.tables(reading).start().check(&whole, reading)?;
        return Ok(citation(normalizer, grammar, globals, &whole)?);
    }
    let text = text::text(bytes, grammar, reading)?;
    let key = match wanted {
        Wanted::NormalForm => None,
        Wanted::Key | Wanted::Both => normalizer.key(text)?.map(Cow::into_owned),
    };
    if let Some(mapped) = mapped(arguments, text) {
        grammar.tables(reading).start().check(bytes, reading)?;
        return Ok(Found { normalized: into_bytes(mapped?), key, steps: Vec::new() });
    }
    let steps = if arguments.steps { normalizer.steps(text).map_err(said)? } else { Vec::new() };
    let normalized = match wanted {
        Wanted::Key => Cow::Borrowed(bytes),
        Wanted::NormalForm | Wanted::Both => into_bytes(normalizer.normalize(text).map_err(said)?),
    };
    Ok(Found { normalized, key, steps })
}

fn said(error: NormalizeError) -> Rejection {
    match error {
        NormalizeError::Rejected(objection) => Rejection::from(objection),
        error => Rejection::Refused(error.to_string().into()),
    }
}

fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

fn one(
    globals: &Globals,
    arguments: &Arguments,
    grammar: Grammar,
    bytes: &[u8],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let inputs = [("input", bytes)];
    let wanted = Wanted::of(arguments, out.format());
    let found = match find(globals, wanted, arguments, grammar, bytes) {
        Ok(found) => found,
        Err(rejection) => return reject(out, grammar, &inputs, &rejection),
    };
    let json = || {
        let line = |(row, text): &'_ (&'static Equivalence, String)| {
            let (id, level, section) = (row.id, row.level().name(), row.section);
            NormalizedStepJson { id, level, section, text: text.clone() }
        };
        let steps = arguments.steps.then(|| found.steps.iter().map(line).collect());
        NormalizedJson { steps, ..json(bytes, grammar, &found) }
    };
    let mut outcome = Outcome::Done;
    out.answer(json, |out| match found.bytes(arguments.key) {
        _ if arguments.steps => {
            let plain = anstyle::Style::new();
            let first = vec![
                (NAME, String::new()),
                (DIM, grammar.as_str().to_owned()),
                (plain, escaped(bytes)),
            ];
            let rows = found.steps.iter().map(|(row, text)| {
                let place = SectionRef::of(grammar.document().number, row.section).to_string();
                vec![(NAME, row.id.to_owned()), (DIM, place), (plain, escaped(text.as_bytes()))]
            });
            columns(out, 0, &std::iter::once(first).chain(rows).collect::<Vec<_>>())
        }
        Some(bytes) => output::value(out, &globals.label(grammar), bytes),
        None => {
            let rejection = unkeyed(arguments, globals, grammar);
            outcome = rejection.outcome();
            crate::message::to_stderr(format_args!("{}", rejection.message()));
            Ok(())
        }
    })?;
    Ok(outcome)
}

/// A citation's normal form is its canonical form.
fn citation(
    normalizer: Normalizer,
    grammar: Grammar,
    globals: &Globals,
    bytes: &[u8],
) -> Result<Found<'static>, Refusal> {
    if !normalizer.is_defined() {
        return Err(unsaid(normalizer, grammar));
    }
    let urc =
        Urc::parse_by(grammar, globals.reading(), bytes).map_err(|error| error.to_string())?;
    let canonical = urigram_urc::canonical(urc).map_err(|error| error.to_string())?;
    let key = urigram_urc::key(urc, normalizer);
    Ok(Found { normalized: Cow::Owned(canonical), key, steps: Vec::new() })
}

/// Returns the input as a URI or an IRI, if a conversion was requested.
fn mapped<'a>(arguments: &Arguments, input: &'a str) -> Option<Result<Cow<'a, str>, Refusal>> {
    let owned = |result: Result<String, IdnaError>| {
        result.map(Cow::Owned).map_err(|error| error.to_string().into())
    };
    Some(match (arguments.to_uri, arguments.to_iri, arguments.idna) {
        (true, _, false) => iri_to_uri(input).map_err(|error| error.to_string().into()),
        (true, _, true) => owned(iri_to_uri_by_idna(input)),
        (_, true, false) => Ok(uri_to_iri(input)),
        (_, true, true) => owned(uri_to_iri_by_idna(input)),
        _ => return None,
    })
}

/// Returns the reason why a document gives no key.
pub(super) fn unsaid(normalizer: Normalizer, grammar: Grammar) -> Refusal {
    let comparison = grammar.document().comparison.as_ref();
    match comparison.and_then(|comparison| comparison.relative).filter(|_| normalizer.is_defined())
    {
        Some(section) => format!(
            "{grammar} forbids comparing relative references ({}): resolve them first",
            SectionRef::of(grammar.document().number, section)
        ),
        None if normalizer.is_defined() => {
            format!("{grammar} leaves open whether these two are equivalent")
        }
        None => format!("{grammar} does not say when two identifiers are equivalent"),
    }
    .into()
}

/// Reads the name of a level of normalization, for `--up-to`.
pub(super) fn level(text: &str) -> Result<Level, Refusal> {
    let same = |level: &Level| same_name(level.name(), text);
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::ALL.into_iter().find(same).ok_or_else(|| format!("the levels are {}", names()).into())
}

/// An identifier, its normal form and its key.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NormalizedJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The id of the grammar.
    pub(crate) grammar: &'static str,
    /// The normal form.
    #[serde(flatten)]
    pub(crate) normalized: Bytes<'a, key::Normalized>,
    /// Equal for two identifiers exactly where the document makes them equivalent; null where it
    /// does not say.
    pub(crate) key: Option<&'a str>,
    /// The steps to the normal form, with `--steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<NormalizedStepJson>>,
}

/// A step to the normal form.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NormalizedStepJson {
    /// The equivalence.
    pub(crate) id: &'static str,
    /// Its level.
    pub(crate) level: &'static str,
    /// The section of the document.
    pub(crate) section: &'static str,
    /// The identifier after the step.
    pub(crate) text: String,
}
