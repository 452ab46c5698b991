//! The order in which states are printed: loops and blocks with labels, without a table of states.
//!
//! A state that others lead to comes after a block that they leave (`break`), a state that is led
//! back to begins a loop (`continue`), and each other state comes where its only edge is. That
//! works where every loop is entered by one state, which dominates the others. For `1*("a" "b")`:
//!
//! ```text
//!   state 0:  a → 1               'loop1: begins with state 1, entered from 0 and from 2
//!   state 1:  b → 2               'loop1: loop {
//!   state 2:  a → 1, end              b, then state 2: an `a` is `continue 'loop1`
//!                                 }
//! ```

use super::machine::{Group, State};

/// The order of states, and how each is reached.
pub(super) struct Flow {
    /// For each state, its place in reverse postorder: edges to earlier places lead back.
    place: Vec<usize>,
    /// For each state, the state through which all ways to it lead.
    dominator: Vec<usize>,
    /// The number of edges that lead forward to each state.
    entries: Vec<usize>,
    is_led_back: Vec<bool>,
}

impl Flow {
    /// Returns the order; `None` if a loop has two entries.
    pub(super) fn of(states: &[State], groups: &[Vec<Group<'_>>]) -> Option<Flow> {
        let order = reverse_postorder(groups);
        let mut place = vec![0; states.len()];
        order.iter().enumerate().for_each(|(at, &state)| place[state] = at);
        let dominator = dominators(groups, &order, &place);
        let mut entries = vec![0; states.len()];
        let mut is_led_back = vec![false; states.len()];
        for (from, group) in groups
            .iter()
            .enumerate()
            .flat_map(|(from, all)| all.iter().map(move |group| (from, group)))
        {
            if place[group.to] > place[from] {
                entries[group.to] += 1;
                continue;
            }
            is_led_back[group.to] = true;
            let mut above = from;
            while above != group.to && above != 0 {
                above = dominator[above];
            }
            if above != group.to {
                return None;
            }
        }
        Some(Flow { place, dominator, entries, is_led_back })
    }

    /// Returns true if an edge leads back.
    pub(super) fn leads_back(&self, from: usize, to: usize) -> bool {
        self.place[to] <= self.place[from]
    }

    /// Returns true if a state begins a loop.
    pub(super) fn is_loop(&self, state: usize) -> bool {
        self.is_led_back[state]
    }

    /// Returns true if several edges lead forward to a state, so that it comes after a block.
    pub(super) fn is_joined(&self, state: usize) -> bool {
        self.entries[state] > 1
    }

    /// Returns true if a state comes where its only edge is.
    pub(super) fn is_inline(&self, state: usize) -> bool {
        !self.is_joined(state) && !self.is_loop(state)
    }

    /// Returns the states that come after blocks in a state, in order.
    pub(super) fn joined_in(&self, state: usize) -> Vec<usize> {
        let is_own =
            |&other: &usize| other != 0 && self.dominator[other] == state && self.is_joined(other);
        let mut own: Vec<usize> = (0..self.place.len()).filter(is_own).collect();
        own.sort_unstable_by_key(|&other| self.place[other]);
        own
    }
}

fn reverse_postorder(groups: &[Vec<Group<'_>>]) -> Vec<usize> {
    let mut is_seen = vec![false; groups.len()];
    let mut order = Vec::new();
    let mut open = vec![(0, 0)];
    is_seen[0] = true;
    while let Some((state, next)) = open.pop() {
        let Some(group) = groups[state].get(next) else {
            order.push(state);
            continue;
        };
        open.push((state, next + 1));
        if !std::mem::replace(&mut is_seen[group.to], true) {
            open.push((group.to, 0));
        }
    }
    order.reverse();
    order
}

/// Returns the dominator of each state: the last state that the ways to it have in common.
fn dominators(groups: &[Vec<Group<'_>>], order: &[usize], place: &[usize]) -> Vec<usize> {
    let mut known: Vec<Option<usize>> = vec![None; groups.len()];
    known[0] = Some(0);
    loop {
        let before = known.clone();
        for &from in order {
            for group in &groups[from] {
                let (mut one, to) = (from, group.to);
                if to == 0 {
                    continue;
                }
                if let Some(mut other) = known[to] {
                    // The states closer to the start are dominators already, or will be.
                    while one != other {
                        let later = if place[one] > place[other] { &mut one } else { &mut other };
                        *later = known[*later].unwrap_or(0);
                    }
                }
                known[to] = Some(one);
            }
        }
        if known == before {
            return known.into_iter().map(Option::unwrap_or_default).collect();
        }
    }
}
