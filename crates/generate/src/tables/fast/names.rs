//! Schemes that differ from others.

use super::named_by;
use urigram_automata::{Dfa, StateId};
use urigram_engine::Shape;

/// The number of letters that fit in a word.
const LONGEST: usize = 8;

/// Returns the schemes that the shape names, and those that a rule spells out, in order. Returns
/// `None` if their first letters do not distinguish them from other schemes.
pub(super) fn of(shape: &Shape, rule: &Dfa) -> Option<Vec<String>> {
    let names: Vec<String> = named_by(shape).map(str::to_owned).collect();
    if names.iter().any(|name| !fits(name)) {
        return None;
    }
    let letters =
        |state: StateId| b"qzqzqzqz".iter().fold(state, |state, &byte| rule.next(state, byte));
    let mut search = Search { rule, other: letters(0), steps: STEPS, names };
    search.spelled(0, String::new());
    let Search { steps, mut names, .. } = search;
    names.sort();
    names.dedup();
    (steps > 0).then_some(names)
}

/// Whether a name is letters in lower case, and not too many of them.
pub(super) fn fits(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The most states that a search for names visits. No document needs a hundredth of them.
const STEPS: usize = 100_000;

/// A search for the names that a rule spells out.
struct Search<'r> {
    rule: &'r Dfa,
    /// The state after letters that are not a name.
    other: StateId,
    /// The number of states that may still be visited.
    steps: usize,
    names: Vec<String>,
}

impl Search<'_> {
    /// Collects the letters on which the automaton goes ways of its own up to a colon, unlike after
    /// other letters. The depth is at most [`LONGEST`].
    fn spelled(&mut self, state: StateId, letters: String) {
        if state == self.other || self.rule.is_dead(state) || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let colon = self.rule.next(state, b':');
        let is_own = !self.rule.is_dead(colon) && colon != self.rule.next(self.other, b':');
        if !letters.is_empty() && is_own {
            self.names.push(letters.clone());
        }
        if letters.len() < LONGEST {
            for letter in 'a'..='z' {
                self.spelled(self.rule.next(state, letter as u8), format!("{letters}{letter}"));
            }
        }
    }
}

/// The multiplier that brings every name to a slot of its own, and the names by slot.
pub(super) type Slots = (u64, [Option<usize>; 16]);

/// Returns an odd number that brings every name to a slot of its own, with the names by slot;
/// `None` where there are too many names.
pub(super) fn slots(names: &[&str]) -> Option<Slots> {
    if names.len() > 16 {
        return None;
    }
    let mut multiplier = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..1_000_000 {
        let mut slots = [None; 16];
        let free = names.iter().enumerate().all(|(index, name)| {
            let slot = (word(name).wrapping_mul(multiplier) >> 60) as usize;
            slots[slot].replace(index).is_none()
        });
        if free {
            return Some((multiplier, slots));
        }
        multiplier = multiplier.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(2) | 1;
    }
    None
}

/// Returns the letters as a number, the first lowest.
pub(super) fn word(name: &str) -> u64 {
    name.bytes().rev().fold(0, |word, byte| word << 8 | u64::from(byte))
}

/// Returns the letters of a number that [`word`] made.
pub(crate) fn text_of(word: u64) -> String {
    let letters = word.to_le_bytes();
    letters.into_iter().take_while(|&byte| byte != 0).map(char::from).collect()
}
