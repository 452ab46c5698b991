//! Edits of choices: order, guards, lookaheads.

use std::rc::Rc;

use super::{EditKind, Editor, Variant, ALTERNATIVES, GUARDED, LONGEST_FIRST, LONGEST_GUARDED};
use crate::copy::{and, either, not, one, sequence};
use crate::peg::{CharSet, Expr};
use crate::Dfa;

impl Editor<'_> {
    pub(super) fn choice(
        &mut self,
        whole: &Expr,
        parts: &[Expr],
        number: usize,
        after: &[Expr],
        out: &mut Vec<Variant>,
    ) {
        let text = whole.written().text;
        let mut add = |id: usize, kind, cost, with: Vec<Expr>| {
            out.push(Variant {
                number,
                key: (text.clone(), id),
                kind,
                cost,
                with: Expr::Choice(with),
            });
        };
        let count = parts.len();
        if count <= ALTERNATIVES && count > 1 {
            let languages: Vec<Option<Rc<Dfa>>> =
                parts.iter().map(|part| (self.language)(part)).collect();
            let goes_on = |i: usize, j: usize| match (&languages[i], &languages[j]) {
                (Some(a), Some(b)) if i != j => extensions(a, b),
                _ => CharSet::default(),
            };
            let on: Vec<Vec<CharSet>> =
                (0..count).map(|i| (0..count).map(|j| goes_on(i, j)).collect()).collect();
            let some = |i: usize, j: usize| on[i][j].ranges().next().is_some();
            let empty = |i: usize| languages[i].as_ref().is_some_and(|dfa| dfa.is_accepting(0));
            let order = longest_first(count, &some);
            let sorted: Vec<Expr> = order.iter().map(|&i| parts[i].clone()).collect();
            if order.iter().enumerate().any(|(at, &i)| at != i) {
                add(LONGEST_FIRST, EditKind::Order, 1, sorted.clone());
            }
            // Guards: behind an alternative none of the characters that another one could go on
            // with.
            let guard = |order: &[usize], only_later: bool| -> Vec<(usize, CharSet)> {
                let of = |at: usize| {
                    let others = if only_later { &order[at + 1..] } else { order };
                    others.iter().fold(CharSet::default(), |set, &j| set.union(&on[order[at]][j]))
                };
                let all = (0..order.len()).map(|at| (at, of(at)));
                all.filter(|(_, set)| set.ranges().next().is_some()).collect()
            };
            let same: Vec<usize> = (0..count).collect();
            for (id, order, parts) in
                [(GUARDED, &same, parts), (LONGEST_GUARDED, &order, &sorted[..])]
            {
                for only_later in [true, false] {
                    let guards = guard(order, only_later);
                    let mut all = parts.to_vec();
                    for (at, set) in &guards {
                        all[*at] = guarded(&parts[*at], self.class(set));
                        if id == GUARDED && *at + 1 < count {
                            let mut single = parts.to_vec();
                            single[*at] = all[*at].clone();
                            add(100 + at * 2 + usize::from(only_later), EditKind::Guard, 2, single);
                        }
                    }
                    if !guards.is_empty() {
                        let cost = 2 + guards.len() as u32;
                        add(id + usize::from(!only_later), EditKind::Guard, cost, all);
                    }
                }
            }
            // Alternatives that can match nothing: at most the last one may.
            if (0..count).any(empty) {
                for (id, order) in [(6, &same), (7, &order)] {
                    let mut all = Vec::new();
                    for (at, &i) in order.iter().enumerate() {
                        if at + 1 < count && empty(i) {
                            all.extend(self.non_empty(&parts[i], 0));
                        } else {
                            all.push(parts[i].clone());
                        }
                    }
                    add(id, EditKind::NonEmpty, 2, all);
                }
            }
        }
        lookaheads(parts, after, &mut add);
        if count <= 12 {
            for from in 1..count {
                let mut moved = parts.to_vec();
                moved[..=from].rotate_right(1);
                add(2_000 + from, EditKind::Order, 2, moved);
            }
        }
    }

    /// Returns an expression for a set of characters: names of rules, where some cover it, and the
    /// remaining characters one by one.
    fn class(&self, set: &CharSet) -> Expr {
        let mut left: Vec<char> = set
            .ranges()
            .filter(|range| u32::from(range.1) < 128)
            .flat_map(|(a, b)| a..=b)
            .collect();
        let wide = set.ranges().filter(|range| u32::from(range.1) >= 128);
        let mut parts: Vec<Expr> =
            wide.map(|range| Expr::Class(CharSet::from_ranges([range]))).collect();
        let mut named = Vec::new();
        loop {
            let gain = |class: &CharSet| left.iter().filter(|&&c| class.contains(c)).count();
            let inside = |class: &CharSet| {
                class.ranges().all(|(a, b)| u32::from(b) < 128 && (a..=b).all(|c| set.contains(c)))
            };
            let fit = self.classes.iter().filter(|(_, class)| inside(class) && gain(class) > 1);
            let Some((name, class)) = fit.max_by_key(|(_, class)| gain(class)) else { break };
            left.retain(|&c| !class.contains(c));
            named.push(Expr::Rule(name.clone()));
        }
        named.append(&mut parts);
        let ranges = CharSet::from_ranges(left.into_iter().map(|c| (c, c)));
        for (low, high) in ranges.ranges() {
            match u32::from(high) - u32::from(low) {
                0..=2 => named.extend((low..=high).map(one)),
                _ => named.push(Expr::Class(CharSet::from_ranges([(low, high)]))),
            }
        }
        either(named)
    }
}

/// Adds the choices whose alternatives, one or all but the last, end before what may follow.
fn lookaheads(
    parts: &[Expr],
    after: &[Expr],
    add: &mut dyn FnMut(usize, EditKind, u32, Vec<Expr>),
) {
    for (id, k) in after.iter().enumerate() {
        let mut all = parts.to_vec();
        for at in 0..parts.len().saturating_sub(1) {
            let mut one = parts.to_vec();
            one[at] = sequence([parts[at].clone(), and(k.clone())]);
            all[at] = one[at].clone();
            add(1_000 + id * 100 + at, EditKind::Lookahead, 3, one);
        }
        if parts.len() > 2 {
            add(900 + id, EditKind::Lookahead, 4, all);
        }
    }
}

fn guarded(part: &Expr, class: Expr) -> Expr {
    sequence([part.clone(), not(class)])
}

/// Returns an order in which each alternative comes after those that can continue a match of it.
/// Otherwise the given order is kept.
fn longest_first(count: usize, goes_on: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut left: Vec<usize> = (0..count).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let free = |&i: &usize| !left.iter().any(|&j| j != i && goes_on(i, j) && !goes_on(j, i));
        let at = left.iter().position(free).unwrap_or(0);
        order.push(left.remove(at));
    }
    order
}

/// Returns the characters with which `b` can continue after a string of `a`. If one of them is
/// beyond ASCII, all characters beyond ASCII are included.
fn extensions(a: &Dfa, b: &Dfa) -> CharSet {
    let bytes: Vec<u8> = a.classes().refine(b.classes()).representatives().to_vec();
    let mut seen = std::collections::HashSet::from([(0, 0)]);
    let mut open = vec![(0, 0)];
    let mut found = [false; 256];
    while let Some((x, y)) = open.pop() {
        if a.is_accepting(x) {
            for byte in 0..=255u8 {
                found[usize::from(byte)] |= !b.is_dead(b.next(y, byte));
            }
        }
        for &byte in &bytes {
            let next = (a.next(x, byte), b.next(y, byte));
            if !a.is_dead(next.0) && !b.is_dead(next.1) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    let ascii = (0..128u8)
        .filter(|&byte| found[usize::from(byte)])
        .map(|byte| (char::from(byte), char::from(byte)));
    let beyond = found[128..].contains(&true).then_some(('\u{80}', char::MAX));
    CharSet::from_ranges(ascii.chain(beyond))
}
