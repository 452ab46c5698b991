//! Loops of one entry each: what enters a loop elsewhere goes through copies of its states first.
//!
//! Of `1*(ALPHA / "%" HEXDIG HEXDIG)`, the states behind the first character lead back to each
//! other, and both `A` and `P` are entered from the start:
//!
//! ```text
//! start:  ALPHA → A,  % → P          start:  ALPHA → A', % → P
//!                                    A':     ALPHA → A', % → P
//! A:      ALPHA → A,  % → P          A:      ALPHA → A,  % → P
//! P:      HEXDIG → H                 P:      HEXDIG → H
//! H:      HEXDIG → A                 H:      HEXDIG → A
//! ```
//!
//! With a copy of `A` for the way from the start, `P` is the one entry. The entry that takes the
//! fewest copies is kept.

use std::collections::BTreeSet;

use super::machine::State;

/// Copies states until each loop has one entry; `None` if that takes more than `most` states.
///
/// Takes time that grows with the third power of the states.
pub(super) fn with_single_entries(states: &[State], most: usize) -> Option<Vec<State>> {
    if states.len() > most {
        return None;
    }
    let mut states = states.to_vec();
    let mut open = vec![(0..states.len()).collect::<BTreeSet<usize>>()];
    while let Some(inside) = open.pop() {
        let next: Vec<BTreeSet<usize>> = states.iter().map(next).collect();
        for mut all in loops(&next, &inside) {
            let entries = entries(&next, &all);
            if let [entry] = entries[..] {
                all.remove(&entry);
                open.push(all);
                continue;
            }
            let copied = |&entry: &usize| {
                let others = entries.iter().copied().filter(|&other| other != entry);
                reached(&next, others, |to| to != entry && all.contains(&to))
            };
            // A text begins in state 0, in no copy of it.
            let kept = if all.contains(&0) { &entries[..1] } else { &entries };
            let copied = kept.iter().map(copied).min_by_key(BTreeSet::len)?;
            if states.len() + copied.len() > most {
                return None;
            }
            copy(&mut states, &all, &copied);
            // Copies can also be loops.
            open = vec![(0..states.len()).collect()];
            break;
        }
    }
    Some(states)
}

/// Returns the states after a state.
fn next(state: &State) -> BTreeSet<usize> {
    state.edges.iter().flatten().map(|(to, _)| *to).collect()
}

/// Returns the states that some states lead to through states that are allowed, those included.
fn reached(
    next: &[BTreeSet<usize>],
    from: impl IntoIterator<Item = usize>,
    is_allowed: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut open: Vec<usize> = from.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(state) = open.pop() {
        if found.insert(state) {
            open.extend(next[state].iter().copied().filter(|&to| is_allowed(to)));
        }
    }
    found
}

/// Returns the largest sets of states inside a set that all lead to each other.
fn loops(next: &[BTreeSet<usize>], inside: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let behind = |state: usize| {
        let first = next[state].intersection(inside).copied();
        reached(next, first, |to| inside.contains(&to))
    };
    let mut left: BTreeSet<usize> = inside.clone();
    let mut found = Vec::new();
    while let Some(state) = left.pop_first() {
        let mut all = behind(state);
        all.retain(|&other| other == state || behind(other).contains(&state));
        left.retain(|other| !all.contains(other));
        if all.len() > 1 {
            found.push(all);
        }
    }
    found
}

/// Returns the states of a loop that states outside lead to, and the one that the text begins in.
fn entries(next: &[BTreeSet<usize>], all: &BTreeSet<usize>) -> Vec<usize> {
    let outside = (0..next.len()).filter(|state| !all.contains(state));
    let led_to: BTreeSet<&usize> = outside.flat_map(|state| &next[state]).collect();
    all.iter().copied().filter(|&state| state == 0 || led_to.contains(&state)).collect()
}

/// Copies states of a loop. What is outside, the copies included, leads to the copies.
fn copy(states: &mut Vec<State>, all: &BTreeSet<usize>, copied: &BTreeSet<usize>) {
    let before = states.len();
    for &state in copied {
        states.push(states[state].clone());
    }
    for (number, state) in states.iter_mut().enumerate() {
        if number < before && all.contains(&number) {
            continue;
        }
        for (to, _) in state.edges.iter_mut().flatten() {
            if let Some(at) = copied.iter().position(|copied| copied == to) {
                *to = before + at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::machine::merged;
    use super::*;

    /// Makes states of edges. Each edge notes the state that it leads to.
    fn states(edges: &[&[(u8, usize)]]) -> Vec<State> {
        let state = |edges: &&[(u8, usize)]| {
            let mut state = State { edges: vec![None; 256], end: None };
            for &(byte, to) in *edges {
                state.edges[usize::from(byte)] = Some((to, vec![(to as u8, false)]));
            }
            state
        };
        edges.iter().map(state).collect()
    }

    #[test]
    fn a_loop_that_is_entered_twice_gets_copies() {
        let (letter, percent, digit) = (b'a', b'%', b'0');
        let made = states(&[
            &[(letter, 1), (percent, 2)],
            &[(letter, 1), (percent, 2)],
            &[(digit, 3)],
            &[(digit, 1)],
        ]);
        let found = with_single_entries(&made, 64).unwrap();
        assert_eq!(found.len(), 5);
        assert_eq!(with_single_entries(&made, 4), None);
        assert_eq!(with_single_entries(&found, 5).as_ref(), Some(&found));
        assert_eq!(merged(&found), merged(&made));
    }

    /// Each of five states leads to each other one. The start is the first entry. Without it,
    /// nothing has one entry until copies are copied.
    #[test]
    fn loops_in_loops_end() {
        let all: Vec<Vec<(u8, usize)>> =
            (0..5).map(|_| (0..5).map(|to| (b'a' + to as u8, to)).collect()).collect();
        let made = states(&all.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let found = with_single_entries(&made, 1_000).unwrap();
        assert!(found.len() > 10, "{}", found.len());
        assert_eq!(merged(&found), merged(&made));
        assert_eq!(with_single_entries(&made, 10), None);
    }
}
