//! Several rules checked in one pass.
//!
//! A single automaton for all rules would need a state for every combination of their states, and
//! would be larger than all their automata together. An automaton for a few similar rules is hardly
//! larger than the largest of them. The generator groups similar rules. The automata of four groups
//! run side by side: while one waits for a cell, the others take their steps.

use crate::dfa::rows::Rows;

/// The number of automata that run side by side.
pub(crate) const GROUPS: usize = 4;

/// The number of bytes between two checks whether any automaton can still accept.
const STRIDE: usize = 32;

/// Up to 32 rules that are checked in one pass, each a bit of the answer.
#[derive(Debug)]
pub struct Family {
    #[doc(hidden)]
    pub groups: [Group; GROUPS],
}

/// One automaton for several rules.
#[doc(hidden)]
#[derive(Debug)]
pub struct Group {
    /// The cells; at the end of the input an index into `sets`.
    pub rows: Rows,
    /// The members that accept, a bit for each.
    pub sets: &'static [u32],
    /// The row that no byte leaves.
    pub dead: usize,
}

impl Family {
    /// Returns the members that accept the whole input, a bit for each. Takes one step a byte for
    /// all of them, and no heap.
    #[inline]
    pub fn accepting(&self, input: &[u8]) -> u32 {
        let [a, b, c, d] = &self.groups;
        let [mut s, mut t, mut u, mut v] = [0; GROUPS];
        for stride in input.chunks(STRIDE) {
            for &byte in stride {
                (s, t) = (a.rows.next(s, byte), b.rows.next(t, byte));
                (u, v) = (c.rows.next(u, byte), d.rows.next(v, byte));
            }
            if s == a.dead && t == b.dead && u == c.dead && v == d.dead {
                return 0;
            }
        }
        let accepting = |group: &Group, row: usize| group.sets[group.rows.end(row)];
        accepting(a, s) | accepting(b, t) | accepting(c, u) | accepting(d, v)
    }
}
