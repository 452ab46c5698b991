//! `urigram equivalent`: whether two identifiers are equivalent according to a document, and its
//! equivalences.

mod lines;

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use urigram::documents::{Equivalence, Form, SectionRef};
use urigram::normalization::{Compared, Level};
use urigram::{Grammar, Normalizer, Urc};

use super::normalize::{self, level, objective};
use crate::exit::{Failure, Outcome};
use crate::grammar::{of_input, text};
use crate::options::{Globals, Whole};
use crate::output::Out;
use crate::rejection::{reject, Rejection};
use crate::style::{BAD, DIM, GOOD, NAME};
use crate::table::columns;
use crate::{bulk, input};
use urigram_answers::json::{key, Bytes, RejectionJson};
use urigram_answers::{Refusal, RuleRef};

/// Decide whether two identifiers are equivalent by a document, and name its equivalences
///
/// Identifiers that are not equivalent can still identify the same thing. The status is 1 if the
/// identifiers are not equivalent, if the document does not define equivalence or forbids comparing
/// them, and if either is rejected.
#[derive(Debug, Args)]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// The two identifiers; with --lines, files
    #[arg(value_name = "A B|FILE", required_unless_present = "lines")]
    operands: Vec<OsString>,

    /// Read two identifiers from two columns of each line. A line is written for each: `different`,
    /// or `equivalent` with the equivalences and their sections. `\N` means that there is no
    /// answer; the reason is on standard error
    #[arg(long)]
    lines: bool,

    /// Stop at a level: simple-string, case, percent-encoding, path-segments, scheme, or address,
    /// which also makes texts of one IPv6 address the same (RFC 5952)
    #[arg(long, value_name = "LEVEL", default_value = "scheme", value_parser = level)]
    up_to: Level,

    /// Compare for a retrieval: without the fragment (RFC 3986, 6.1), with the query (urn-2012, 5,
    /// step 5b)
    #[arg(long)]
    retrieval: bool,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: Whole,
}

impl Arguments {
    fn normalizer(&self, grammar: Grammar, globals: &Globals) -> Normalizer {
        let normalizer = Normalizer::new(grammar).reading(globals.reading()).up_to(self.up_to);
        normalizer.objective(objective(self.retrieval))
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if arguments.lines {
        return lines::run(globals, arguments, out.format());
    }
    let [a, b] = input::exactly(&arguments.operands, "two identifiers")?;
    let (a, b) = (input::read(a, false)?, input::read(b, false)?);
    let mut outcome = Outcome::Done;
    for grammar in of_input(globals, &a)? {
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
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let inputs = [("a", a), ("b", b)];
    let compared = match compare(arguments, globals, grammar, a, b) {
        Ok(compared) => compared,
        Err(rejection) => return reject(out, grammar, &inputs, &rejection),
    };
    let (label, number) = (globals.label(grammar), grammar.document().number);
    let json = || json(arguments, globals, grammar, [a, b], &compared);
    out.answer(json, |out| match &compared {
        Compared::Equivalent { by } if by.is_empty() => {
            writeln!(out, "{label}{GOOD}equivalent{GOOD:#}: the same text")
        }
        Compared::Equivalent { by } => {
            writeln!(out, "{label}{GOOD}equivalent{GOOD:#} by")?;
            let row = |row: &&Equivalence| {
                let section = SectionRef::of(number, row.section);
                vec![(NAME, row.id.to_owned()), (DIM, section.to_string())]
            };
            columns(out, 2, &by.iter().map(row).collect::<Vec<_>>())
        }
        Compared::Different => writeln!(out, "{label}{BAD}not equivalent{BAD:#} by {number}"),
        _ => {
            let unsaid = unsaid(arguments, globals, grammar).message();
            crate::message::to_stderr(format_args!("{unsaid}"));
            Ok(())
        }
    })?;
    Ok(Outcome::of(compared.is_equivalent()))
}

/// Returns the reason why a document does not compare.
fn unsaid(arguments: &Arguments, globals: &Globals, grammar: Grammar) -> Rejection {
    normalize::unsaid(arguments.normalizer(grammar, globals), grammar).into()
}

/// Returns the object of a comparison.
fn json<'a>(
    arguments: &Arguments,
    globals: &Globals,
    grammar: Grammar,
    [a, b]: [&'a [u8]; 2],
    compared: &Compared,
) -> EquivalentJson<'a> {
    let (equivalent, by, error) = match compared {
        Compared::Equivalent { by } => (Some(true), Some(EquivalenceJson::of(by)), None),
        Compared::Different => (Some(false), None, None),
        _ => (None, None, Some(unsaid(arguments, globals, grammar).json())),
    };
    let (a, b) = (a.into(), b.into());
    EquivalentJson { a, b, grammar: grammar.as_str(), equivalent, by, error }
}

/// Compares texts, or citations, which may hold any octets.
///
/// # Errors
/// The reason why either has no answer.
fn compare(
    arguments: &Arguments,
    globals: &Globals,
    grammar: Grammar,
    a: &[u8],
    b: &[u8],
) -> Result<Compared, Rejection> {
    let reading = globals.reading();
    let [a, b] = [a, b].map(|bytes| text::with_brackets(bytes, grammar, reading));
    let (a, b) = (&*a, &*b);
    let named = [("a", a), ("b", b)];
    for (name, bytes) in named {
        let checked = RuleRef::start(grammar, reading).verdict(bytes).check();
        checked.map_err(|objection| Rejection::from(objection).of(name))?;
    }
    let normalizer = arguments.normalizer(grammar, globals);
    if grammar.document().form == Form::Urc {
        let parse = |bytes| Urc::parse_by(grammar, reading, bytes);
        let parse = |bytes| parse(bytes).map_err(|error| Refusal::Usage(error.to_string()));
        return Ok(urigram_urc::compare(parse(a)?, parse(b)?, normalizer));
    }
    let [a, b] = text::texts(named, grammar, reading)?;
    Ok(normalizer.equivalent(a, b)?)
}

/// Two identifiers, and whether they are equivalent.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EquivalentJson<'a> {
    /// The first identifier.
    #[serde(flatten)]
    pub(crate) a: Bytes<'a, key::A>,
    /// The second identifier.
    #[serde(flatten)]
    pub(crate) b: Bytes<'a, key::B>,
    /// The id of the grammar.
    pub(crate) grammar: &'static str,
    /// Null where the document does not say.
    pub(crate) equivalent: Option<bool>,
    /// The equivalences that make them so.
    pub(crate) by: Option<Vec<EquivalenceJson>>,
    /// The reason why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<RejectionJson>,
}

/// An equivalence of a document.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EquivalenceJson {
    id: &'static str,
    /// The section of the document.
    section: &'static str,
}

impl EquivalenceJson {
    /// Returns the objects of equivalences.
    pub(crate) fn of(rows: &[&'static Equivalence]) -> Vec<EquivalenceJson> {
        rows.iter().map(|row| EquivalenceJson { id: row.id, section: row.section }).collect()
    }
}
