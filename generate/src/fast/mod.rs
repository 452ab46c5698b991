//! What the fast splitter may know of a rule: guessed from the rule's automaton, then proved by
//! automata.
//!
//! The splitter's language is written down as ABNF (`model`), over the grammar's own rules, for
//! each scheme that is not like the others. A part of it is kept only when every string of it is
//! one that the rule accepts and when every table that splitting by the document's shape would ask
//! agrees. So a wrong guess costs speed and never a verdict.

mod guess;
mod model;
mod names;
mod proof;
mod render;

use crate::facts::{Schemes, Shape, Word};
use crate::folder::{Folder, ReadError};
use crate::tables::Builder;
use urigram_automata::Dfa;

pub(crate) use render::{render, Constants};

/// The facts that were proved of a rule; `render` writes them as statics.
pub(crate) struct Proved {
    sets: Sets,
    /// `None` for a scheme that only the table knows.
    named: Vec<(String, Option<AfterScheme>)>,
    any: Option<AfterScheme>,
    relative: Option<AfterScheme>,
    in_scheme: Option<KnownState>,
}

/// A state of the table that is known, and whether it has no way on but those that the splitter
/// knows.
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

/// Bytes, and how schemes are told apart.
#[derive(Default)]
struct Sets {
    scheme: Vec<u8>,
    first: Vec<u8>,
    legal: Vec<u8>,
    is_exact: bool,
}

/// The facts about what follows a scheme. `engine/src/scan/spec.rs` describes each field.
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
    /// Whether the table is to judge what follows the first `?`.
    question_by_table: bool,
    hash_by_table: bool,
    after_question: Option<u32>,
    after_hash: Option<u32>,
    states: [Option<KnownState>; 7],
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

    /// Whether what is known is the same, whatever the scheme's name.
    fn is_like(&self, other: &AfterScheme) -> bool {
        let nameless = |form: &AfterScheme| AfterScheme {
            scheme: None,
            states: [None; 7],
            is_alike: false,
            ..form.clone()
        };
        nameless(self) == nameless(other)
    }
}

/// Whether the scheme (`None` for one that no document names) is among some.
fn has(schemes: &Schemes, scheme: Option<&str>) -> bool {
    match schemes {
        Schemes::Word(Word::All) => true,
        Schemes::Word(Word::None) => false,
        Schemes::Only(names) => {
            scheme.is_some_and(|scheme| names.iter().any(|name| name == scheme))
        }
    }
}

/// The schemes that a shape names.
fn named_by(shape: &Shape) -> impl Iterator<Item = &String> {
    let all = [
        &shape.fragment,
        &shape.query,
        &shape.authority,
        &shape.host,
        &shape.userinfo,
        &shape.hostless,
    ];
    all.into_iter().flat_map(|schemes| match schemes {
        Schemes::Only(names) => names.as_slice(),
        Schemes::Word(_) => &[],
    })
}

/// Proves facts about a rule with this automaton. Returns `None` if there are none, or only facts
/// about a few schemes of a rule that is no document's main one.
pub(crate) fn prove(
    folder: &Folder,
    builder: &Builder<'_>,
    rule: &Dfa,
    is_main: bool,
) -> Result<Option<Proved>, ReadError> {
    let shape = &folder.facts.shape;
    let names = names::of(shape, rule);
    let Some(names) = names.filter(|names| names.iter().all(|name| names::fits(name))) else {
        return Ok(None);
    };
    let prover = proof::Prover::new(folder, builder, rule)?;
    let Some(mut sets) = guess::sets(&prover, &names) else { return Ok(None) };
    sets.is_exact = prover.tells_case(&names)?;
    // What is no scheme's byte is never looked up.
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
    Ok(known.then_some(Proved { sets, named, any, relative, in_scheme }))
}
