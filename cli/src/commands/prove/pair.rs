//! The two notations of one rule, compared: by automata, by calls as letters, or up to a number of
//! open calls.

use urigram::documents::same_name;
use urigram::proof::{abnf, peg, Terminals};
use urigram_answers::escape::witness;
use urigram_generate::nested::{program, Limits};
use urigram_generate::{Compared, NestedRule};

use crate::rules_file::LIMITS;

/// The steps of a derivation that is looked for in an input.
const STEPS: usize = 3_000_000;

/// A comparison of the two notations of a rule.
pub(super) struct Proof {
    /// The states that were compared; `None` if texts were run instead.
    pub(super) states: Option<usize>,
    /// True if no string matches.
    pub(super) empty: bool,
    /// A string that only the PEG matches, and one that only the ABNF derives.
    pub(super) only: [Option<Vec<u8>>; 2],
    /// The calls of a rule that calls itself: the two were compared as words over bytes and calls.
    pub(super) calls: Option<usize>,
    /// The most open calls of a rule that calls itself, where it was compared up to these.
    pub(super) depth: Option<usize>,
}

pub(super) fn prove(
    abnf: &abnf::Grammar,
    pest: &peg::Grammar,
    rule: &str,
    name: &str,
    depth: Option<usize>,
) -> Result<Proof, String> {
    let terminals = Terminals::CodePoints;
    let left = pest.dfa(name, peg::Which::Optimized, terminals, LIMITS);
    let right = abnf.dfa(rule, terminals, LIMITS);
    if let (Err(peg::Error::Recursion { .. }), Err(abnf::Refused::Recursion { .. })) =
        (&left, &right)
    {
        let why = match by_calls(abnf, pest, rule, name) {
            Ok(proof) => return Ok(proof),
            Err(why) => why,
        };
        return match depth {
            Some(depth) => by_depth(abnf, pest, rule, name, depth)
                .map_err(|error| format!("{why}; with a bound of {depth} open calls: {error}")),
            None => by_texts(abnf, pest, rule, name).ok_or(why),
        };
    }
    let left = left.map_err(|error| format!("PEG: {error}"))?;
    let right = right.map_err(|error| format!("ABNF: {error}"))?;
    let comparison = left.compare(&right, LIMITS).map_err(|error| error.to_string())?;
    let only = [comparison.only_a, comparison.only_b];
    let (states, empty) = (Some(left.len()), left.is_empty());
    Ok(Proof { states, empty, only, calls: None, depth: None })
}

/// Proves rules that call themselves as words over bytes and calls.
fn by_calls(
    abnf: &abnf::Grammar,
    pest: &peg::Grammar,
    rule: &str,
    name: &str,
) -> Result<Proof, String> {
    let calls = "by calls as letters (docs/nested.md)";
    let right = abnf.bracketed(rule, Terminals::CodePoints, LIMITS);
    let right = right.map_err(|error| format!("{calls}: ABNF: {error}"))?;
    let left = pest.bodies(name, LIMITS);
    let left = left.map_err(|error| format!("{calls}: PEG: {error}"))?;
    let states = left.proved(&right).map_err(|error| format!("{calls}: {error}"))?;
    let (states, calls) = (Some(states), Some(left.len() - 1));
    Ok(Proof { states, empty: false, only: [None, None], calls, depth: None })
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
    Some(Proof { states: None, empty: false, only, calls: None, depth: None })
}

/// Returns true if the PEG's rule is the ABNF's, by its own name or by the one that `urigram
/// generate --peg` gives it.
pub(super) fn same_rule(pest: &str, abnf: &str) -> bool {
    same_name(pest, abnf) || pest.eq_ignore_ascii_case(&abnf::peg_name(abnf))
}

/// Compares the two notations of a rule where at most `depth` calls of the rules that come back
/// are open at once.
///
/// The ABNF says which rules these are. Beyond the depth a call fails in both notations, and a PEG
/// may then go on with another alternative. So a string on which the bounded rules differ is run by
/// the rules themselves, and only where these differ, too, is it told.
fn by_depth(
    abnf: &abnf::Grammar,
    pest: &peg::Grammar,
    rule: &str,
    name: &str,
    depth: usize,
) -> Result<Proof, String> {
    let terminals = Terminals::CodePoints;
    let bodies = abnf.bodies(rule, terminals, LIMITS).map_err(|error| error.to_string())?;
    let called: Vec<&str> = (1..bodies.len()).map(|body| bodies.name(body)).collect();
    let explicit = pest.explicit();
    let in_pest = |rule: &&str| {
        let mut names = explicit.rules().iter().map(peg::Rule::name);
        names.find(|name| same_rule(name, rule)).ok_or(format!("the PEG has no rule `{rule}`"))
    };
    let in_pest: Vec<&str> = called.iter().map(in_pest).collect::<Result<_, _>>()?;
    let left = explicit.unrolled(name, &in_pest, depth).map_err(|limit| limit.to_string())?;
    let left = left.dfa(name, peg::Which::Optimized, terminals, LIMITS);
    let left = left.map_err(|error| format!("PEG: {error}"))?;
    let right = abnf.unrolled(rule, &called, depth).map_err(|limit| limit.to_string())?;
    let right = right.dfa(rule, terminals, LIMITS);
    let right = right.map_err(|error| format!("ABNF: {error}"))?;
    let compared = left.compare(&right, LIMITS).map_err(|error| error.to_string())?;
    let is_equal = compared.only_a.is_none() && compared.only_b.is_none();
    let program = program(pest);
    let differs = |input: &Vec<u8>, by_peg: bool| {
        let derived = abnf.matches_naively(rule, terminals, input, STEPS);
        let matched = std::str::from_utf8(input).ok().map(|text| {
            program.parse(name, text, Limits::for_length(text.len())).map_err(|why| why.is_limit())
        });
        match (derived, matched) {
            (Ok(derived), Some(Ok(_))) => by_peg && !derived,
            (Ok(derived), Some(Err(false))) => !by_peg && derived,
            _ => false,
        }
    };
    let only = [compared.only_a, compared.only_b];
    let [only_pest, only_abnf] = &only;
    let confirmed = [
        only_pest.clone().filter(|input| differs(input, true)),
        only_abnf.clone().filter(|input| differs(input, false)),
    ];
    if !is_equal && confirmed.iter().all(Option::is_none) {
        let strings: Vec<String> = only.iter().flatten().map(|input| witness(input)).collect();
        return Err(format!(
            "the bounded rules differ by {}, the rules do not",
            strings.join(", ")
        ));
    }
    let states = Some(left.len());
    Ok(Proof { states, empty: left.is_empty(), only: confirmed, calls: None, depth: Some(depth) })
}
