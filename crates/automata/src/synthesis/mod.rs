//! From an ABNF grammar to a PEG that is proved equal, rule by rule.
//!
//! The PEG keeps the names, the order and the structure of the ABNF. The first attempt is the
//! literal copy, `/` written `|`. A copy often has another language, since a PEG takes the first
//! alternative that matches and a repetition never gives back; or pest refuses it. Such a rule is
//! edited in a few fixed ways ([`EditKind`]), until its automaton is the ABNF's. Where no edit
//! helps, the rule is made of its minimal automaton and marked as such, so that a regular rule of
//! at most 2,000 states always has a PEG. A recursive rule has no automaton: it is repaired and
//! proved with calls as letters, as docs/theory/recursive.md says, and where that is impossible,
//! its copy is left without a proof.
//!
//! ```
//! use urigram_automata::{abnf::Grammar, synthesis::{synthesize, LIMITS}, Terminals};
//! let abnf = Grammar::parse("octet = digit / %x31-39 digit\ndigit = %x30-39\n")?;
//! let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
//! assert!(found.is_proved());
//! // The copy matches "1" in "10" and never tries the second alternative.
//! assert!(found.source().contains("octet = { '1'..'9' ~ digit | digit }"));
//! # Ok::<(), urigram_automata::abnf::Error>(())
//! ```

mod automaton;
mod change;
mod edits;
mod ideals;
mod nested;
mod print;
mod proofs;
mod repaired;
mod run;

pub use change::{change, origin, Change, Origin};
pub use edits::EditKind;
pub use ideals::affordable;

use crate::abnf::{self, Terminals};
use crate::peg::{self, Expr, Refusal, Which};
use crate::{Dfa, Limits};
use run::run;

/// Limits of the automata of a PEG's rules that take a second or two.
pub const LIMITS: Limits = Limits { states: 50_000, nodes: 1_500_000 };

/// The reason why a copy is not the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Shortest strings that only one of both accepts.
    Words {
        /// A shortest string that only the PEG accepts.
        only_peg: Option<Vec<u8>>,
        /// A shortest string that only the ABNF accepts.
        only_abnf: Option<Vec<u8>>,
    },
    /// An expression that pest refuses.
    Refused {
        /// The expression, as the copy has it.
        expr: String,
        /// The reason.
        refusal: Refusal,
    },
    /// A limit was hit, or the rule has no automaton.
    Undecided(String),
}

/// The edits of a rule that was not its copy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The kinds of edits.
    pub kinds: Vec<EditKind>,
    /// The reason why the rule's proof failed before.
    pub cause: Cause,
}

/// The verdict on one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The ABNF's name.
    pub rule: String,
    /// The PEG's name.
    pub name: String,
    /// The states of the minimal automaton that both have, or why there is no proof.
    pub proof: Result<usize, Cause>,
    /// The edits that were made.
    pub repairs: Vec<Repair>,
    /// True if no repair was found, so that the rule is made of its minimal automaton. Such a rule
    /// is not a second transcription, and its tree has no parts.
    pub from_automaton: bool,
}

/// A PEG and the verdicts on its rules.
#[derive(Clone, Debug)]
pub struct Synthesis {
    source: String,
    rules: Vec<Found>,
    dfas: Vec<Result<Dfa, abnf::Refused>>,
}

impl Synthesis {
    /// Returns the text of the PEG in pest's notation.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the rules, in the order of the ABNF.
    pub fn rules(&self) -> &[Found] {
        &self.rules
    }

    /// Returns the automata of the rules in ABNF, in the order of the ABNF.
    pub fn dfas(&self) -> &[Result<Dfa, abnf::Refused>] {
        &self.dfas
    }

    /// Returns true if every rule is proved.
    pub fn is_proved(&self) -> bool {
        self.rules.iter().all(|rule| rule.proof.is_ok())
    }
}

/// Writes a PEG for an ABNF grammar. The verdicts are those on the text as pest reads and optimizes
/// it.
///
/// A rule that needs a name without a usable definition is undecided and left out of the text:
/// [`abnf::Grammar::undecided`] lists these rules.
///
/// # Cost
/// Two automata for each rule, and one more for each edit that is tried; `limits` bounds each.
pub fn synthesize(abnf: &abnf::Grammar, terminals: Terminals, limits: Limits) -> Synthesis {
    run(abnf, &[], terminals, limits)
}

/// Writes a PEG like [`synthesize`], but begins with rules that somebody has already: each rule of
/// the PEG that `keep` names is taken as it is, and the others are copied. A rule that was kept is
/// edited only if a proof fails.
///
/// The next version of a grammar so gets a PEG that differs from its predecessor's in few rules.
///
/// ```
/// use urigram_automata::{abnf, peg, synthesis::{synthesize_from, LIMITS}, Terminals};
/// let before = peg::Grammar::parse("octet = { '1'..'9' ~ digit | digit }\ndigit = { '0'..'9' }")?;
/// let abnf = abnf::Grammar::parse("octet = digit / %x31-39 digit\ndigit = %x30-37\n")?;
/// let found = synthesize_from(&abnf, &before, &["octet"], Terminals::CodePoints, LIMITS);
/// assert!(found.is_proved() && found.source().contains("octet = { '1'..'9' ~ digit | digit }"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
/// It takes the time of [`synthesize`].
pub fn synthesize_from(
    abnf: &abnf::Grammar,
    before: &peg::Grammar,
    keep: &[&str],
    terminals: Terminals,
    limits: Limits,
) -> Synthesis {
    let kept = keep.iter().filter_map(|name| before.rule(name));
    let kept: Vec<(String, Expr)> =
        kept.map(|rule| (rule.name().to_owned(), rule.expr(Which::Raw).clone())).collect();
    run(abnf, &kept, terminals, limits)
}

fn gave_up(rule: &str) -> Found {
    Found {
        rule: rule.to_owned(),
        name: abnf::peg_name(rule),
        proof: Err(Cause::Undecided("no PEG was made".to_owned())),
        repairs: Vec::new(),
        from_automaton: false,
    }
}
