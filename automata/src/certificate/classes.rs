//! Classes of characters that no set of a grammar tells apart.

use super::formulas::holds;
use crate::{Terminals, Undecided};
use std::collections::HashMap;

/// Automata over characters use a byte for each class.
const MOST: usize = 256;

/// Returns the coarsest partition of the terminals that every set respects, as ascending ranges.
pub(super) fn of<'a>(
    sets: impl Iterator<Item = &'a [(u32, u32)]>,
    terminals: Terminals,
) -> Result<Vec<Vec<(u32, u32)>>, Undecided> {
    let mut sets: Vec<&[(u32, u32)]> = sets.collect();
    sets.sort_unstable();
    sets.dedup();
    let whole: &[(u32, u32)] = match terminals {
        Terminals::CodePoints => &[(0, 0xD7FF), (0xE000, 0x10_FFFF)],
        Terminals::Octets => &[(0, 0xFF)],
    };
    let ranges = sets.iter().flat_map(|set| set.iter()).chain(whole);
    let mut begins: Vec<u32> = ranges.flat_map(|&(low, high)| [low, high + 1]).collect();
    begins.sort_unstable();
    begins.dedup();
    let mut numbers: HashMap<Vec<bool>, usize> = HashMap::new();
    let mut classes: Vec<Vec<(u32, u32)>> = Vec::new();
    for pair in begins.windows(2) {
        let (low, high) = (pair[0], pair[1] - 1);
        if !holds(whole, low) {
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
        return Err(Undecided { what: "classes of characters", limit: MOST });
    }
    Ok(classes)
}
