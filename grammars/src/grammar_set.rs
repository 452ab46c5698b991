use core::fmt;

use crate::{Document, Grammar, Reading};
use urigram_engine::Family;

#[rustfmt::skip]
#[path = "generated/families.rs"]
mod families;

/// A set of published grammars.
///
/// A grammar that is not in [`Grammar::ALL`] is in no set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct GrammarSet(u32);

impl GrammarSet {
    /// The empty set.
    pub const EMPTY: GrammarSet = GrammarSet(0);

    /// The set whose members are the ones of [`Grammar::ALL`] at the places of the bits.
    #[cfg(feature = "lines")]
    pub(crate) const fn from_bits(bits: u32) -> GrammarSet {
        GrammarSet(bits)
    }

    /// Returns the grammars whose default start rule accepts the whole input.
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
        GrammarSet(family(reading).accepting(input))
    }

    /// Returns the grammars of either set.
    pub const fn union(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 | other.0)
    }

    /// Returns the grammars of both sets.
    pub const fn intersection(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 & other.0)
    }

    /// Adds a grammar. Returns false, and adds nothing, if it is not a published one.
    pub fn insert(&mut self, grammar: Grammar) -> bool {
        let place = place(grammar);
        self.0 |= place.map_or(0, |place| 1 << place);
        place.is_some()
    }

    /// Returns true if the grammar is in the set.
    pub fn contains(self, grammar: Grammar) -> bool {
        place(grammar).is_some_and(|place| self.0 >> place & 1 == 1)
    }

    /// Returns true if no grammar is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of grammars in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the grammars, in order of date.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Grammar> {
        let all = Grammar::ALL.iter().copied().enumerate();
        all.filter(move |(place, _)| self.0 >> place & 1 == 1).map(|(_, grammar)| grammar)
    }

    /// Returns the documents of the grammars, in order of date.
    pub fn documents(self) -> impl DoubleEndedIterator<Item = &'static Document> {
        self.iter().map(Grammar::document)
    }
}

/// The automata that judge all published grammars in one pass.
pub(crate) const fn family(reading: Reading) -> &'static Family {
    match reading {
        Reading::Corrected => &families::CORRECTED,
        Reading::Printed => &families::PRINTED,
    }
}

/// The place of a grammar in the list of all.
fn place(grammar: Grammar) -> Option<usize> {
    Grammar::ALL.iter().position(|&known| known == grammar)
}

impl FromIterator<Grammar> for GrammarSet {
    fn from_iter<I: IntoIterator<Item = Grammar>>(grammars: I) -> GrammarSet {
        let mut set = GrammarSet::EMPTY;
        for grammar in grammars {
            set.insert(grammar);
        }
        set
    }
}

impl fmt::Debug for GrammarSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Grammar::id)).finish()
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
                let slow = Grammar::ALL
                    .iter()
                    .copied()
                    .filter(|grammar| grammar.tables(reading).start().accepts(input));
                assert_eq!(
                    GrammarSet::accepting(input, reading),
                    slow.collect(),
                    "{}",
                    input.escape_ascii()
                );
            }
        }
    }
}
