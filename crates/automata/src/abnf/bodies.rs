//! Splits recursive rules into bodies that are not recursive.
//!
//! RFC 8259's rules, for example, are mutually recursive:
//!
//! ```text
//! value  = "true" / array / object          array = "[" [ value *( "," value ) ] "]"
//! member = string ":" value                 object = "{" [ member *( "," member ) ] "}"
//! ```
//!
//! A rule is built into its callers until a rule comes back to itself otherwise than at its
//! beginning or its end. Then one rule of the circle is called from there on: the one that most
//! definitions name, here `value`. The body of `value` is what is left, in which `array`, `object`
//! and `member` are built in, and `value` is a letter. It is a regular language.

use super::nfa::{Called, Nfa, NotBuiltIn};
use super::subset::Subsets;
use super::{Grammar, Refused, Terminals};
use crate::nested::{Bodies, BODIES};
use crate::{build, Limits, Undecided};

/// The most rules that are called and not built in. Each costs a look at the whole grammar.
const CALLED: usize = 64;

impl Grammar {
    /// Returns the bodies of a rule and of those that it calls. As few rules as possible are
    /// called; the others are built in.
    ///
    /// # Errors
    /// [`Refused`] as from [`Grammar::dfa`], but not for recursion; and for [`Terminals::Octets`],
    /// where no byte is left for calls.
    pub fn bodies(
        &self,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Bodies, Refused> {
        let start = self.index_of(rule).ok_or_else(|| self.no_rule(rule))?;
        let callers = self.questions().callers();
        let mut called: Vec<usize> = Vec::new();
        loop {
            match self.with_calls(start, &called, terminals, limits) {
                Err(Refused::Recursion { cycle }) => {
                    if called.len() == CALLED {
                        let what = "rules that are called by themselves";
                        return Err(Undecided::new(what, CALLED).into());
                    }
                    let mut best: Option<usize> = None;
                    for rule in cycle.iter().filter_map(|name| self.index_of(name)) {
                        let is_new = !called.contains(&rule);
                        let count = |rule: usize| callers[rule].len();
                        if is_new && best.is_none_or(|best| count(rule) > count(best)) {
                            best = Some(rule);
                        }
                    }
                    let Some(best) = best else { return Err(Refused::Recursion { cycle }) };
                    called.push(best);
                }
                other => return other,
            }
        }
    }

    /// Returns the bodies of a rule and of every rule that it uses, in which each rule is called
    /// where it is named.
    ///
    /// # Errors
    /// The errors of [`Grammar::bodies`].
    pub fn bodies_of_all(
        &self,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Bodies, Refused> {
        let start = self.index_of(rule).ok_or_else(|| self.no_rule(rule))?;
        self.with_calls(start, &self.questions().reachable(start), terminals, limits)
    }

    /// Returns the recursion of a rule that has no automaton for that reason only; `None` of any
    /// other rule.
    pub fn recursion(&self, rule: &str, limits: Limits) -> Option<Refused> {
        let nfa = Nfa::new(self, rule, Terminals::CodePoints, &[], &[], limits);
        nfa.err().filter(|error| matches!(error, Refused::Recursion { .. }))
    }

    /// Returns the body of the start rule, then those of the rules that are called.
    pub(super) fn with_calls(
        &self,
        start: usize,
        called: &[usize],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Bodies, Refused> {
        if terminals == Terminals::Octets {
            return Err(Undecided::new("values without calls", 256).into());
        }
        if called.len() >= BODIES {
            return Err(Undecided::new("rules that are called", BODIES - 1).into());
        }
        let letters: NotBuiltIn<'_> =
            called.iter().enumerate().map(|(at, &rule)| (rule, Called::Letter(at + 1))).collect();
        let mut left = limits.nodes;
        let mut nfas = Vec::new();
        for &rule in [start].iter().chain(called) {
            let limits = Limits { nodes: left, ..limits };
            let name = &self.rules[rule].name;
            let nfa = Nfa::with_calls(self, name, terminals, &[], &[], &letters, limits)?;
            left = left.saturating_sub(nfa.nodes.len());
            nfas.push((name.clone(), nfa));
        }
        let dfa = |nfa| build(&mut Subsets::new(nfa, false, limits), limits);
        let bodies = nfas.into_iter().map(|(name, nfa)| Ok((name, dfa(nfa)?)));
        Ok(Bodies::new(bodies.collect::<Result<_, Undecided>>()?))
    }
}
