//! Automata: complete, minimal and numbered canonically, so that equal languages are equal values.

use crate::{minimize, ByteClasses, ByteSet, StateId};

/// A complete, minimal, canonically numbered deterministic automaton over bytes.
///
/// Two values are equal if, and only if, they accept the same language: states are numbered in
/// breadth-first order by ascending byte, and no two bytes of different classes behave alike in
/// every state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dfa {
    classes: ByteClasses,
    /// Row per state, column per class.
    next: Vec<StateId>,
    accepting: Vec<bool>,
    /// Found once: searches ask for it at each step.
    dead: Option<StateId>,
}

impl Dfa {
    /// Returns the minimal automaton of a complete transition table whose start state is 0.
    ///
    /// # Panics
    /// If `next` is not `accepting.len()` rows of `classes.len()` valid state numbers, or there is
    /// no state.
    pub fn from_table(classes: ByteClasses, next: Vec<StateId>, accepting: Vec<bool>) -> Dfa {
        let labels: Vec<u32> = accepting.iter().map(|&yes| u32::from(yes)).collect();
        Dfa::from_labelled_table(classes, next, accepting, &labels).0
    }

    /// Like [`Dfa::from_table`], but merges no states with different labels, and also returns the
    /// label of each state. The result is minimal among automata that compute the labels, so it
    /// equals another value only if the labels do.
    ///
    /// ```
    /// use urigram_automata::{ByteClasses, Dfa};
    ///
    /// // Every text is accepted. The label is the length modulo 2.
    /// let any = || ByteClasses::by_key(|_| ());
    /// let (next, accepting) = (vec![1, 0], vec![true, true]);
    /// let (dfa, labels) =
    ///     Dfa::from_labelled_table(any(), next.clone(), accepting.clone(), &[0, 1]);
    /// assert_eq!((dfa.len(), &labels[..]), (2, &[0, 1][..]));
    /// assert_eq!(Dfa::from_table(any(), next, accepting).len(), 1);
    /// ```
    ///
    /// # Panics
    /// If `next` is not `accepting.len()` rows of `classes.len()` valid state numbers, a label is
    /// missing, or there is no state.
    pub fn from_labelled_table(
        classes: ByteClasses,
        next: Vec<StateId>,
        accepting: Vec<bool>,
        labels: &[u32],
    ) -> (Dfa, Vec<u32>) {
        assert!(!accepting.is_empty() && labels.len() == accepting.len());
        assert_eq!(next.len(), accepting.len() * classes.len());
        let keyed: Vec<u32> = labels
            .iter()
            .zip(&accepting)
            .map(|(&label, &yes)| label * 2 + u32::from(yes))
            .collect();
        let parts = minimize::canonical(&classes, &next, &keyed);
        let mut dfa = Dfa {
            classes: parts.classes,
            next: parts.next,
            accepting: parts.labels.iter().map(|key| key % 2 == 1).collect(),
            dead: None,
        };
        dfa.dead = (0..dfa.len() as StateId).find(|&state| dfa.is_dead(state));
        (dfa, parts.labels.iter().map(|key| key / 2).collect())
    }

    /// Returns the automaton that accepts one string.
    ///
    /// ```
    /// use urigram_automata::Dfa;
    ///
    /// let dfa = Dfa::of_string(b"aa");
    /// assert!(dfa.accepts(b"aa") && !dfa.accepts(b"a") && !dfa.accepts(b"aab"));
    /// ```
    ///
    /// # Panics
    /// If the string has more than `u32::MAX - 2` bytes.
    pub fn of_string(string: &[u8]) -> Dfa {
        // A byte that is not in the string leads to the dead state, as the end does.
        let classes = ByteClasses::by_key(|byte| string.contains(&byte).then_some(byte));
        let len = StateId::try_from(string.len()).expect("a string has fewer bytes");
        let dead = len + 1;
        let step = |state: StateId, byte: u8| match string.get(state as usize) {
            Some(&expected) if expected == byte => state + 1,
            _ => dead,
        };
        let next = (0..=dead)
            .flat_map(|state| classes.representatives().iter().map(move |&byte| step(state, byte)));
        let next = next.collect();
        let accepting = (0..=dead).map(|state| state == len).collect();
        Dfa::from_table(classes, next, accepting)
    }

    /// Returns the byte classes.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the number of states, the dead state included, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the state after one byte.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn next(&self, state: StateId, byte: u8) -> StateId {
        self.next_by_class(state, self.classes.of(byte))
    }

    /// Returns the state after a byte of a class.
    ///
    /// # Panics
    /// If there is no such state or class.
    pub fn next_by_class(&self, state: StateId, class: usize) -> StateId {
        self.next[state as usize * self.classes.len() + class]
    }

    /// Returns true if an input may end in this state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    /// Returns the state from which nothing is accepted, if there is one; the first where labels
    /// keep several apart. Constant time.
    pub fn dead(&self) -> Option<StateId> {
        self.dead
    }

    /// Returns true if nothing is accepted from this state on.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_dead(&self, state: StateId) -> bool {
        !self.is_accepting(state)
            && (0..self.classes.len()).all(|class| self.next_by_class(state, class) == state)
    }

    /// Returns the bytes after which an input can still be accepted.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn expected(&self, state: StateId) -> ByteSet {
        let alive: Vec<bool> = (0..self.classes.len())
            .map(|class| !self.is_dead(self.next_by_class(state, class)))
            .collect();
        (0..=255).filter(|&byte| alive[self.classes.of(byte)]).collect()
    }

    /// Returns true if the automaton accepts the whole input. Linear in its length, no allocation.
    pub fn accepts(&self, input: &[u8]) -> bool {
        self.is_accepting(input.iter().fold(0, |state, &byte| self.next(state, byte)))
    }

    /// Returns the length in bytes of the longest prefix of `input` that some accepted string
    /// begins with, or `None` if the whole input is accepted.
    pub fn reject_offset(&self, input: &[u8]) -> Option<usize> {
        let mut state = 0;
        for (offset, &byte) in input.iter().enumerate() {
            if self.is_dead(self.next(state, byte)) {
                return Some(offset);
            }
            state = self.next(state, byte);
        }
        (!self.is_accepting(state)).then_some(input.len())
    }
}
