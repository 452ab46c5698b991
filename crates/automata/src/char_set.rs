//! Sets of characters.

/// A set of Unicode scalar values, kept as ascending ranges that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);
const LAST: u32 = char::MAX as u32;

impl CharSet {
    /// Returns the set of all characters in inclusive ranges. A range whose end comes before its
    /// start is empty.
    ///
    /// ```
    /// use urigram_automata::peg::CharSet;
    /// let set = CharSet::from_ranges([('b', 'c'), ('a', 'a')]);
    /// assert_eq!(set.ranges().collect::<Vec<_>>(), [('a', 'c')]);
    /// ```
    pub fn from_ranges(ranges: impl IntoIterator<Item = (char, char)>) -> CharSet {
        CharSet::from_scalars(
            ranges.into_iter().map(|(low, high)| (u32::from(low), u32::from(high))).collect(),
        )
    }

    /// Returns the set of all characters.
    pub fn all() -> CharSet {
        CharSet::from_ranges([('\0', char::MAX)])
    }

    /// Returns true if the character is in the set.
    pub fn contains(&self, c: char) -> bool {
        let c = u32::from(c);
        let at = self.ranges.partition_point(|&(_, high)| high < c);
        self.ranges.get(at).is_some_and(|&(low, _)| low <= c)
    }

    /// Returns the inclusive ranges, ascending.
    pub fn ranges(&self) -> impl Iterator<Item = (char, char)> + '_ {
        // The ends are never surrogates, so no range is left out here.
        self.ranges
            .iter()
            .filter_map(|&(low, high)| Some((char::from_u32(low)?, char::from_u32(high)?)))
    }

    /// Returns the characters that are in either set.
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_scalars(self.ranges.iter().chain(&other.ranges).copied().collect())
    }

    /// Returns the set of scalar values, without the surrogates in any range.
    pub(crate) fn from_scalars(mut ranges: Vec<(u32, u32)>) -> CharSet {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        let whole = ranges.into_iter().flat_map(|(low, high)| {
            [(low, high.min(SURROGATES.0 - 1)), (low.max(SURROGATES.1 + 1), high.min(LAST))]
        });
        let mut pieces: Vec<(u32, u32)> = whole.filter(|(low, high)| low <= high).collect();
        pieces.sort_unstable();
        for (low, high) in pieces {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        CharSet { ranges: merged }
    }

    /// Returns the inclusive ranges as scalar values; none spans the surrogates.
    pub(crate) fn scalars(&self) -> &[(u32, u32)] {
        &self.ranges
    }
}
