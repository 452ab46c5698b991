use core::fmt;

use crate::{Document, Grammar, Reading};
use urigram_engine::Family;

#[rustfmt::skip]
#[path = "generated/families.rs"]
mod families;

/// A set of grammars: published ones, and some others.
///
/// A set has room for [`GrammarSet::OTHERS`] grammars that are not in [`Grammar::ALL`], counted
/// over all sets of a program. Without the feature `std` it has no room for them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct GrammarSet(u64);

/// The first place of a grammar that is not published.
const FIRST_OTHER: usize = 32;

/// The grammars that are not published, in the order in which they came into a set.
#[cfg(feature = "std")]
static OTHERS: [std::sync::OnceLock<Grammar>; GrammarSet::OTHERS] =
    [const { std::sync::OnceLock::new() }; GrammarSet::OTHERS];

impl GrammarSet {
    /// The number of grammars other than published ones that the sets of a program can hold.
    pub const OTHERS: usize = 32;

    /// The empty set.
    pub const EMPTY: GrammarSet = GrammarSet(0);

    /// Returns the set of the grammars whose positions in [`Grammar::ALL`] have a bit set.
    #[cfg(feature = "lines")]
    pub(crate) const fn from_bits(bits: u32) -> GrammarSet {
        GrammarSet(bits as u64)
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
    #[inline]
    pub fn accepting(input: &[u8], reading: Reading) -> GrammarSet {
        GrammarSet(family(reading).accepting(input).into())
    }

    /// Returns the grammars of either set.
    #[inline]
    pub const fn union(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 | other.0)
    }

    /// Returns the grammars of both sets.
    #[inline]
    pub const fn intersection(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 & other.0)
    }

    /// Adds a grammar. Returns false, and adds nothing, if there is no room for one that is not
    /// published.
    #[inline]
    pub fn insert(&mut self, grammar: Grammar) -> bool {
        let place = place(grammar).or_else(|| new_place(grammar));
        self.0 |= place.map_or(0, |place| 1 << place);
        place.is_some()
    }

    /// Returns true if the grammar is in the set.
    #[inline]
    pub fn contains(self, grammar: Grammar) -> bool {
        place(grammar).is_some_and(|place| self.0 >> place & 1 == 1)
    }

    /// Returns true if no grammar is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of grammars in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the grammars, in order of date.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Grammar> {
        let mut members = [None; u64::BITS as usize];
        let places = (0..members.len()).filter(|place| self.0 >> place & 1 == 1);
        for (mut at, place) in places.enumerate() {
            members[at] = member_at(place);
            // The published grammars are in order. The others are few, and the sort of slices is
            // half of the code that a debug build makes of this package.
            while place >= FIRST_OTHER && at > 0 && members[at - 1] > members[at] {
                members.swap(at - 1, at);
                at -= 1;
            }
        }
        members.into_iter().flatten()
    }

    /// Returns the documents of the grammars, in order of date.
    #[inline]
    pub fn documents(self) -> impl DoubleEndedIterator<Item = &'static Document> {
        self.iter().map(Grammar::document)
    }
}

/// Returns the automata that check an input by all published grammars in one pass.
#[inline]
pub(crate) const fn family(reading: Reading) -> &'static Family {
    match reading {
        Reading::Corrected => &families::CORRECTED,
        Reading::Printed => &families::PRINTED,
    }
}

/// Returns the place of a grammar in the list of all.
#[inline]
fn place(grammar: Grammar) -> Option<usize> {
    let published = Grammar::ALL.iter().position(|&known| known == grammar);
    published.or_else(|| other_place(grammar))
}

#[inline]
fn member_at(place: usize) -> Option<Grammar> {
    Grammar::ALL.get(place).copied().or_else(|| other_at(place.checked_sub(FIRST_OTHER)?))
}

#[cfg(feature = "std")]
#[inline]
fn other_at(place: usize) -> Option<Grammar> {
    OTHERS.get(place)?.get().copied()
}

#[cfg(not(feature = "std"))]
fn other_at(_: usize) -> Option<Grammar> {
    None
}

#[cfg(feature = "std")]
#[inline]
fn other_place(grammar: Grammar) -> Option<usize> {
    OTHERS.iter().position(|other| other.get() == Some(&grammar)).map(|place| FIRST_OTHER + place)
}

#[cfg(not(feature = "std"))]
fn other_place(_: Grammar) -> Option<usize> {
    None
}

/// Returns the place of a grammar that is not published, a new one if need be.
#[cfg(feature = "std")]
#[inline]
fn new_place(grammar: Grammar) -> Option<usize> {
    OTHERS
        .iter()
        .position(|other| *other.get_or_init(|| grammar) == grammar)
        .map(|place| FIRST_OTHER + place)
}

#[cfg(not(feature = "std"))]
fn new_place(_: Grammar) -> Option<usize> {
    None
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Grammar::as_str)).finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Definition, Grammar, GrammarSet, Reading};

    static OTHER: Definition = Definition { sources: None, ..*Grammar::Rfc3986.definition() };
    #[cfg(feature = "std")]
    static OLD: Definition = Definition { sources: None, ..*Grammar::Url1993.definition() };

    #[test]
    #[cfg(feature = "std")]
    fn anybody_s_grammars_can_be_in_a_set() {
        let other = Grammar::new(&OTHER);
        let mut set = GrammarSet::from_iter([Grammar::Rfc1630]);
        assert!(!set.contains(other) && !set.contains(Grammar::Rfc3986));
        assert!(set.insert(other) && set.insert(other) && set.len() == 2);
        assert!(set.contains(other) && !set.contains(Grammar::Rfc3986));
        set.insert(Grammar::Rfc8141);
        // In order of date.
        let all: Vec<Grammar> = set.iter().collect();
        assert_eq!(all, [Grammar::Rfc1630, other, Grammar::Rfc8141]);
        let old = Grammar::new(&OLD);
        let older = GrammarSet::from_iter([other, old, Grammar::Rfc8141, Grammar::Urc1993]);
        let all: Vec<Grammar> = older.iter().collect();
        assert_eq!(all, [old, Grammar::Urc1993, other, Grammar::Rfc8141]);
        let same = GrammarSet::from_iter([Grammar::Rfc8141, other, Grammar::Rfc1630]);
        assert!(set == same && set.intersection(GrammarSet::from_iter([other])).len() == 1);
    }

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
