//! The operations on languages over letters, state by state.

use super::alphabet::{Alphabet, BEGIN, CUT, END};
use crate::{ByteClasses, Deterministic, Dfa, StateId, Undecided};

/// A few states. The last one accepts.
pub(super) struct Chain<'a, S> {
    pub(super) alphabet: &'a Alphabet,
    pub(super) states: usize,
    pub(super) step: S,
}

impl<S: Fn(usize, u8) -> Option<usize>> Deterministic for Chain<'_, S> {
    type State = Option<usize>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some(0))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        Ok(state.and_then(|state| (self.step)(state, letter)))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        *state == Some(self.states - 1)
    }
}

/// The strings of an automaton over bytes, in letters.
pub(super) struct Lettered<'a> {
    pub(super) dfa: &'a Dfa,
    pub(super) alphabet: &'a Alphabet,
}

impl Deterministic for Lettered<'_> {
    type State = Option<StateId>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some(0))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        Ok(state.and_then(|state| Some(self.dfa.next(state, self.alphabet.byte(letter)?))))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        state.is_some_and(|state| self.dfa.is_accepting(state))
    }
}

/// The strings of an automaton over letters that has no marks, in bytes.
pub(super) struct Unlettered<'a> {
    pub(super) letters: &'a Dfa,
    pub(super) alphabet: &'a Alphabet,
}

impl Deterministic for Unlettered<'_> {
    type State = StateId;

    fn classes(&self) -> ByteClasses {
        self.alphabet.bytes().clone()
    }

    fn start(&mut self) -> Result<StateId, Undecided> {
        Ok(0)
    }

    fn next(&mut self, state: &StateId, byte: u8) -> Result<StateId, Undecided> {
        Ok(self.letters.next(*state, self.alphabet.letter(byte)))
    }

    fn is_accepting(&mut self, state: &StateId) -> bool {
        self.letters.is_accepting(*state)
    }
}

/// The marked strings that a condition on their bytes accepts, or does not accept.
pub(super) struct Restricted<'a> {
    letters: &'a Dfa,
    from: &'a Alphabet,
    condition: &'a Dfa,
    wanted: bool,
    /// The letters of the result.
    to: &'a Alphabet,
    dead: (Option<StateId>, Option<StateId>),
}

impl<'a> Restricted<'a> {
    /// The letters of the result must respect the classes of both automata.
    pub(super) fn new(
        letters: &'a Dfa,
        from: &'a Alphabet,
        condition: &'a Dfa,
        wanted: bool,
        to: &'a Alphabet,
    ) -> Restricted<'a> {
        let dead = (letters.dead(), condition.dead().filter(|_| wanted));
        Restricted { letters, from, condition, wanted, to, dead }
    }
}

impl Deterministic for Restricted<'_> {
    type State = Option<(StateId, StateId)>;

    fn classes(&self) -> ByteClasses {
        self.to.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some((0, 0)))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        let Some((state, judged)) = *state else { return Ok(None) };
        let (state, judged) = match self.to.byte(letter) {
            Some(byte) => (
                self.letters.next(state, self.from.letter(byte)),
                self.condition.next(judged, byte),
            ),
            None if letter >= BEGIN => (self.letters.next(state, letter), judged),
            None => return Ok(None),
        };
        let hopeless = Some(state) == self.dead.0 || Some(judged) == self.dead.1;
        Ok((!hopeless).then_some((state, judged)))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        state.is_some_and(|(state, judged)| {
            self.letters.is_accepting(state) && self.condition.is_accepting(judged) == self.wanted
        })
    }
}

/// The strings of one language, each followed by one of another.
pub(super) struct Concatenation<'a> {
    pub(super) first: &'a Dfa,
    pub(super) second: &'a Dfa,
    pub(super) dead: (Option<StateId>, Option<StateId>),
    pub(super) alphabet: &'a Alphabet,
}

impl Concatenation<'_> {
    fn state(
        &self,
        first: Option<StateId>,
        mut second: Vec<StateId>,
    ) -> (Option<StateId>, Vec<StateId>) {
        let first = first.filter(|&state| Some(state) != self.dead.0);
        if first.is_some_and(|state| self.first.is_accepting(state)) {
            second.push(0);
        }
        second.retain(|&state| Some(state) != self.dead.1);
        second.sort_unstable();
        second.dedup();
        (first, second)
    }
}

impl Deterministic for Concatenation<'_> {
    /// The state in the first part, while it can go on, and the states in the second part, by where
    /// it began.
    type State = (Option<StateId>, Vec<StateId>);

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(self.state(Some(0), Vec::new()))
    }

    fn next(
        &mut self,
        (first, second): &Self::State,
        letter: u8,
    ) -> Result<Self::State, Undecided> {
        let second = second.iter().map(|&state| self.second.next(state, letter)).collect();
        Ok(self.state(first.map(|state| self.first.next(state, letter)), second))
    }

    fn is_accepting(&mut self, (_, second): &Self::State) -> bool {
        second.iter().any(|&state| self.second.is_accepting(state))
    }
}

/// The strings of a language without some of their letters.
pub(super) struct Erasure<'a> {
    pub(super) letters: &'a Dfa,
    pub(super) dead: Option<StateId>,
    pub(super) erased: &'a [u8],
    pub(super) alphabet: &'a Alphabet,
}

impl Erasure<'_> {
    /// Adds the states that are reached by letters which are left out.
    fn closed(&self, mut states: Vec<StateId>) -> Vec<StateId> {
        states.retain(|&state| Some(state) != self.dead);
        states.sort_unstable();
        states.dedup();
        let mut at = 0;
        while at < states.len() {
            for &letter in self.erased {
                let next = self.letters.next(states[at], letter);
                if Some(next) != self.dead && !states.contains(&next) {
                    states.push(next);
                }
            }
            at += 1;
        }
        states.sort_unstable();
        states
    }
}

impl Deterministic for Erasure<'_> {
    type State = Vec<StateId>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(self.closed(vec![0]))
    }

    fn next(&mut self, states: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        if self.erased.contains(&letter) {
            return Ok(Vec::new());
        }
        Ok(self.closed(states.iter().map(|&state| self.letters.next(state, letter)).collect()))
    }

    fn is_accepting(&mut self, states: &Self::State) -> bool {
        states.iter().any(|&state| self.letters.is_accepting(state))
    }
}

/// Strings with the marks of components anywhere in them; and, where wanted, the mark of a
/// division, but not before the first byte.
pub(super) struct Unmarked<'a> {
    pub(super) strings: &'a Dfa,
    pub(super) cut_later: bool,
    pub(super) alphabet: &'a Alphabet,
}

/// The place of the mark of a division.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Cut {
    /// No byte was read, so the mark would not be later.
    TooEarly,
    Possible,
    Seen,
}

impl Deterministic for Unmarked<'_> {
    type State = Option<(StateId, Cut)>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some((0, if self.cut_later { Cut::TooEarly } else { Cut::Seen })))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        Ok(state.and_then(|(state, cut)| match (letter, cut) {
            (BEGIN | END, _) => Some((state, cut)),
            (CUT, Cut::Possible) => Some((state, Cut::Seen)),
            (CUT, _) => None,
            (_, Cut::TooEarly) => Some((self.strings.next(state, letter), Cut::Possible)),
            (_, cut) => Some((self.strings.next(state, letter), cut)),
        }))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        state.is_some_and(|(state, cut)| cut == Cut::Seen && self.strings.is_accepting(state))
    }
}
