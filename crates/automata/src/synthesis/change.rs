//! A change of a rule, decided: which strings it adds and takes, and what a reader that takes the
//! first match makes of both.
//!
//! RFC 3986 prints `dec-octet = DIGIT / %x31-39 DIGIT / …`, and a report turns the alternatives
//! around. Both have the same strings. A PEG that is written as the print is stops after the first
//! digit of `10`; one that is written as the report is does not.

use super::proofs::{prove, refused, Copies};
use super::{run, Cause};
use crate::abnf::{self, Refused, Terminals};
use crate::copy::to_peg;
use crate::peg;
use crate::{Comparison, Dfa, Limits};

/// A rule before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The strings of the rule before the change (`a`) and after it (`b`).
    pub comparison: Comparison,
    /// The reason why the rule before the change, read first match first, has other strings; `None`
    /// if it has the same.
    pub first_match_before: Option<Cause>,
    /// The reason why the rule after the change, read first match first, has other strings.
    pub first_match_after: Option<Cause>,
}

/// The origin of a rule's PEG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The literal copy of the ABNF.
    Copy,
    /// The copy with edits.
    Repair,
    /// The minimal automaton, of this rule or of one that it uses: not a second transcription.
    Automaton,
    /// No PEG within the limits.
    None,
}

impl Origin {
    /// Returns the origin as a phrase.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Copy => "as written",
            Origin::Repair => "repaired",
            Origin::Automaton => "from its automaton",
            Origin::None => "none",
        }
    }
}

/// Decides the change of a rule from one grammar to another.
///
/// ```
/// use urigram_automata::{abnf::Grammar, Limits, Relation, Terminals};
/// use urigram_automata::synthesis::{change, origin, Cause, Origin};
///
/// let print = Grammar::parse("n = %x30-39 / %x31-39 %x30-39\n")?;
/// let report = Grammar::parse("n = %x31-39 %x30-39 / %x30-39\n")?;
/// let (points, limits) = (Terminals::CodePoints, Limits::default());
/// let change = change(&print, &report, "n", points, limits)?;
/// assert_eq!(change.comparison.relation, Relation::Equal);
/// let words = Cause::Words { only_peg: None, only_abnf: Some(b"10".to_vec()) };
/// assert_eq!(change.first_match_before, Some(words));
/// assert_eq!(change.first_match_after, None);
/// assert_eq!(origin(&print, "n", points, limits), Origin::Repair);
/// assert_eq!(origin(&report, "n", points, limits), Origin::Copy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Refused`] for a rule without an automaton before or after the change, and where a limit is
/// hit.
///
/// # Cost
/// Two automata of each rule, and three comparisons.
pub fn change(
    before: &abnf::Grammar,
    after: &abnf::Grammar,
    rule: &str,
    terminals: Terminals,
    limits: Limits,
) -> Result<Change, Refused> {
    let languages = [before.dfa(rule, terminals, limits)?, after.dfa(rule, terminals, limits)?];
    let comparison = languages[0].compare(&languages[1], limits)?;
    let first = |rules: &abnf::Grammar, language| {
        first_match(&rules.used_by(rule), rule, language, terminals, limits)
    };
    let [a, b] = &languages;
    let (first_match_before, first_match_after) = (first(before, a), first(after, b));
    Ok(Change { comparison, first_match_before, first_match_after })
}

/// Returns the origin of a PEG for a rule: the literal copy if it is one, or else what
/// [`synthesize`](super::synthesize) finds. [`change`] has an example.
///
/// # Cost
/// It takes the time of [`synthesize`](super::synthesize) for the rules that the rule uses.
pub fn origin(abnf: &abnf::Grammar, rule: &str, terminals: Terminals, limits: Limits) -> Origin {
    let Ok(language) = abnf.dfa(rule, terminals, limits) else { return Origin::None };
    let used = abnf.used_by(rule);
    if first_match(&used, rule, &language, terminals, limits).is_none() {
        return Origin::Copy;
    }
    let found = run(&used, &[], terminals, limits);
    let own = used.index_of(rule).and_then(|index| found.rules.get(index));
    if own.is_none_or(|own| own.proof.is_err()) {
        Origin::None
    } else if found.rules.iter().any(|rule| rule.from_automaton) {
        Origin::Automaton
    } else {
        Origin::Repair
    }
}

/// Compares the literal copy of a rule, and of all that it uses, with the rule's language.
fn first_match(
    abnf: &abnf::Grammar,
    rule: &str,
    language: &Dfa,
    terminals: Terminals,
    limits: Limits,
) -> Option<Cause> {
    let index = abnf.index_of(rule)?;
    let name = |used: &str| abnf::peg_name(abnf.rule(used).map_or(used, |rule| &rule.name));
    let copies = Copies::new(abnf, abnf.rules().iter().map(|rule| to_peg(&rule.expr, &name)));
    let proved = copies.grammar(index).and_then(|grammar| {
        let names: Vec<&str> = grammar.rules().iter().map(peg::Rule::name).collect();
        refused(&grammar, &names)?;
        prove(&grammar, copies.name(index), language, terminals, limits)
    });
    proved.err()
}
