//! Which grammars accept an input, in one pass.
//!
//! One automaton for all grammars would have to remember where each of them is, and so be larger than all their automata
//! together; one for a few grammars that have much in common is hardly larger than the largest of them. The generator
//! finds out which go together well, and the groups run side by side: what one step of one automaton waits for is time
//! enough for a step of the others.

use crate::rows::Rows;
use crate::{GrammarSet, Reading};

#[path = "generated/groups.rs"]
mod groups;

/// Automata that run side by side.
pub(crate) const GROUPS: usize = 4;

/// One automaton for several grammars.
#[derive(Debug)]
pub(crate) struct Group {
    /// At the end of the input: a place in `sets`.
    pub(crate) rows: Rows,
    /// Who accepts.
    pub(crate) sets: &'static [GrammarSet],
    /// The row that nothing leaves.
    pub(crate) dead: usize,
}

impl Group {
    pub(crate) fn all(reading: Reading) -> &'static [Group; GROUPS] {
        match reading {
            Reading::Corrected => &groups::CORRECTED,
            Reading::Printed => &groups::PRINTED,
        }
    }
}

/// Bytes between two looks at whether any automaton can still accept.
const STRIDE: usize = 32;

impl GrammarSet {
    /// The grammars whose default start rule accepts the whole input.
    ///
    /// ```
    /// use urigram_grammars::{Grammar, GrammarSet, Reading};
    ///
    /// let set = GrammarSet::accepting(b"http://[::1]/", Reading::Corrected);
    /// assert!(set.contains(Grammar::Rfc2732) && !set.contains(Grammar::Rfc2396));
    /// ```
    ///
    /// Takes one step a byte for all grammars, and no heap.
    pub fn accepting(input: &[u8], reading: Reading) -> GrammarSet {
        let [a, b, c, d] = Group::all(reading);
        let [mut s, mut t, mut u, mut v] = [0; GROUPS];
        for stride in input.chunks(STRIDE) {
            for &byte in stride {
                (s, t, u, v) = (a.rows.next(s, byte), b.rows.next(t, byte), c.rows.next(u, byte), d.rows.next(v, byte));
            }
            if s == a.dead && t == b.dead && u == c.dead && v == d.dead {
                return GrammarSet::EMPTY;
            }
        }
        let accepting = |group: &Group, row: usize| group.sets[group.rows.end(row)];
        accepting(a, s).union(accepting(b, t)).union(accepting(c, u)).union(accepting(d, v))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grammar, GrammarSet, Reading};

    #[test]
    fn all_grammars_at_once_as_one_by_one() {
        let inputs: [&[u8]; 12] = [
            b"",
            b"a",
            b":",
            b"http://a/b?x=y#z",
            b"urn:isbn:0451450523",
            b"<URN:IANA:0::d:1;A=b;>",
            b"http://[::1]/",
            b"mailto:a@b",
            b"a b",
            b"\xC3\xA9",
            b"http://example.org/rosa\xC3\xA9/and/so/on/for/more/than/a/chunk#x",
            b"../g",
        ];
        for reading in Reading::ALL {
            for input in inputs {
                let slow =
                    Grammar::ALL.iter().copied().filter(|grammar| grammar.tables(reading).start().accepts(input));
                assert_eq!(GrammarSet::accepting(input, reading), slow.collect(), "{}", input.escape_ascii());
            }
        }
    }
}
