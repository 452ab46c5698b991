//! Schemes that are not like others.

use super::named_by;
use crate::facts::Shape;
use urigram_automata::{Dfa, StateId};

/// As many letters as stand in a word.
const LONGEST: usize = 8;

/// The schemes that the shape names, and those that a rule spells out, in order; `None` where they
/// cannot be told apart by their first letters.
pub(super) fn of(shape: &Shape, rule: &Dfa) -> Option<Vec<String>> {
    let mut names: Vec<String> = named_by(shape).cloned().collect();
    if names.iter().any(|name| !fits(name)) {
        return None;
    }
    let letters =
        |state: StateId| b"qzqzqzqz".iter().fold(state, |state, &byte| rule.next(state, byte));
    spelled(rule, 0, letters(0), String::new(), &mut names);
    names.sort();
    names.dedup();
    Some(names)
}

/// Whether a name is letters in lower case, and not too many of them.
pub(super) fn fits(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The letters on which the automaton goes ways of its own up to a colon, unlike after `other`
/// letters.
fn spelled(rule: &Dfa, state: StateId, other: StateId, letters: String, names: &mut Vec<String>) {
    if state == other || rule.is_dead(state) {
        return;
    }
    let colon = rule.next(state, b':');
    if !letters.is_empty() && !rule.is_dead(colon) && colon != rule.next(other, b':') {
        names.push(letters.clone());
    }
    if letters.len() < LONGEST {
        for letter in 'a'..='z' {
            spelled(
                rule,
                rule.next(state, letter as u8),
                other,
                format!("{letters}{letter}"),
                names,
            );
        }
    }
}

/// An odd number that brings every name to a slot of its own, with the names by slot.
pub(super) fn slots(names: &[&str]) -> Option<(u64, [Option<usize>; 16])> {
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

/// The letters as a number, the first lowest.
pub(super) fn word(name: &str) -> u64 {
    name.bytes().rev().fold(0, |word, byte| word << 8 | u64::from(byte))
}
