//! Labels of states: the rule that an error belongs to.

use super::node::ScopeId;
use std::collections::HashMap;

/// A tracked rule and its depth among the tracked rules around it; the outermost has depth 1.
///
/// If several ways of reading meet, the depth is the least of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) rule: u32,
}

/// Finds the deepest tracked rule that contains several ways of reading.
pub(super) struct Places {
    scopes: Vec<Vec<u32>>,
    known: HashMap<Vec<ScopeId>, Option<Place>>,
}

impl Places {
    pub(super) fn new(scopes: Vec<Vec<u32>>) -> Places {
        Places { scopes, known: HashMap::new() }
    }

    /// Returns the deepest tracked rule that occurs in all of these scopes; `None` without such a
    /// rule or without a scope.
    pub(super) fn deepest(&mut self, mut ways: Vec<ScopeId>) -> Option<Place> {
        ways.sort_unstable();
        ways.dedup();
        if let Some(&place) = self.known.get(&ways) {
            return place;
        }
        let depth = |way: ScopeId, rule: u32| {
            self.scopes[way as usize]
                .iter()
                .position(|&inside| inside == rule)
                .map(|depth| depth as u32 + 1)
        };
        let (first, others) = ways.split_first()?;
        let shared = self.scopes[*first as usize].iter().filter_map(|&rule| {
            let start = depth(*first, rule)?;
            let least =
                others.iter().try_fold(start, |least, &way| Some(least.min(depth(way, rule)?)))?;
            Some(Place { depth: least, rule })
        });
        let place = shared.max_by_key(|place| place.depth);
        self.known.insert(ways, place);
        place
    }
}

/// Returns the deeper of the places of the last byte and of the next one, or the former if both are
/// equally deep.
pub(super) fn deeper(core: Option<Place>, pending: Option<Place>) -> Option<Place> {
    match (core, pending) {
        (Some(core), Some(pending)) if pending.depth > core.depth => Some(pending),
        (core, pending) => core.or(pending),
    }
}
