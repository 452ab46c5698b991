//! Classes of characters that no set of a grammar tells apart.

use super::nodes::LETTER;
use crate::{Terminals, Undecided};
use std::collections::HashMap;

/// Automata over characters use a byte for each class.
const MOST: usize = 256;

/// Returns the coarsest partition of the terminals and of a number of letters that every set
/// respects, as ascending ranges.
pub(super) fn of<'a>(
    sets: impl Iterator<Item = &'a [(u32, u32)]>,
    terminals: Terminals,
    letters: usize,
) -> Result<Vec<Vec<(u32, u32)>>, Undecided> {
    let mut sets: Vec<&[(u32, u32)]> = sets.collect();
    sets.sort_unstable();
    sets.dedup();
    let mut whole = match terminals {
        Terminals::CodePoints => vec![(0, 0xD7FF), (0xE000, 0x10_FFFF)],
        Terminals::Octets => vec![(0, 0xFF)],
    };
    whole.extend((letters > 0).then(|| (LETTER, LETTER + letters as u32 - 1)));
    let ranges = sets.iter().flat_map(|set| set.iter()).chain(&whole);
    let mut begins: Vec<u32> = ranges.flat_map(|&(low, high)| [low, high + 1]).collect();
    begins.sort_unstable();
    begins.dedup();
    let mut numbers: HashMap<Vec<bool>, usize> = HashMap::new();
    let mut classes: Vec<Vec<(u32, u32)>> = Vec::new();
    for pair in begins.windows(2) {
        let (low, high) = (pair[0], pair[1] - 1);
        if !holds(&whole, low) {
            continue;
        }
        let member = sets.iter().map(|set| holds(set, low)).collect();
        let class = *numbers.entry(member).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        match classes[class].last_mut() {
            Some(last) if last.1 + 1 == low => last.1 = high,
            _ => classes[class].push((low, high)),
        }
    }
    if classes.len() > MOST {
        return Err(Undecided::new("classes of characters", MOST));
    }
    Ok(classes)
}

/// Returns true if a character is in ascending ranges.
pub(super) fn holds(ranges: &[(u32, u32)], c: u32) -> bool {
    let at = ranges.partition_point(|&(_, high)| high < c);
    ranges.get(at).is_some_and(|&(low, _)| low <= c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours of one class are one range, whether a set ends between them or not.
    #[test]
    fn classes_are_the_coarsest_and_their_ranges_the_longest() {
        let of = |sets: &[&[(u32, u32)]]| of(sets.iter().copied(), Terminals::Octets, 0).unwrap();
        assert_eq!(of(&[]), [[(0, 255)]]);
        assert_eq!(of(&[&[(0, 255)], &[]]), [[(0, 255)]]);
        assert_eq!(
            of(&[&[(65, 90), (97, 122)]]),
            [vec![(0, 64), (91, 96), (123, 255)], vec![(65, 90), (97, 122)],]
        );
        // The first set has two ranges side by side, the second one the same bytes as one.
        assert_eq!(
            of(&[&[(48, 52), (53, 57)], &[(48, 57)]]),
            [vec![(0, 47), (58, 255)], vec![(48, 57)],]
        );
        assert_eq!(
            of(&[&[(10, 20)], &[(15, 30)]]),
            [vec![(0, 9), (31, 255)], vec![(10, 14)], vec![(15, 20)], vec![(21, 30)],]
        );
        let bytes: Vec<_> = (0..=255).map(|byte| [(byte, byte)]).collect();
        assert_eq!(of(&bytes.iter().map(|set| &set[..]).collect::<Vec<_>>()).len(), 256);
    }

    #[test]
    fn more_classes_than_bytes_are_refused() {
        let sets: Vec<_> = (0..300).map(|char| [(char, char)]).collect();
        assert!(of(sets.iter().map(|set| &set[..]), Terminals::CodePoints, 0).is_err());
    }
}
