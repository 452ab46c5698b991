//! Facts about a rule for the fast splitter: guessed from the rule's automaton, then proved by
//! automata.
//!
//! `model` writes the splitter's language as ABNF over the grammar's own rules, for each scheme
//! that differs from others. A part of the language is kept only if the rule accepts every string
//! of it, and if every table that splitting by the document's shape would use agrees. So a wrong
//! guess costs speed and never a verdict.

mod guess;
mod model;
mod names;
mod proof;
mod prover;
mod spec;

use crate::error::ReadError;
use crate::folder::Folder;
use crate::tables::builder::Builder;
use urigram_automata::Dfa;
use urigram_engine::{Schemes, Shape};

pub(crate) use names::text_of;
pub(crate) use spec::spec;

/// The facts that were proved of a rule; `spec` makes them what the scanner reads.
pub(crate) struct Proved {
    sets: Sets,
    /// `None` for a scheme that is left to the table.
    named: Vec<(String, Option<AfterScheme>)>,
    slots: names::Slots,
    any: Option<AfterScheme>,
    relative: Option<AfterScheme>,
    in_scheme: Option<KnownState>,
}

/// A known state of the table. It is closed if its only transitions are those that the splitter
/// follows.
#[derive(Clone, Copy, PartialEq)]
struct KnownState {
    state: u32,
    is_closed: bool,
}

impl Proved {
    fn afters(&self) -> impl Iterator<Item = &AfterScheme> {
        let named = self.named.iter().filter_map(|(_, form)| form.as_ref());
        named.chain(&self.any).chain(&self.relative)
    }

    /// Whether an authority can be a server's name.
    fn has_servers(&self) -> bool {
        self.afters().any(|form| matches!(form.host, Host::Server { .. }))
    }
}

/// Sets of bytes, and whether schemes are case-sensitive.
#[derive(Default)]
struct Sets {
    scheme: Vec<u8>,
    first: Vec<u8>,
    legal: Vec<u8>,
    is_exact: bool,
}

/// The facts about what follows a scheme. `crates/engine/src/scan/spec.rs` describes each field.
#[derive(Clone, PartialEq)]
struct AfterScheme {
    /// The scheme, where it is one.
    scheme: Option<String>,
    is_relative: bool,
    net: Net,
    ends_at_question: bool,
    empty: bool,
    userinfo: Userinfo,
    host: Host,
    literal: Option<String>,
    pieces: Option<Pieces>,
    empty_port: bool,
    following: Following,
    slash: bool,
    bare: bool,
    opaque: Opaque,
    single_slashes: bool,
    query: bool,
    fragment: bool,
    /// Whether the table checks the text after the first `?`.
    question_by_table: bool,
    hash_by_table: bool,
    after_question: Option<u32>,
    after_hash: Option<u32>,
    states: [Option<KnownState>; 7],
    after_slash: Option<u32>,
    is_alike: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Net {
    Unknown,
    Path,
    Authority,
}

#[derive(Clone, Copy, PartialEq)]
struct Following {
    nothing: bool,
    query: bool,
    /// Whether a `?` there makes all before it a path.
    path: bool,
    slashes: bool,
}

/// The number of pieces in an IPv6 address, without a double colon and with one.
#[derive(Clone, Copy, PartialEq)]
struct Pieces {
    least: usize,
    /// `None` where there is no bound.
    most: Option<usize>,
    most_beside: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Opaque {
    Unknown,
    Path,
    Whole,
    Name(Nid),
}

#[derive(Clone, Copy, PartialEq)]
struct Nid {
    least: u8,
    last_hyphen: bool,
}

#[derive(Clone, PartialEq)]
enum Host {
    None,
    Any,
    Server {
        hostport: String,
        leading_letter: bool,
        /// Whether labels may be longer than the first 64 bytes; the model is smaller then.
        long_labels: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Userinfo {
    None,
    Unknown,
    Known,
}

impl AfterScheme {
    /// Whether `?` ends a path.
    fn marks(&self) -> bool {
        self.query || self.question_by_table
    }

    fn is_known(&self) -> bool {
        // An empty path alone is nothing to be fast at.
        self.net == Net::Authority || self.slash || self.opaque != Opaque::Unknown
    }

    /// Whether two forms are equal except for the names of their schemes.
    fn is_like(&self, other: &AfterScheme) -> bool {
        let nameless = |form: &AfterScheme| AfterScheme {
            scheme: None,
            states: [None; 7],
            after_slash: None,
            is_alike: false,
            ..form.clone()
        };
        nameless(self) == nameless(other)
    }
}

/// Whether the scheme (`None` for one that no document names) is among some.
fn has(schemes: &Schemes, scheme: Option<&str>) -> bool {
    schemes.has(scheme.unwrap_or_default().as_bytes())
}

/// Whether there are any schemes.
fn has_some(schemes: &Schemes) -> bool {
    !matches!(schemes, Schemes::None)
}

/// Returns the schemes that a shape names.
fn named_by(shape: &Shape) -> impl Iterator<Item = &'static str> {
    let all = [
        &shape.fragment,
        &shape.query,
        &shape.authority,
        &shape.host,
        &shape.userinfo,
        &shape.hostless,
    ];
    all.into_iter().flat_map(Schemes::names).copied()
}

/// The beginning of the names of the model's rules.
const OWN: &str = "fast-";

/// Proves facts about a rule with this automaton. Returns `None` if there aren't any, or only facts
/// about a few schemes of a rule that is not a document's main one. Also `None` for a grammar
/// without ABNF, or with rules named like the model's.
pub(crate) fn prove(
    folder: &Folder,
    builder: &Builder<'_>,
    rule: &Dfa,
    is_main: bool,
) -> Result<Option<Proved>, ReadError> {
    let shape = &folder.shape;
    // The scanner reports an empty authority as one, and begins an authority after two slashes.
    let is_other = shape.omits_empty || shape.drive.is_some() || has_some(&shape.slashes);
    if folder.printed.abnf.is_missing()
        || builder.has_prefix(OWN)
        || is_other
        || has_some(&shape.backslash)
    {
        return Ok(None);
    }
    let names = names::of(shape, rule);
    let Some(names) = names.filter(|names| names.iter().all(|name| names::fits(name))) else {
        return Ok(None);
    };
    let prover = prover::Prover::new(folder, builder, rule)?;
    let Some(mut sets) = guess::sets(&prover, &names) else { return Ok(None) };
    // A set of the scanner is not empty.
    if sets.legal == b"%" {
        return Ok(None);
    }
    sets.is_exact = shape.keys.exact_schemes || prover.tells_case(&names)?;
    // What is not a scheme's byte is never looked up.
    let is_held = |letter: u8| {
        sets.scheme.contains(&letter)
            && (sets.is_exact || sets.scheme.contains(&letter.to_ascii_uppercase()))
    };
    if !names.iter().all(|name| name.bytes().all(is_held)) {
        return Ok(None);
    }
    let any = if sets.first.is_empty() { None } else { prover.form(&sets, None, false)? };
    let relative = prover.form(&sets, None, true)?;
    if any.is_none() && !is_main {
        return Ok(None);
    }
    let mut named = Vec::new();
    for name in names {
        let form = prover.form(&sets, Some(&name), false)?;
        if form.is_none() != any.is_none()
            || form.iter().zip(&any).any(|(form, any)| !form.is_like(any))
        {
            named.push((name, form));
        }
    }
    let known = [&any, &relative]
        .into_iter()
        .chain(named.iter().map(|(_, form)| form))
        .any(Option::is_some);
    let in_scheme = if sets.first.is_empty() { None } else { prover.in_scheme(&sets)? };
    let all: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let slots = names::slots(&all).filter(|_| known);
    Ok(slots.map(|slots| Proved { sets, named, slots, any, relative, in_scheme }))
}
