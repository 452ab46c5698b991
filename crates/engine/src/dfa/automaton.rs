//! The automaton of a rule, and how it runs.

use crate::{ByteSet, Span};

/// The minimal automaton of a rule.
///
/// It is stored in columns: one for each class of bytes, with a cell for each state, and a last one
/// for the end of the input. A cell holds the number of the next state; at the end 1 where the
/// input is accepted, else 0. It takes one byte where all states can be numbered by it, else two,
/// little-endian.
///
/// Rules of a document share their columns where most of their states mean the same: RFC 3986's
/// `URI` is its `URI-reference` from another state on. Each of them has its start and its classes.
/// A byte that only the other rule has is in a class here that leads to the dead state.
///
/// A step waits for the step before it. The place of a column depends only on a byte, so that only
/// one addition and one load are between two states.
#[derive(Clone, Copy, Debug)]
pub struct Automaton {
    /// The rule's name as printed.
    pub rule: &'static str,
    /// The state before the input.
    pub start: u16,
    /// The state that nothing leaves; `u16::MAX` if there isn't one.
    pub dead: u16,
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// The number of states: the cells of a column.
    pub states: u16,
    /// The columns, one after another.
    pub cells: &'static [u8],
}

/// Writes the rule. A module refers to its automaton by the rule.
#[cfg(feature = "facts")]
impl serde::Serialize for Automaton {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("Automaton", 0, self.rule)
    }
}

/// Reads the rule. The automaton has no states: the generator replaces it.
#[cfg(feature = "facts")]
impl<'de: 'static> serde::Deserialize<'de> for &'static Automaton {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(from).map(Automaton::named)
    }
}

impl Automaton {
    /// Returns an automaton that has the name of a rule and no states.
    #[cfg(feature = "facts")]
    pub(crate) fn named(rule: &'static str) -> &'static Automaton {
        let (start, dead, states) = (0, u16::MAX, 0);
        let none = Automaton { rule, start, dead, classes: &[0; 256], states, cells: &[] };
        alloc::boxed::Box::leak(alloc::boxed::Box::new(none))
    }

    /// The most states that cells of one byte can number.
    const NARROW: u16 = 256;

    /// Makes columns of next states and of the states that accept. `next` gives the state after a
    /// class of bytes. `None` where there are more states than two bytes can number.
    #[cfg(feature = "alloc")]
    pub fn cells(
        states: usize,
        classes: usize,
        next: impl Fn(usize, usize) -> usize,
        accepts: impl Fn(usize) -> bool,
    ) -> Option<alloc::vec::Vec<u8>> {
        let is_wide = u16::try_from(states).ok()? > Automaton::NARROW;
        let mut cells = alloc::vec::Vec::new();
        for class in 0..=classes {
            for state in 0..states {
                let cell =
                    if class < classes { next(state, class) } else { usize::from(accepts(state)) };
                let bytes = (cell as u16).to_le_bytes();
                cells.extend_from_slice(if is_wide { &bytes } else { &bytes[..1] });
            }
        }
        Some(cells)
    }

    /// Whether a cell takes two bytes.
    #[inline(always)]
    pub(crate) const fn is_wide(&self) -> bool {
        self.states > Automaton::NARROW
    }

    /// Returns the state after a byte.
    #[inline(always)]
    pub const fn next(&self, state: usize, byte: u8) -> usize {
        if self.is_wide() {
            self.step::<true>(state, byte)
        } else {
            self.step::<false>(state, byte)
        }
    }

    /// Like [`Automaton::next`], for a loop that asks only once how wide a cell is.
    #[inline(always)]
    pub(crate) const fn step<const WIDE: bool>(&self, state: usize, byte: u8) -> usize {
        let column = self.classes[byte as usize] as usize;
        self.cell::<WIDE>(column * self.states as usize + state)
    }

    /// Returns true if the input may end in a state.
    #[inline(always)]
    pub const fn accepts(&self, state: usize) -> bool {
        let states = self.states as usize;
        if self.is_wide() {
            self.cell::<true>(self.cells.len() / 2 - states + state) == 1
        } else {
            self.cell::<false>(self.cells.len() - states + state) == 1
        }
    }

    /// Returns true if the automaton accepts, one step a byte.
    #[doc(hidden)]
    pub const fn steps_accept(&self, input: &[u8]) -> bool {
        match self.state_after(self.start as usize, input) {
            Some(state) => self.accepts(state),
            None => false,
        }
    }

    /// Returns the state after an input that is read from a state on; `None` for the dead one.
    ///
    /// Literals run this while compiling, where a call costs as much as 60 steps: the loops call
    /// nothing, and a pattern takes a byte in fewer steps than an index.
    pub(crate) const fn state_after(&self, from: usize, input: &[u8]) -> Option<usize> {
        let (classes, cells) = (self.classes, self.cells);
        let (states, dead) = (self.states as usize, self.dead as usize);
        let (mut state, mut rest) = (from, input);
        if self.is_wide() {
            while let [byte, after @ ..] = rest {
                let cell = 2 * (classes[*byte as usize] as usize * states + state);
                state = cells[cell] as usize | (cells[cell + 1] as usize) << 8;
                if state == dead {
                    return None;
                }
                rest = after;
            }
        } else {
            while let [byte, after @ ..] = rest {
                state = cells[classes[*byte as usize] as usize * states + state] as usize;
                if state == dead {
                    return None;
                }
                rest = after;
            }
        }
        Some(state)
    }

    /// Whether the automaton accepts the whole input.
    pub(crate) fn runs_to_the_end(&self, input: &[u8]) -> bool {
        self.run_from(input, RejectState { offset: 0, state: self.start }).is_ok()
    }

    /// Runs from a state before an offset to the end of the input. Before offset 0 the state is the
    /// start.
    #[inline(always)]
    pub(crate) fn run_from(&self, input: &[u8], from: RejectState) -> Result<(), RejectState> {
        if self.is_wide() {
            self.run::<true>(input, from)
        } else {
            self.run::<false>(input, from)
        }
    }

    #[inline(always)]
    fn run<const WIDE: bool>(&self, input: &[u8], from: RejectState) -> Result<(), RejectState> {
        let state = if from.offset == 0 { self.start } else { from.state };
        let (mut state, dead) = (usize::from(state), usize::from(self.dead));
        for (offset, &byte) in input.iter().enumerate().skip(from.offset as usize) {
            let next = self.step::<WIDE>(state, byte);
            if next == dead {
                return Err(RejectState::at(offset, state));
            }
            state = next;
        }
        if self.accepts(state) {
            Ok(())
        } else {
            Err(RejectState::at(input.len(), state))
        }
    }

    /// Returns the offset after a prefix of an input, with the state there.
    pub(crate) fn before(&self, prefix: &[u8]) -> RejectState {
        let start = usize::from(self.start);
        let state = prefix.iter().fold(start, |state, &byte| self.next(state, byte));
        RejectState { offset: prefix.len() as u32, state: state as u16 }
    }

    /// Returns the lengths of the longest accepted prefix and of the longest prefix that could be
    /// continued to an accepted input.
    pub(crate) fn prefix(&self, input: &[u8]) -> Prefix {
        if self.is_wide() {
            self.prefix_by::<true>(input)
        } else {
            self.prefix_by::<false>(input)
        }
    }

    fn prefix_by<const WIDE: bool>(&self, input: &[u8]) -> Prefix {
        let dead = usize::from(self.dead);
        let start = usize::from(self.start);
        let (mut state, mut viable) = (start, input.len());
        for (offset, &byte) in input.iter().enumerate() {
            let next = self.step::<WIDE>(state, byte);
            if next == dead {
                viable = offset;
                break;
            }
            state = next;
        }
        // Most inputs are accepted as far as they can be read. Only the others are read again, to
        // find the last state that accepts.
        if self.accepts(state) {
            return Prefix { accepted: Some(viable), viable };
        }
        let mut state = start;
        let mut accepted = self.accepts(start).then_some(0);
        for (offset, &byte) in input[..viable].iter().enumerate() {
            state = self.step::<WIDE>(state, byte);
            if self.accepts(state) {
                accepted = Some(offset + 1);
            }
        }
        Prefix { accepted, viable }
    }

    /// Returns the bytes that can follow in a state.
    pub(crate) fn following(&self, state: u16) -> ByteSet {
        let (state, dead) = (usize::from(state), usize::from(self.dead));
        let mut set = ByteSet::EMPTY;
        // Collected from an iterator, the set would cost a program 500 bytes.
        for byte in 0..=u8::MAX {
            if self.next(state, byte) != dead {
                set.insert(byte);
            }
        }
        set
    }

    #[inline(always)]
    const fn cell<const WIDE: bool>(&self, at: usize) -> usize {
        if WIDE {
            u16::from_le_bytes([self.cells[2 * at], self.cells[2 * at + 1]]) as usize
        } else {
            self.cells[at] as usize
        }
    }
}

/// The place where an input is rejected. Small, so that it is returned in registers and made an
/// error by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RejectState {
    /// The first byte that cannot be right.
    pub(crate) offset: u32,
    /// The state before.
    pub(crate) state: u16,
}

impl RejectState {
    /// Of an input whose positions do not fit; no other offset is as large.
    pub(crate) const TOO_LONG: RejectState = RejectState { offset: u32::MAX, state: 0 };

    pub(crate) const fn at(offset: usize, state: usize) -> RejectState {
        if offset > Span::LONGEST {
            return RejectState::TOO_LONG;
        }
        RejectState { offset: offset as u32, state: state as u16 }
    }
}

/// The number of bytes at the beginning of an input that a rule matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prefix {
    /// The length of the longest prefix that the rule accepts, if it accepts any.
    pub accepted: Option<usize>,
    /// The length of the longest prefix that some accepted string begins with.
    pub viable: usize,
}
