//! Questions about the languages of recursive rules: members, and relations.

use urigram_automata::nested::{Bodies, Unproved};
use urigram_automata::synthesis::{synthesize, LIMITS};
use urigram_automata::{peg, Terminals};
use urigram_engine::nested::Limits;

use crate::folder::rules::is_same;
use crate::nested::rule::NestedRule;
use crate::nested::words::Words;

/// Texts that are drawn for each one that is asked for.
const DRAWS: usize = 200;
/// Texts of each rule on which both are run where no proof is found.
const TRIED: usize = 300;

/// The relation of two rules. At least one of them is recursive.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Compared {
    /// The rules derive the same strings: proved, with this many states.
    Equal(usize),
    /// One accepts a text that the other rejects: both were run on it.
    Different {
        /// A text that only the first one accepts, if one was found.
        only_first: Option<String>,
        /// A text that only the second one accepts, if one was found.
        only_second: Option<String>,
    },
    /// No proof and no such text was found.
    Undecided(Unproved),
}

impl NestedRule {
    /// Draws texts that the rule accepts, of at most a number of bytes; with `near` texts that it
    /// rejects, each one character away from one that it accepts. Equal seeds give equal texts.
    /// Fewer where not as many are found.
    ///
    /// Texts are drawn from the rules as if choices had no order, and the rule is then run on each.
    /// Neither texts nor lengths are equally likely.
    ///
    /// # Errors
    /// [`Unproved`] for rules of ABNF that no PEG copies, as left recursion.
    pub fn samples(
        &self,
        number: usize,
        most: usize,
        near: bool,
        seed: u64,
    ) -> Result<Vec<String>, Unproved> {
        let peg = self.to_draw()?;
        let rules = peg.rules().iter().map(peg::Rule::name);
        let name = self.in_peg().unwrap_or(self.name());
        let mut same = rules.filter(|own| is_same(own, name));
        let Some(name) = same.next() else { return Ok(Vec::new()) };
        let mut words = Words::new(&peg, seed);
        let mut found: Vec<String> = Vec::new();
        for _ in 0..number.saturating_mul(DRAWS) {
            if found.len() == number {
                break;
            }
            let Some(text) = words.word(name).filter(|text| self.accepts(text)) else { continue };
            let text = if near { words.changed(&text) } else { text };
            if text.len() <= most && self.accepts(&text) != near {
                found.push(text);
            }
        }
        Ok(found)
    }

    /// Returns the relation to another rule.
    ///
    /// Two rules whose bodies, with calls as letters, are the same languages are equal
    /// (docs/theory/recursive.md). Else both are run on texts that are drawn from each.
    ///
    /// # Cost
    /// The cost of the automata, and of [`NestedRule::check`] for some hundred short texts.
    pub fn compare(&self, other: &NestedRule) -> Compared {
        let proved = self.letters().and_then(|own| own.proved(&other.letters()?));
        let why = match proved {
            Ok(states) => return Compared::Equal(states),
            Err(why) => why,
        };
        let only = |one: &NestedRule, other: &NestedRule| {
            let texts = one.samples(TRIED, usize::MAX, false, 1).unwrap_or_default();
            let rejected = texts.into_iter().filter(|text| {
                let checked = other.check(text.as_bytes(), Limits::for_length(text.len()));
                checked.is_err_and(|error| !error.is_limit())
            });
            rejected.min_by_key(String::len)
        };
        match (only(self, other), only(other, self)) {
            (None, None) => Compared::Undecided(why),
            (only_first, only_second) => Compared::Different { only_first, only_second },
        }
    }

    fn accepts(&self, text: &str) -> bool {
        self.check(text.as_bytes(), Limits::for_length(text.len())).is_ok()
    }

    /// Returns the bodies over bytes and calls of what decides: of the ABNF if there is one.
    fn letters(&self) -> Result<Bodies, Unproved> {
        match (&self.abnf, &self.peg, self.in_peg()) {
            (Some(abnf), ..) => abnf.bracketed(self.name(), Terminals::CodePoints, self.limits),
            (None, Some(peg), Some(name)) => peg.bodies(name, self.limits),
            _ => Err(Unproved::new(self.name(), "it has no rules")),
        }
    }

    /// Returns the rules that texts are drawn from: the PEG, or a copy of the ABNF as it is.
    fn to_draw(&self) -> Result<peg::Grammar, Unproved> {
        match (&self.abnf, &self.peg) {
            (_, Some(peg)) => Ok(peg.explicit()),
            (Some(abnf), None) => {
                let copy = synthesize(abnf, Terminals::CodePoints, LIMITS);
                let copy = peg::Grammar::parse(copy.source());
                copy.map_err(|error| Unproved::new(self.name(), error))
            }
            (None, None) => Err(Unproved::new(self.name(), "it has no rules")),
        }
    }
}
