//! The two notations of one rule, compared: by automata, by calls as letters, or by texts.

use urigram::documents::same_name;
use urigram::proof::{abnf, peg, Terminals};
use urigram_answers::Refusal;
use urigram_generate::{Compared, NestedRule};

use crate::name::limits;

/// A comparison of the two notations of a rule.
pub(super) struct Proof {
    /// The states that were compared; `None` if texts were run instead.
    pub(super) states: Option<usize>,
    /// True if no string matches.
    pub(super) empty: bool,
    /// A string that only the PEG matches, and one that only the ABNF derives.
    pub(super) only: [Option<Vec<u8>>; 2],
    /// The calls of a recursive rule: the two were compared as words over bytes and calls.
    pub(super) calls: Option<usize>,
}

pub(super) fn prove(
    abnf: &abnf::Grammar,
    pest: &peg::Grammar,
    rule: &str,
    name: &str,
) -> Result<Proof, Refusal> {
    let terminals = Terminals::CodePoints;
    let left = pest.dfa(name, peg::Which::Optimized, terminals, limits());
    let right = abnf.dfa(rule, terminals, limits());
    if let (Err(peg::Error::Recursion { .. }), Err(abnf::Refused::Recursion { .. })) =
        (&left, &right)
    {
        return by_calls(abnf, pest, rule, name)
            .or_else(|why| by_texts(abnf, pest, rule, name).ok_or(why));
    }
    let left = left.map_err(|error| format!("PEG: {error}"))?;
    let right = right.map_err(|error| format!("ABNF: {error}"))?;
    let comparison = left.compare(&right, limits())?;
    let only = [comparison.only_a, comparison.only_b];
    let (states, empty) = (Some(left.len()), left.is_empty());
    Ok(Proof { states, empty, only, calls: None })
}

/// Proves recursive rules as words over bytes and calls.
fn by_calls(
    abnf: &abnf::Grammar,
    pest: &peg::Grammar,
    rule: &str,
    name: &str,
) -> Result<Proof, Refusal> {
    let calls = "by calls as letters (docs/theory/recursive.md)";
    let right = abnf.bracketed(rule, Terminals::CodePoints, limits());
    let right = right.map_err(|error| format!("{calls}: ABNF: {error}"))?;
    let left = pest.bodies(name, limits());
    let left = left.map_err(|error| format!("{calls}: PEG: {error}"))?;
    let states = left.proved(&right).map_err(|error| format!("{calls}: {error}"))?;
    let (states, calls) = (Some(states), Some(left.len() - 1));
    Ok(Proof { states, empty: false, only: [None, None], calls })
}

/// Runs both rules on texts that are drawn from each, as `compare` does; `None` if they agree.
fn by_texts(abnf: &abnf::Grammar, pest: &peg::Grammar, rule: &str, name: &str) -> Option<Proof> {
    let by_abnf = NestedRule::of_abnf(abnf, rule).ok()?;
    let Compared::Different { only_first, only_second } =
        NestedRule::of_peg(pest, name).compare(&by_abnf)
    else {
        return None;
    };
    let only = [only_first, only_second].map(|text| text.map(String::into_bytes));
    Some(Proof { states: None, empty: false, only, calls: None })
}

/// Returns true if the PEG's rule is the ABNF's, by its own name or by the one that `urigram
/// generate --peg` gives it.
pub(super) fn same_rule(pest: &str, abnf: &str) -> bool {
    same_name(pest, abnf) || pest.eq_ignore_ascii_case(&abnf::peg_name(abnf))
}
