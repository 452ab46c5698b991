//! Two automata run side by side: Boolean combinations, inclusion, comparison with witnesses.

use crate::explore::Deterministic;
use crate::hashing::NumberSet;
use crate::shortest::spelled;
use crate::{build, ByteClasses, Dfa, Limits, StateId, Undecided};
use std::collections::VecDeque;

impl Dfa {
    /// Returns the automaton of the strings that either accepts.
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` pairs of states can be reached; there are at most
    /// as many as the product of both sizes.
    pub fn union(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Undecided> {
        self.combine(other, limits, |a, b| a || b)
    }

    /// Returns the automaton of the strings that both accept.
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` pairs of states can be reached.
    pub fn intersection(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Undecided> {
        self.combine(other, limits, |a, b| a && b)
    }

    /// Returns the automaton of the strings that this one accepts and the other does not.
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` pairs of states can be reached.
    pub fn difference(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Undecided> {
        self.combine(other, limits, |a, b| a && !b)
    }

    /// Returns the automaton of every byte string that is not accepted, valid UTF-8 or not; see
    /// [`Dfa::utf8`].
    pub fn complement(&self) -> Dfa {
        let states = 0..self.len() as StateId;
        let accepting = states.clone().map(|state| !self.is_accepting(state)).collect();
        let classes = self.classes().len();
        let next = states
            .flat_map(|state| (0..classes).map(move |class| self.next_by_class(state, class)))
            .collect();
        Dfa::from_table(self.classes().clone(), next, accepting)
    }

    /// Returns true if nothing is accepted.
    pub fn is_empty(&self) -> bool {
        (0..self.len() as StateId).all(|state| !self.is_accepting(state))
    }

    /// Returns true if the other accepts everything that this automaton accepts.
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` pairs of states are reached before a
    /// counterexample.
    pub fn is_subset(&self, other: &Dfa, limits: Limits) -> Result<bool, Undecided> {
        let mut subset = true;
        Pairs::new(self, other).visit(limits, |_, a, b| {
            subset &= !a || b;
            subset
        })?;
        Ok(subset)
    }

    /// Returns the relation of two languages, with a shortest witness for every part that is not
    /// empty.
    ///
    /// Of the shortest witnesses each is the most readable, as in [`Dfa::shortest`]. One
    /// exploration finds all three.
    ///
    /// ```
    /// # use urigram_automata::{abnf::{Grammar, Terminals}, Limits, Relation};
    /// let grammar = Grammar::parse("a = 1*%x61-7A\nb = 1*( %x61-7A / %x30-39 )")?;
    /// let dfa = |rule| grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    /// let comparison = dfa("a")?.compare(&dfa("b")?, Limits::default())?;
    /// assert_eq!(comparison.relation, Relation::Subset);
    /// assert_eq!(comparison.only_b.as_deref(), Some(&b"0"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` pairs of states are reached before all three
    /// witnesses.
    pub fn compare(&self, other: &Dfa, limits: Limits) -> Result<Comparison, Undecided> {
        let mut pairs = Pairs::new(self, other);
        let (mut only_a, mut only_b, mut both) = (None, None, None);
        pairs.visit(limits, |pair, a, b| {
            let part = match (a, b) {
                (true, false) => &mut only_a,
                (false, true) => &mut only_b,
                (true, true) => &mut both,
                (false, false) => return true,
            };
            part.get_or_insert(pair);
            only_a.is_none() || only_b.is_none() || both.is_none()
        })?;
        let relation = match (only_a, only_b, both) {
            (None, None, _) => Relation::Equal,
            (None, Some(_), _) => Relation::Subset,
            (Some(_), None, _) => Relation::Superset,
            (Some(_), Some(_), None) => Relation::Disjoint,
            (Some(_), Some(_), Some(_)) => Relation::Overlapping,
        };
        let [only_a, only_b, both] =
            [only_a, only_b, both].map(|pair| pair.map(|pair| pairs.witness(pair)));
        Ok(Comparison { relation, only_a, only_b, both })
    }

    /// Returns the shortest accepted string; `None` if nothing is accepted.
    ///
    /// Of several it is the first in an order in which letters come before digits, punctuation, the
    /// space, controls and bytes above 7F, in this order, and lower case comes before upper case.
    pub fn shortest(&self) -> Option<Vec<u8>> {
        let mut pairs = Pairs::new(self, self);
        let mut found = None;
        // This limit of pairs cannot be hit: an automaton next to itself has one pair for each
        // state.
        let limits = Limits { states: self.len(), nodes: usize::MAX };
        pairs
            .visit(limits, |pair, accepted, _| {
                found = accepted.then_some(pair);
                found.is_none()
            })
            .ok()?;
        found.map(|pair| pairs.witness(pair))
    }

    fn combine(
        &self,
        other: &Dfa,
        limits: Limits,
        accept: fn(bool, bool) -> bool,
    ) -> Result<Dfa, Undecided> {
        build(&mut Product { a: self, b: other, accept }, limits)
    }
}

/// The relation of two languages.
///
/// ```
/// use urigram_automata::Relation;
///
/// let is_within = |relation| matches!(relation, Relation::Equal | Relation::Subset);
/// assert!(is_within(Relation::Subset) && !is_within(Relation::Overlapping));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both are equal, possibly empty.
    Equal,
    /// The first is a proper subset of the second.
    Subset,
    /// The first is a proper superset of the second.
    Superset,
    /// Each has a string that the other does not have, and they share strings.
    Overlapping,
    /// Both are nonempty, and they share no string.
    Disjoint,
}

/// The relation of two languages, and a shortest string for each part; `None` if there is no such
/// string.
///
/// ```
/// use urigram_automata::{Comparison, Relation};
///
/// /// Returns a string that a larger second language adds.
/// fn added(found: &Comparison) -> Option<&[u8]> {
///     found.only_b.as_deref().filter(|_| found.relation == Relation::Subset)
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// The relation of the first to the second.
    pub relation: Relation,
    /// A string that only the first accepts.
    pub only_a: Option<Vec<u8>>,
    /// A string that only the second accepts.
    pub only_b: Option<Vec<u8>>,
    /// A string that both accept.
    pub both: Option<Vec<u8>>,
}

struct Product<'a> {
    a: &'a Dfa,
    b: &'a Dfa,
    accept: fn(bool, bool) -> bool,
}

impl Deterministic for Product<'_> {
    type State = (StateId, StateId);

    fn classes(&self) -> ByteClasses {
        self.a.classes().refine(self.b.classes())
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok((0, 0))
    }

    fn next(&mut self, &(a, b): &Self::State, byte: u8) -> Result<Self::State, Undecided> {
        Ok((self.a.next(a, byte), self.b.next(b, byte)))
    }

    fn is_accepting(&mut self, &(a, b): &Self::State) -> bool {
        (self.accept)(self.a.is_accepting(a), self.b.is_accepting(b))
    }
}

/// The reachable pairs of states, each with the first input that reaches it: shortest, then most
/// readable.
struct Pairs<'a> {
    a: &'a Dfa,
    b: &'a Dfa,
    /// Each pair's predecessor and the byte in between; the start is its own predecessor.
    reached: Vec<(usize, u8)>,
}

impl<'a> Pairs<'a> {
    fn new(a: &'a Dfa, b: &'a Dfa) -> Pairs<'a> {
        Pairs { a, b, reached: Vec::new() }
    }

    /// Visits the pairs in the order of their first inputs, with the verdict of both sides, until
    /// `visit` says stop.
    fn visit(
        &mut self,
        limits: Limits,
        mut visit: impl FnMut(usize, bool, bool) -> bool,
    ) -> Result<(), Undecided> {
        let (a, b) = (self.a, self.b);
        let classes = a.classes().refine(b.classes());
        let mut bytes: Vec<u8> = (0..=255).collect();
        bytes.sort_by_key(|&byte| readability(byte));
        let mut seen_classes = vec![false; classes.len()];
        bytes.retain(|&byte| !std::mem::replace(&mut seen_classes[classes.of(byte)], true));
        let dead = (a.dead(), b.dead());
        let mut seen = NumberSet::from_iter([(0, 0)]);
        let mut queue = VecDeque::from([(0, 0)]);
        self.reached = vec![(0, 0)];
        let mut current = 0;
        while let Some((state_a, state_b)) = queue.pop_front() {
            if !visit(current, a.is_accepting(state_a), b.is_accepting(state_b)) {
                return Ok(());
            }
            for &byte in &bytes {
                let pair = (a.next(state_a, byte), b.next(state_b, byte));
                if (Some(pair.0), Some(pair.1)) == dead || !seen.insert(pair) {
                    continue;
                }
                if self.reached.len() >= limits.states {
                    return Err(Undecided::new("states", limits.states));
                }
                self.reached.push((current, byte));
                queue.push_back(pair);
            }
            current += 1;
        }
        Ok(())
    }

    /// Returns the first input that reaches a pair.
    fn witness(&self, pair: usize) -> Vec<u8> {
        spelled(pair, |pair| Some(self.reached[pair]).filter(|_| pair != 0))
    }
}

/// Returns the rank of a byte when witnesses are chosen; a smaller one is more readable.
pub(crate) fn readability(byte: u8) -> (u8, u8) {
    let group = match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        b'!'..=b'~' => 3,
        b' ' => 4,
        0..=0x1F | 0x7F => 5,
        0x80.. => 6,
    };
    (group, byte)
}
