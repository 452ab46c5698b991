//! The search for shortest strings: breadth first, each place with the one before it.

use crate::hashing::NumberSet;
use std::collections::VecDeque;
use std::hash::Hash;

/// Returns the labels of a shortest way from a place to one that is wanted; of several, the first
/// in the order of the steps. A step without a label has no length.
///
/// ```
/// // From 1 to 10 by doubling, and by adding one.
/// let steps = |n: u32| vec![(Some("*2"), 2 * n), (Some("+1"), n + 1)];
/// let way = urigram_automata::shortest(1, |n| n == 10, steps);
/// assert_eq!(way.unwrap(), ["*2", "*2", "+1", "*2"]);
/// ```
pub fn shortest<P: Copy + Eq + Hash, L: Copy>(
    start: P,
    mut is_wanted: impl FnMut(P) -> bool,
    mut steps: impl FnMut(P) -> Vec<(Option<L>, P)>,
) -> Option<Vec<L>> {
    let (mut seen, mut before) = (NumberSet::default(), Vec::new());
    let mut open = VecDeque::from([(start, None)]);
    while let Some((place, from)) = open.pop_front() {
        if !seen.insert(place) {
            continue;
        }
        let number = before.len();
        before.push(from);
        if is_wanted(place) {
            return Some(spelled(number, |at| before[at]).into_iter().flatten().collect());
        }
        let (free, others): (Vec<_>, Vec<_>) =
            steps(place).into_iter().partition(|(label, _)| label.is_none());
        let reached = |(label, to)| (to, Some((number, label)));
        free.into_iter().rev().for_each(|step| open.push_front(reached(step)));
        open.extend(others.into_iter().map(reached));
    }
    None
}

/// Returns the labels from the start to a place. `before` says for each place which one is before
/// it, and the label between them.
pub(crate) fn spelled<L>(mut at: usize, before: impl Fn(usize) -> Option<(usize, L)>) -> Vec<L> {
    let mut labels = Vec::new();
    while let Some((from, label)) = before(at) {
        labels.push(label);
        at = from;
    }
    labels.reverse();
    labels
}
