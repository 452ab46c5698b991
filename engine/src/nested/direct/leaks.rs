//! Tags that stay where the alternative that gives them fails.
//!
//! In `a ~ (#t = "b" ~ "c" | "bd")` the node of `a` gets the tag `t` before `bd`, too, as in pest.
//! By the next bytes an alternative may be left out, and what it does with it. So a rule in which
//! an alternative, or a round, may fail behind such a tag is run by the machine. The same holds for
//! tags in lookaheads, which give nothing. Where a rule with a node begins, no node is before them.

use alloc::vec;
use alloc::vec::Vec;

use super::begins::{Facts, Next};
use super::part::Part;
use crate::nested::code::Code;

/// The effects that runs of an expression may have on a node that ended before it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Effect {
    /// A match may leave no node.
    is_empty: bool,
    /// A match may leave one.
    nodes: bool,
    /// A match may give the node before it a tag.
    tags: bool,
    /// A failure may have given it one.
    fails: bool,
}

struct Effects<'a> {
    program: &'a Code,
    facts: &'a Facts<'a>,
    /// The effect of each rule.
    rules: Vec<Effect>,
}

/// Returns the rules in which a tag may stay that a failed alternative, or a round, has given.
pub(super) fn rules(
    parts: &[Option<Part>],
    program: &Code,
    facts: &Facts<'_>,
    callers_last: &[u32],
) -> Vec<u32> {
    let mut effects = Effects { program, facts, rules: vec![Effect::default(); parts.len()] };
    let part = |rule: u32| parts.get(rule as usize).and_then(Option::as_ref);
    // Each round only adds.
    let mut is_changed = true;
    while core::mem::take(&mut is_changed) {
        for &rule in callers_last {
            if let Some(part) = part(rule) {
                let new = effects.of(part);
                is_changed |= effects.rules[rule as usize] != new;
                effects.rules[rule as usize] = new;
            }
        }
    }
    let leak = |rule: &u32| {
        let before = !program.rules.get(*rule as usize).is_some_and(|entry| entry.leaves_node);
        part(*rule).is_some_and(|part| effects.leak(part, before))
    };
    callers_last.iter().copied().filter(leak).collect()
}

impl Effects<'_> {
    fn of(&self, part: &Part) -> Effect {
        let none = Effect::default();
        match part {
            Part::Text(_) | Part::AnyCase(_) | Part::One(_) | Part::Start => {
                Effect { is_empty: true, ..none }
            }
            Part::And(_) | Part::Not(_) => Effect { is_empty: true, ..none },
            Part::Fail => none,
            Part::End(leaves_node) => {
                Effect { is_empty: !leaves_node, nodes: *leaves_node, ..none }
            }
            Part::Tag(_) => Effect { is_empty: true, tags: true, ..none },
            Part::Rule(rule) => match self.program.rules.get(*rule as usize) {
                Some(entry) if !entry.leaves_node => self.rules[*rule as usize],
                _ => Effect { nodes: true, ..none },
            },
            Part::Sequence(parts) => {
                let mut all = Effect { is_empty: true, ..none };
                for part in parts {
                    let own = self.of(part);
                    let may_fail = self.facts.of(part).sure != Next::ALL;
                    all.fails |= all.tags && may_fail || all.is_empty && own.fails;
                    all.tags |= all.is_empty && own.tags;
                    all.is_empty &= own.is_empty;
                    all.nodes |= own.nodes;
                }
                all
            }
            Part::Choice(parts) => parts.iter().fold(none, |all, part| {
                let own = self.of(part);
                Effect {
                    is_empty: all.is_empty || own.is_empty,
                    nodes: all.nodes || own.nodes,
                    tags: all.tags || own.tags || own.fails,
                    fails: all.fails || own.fails,
                }
            }),
            Part::Star(inner) => {
                let inner = self.of(inner);
                let tags = inner.tags || inner.fails;
                Effect { is_empty: true, tags, fails: false, nodes: inner.nodes }
            }
        }
    }

    /// Returns true if a tag may stay in an expression. `before` is true if a node may be before it
    /// inside the node of its rule.
    fn leak(&self, part: &Part, mut before: bool) -> bool {
        let own = match part {
            Part::Choice(parts) => {
                let others = parts.split_last().map_or(&[][..], |(_, others)| others);
                others.iter().any(|part| self.of(part).fails)
            }
            Part::Star(inner) => {
                let inner = self.of(inner);
                before |= inner.nodes;
                inner.fails
            }
            Part::And(inner) | Part::Not(inner) => {
                let inner = self.of(inner);
                inner.tags || inner.fails
            }
            _ => false,
        };
        let is_sequence = matches!(part, Part::Sequence(_));
        own && before
            || part.parts().iter().any(|part| {
                let leaks = self.leak(part, before);
                before |= is_sequence && self.of(part).nodes;
                leaks
            })
    }
}
