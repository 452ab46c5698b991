//! The list of edits: every way in which a rule may differ from its literal copy.
//!
//! An edit changes one expression, or all expressions of a rule that are alike. The continuation `k` of an expression
//! is the text of the grammar that follows it, in its own sequence or in that of a caller.

use super::copy::{and, either, not, one, repeat, sequence};
use super::words::{Places, Rules};
use crate::peg::{CharSet, Expr};
use crate::Dfa;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

/// A kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EditKind {
    /// Alternatives in another order: one that can go on where another ends comes first.
    Order,
    /// `a | b` to `a ~ !C | b`: an alternative counts only where no character of `C` follows it.
    Guard,
    /// `a | b` to `a ~ &k | b`, and `a?` to `(a ~ &k)?`: only where the continuation follows.
    Lookahead,
    /// `x* ~ k` to `(x ~ &(x | k))* ~ k` and the like: a repetition that leaves room for its continuation.
    Room,
    /// `x* ~ k` to `((!k ~ x)* ~ k)+`: up to each `k` in turn.
    Runs,
    /// An alternative or a repeated expression that can match nothing, without the empty match.
    NonEmpty,
    /// `(a | b) ~ k` to `a ~ k | b ~ k`.
    Shared,
    /// A rule written out where it is used, so that it can be changed there and nowhere else.
    Inlined,
    /// `r = x [ r ]` to `x+`: right recursion as repetition.
    Repetition,
}

impl fmt::Display for EditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditKind::Order => "order of alternatives",
            EditKind::Guard => "guard after an alternative",
            EditKind::Lookahead => "lookahead to what follows",
            EditKind::Room => "repetition that leaves room",
            EditKind::Runs => "repetition in runs",
            EditKind::NonEmpty => "empty match removed",
            EditKind::Shared => "continuation in each alternative",
            EditKind::Inlined => "rule written out",
            EditKind::Repetition => "recursion as repetition",
        })
    }
}

/// A changed rule.
pub(super) struct Edit {
    pub(super) kinds: Vec<EditKind>,
    pub(super) cost: u32,
    pub(super) expr: Expr,
}

/// One expression and its replacement.
struct Variant {
    number: usize,
    /// Equal for variants that do the same to expressions that look the same.
    key: (String, usize),
    kind: EditKind,
    cost: u32,
    with: Expr,
}

/// Numbers of variants of a choice; the next one up is the variant with more guards.
const LONGEST_FIRST: usize = 0;
const GUARDED: usize = 2;
const LONGEST_GUARDED: usize = 4;

/// The most continuations that are tried at one place.
const CONTINUATIONS: usize = 4;
/// The most expressions in a continuation or an inlined rule.
const LARGEST: usize = 60;
/// The most alternatives that are compared with each other.
const ALTERNATIVES: usize = 40;

pub(super) type Language<'a> = dyn FnMut(&Expr) -> Option<Rc<Dfa>> + 'a;

/// Writes the edits of one rule.
pub(super) struct Editor<'a> {
    pub(super) rules: &'a Rules,
    /// Names of rules for one character each, and the characters.
    pub(super) classes: &'a [(String, CharSet)],
    /// The language of an expression.
    pub(super) language: &'a mut Language<'a>,
}

/// The continuations of each rule when `root` is matched whole, and of each call.
pub(super) fn continuations(
    rules: &Rules,
    root: usize,
    order: &[usize],
) -> HashMap<usize, Vec<Expr>> {
    let mut follow: HashMap<usize, Vec<Expr>> = HashMap::from([(root, vec![Expr::EndOfInput])]);
    // `order` has callees first; callers are visited first here.
    for &rule in order.iter().rev() {
        let Some(after) = follow.get(&rule).cloned() else { continue };
        calls(&rules.exprs[rule], &after, &mut |name, after| {
            if let Some(&called) = rules.by_name.get(name) {
                let known = follow.entry(called).or_default();
                for k in after {
                    if known.len() < CONTINUATIONS && !known.contains(k) {
                        known.push(k.clone());
                    }
                }
            }
        });
    }
    follow
}

fn calls(expr: &Expr, after: &[Expr], found: &mut impl FnMut(&str, &[Expr])) {
    match expr {
        Expr::Rule(name) => found(name, after),
        Expr::Sequence(parts) => {
            for (index, part) in parts.iter().enumerate() {
                calls(part, &rest(&parts[index + 1..], after), found);
            }
        }
        Expr::Repeat { expr, .. } => {
            let mut inner = vec![(**expr).clone()];
            inner.extend(after.iter().cloned());
            calls(expr, &inner, found);
        }
        Expr::And(_) | Expr::Not(_) => {}
        expr => expr.parts().for_each(|part| calls(part, after, found)),
    }
}

/// The continuations of an expression that `parts` follow.
fn rest(parts: &[Expr], after: &[Expr]) -> Vec<Expr> {
    if parts.is_empty() {
        return after.to_vec();
    }
    let whole = sequence(parts.iter().cloned());
    let mut all = vec![whole.clone()];
    all.extend(after.iter().take(2).map(|k| sequence([whole.clone(), k.clone()])));
    if parts.len() > 1 {
        all.push(parts[0].clone());
    }
    all.retain(|k| k.size() <= LARGEST);
    all.truncate(CONTINUATIONS);
    all
}

fn is_nullable(rules: &Rules, expr: &Expr, depth: usize) -> bool {
    match expr {
        Expr::Text(text) | Expr::TextAnyCase(text) => text.is_empty(),
        Expr::Class(_) => false,
        Expr::Rule(name) => rules
            .by_name
            .get(name)
            .is_some_and(|&rule| depth < 12 && is_nullable(rules, &rules.exprs[rule], depth + 1)),
        Expr::Sequence(parts) => parts.iter().all(|part| is_nullable(rules, part, depth)),
        Expr::Choice(parts) => parts.iter().any(|part| is_nullable(rules, part, depth)),
        Expr::Repeat { expr, min, .. } => *min == 0 || is_nullable(rules, expr, depth),
        _ => true,
    }
}

impl Editor<'_> {
    /// Returns the edits of a rule at the touched places, each a whole rule.
    pub(super) fn edits(
        &mut self,
        rule: usize,
        touched: &Places,
        follow: &[Expr],
        inline: bool,
    ) -> Vec<Edit> {
        let whole = Rc::clone(&self.rules.exprs[rule]);
        let mut variants = Vec::new();
        self.walk(&whole, 0, follow, &|number| touched.contains(&(rule, number)), &mut variants);
        let mut edits: Vec<Edit> = Vec::new();
        let mut alike: BTreeMap<(String, usize), Vec<&Variant>> = BTreeMap::new();
        for variant in &variants {
            let expr = replaced(&whole, variant.number, &variant.with);
            edits.push(Edit { kinds: vec![variant.kind], cost: variant.cost, expr });
            alike.entry(variant.key.clone()).or_default().push(variant);
        }
        for group in alike.values().filter(|group| group.len() > 1) {
            // From the last to the first, so that numbers before stay as they are.
            let whole = (*whole).clone();
            let expr = group
                .iter()
                .rev()
                .fold(whole, |expr, variant| replaced(&expr, variant.number, &variant.with));
            edits.push(Edit { kinds: vec![group[0].kind], cost: group[0].cost + 1, expr });
        }
        // In another order an alternative often fails for a reason of its own.
        let orders = variants
            .iter()
            .filter(|variant| variant.key.1 == LONGEST_FIRST || variant.key.1 == LONGEST_GUARDED);
        for order in orders {
            let sorted = replaced(&whole, order.number, &order.with);
            let end = order.number + order.with.size();
            let mut inner = Vec::new();
            self.walk(&sorted, 0, follow, &|at| order.number < at && at < end, &mut inner);
            edits.extend(inner.into_iter().map(|variant| Edit {
                kinds: vec![order.kind, variant.kind],
                cost: order.cost + variant.cost,
                expr: replaced(&sorted, variant.number, &variant.with),
            }));
        }
        if inline {
            self.inlined(rule, &whole, touched, follow, &mut edits);
        }
        let name =
            self.rules.by_name.iter().find(|known| *known.1 == rule).map(|known| known.0.clone());
        if let Some(repetition) = name.and_then(|name| as_repetition(&name, &whole)) {
            let mut variants = Vec::new();
            self.walk(&repetition, 0, follow, &|_| true, &mut variants);
            edits.extend(variants.into_iter().map(|variant| Edit {
                kinds: vec![EditKind::Repetition, variant.kind],
                cost: variant.cost + 1,
                expr: replaced(&repetition, variant.number, &variant.with),
            }));
            edits.push(Edit { kinds: vec![EditKind::Repetition], cost: 1, expr: repetition });
        }
        edits
    }

    /// The bodies of a called rule, from the rule's own to that in which the calls at its end are written out too.
    fn bodies(&self, name: &str) -> Vec<Expr> {
        let mut bodies = Vec::new();
        let Some(mut body) = self.body(name) else { return bodies };
        for _ in 0..4 {
            if body.size() > LARGEST {
                break;
            }
            bodies.push(body.clone());
            match self.last_written_out(&body) {
                Some(further) => body = further,
                None => break,
            }
        }
        bodies
    }

    fn body(&self, name: &str) -> Option<Expr> {
        let expr = &self.rules.exprs[*self.rules.by_name.get(name)?];
        Some(as_repetition(name, expr).unwrap_or_else(|| (**expr).clone()))
    }

    /// The expression with the call at its end replaced by the body of the rule, if there is one of some length.
    fn last_written_out(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Rule(name) => {
                self.body(name).filter(|body| !matches!(body, Expr::Class(_) | Expr::Text(_)))
            }
            Expr::Sequence(parts) => {
                let (last, before) = parts.split_last()?;
                let last = self.last_written_out(last)?;
                Some(sequence(before.iter().cloned().chain([last])))
            }
            Expr::Repeat { expr, min, max: Some(1) } => {
                let inner = self.last_written_out(expr)?;
                Some(match (min, inner) {
                    (0, Expr::Repeat { expr, min: 0 | 1, max: None }) => {
                        Expr::Repeat { expr, min: 0, max: None }
                    }
                    (min, inner) => repeat(inner, *min, Some(1)),
                })
            }
            _ => None,
        }
    }

    /// Edits that write out one called rule and change it there.
    fn inlined(
        &mut self,
        rule: usize,
        whole: &Expr,
        touched: &Places,
        follow: &[Expr],
        edits: &mut Vec<Edit>,
    ) {
        let mut sites = Vec::new();
        call_sites(whole, &mut 0, &mut sites);
        for (number, name) in sites {
            let Some(&called) = self.rules.by_name.get(&name) else { continue };
            if !touched.contains(&(rule, number)) || called == rule {
                continue;
            }
            for (depth, body) in
                self.bodies(&name).into_iter().enumerate().filter(|(_, body)| body.size() > 1)
            {
                let expr = replaced(whole, number, &body);
                let end = number + body.size();
                let mut variants = Vec::new();
                // An expression around the call may change with it.
                self.walk(&expr, 0, follow, &|at| at < end, &mut variants);
                edits.extend(variants.into_iter().map(|variant| Edit {
                    kinds: vec![EditKind::Inlined, variant.kind],
                    cost: variant.cost + 3 + depth as u32,
                    expr: replaced(&expr, variant.number, &variant.with),
                }));
            }
        }
    }

    fn walk(
        &mut self,
        expr: &Expr,
        number: usize,
        after: &[Expr],
        touched: &dyn Fn(usize) -> bool,
        out: &mut Vec<Variant>,
    ) {
        let here = touched(number);
        match expr {
            Expr::Sequence(parts) => {
                if here {
                    self.sequence(expr, parts, number, out);
                }
                let mut at = number + 1;
                for (index, part) in parts.iter().enumerate() {
                    self.walk(part, at, &rest(&parts[index + 1..], after), touched, out);
                    at += part.size();
                }
            }
            Expr::Choice(parts) => {
                if here {
                    self.choice(expr, parts, number, after, out);
                }
                let mut at = number + 1;
                for part in parts {
                    self.walk(part, at, after, touched, out);
                    at += part.size();
                }
            }
            Expr::Repeat { expr: inner, min, max } => {
                if here {
                    self.repetition(expr, inner, *min, *max, number, after, out);
                }
                let mut within = after.to_vec();
                if *max != Some(1) {
                    within =
                        vec![either([(**inner).clone()].into_iter().chain(after.first().cloned()))];
                    within.extend(after.iter().cloned());
                    within.truncate(CONTINUATIONS);
                }
                self.walk(inner, number + 1, &within, touched, out);
            }
            _ => {}
        }
    }

    fn choice(
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
            // Guards: behind an alternative none of the characters that another one could go on with.
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
        for (id, k) in after.iter().enumerate() {
            let mut all = parts.to_vec();
            for at in 0..count.saturating_sub(1) {
                let mut one = parts.to_vec();
                one[at] = sequence([parts[at].clone(), and(k.clone())]);
                all[at] = one[at].clone();
                add(1_000 + id * 100 + at, EditKind::Lookahead, 3, one);
            }
            if count > 2 {
                add(900 + id, EditKind::Lookahead, 4, all);
            }
        }
        if count <= 12 {
            for from in 1..count {
                let mut moved = parts.to_vec();
                moved[..=from].rotate_right(1);
                add(2_000 + from, EditKind::Order, 2, moved);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn repetition(
        &mut self,
        whole: &Expr,
        x: &Expr,
        min: u32,
        max: Option<u32>,
        number: usize,
        after: &[Expr],
        out: &mut Vec<Variant>,
    ) {
        let text = whole.written().text;
        let mut add = |id: usize, kind, cost, with| {
            out.push(Variant { number, key: (text.clone(), id), kind, cost, with });
        };
        let step = |body: Expr| repeat(body, min, max);
        let many = max != Some(1);
        if many && is_nullable(self.rules, x, 0) {
            if let Some(body) = self.non_empty(x, 0) {
                add(0, EditKind::NonEmpty, 2, repeat(body, 0, max));
            }
        }
        let kind = if many { EditKind::Room } else { EditKind::Lookahead };
        for (id, k) in after.iter().enumerate() {
            let id = 10 * (id + 1);
            let k = || k.clone();
            let x = || x.clone();
            add(id, kind, 2, step(sequence([x(), and(k())])));
            add(id + 1, kind, 2, step(sequence([not(k()), x()])));
            if many && min > 0 {
                let first = repeat(x(), min, Some(min));
                let first = if min == 1 { x() } else { first };
                let further = repeat(sequence([not(k()), x()]), 0, max.map(|max| max - min));
                add(id + 7, kind, 2, sequence([first, further]));
            }
            add(id + 2, kind, 4, step(sequence([not(sequence([k(), Expr::EndOfInput])), x()])));
            if k() != Expr::EndOfInput {
                add(id + 3, kind, 4, step(sequence([x(), and(either([k(), Expr::EndOfInput]))])));
            }
            if many {
                add(id + 4, kind, 2, step(sequence([x(), and(either([x(), k()]))])));
                add(id + 5, kind, 3, step(sequence([not(sequence([k(), not(x())])), x()])));
                let lazy = repeat(without(&x(), &k()), 0, None);
                add(id + 6, kind, 4, step(sequence([x(), and(sequence([lazy, k()]))])));
            }
        }
        if many {
            add(1, kind, 2, step(sequence([x.clone(), and(x.clone())])));
        }
    }

    fn sequence(&mut self, whole: &Expr, parts: &[Expr], number: usize, out: &mut Vec<Variant>) {
        let text = whole.written().text;
        let mut add = |id: usize, kind, cost, with| {
            out.push(Variant { number, key: (text.clone(), id), kind, cost, with });
        };
        for at in 0..parts.len().saturating_sub(1) {
            let (before, k, behind) = (&parts[..at], &parts[at + 1], &parts[at + 2..]);
            let around = |middle: Expr| {
                sequence(before.iter().cloned().chain([middle]).chain(behind.iter().cloned()))
            };
            let all = sequence(parts[at + 1..].iter().cloned());
            let distributed = |parts: Vec<Expr>| {
                let branches = parts.into_iter().map(|part| sequence([part, all.clone()]));
                sequence(before.iter().cloned().chain([Expr::Choice(branches.collect())]))
            };
            match &parts[at] {
                Expr::Repeat { expr: x, min, max: None } => {
                    let runs =
                        repeat(sequence([repeat(without(x, k), 0, None), k.clone()]), 1, None);
                    let first = (*min > 0).then(|| repeat((**x).clone(), *min, Some(*min)));
                    add(
                        at * 4,
                        EditKind::Runs,
                        2,
                        around(sequence(first.into_iter().chain([runs]))),
                    );
                }
                Expr::Repeat { expr: x, min: 0, max: Some(1) } if all.size() <= LARGEST => {
                    let branches = vec![sequence([(**x).clone(), all.clone()]), all.clone()];
                    let with = sequence(before.iter().cloned().chain([Expr::Choice(branches)]));
                    add(at * 4 + 1, EditKind::Shared, 3, with);
                }
                Expr::Choice(alternatives) if alternatives.len() <= 6 && all.size() <= LARGEST => {
                    add(at * 4 + 2, EditKind::Shared, 3, distributed(alternatives.clone()));
                    let reversed = alternatives.iter().rev().cloned().collect();
                    add(at * 4 + 3, EditKind::Shared, 4, distributed(reversed));
                }
                _ => {}
            }
        }
    }

    /// The expression without the empty match; `None` if nothing is left or it is not simple to write.
    fn non_empty(&mut self, expr: &Expr, depth: usize) -> Option<Expr> {
        if !is_nullable(self.rules, expr, 0) {
            return Some(expr.clone());
        }
        if depth > 8 {
            return None;
        }
        match expr {
            Expr::Rule(name) => {
                let rule = *self.rules.by_name.get(name)?;
                let body = Rc::clone(&self.rules.exprs[rule]);
                self.non_empty(&body, depth + 1)
            }
            Expr::Choice(parts) => {
                let parts: Vec<Expr> =
                    parts.iter().filter_map(|part| self.non_empty(part, depth + 1)).collect();
                (!parts.is_empty()).then(|| either(parts))
            }
            Expr::Sequence(parts) => {
                let mut branches = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    if let Some(first) = self.non_empty(part, depth + 1) {
                        branches.push(sequence(
                            [first].into_iter().chain(parts[at + 1..].iter().cloned()),
                        ));
                    }
                }
                (!branches.is_empty()).then(|| either(branches))
            }
            Expr::Repeat { expr, min, max: Some(1) } if *min <= 1 => {
                self.non_empty(expr, depth + 1)
            }
            Expr::Repeat { expr, max, .. } => {
                Some(repeat(self.non_empty(expr, depth + 1)?, 1, *max))
            }
            _ => None,
        }
    }

    /// A set of characters by the names of rules, as far as some cover it, and the others one by one.
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

fn guarded(part: &Expr, class: Expr) -> Expr {
    sequence([part.clone(), not(class)])
}

/// `!k ~ x`, or `x` without the alternatives that are `k`'s.
fn without(x: &Expr, k: &Expr) -> Expr {
    if let Expr::Choice(parts) = x {
        let stops: &[Expr] = match k {
            Expr::Choice(stops) => stops,
            k => std::slice::from_ref(k),
        };
        let kept: Vec<Expr> = parts.iter().filter(|part| !stops.contains(part)).cloned().collect();
        if kept.len() + stops.len() == parts.len() && !kept.is_empty() {
            return either(kept);
        }
    }
    sequence([not(k.clone()), x.clone()])
}

/// The order in which each comes behind those that can go on where it ends, otherwise as it is.
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

/// `r = a [ b r ]` as `a (b a)*`, or `a+` where `b` is empty; `None` for rules of another form.
fn as_repetition(name: &str, expr: &Expr) -> Option<Expr> {
    let Expr::Sequence(parts) = expr else { return None };
    let (Expr::Repeat { expr: tail, min: 0, max: Some(1) }, first) = parts.split_last()? else {
        return None;
    };
    let a = sequence(first.iter().cloned());
    let calls = |expr: &Expr| {
        let mut sites = Vec::new();
        call_sites(expr, &mut 0, &mut sites);
        sites.iter().any(|site| site.1 == name)
    };
    if calls(&a) {
        return None;
    }
    match &**tail {
        Expr::Rule(called) if called == name => Some(repeat(a, 1, None)),
        Expr::Sequence(parts) => match parts.split_last()? {
            (Expr::Rule(called), b) if called == name && !b.iter().any(calls) => {
                let step = sequence(b.iter().cloned().chain([a.clone()]));
                Some(sequence([a, repeat(step, 0, None)]))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The characters that `b` can go on with behind a string of `a`; beyond ASCII all if there is one.
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

fn call_sites(expr: &Expr, number: &mut usize, out: &mut Vec<(usize, String)>) {
    if let Expr::Rule(name) = expr {
        out.push((*number, name.clone()));
    }
    *number += 1;
    expr.parts().for_each(|part| call_sites(part, number, out));
}

/// The expression with the one of this number replaced.
fn replaced(expr: &Expr, number: usize, with: &Expr) -> Expr {
    fn visit(expr: &Expr, at: &mut usize, number: usize, with: &Expr) -> Expr {
        let own = *at;
        if own == number {
            *at += expr.size();
            return with.clone();
        }
        *at += 1;
        match expr {
            Expr::Sequence(parts) => {
                sequence(parts.iter().map(|part| visit(part, at, number, with)))
            }
            Expr::Choice(parts) => either(parts.iter().map(|part| visit(part, at, number, with))),
            Expr::Repeat { expr, min, max } => repeat(visit(expr, at, number, with), *min, *max),
            Expr::And(expr) => and(visit(expr, at, number, with)),
            Expr::Not(expr) => not(visit(expr, at, number, with)),
            expr => expr.clone(),
        }
    }
    visit(expr, &mut 0, number, with)
}
