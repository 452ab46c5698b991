//! The places of a rule in the strings of another, by the derivations of an ABNF alone.

use super::nfa::{Mark, Nfa};
use super::node::{Node, NodeId};
use super::{Grammar, Refused, Terminals};
use crate::marked::{Alphabet, Marked, BEGIN, END};
use crate::{build, ByteClasses, Deterministic, Limits, Undecided};

impl Grammar {
    /// Returns every string of a rule with a component's place in each derivation of the string.
    /// The component is a rule, too; its place is its first occurrence in the derivation. A
    /// derivation without the component gives no place.
    ///
    /// Nothing is assumed about how a reader chooses among derivations, so [`Marked::ambiguity`]
    /// asks the rules alone: either every string gives the component one place, or there is a
    /// shortest string that gives it two.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("authority = server / reg-name\n\
    ///     server = [ host [ \":\" *DIGIT ] ]\n\
    ///     host = 1*ALPHA\nreg-name = 1*( ALPHA / \":\" )\nALPHA = %x61-7A\nDIGIT = %x30-39")?;
    /// let host = grammar.marked("authority", "host", Terminals::CodePoints, Limits::default())?;
    /// let ambiguity = host.ambiguity(Limits::default())?.unwrap();
    /// assert_eq!((&ambiguity.input[..], ambiguity.spans), (&b"a"[..], [None, Some(0..1)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if the rule or the component has no rule, if a rule in use is undefined or calls
    /// itself other than at its end, or if the automaton needs more than `limits`.
    pub fn marked(
        &self,
        rule: &str,
        component: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        self.marked_rules(rule, &[component], terminals, limits)
    }

    /// Returns every string of a rule with a component's place in each derivation of the string, as
    /// [`Grammar::marked`] does, for a component that is several rules. Its place is the first
    /// outermost occurrence of any of them.
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`].
    pub fn marked_rules(
        &self,
        rule: &str,
        rules: &[&str],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        let nfa = Nfa::new(self, rule, terminals, &[], &[rules], limits)?;
        let alphabet = Alphabet::new(nfa.classes())?;
        let letters =
            build(&mut Derivations { alive: nfa.alive(), alphabet: &alphabet, nfa }, limits)?;
        Ok(Marked::from_letters(alphabet, letters))
    }
}

/// The part of a derivation that was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    Before,
    Inside,
    /// The component has its place; further occurrences have none.
    After,
}

type Place = (NodeId, Phase);

/// The subset construction over letters. A state is the set of places that read the next letter or
/// end the string.
struct Derivations<'a> {
    nfa: Nfa,
    alive: Vec<bool>,
    alphabet: &'a Alphabet,
}

impl Derivations<'_> {
    /// Returns the mark that is placed at a node. Only the first occurrence of the component has
    /// marks.
    fn mark(&self, (node, phase): Place) -> Option<Mark> {
        let (mark, _) = self.nfa.marks.get(&node).copied()?;
        let counts =
            matches!((mark, phase), (Mark::Begin, Phase::Before) | (Mark::End, Phase::Inside));
        counts.then_some(mark)
    }

    /// Follows forks.
    fn closed(&self, mut open: Vec<Place>) -> Vec<Place> {
        let (mut seen, mut reached) = (std::collections::HashSet::new(), Vec::new());
        while let Some(place) = open.pop() {
            let (node, phase) = place;
            if !self.alive[node as usize] || !seen.insert(place) {
                continue;
            }
            match &self.nfa.nodes[node as usize] {
                Node::Fork(targets) if self.mark(place).is_none() => {
                    open.extend(targets.iter().map(|&target| (target, phase)));
                }
                _ => reached.push(place),
            }
        }
        reached.sort_unstable();
        reached
    }

    fn after(&self, place: Place, letter: u8) -> Vec<Place> {
        let (node, phase) = place;
        match (&self.nfa.nodes[node as usize], self.mark(place)) {
            (Node::Fork(targets), Some(mark)) => {
                let (written, phase) = match mark {
                    Mark::Begin => (BEGIN, Phase::Inside),
                    Mark::End => (END, Phase::After),
                };
                let targets = targets.iter().filter(|_| letter == written);
                targets.map(|&target| (target, phase)).collect()
            }
            (Node::Bytes { low, high, next, .. }, _) => {
                let read = self.alphabet.byte(letter).filter(|byte| (low..=high).contains(&byte));
                read.map(|_| (*next, phase)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Deterministic for Derivations<'_> {
    type State = Vec<Place>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Vec<Place>, Undecided> {
        Ok(self.closed(vec![(self.nfa.start, Phase::Before)]))
    }

    fn next(&mut self, places: &Vec<Place>, letter: u8) -> Result<Vec<Place>, Undecided> {
        Ok(self.closed(places.iter().flat_map(|&place| self.after(place, letter)).collect()))
    }

    fn is_accepting(&mut self, places: &Vec<Place>) -> bool {
        places.iter().any(|&(node, _)| matches!(self.nfa.nodes[node as usize], Node::Accept))
    }
}
