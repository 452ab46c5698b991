//! A PEG out of a minimal automaton, for a rule whose copy nothing repairs.
//!
//! Each state is a silent rule: the characters on which the state stays, then a choice of the
//! characters that lead on, and nothing where an input may end. No two alternatives begin with the
//! same character, so their order decides nothing:
//!
//! ```text
//! a = *"x" [ "-" a ]        a = { a_state_0 }
//!                           a_state_0 = _{ "x"* ~ ("-" ~ a_state_0 | "") }
//! ```
//!
//! A loop on one state is a repetition, which pest runs without recursion. Any other transition is
//! a call, so that pest recurses as often as an input changes the state. The tree has only the
//! rule.

use super::print::{self, Made};
use crate::expr::one_or;
use crate::peg::{CharSet, Expr};
use crate::{Dfa, StateId};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The most states of an automaton that is written as rules.
const STATES: usize = 2_000;

/// Characters by their ends, and the state that each of them leads to.
type Steps = Vec<(u32, u32, StateId)>;

/// Returns the rules of an automaton; `None` where it has too many states or no string. `is_taken`
/// says of a prefix whether a rule's name begins with it.
pub(super) fn make(name: &str, dfa: &Dfa, is_taken: &dyn Fn(&str) -> bool) -> Option<Made> {
    if dfa.len() > STATES || dfa.is_empty() {
        return None;
    }
    let mut prefix = format!("{name}_state_");
    while is_taken(&prefix) {
        prefix = format!("{prefix}x_");
    }
    let call = |state: StateId| Expr::Rule(format!("{prefix}{state}"));
    let mut walk = Walk { dfa, known: HashMap::new() };
    let (mut helpers, mut seen, mut open) = (String::new(), vec![false; dfa.len()], vec![0]);
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        let mut by_target: BTreeMap<StateId, Vec<(u32, u32)>> = BTreeMap::new();
        for (low, high, target) in walk.steps(state) {
            by_target.entry(target).or_default().push((low, high));
        }
        let stays = by_target.remove(&state);
        let mut choices = Vec::new();
        for (target, ranges) in by_target {
            choices.push(Expr::Sequence(vec![class(ranges), call(target)]));
            open.push(target);
        }
        if dfa.is_accepting(state) {
            choices.push(Expr::Text(String::new()));
        }
        let mut parts = Vec::new();
        if let Some(ranges) = stays {
            parts.push(Expr::repeat(class(ranges), 0, None));
        }
        parts.push(one_or(choices, Expr::Choice));
        let expr = one_or(parts, Expr::Sequence);
        helpers.push_str(&format!("{prefix}{state} = _{{ {} }}\n", print::text(&expr)));
    }
    Some(Made { expr: Rc::new(call(0)), helpers })
}

fn class(ranges: Vec<(u32, u32)>) -> Expr {
    let character = |value| char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    let ranges = ranges.into_iter().map(|(low, high)| (character(low), character(high)));
    Expr::Class(CharSet::from_ranges(ranges))
}

/// The characters out of the bytes of an automaton.
struct Walk<'d> {
    dfa: &'d Dfa,
    /// The values of so many continuation bytes from a state on.
    known: HashMap<(StateId, u32), Rc<Steps>>,
}

impl Walk<'_> {
    fn steps(&mut self, state: StateId) -> Steps {
        let mut steps = Steps::new();
        for lead in 0..=0xF4_u8 {
            let (length, bits) = match lead {
                0..=0x7F => (0, u32::from(lead)),
                0xC2..=0xDF => (1, u32::from(lead & 0x1F)),
                0xE0..=0xEF => (2, u32::from(lead & 0x0F)),
                0xF0..=0xF4 => (3, u32::from(lead & 0x07)),
                _ => continue,
            };
            let next = self.dfa.next(state, lead);
            let base = bits << (6 * length);
            for &(low, high, target) in self.behind(next, length).iter() {
                push(&mut steps, (base + low, base + high, target));
            }
        }
        steps
    }

    /// Returns the values that some continuation bytes add, with the states that they lead to.
    fn behind(&mut self, state: StateId, length: u32) -> Rc<Steps> {
        if self.dfa.is_dead(state) {
            return Rc::default();
        }
        if length == 0 {
            return Rc::new(vec![(0, 0, state)]);
        }
        if let Some(known) = self.known.get(&(state, length)) {
            return Rc::clone(known);
        }
        let mut steps = Steps::new();
        for byte in 0..0x40_u8 {
            let next = self.dfa.next(state, 0x80 | byte);
            let base = u32::from(byte) << (6 * (length - 1));
            for &(low, high, target) in self.behind(next, length - 1).iter() {
                push(&mut steps, (base + low, base + high, target));
            }
        }
        let steps = Rc::new(steps);
        self.known.insert((state, length), Rc::clone(&steps));
        steps
    }
}

/// Adds values, which join those before them where they lead to the same state.
fn push(steps: &mut Steps, (low, high, target): (u32, u32, StateId)) {
    match steps.last_mut() {
        // No string of an automaton over code points has a surrogate, so both ends are characters.
        Some((_, last, to)) if *to == target && *last + 1 == low => *last = high,
        _ => steps.push((low, high, target)),
    }
}
