//! Certificates of recursive rules, with calls as letters.
//!
//! What stands inside a bracket is one letter, as in `docs/theory/recursive.md`. The certificate
//! has the rules with letters in both notations, and then a body as of a regular rule for the rule
//! and for each letter. In
//!
//! ```text
//! list = "(" [ list ] ")"        list = "(" #0        #0 = [ "(" #0 ] ")"
//! ```
//!
//! `#0` is the character 200000, and the body of the letter ends with the mark 200001: a match of
//! it ends where the mark is read.

use super::continuations::{index, Rules};
use super::{body, print, Refused};
use crate::peg::Which;
use crate::{abnf, peg, Limits, Terminals};

/// Rules with letters, the start rule among them, and those where letters are.
struct Lettered<'a> {
    rules: Rules<'a>,
    start: usize,
    changed: Vec<usize>,
}

/// Writes the rules with letters, and the bodies. Returns the number of all states.
pub(super) fn write(
    text: &mut String,
    (abnf, abnf_rule): (&abnf::Grammar, &str),
    (peg, peg_rule): (&peg::Grammar, &str),
    terminals: Terminals,
    limits: Limits,
) -> Result<usize, Refused> {
    conditions((abnf, abnf_rule), (peg, peg_rule), terminals, limits)?;
    rewritten(text, (abnf, abnf_rule), (peg, peg_rule), terminals, limits)
}

/// Decides the conditions of the proof, for the PEG as it is written and as pest runs it.
fn conditions(
    (abnf, abnf_rule): (&abnf::Grammar, &str),
    (peg, peg_rule): (&peg::Grammar, &str),
    terminals: Terminals,
    limits: Limits,
) -> Result<(), Refused> {
    if terminals == Terminals::Octets {
        return Err(Refused::Unsupported("recursive rules over octets"));
    }
    let bodies = abnf.bracketed(abnf_rule, terminals, limits).map_err(Refused::Nested)?;
    for which in [Which::Raw, Which::Optimized] {
        let copy = peg.bodies_of(peg_rule, which, limits).map_err(Refused::Nested)?;
        copy.same(&bodies).map_err(Refused::Nested)?;
    }
    Ok(())
}

/// Writes the certificate, whether the conditions hold or not: the checker decides them again.
fn rewritten(
    text: &mut String,
    (abnf, abnf_rule): (&abnf::Grammar, &str),
    (peg, peg_rule): (&peg::Grammar, &str),
    terminals: Terminals,
    limits: Limits,
) -> Result<usize, Refused> {
    let used = abnf.reachable(abnf_rule).unwrap_or_default();
    let used: Vec<usize> = used.iter().filter_map(|rule| abnf.index_of(&rule.name)).collect();
    let (cut, owners) = abnf.cut(&used);
    let [written, runs] =
        [Which::Raw, Which::Optimized].map(|which| peg.bracketed(peg_rule, which));
    let (written, runs) = (written.map_err(Refused::Nested)?, runs.map_err(Refused::Nested)?);
    let count = abnf.rules().len();
    let differs = |&rule: &usize| cut.rules()[rule].expr != abnf.rules()[rule].expr;
    let mut sides = vec![Lettered {
        rules: Rules::abnf(&cut).lettered(count),
        start: index(abnf.index_of(abnf_rule), abnf_rule)?,
        changed: (0..count).filter(differs).collect(),
    }];
    for (which, rules) in [(Which::Raw, &written), (Which::Optimized, &runs)] {
        let count = peg.rules().len();
        let differs = |&rule: &usize| rules[rule].1 != *peg.rules()[rule].expr(which);
        let named = rules.iter().map(|(name, expr)| (name.clone(), expr)).collect();
        let start = peg.rules().iter().position(|rule| rule.name() == peg_rule);
        sides.push(Lettered {
            rules: Rules::peg(named, which).lettered(count),
            start: index(start, peg_rule)?,
            changed: (0..count).filter(differs).collect(),
        });
    }
    text.push_str(&format!("letters {}\n", owners.len()));
    for (word, side) in ["abnf", "peg", "runs"].into_iter().zip(&sides) {
        text.push_str(word);
        text.push('\n');
        let Lettered { rules, start, changed } = side;
        let mut all = rules.from(*start, terminals, limits)?;
        let letters = rules.count..rules.names.len();
        let letters: Result<Vec<_>, _> =
            letters.map(|letter| rules.lower(&mut all.program.nodes, letter)).collect();
        let bodies: Result<Vec<_>, Refused> = changed
            .iter()
            .map(|&rule| Ok((&*rules.names[rule], rules.lower(&mut all.program.nodes, rule)?)))
            .collect();
        print::rewritten(text, &all, &letters?, &bodies?);
    }
    let mut states = 0;
    for letter in 0..=owners.len() {
        let of = |side: &Lettered| {
            let start =
                letter.checked_sub(1).map_or(side.start, |letter| side.rules.count + letter);
            side.rules.from(start, terminals, limits)
        };
        let all = [of(&sides[0])?, of(&sides[1])?, of(&sides[2])?];
        states += body(text, all, terminals, owners.len() + 1, limits)?;
    }
    Ok(states)
}

#[cfg(test)]
mod tests;
