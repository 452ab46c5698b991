//! An independent checker of urigram's certificates. It shares no code with urigram and depends
//! only on the standard library.
//!
//! A theorem says of a rule: the texts that its ABNF derives are the texts that its PEG matches
//! from the start and consumes whole; and so they are after pest's optimizer has rewritten the PEG.
//! A certificate names an automaton and three lists of keys with states. The keys are sets of ABNF
//! items, formulas over the PEG as written, and formulas over the PEG as it runs.
//!
//! The check of a list is an induction over texts. The rule itself is an entry of state 0. Each
//! entry accepts the empty text exactly if its state does. After each character, an entry becomes
//! an entry of the state that the automaton goes to. So every entry accepts what its state
//! accepts, and the rule what the automaton does. The derivatives are computed here, from the
//! grammar as written. The certificate only says which keys to expect, so a wrong one cannot be
//! believed.
//!
//! Read in this order: `grammar.rs`, `continuations.rs`, `formulas.rs`, `check.rs`; then the
//! readers of the notations, `reader.rs`, `abnf.rs` and `pest.rs`; and for recursive rules
//! `nested.rs` and `letters.rs`. `docs/theory/certificates.md` describes the text.

mod abnf;
mod check;
mod continuations;
mod formulas;
mod grammar;
mod letters;
mod lines;
mod nested;
mod numbers;
mod pest;
mod reader;

use grammar::Grammar;
use lines::Lines;
use std::fmt;

/// The version of the format that this checker reads.
const VERSION: &str = "1";

/// A result, or the reason to refuse.
type Checked<T = ()> = Result<T, String>;

/// Refuses a certificate, unless a condition holds.
fn ensure(holds: bool, why: &str) -> Checked {
    if holds {
        return Ok(());
    }
    Err(why.to_owned())
}

/// The grammars as written. Rules of a later text replace those of an earlier one.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Texts in ABNF.
    pub abnf: Vec<String>,
    /// Texts in pest's notation.
    pub pest: Vec<String>,
    /// True if the characters are the bytes 00 to FF.
    pub octets: bool,
}

/// A theorem that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The rule's name in the ABNF.
    pub rule: String,
    /// The number of states of the automaton.
    pub states: usize,
}

/// A reason to refuse a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line of the certificates that was read last, from 1.
    pub line: usize,
    /// The theorem that is refused, if one was begun.
    pub theorem: Option<String>,
    /// The reason.
    pub message: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if let Some(theorem) = &self.theorem {
            write!(f, "{theorem}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

/// Returns the grammar and the reading that a file of certificates names.
///
/// # Errors
/// [`Refused`] for a file of another kind or version.
pub fn subject(text: &str) -> Result<(String, String), Refused> {
    let mut lines = Lines::new(text);
    header(&mut lines).map_err(|message| lines.refused(message))
}

fn header(lines: &mut Lines) -> Checked<(String, String)> {
    lines.are_whole()?;
    let [version] = lines.take("urigram-certificates")?.ok_or("no file of certificates")?;
    ensure(version == VERSION, &format!("version {version}: this checker reads {VERSION}"))?;
    let [id, reading] = lines.demand("grammar")?;
    Ok((id.to_owned(), reading.to_owned()))
}

/// Checks all theorems of a file.
///
/// # Errors
/// [`Refused`] for the first line that is not a part of a proof about these grammars.
pub fn check(text: &str, sources: &Sources) -> Result<Vec<Theorem>, Refused> {
    let mut lines = Lines::new(text);
    theorems(&mut lines, sources).map_err(|message| lines.refused(message))
}

fn theorems(lines: &mut Lines, sources: &Sources) -> Checked<Vec<Theorem>> {
    header(lines)?;
    let mut optimized = String::new();
    while let Some(rule) = lines.rest_if("optimized") {
        optimized.push_str(rule);
        optimized.push('\n');
    }
    let (mut abnf, mut pest) = read(sources)?;
    let mut runs = pest::read(&[optimized], sources.octets)?;
    let mut theorems: Vec<Theorem> = Vec::new();
    while let Some([rule, copy]) = lines.take("theorem")? {
        lines.theorem = Some(rule);
        let is_new = theorems.iter().all(|known| key(&known.rule) != key(rule));
        ensure(is_new, "the theorem is there twice")?;
        ensure(key(rule) == key(copy), "the names differ")?;
        let mut sides =
            [("abnf", &mut abnf, rule), ("peg", &mut pest, copy), ("runs", &mut runs, copy)];
        theorems
            .push(Theorem { rule: rule.to_owned(), states: nested::theorem(lines, &mut sides)? });
        let [] = lines.demand("end")?;
    }
    ensure(lines.remaining() == 0 && !theorems.is_empty(), "expected a theorem")?;
    Ok(theorems)
}

/// Reads the grammars as written.
fn read(sources: &Sources) -> Checked<(Grammar, Grammar)> {
    let abnf = abnf::read(&sources.abnf, sources.octets)?;
    Ok((abnf, pest::read(&sources.pest, sources.octets)?))
}

/// Returns the rules that both notations define and no theorem is about.
///
/// # Errors
/// The reason why a grammar cannot be read.
pub fn missing(sources: &Sources, theorems: &[Theorem]) -> Checked<Vec<String>> {
    let (abnf, pest) = read(sources)?;
    let is_defined = |rule: &str| pest.rules().any(|(name, known)| known && key(name) == key(rule));
    let is_proved = |rule: &str| theorems.iter().any(|theorem| key(&theorem.rule) == key(rule));
    let rules = abnf.rules().filter(|(name, known)| *known && is_defined(name) && !is_proved(name));
    Ok(rules.map(|(name, _)| name.to_owned()).collect())
}

/// Returns the form of a name that is equal in both notations.
fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
