//! The list of edits: every way in which a rule may differ from its literal copy.
//!
//! An edit changes one expression, or all expressions of a rule that are alike. The continuation
//! `k` of an expression is the text of the grammar that follows it, in its own sequence or in that
//! of a caller.

mod choice;
mod continuations;
mod inline;
mod repetition;

pub(super) use continuations::continuations;

use super::words::{Places, Rules};
use crate::brackets::Notation;
use crate::copy::{either, sequence};
use crate::peg::{CharSet, Expr};
use crate::Dfa;
use continuations::rest;
use inline::as_repetition;
use std::collections::BTreeMap;
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
    /// `x* ~ k` to `(x ~ &(x | k))* ~ k` and the like: a repetition that leaves room for its
    /// continuation.
    Room,
    /// `x* ~ k` to `((!k ~ x)* ~ k)+`: up to each `k` in turn.
    Runs,
    /// An alternative or a repeated expression that can match nothing, without the empty match.
    NonEmpty,
    /// A rule written out where it is used, so that it can be changed there and nowhere else.
    Inlined,
    /// `r = x [ r ]` to `x+`, and `r = r x / y` to `y x*`: recursion at an end as repetition.
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
}

/// Returns the expression with the one of this number replaced.
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
            _ => expr.with_inner(&mut |part| visit(part, at, number, with)),
        }
    }
    visit(expr, &mut 0, number, with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abnf;
    use crate::copy::one;
    use crate::copy::to_abnf;
    use crate::peg::{Grammar, Which};
    use crate::{Limits, Terminals};
    use std::collections::HashSet;

    /// Calls `with` with an editor of the rule `r` and the expression.
    fn edited<T>(rule: &str, with: impl FnOnce(&mut Editor, &Expr) -> T) -> T {
        let source = format!("r = {{ {rule} }}");
        let expr = Grammar::parse(&source).unwrap().rules()[0].expr(Which::Raw).clone();
        let by_name = Rc::new([("r".to_owned(), 0)].into());
        let rules = Rules { exprs: vec![Rc::new(expr.clone())], by_name };
        let abnf = abnf::Grammar::parse("unused = \"a\"\n").unwrap();
        let mut language = |expr: &Expr| {
            let expr = to_abnf(expr, &|name| name.to_owned());
            abnf.dfa_of(expr, Terminals::CodePoints, Limits::default()).ok().map(Rc::new)
        };
        let mut editor = Editor { rules: &rules, classes: &[], language: &mut language };
        with(&mut editor, &expr)
    }

    fn edits(rule: &str) -> Vec<Edit> {
        edited(rule, |editor, expr| {
            let everywhere = (0..expr.size()).map(|number| (0, number)).collect();
            editor.edits(0, &everywhere, &[Expr::EndOfInput], false)
        })
    }

    fn text(edit: &Edit) -> String {
        edit.expr.written().text
    }

    /// An edit changes its place, and the rest of the rule stays as it is.
    #[test]
    fn edits_are_those_of_their_kinds() {
        for (kind, rule, edit) in [
            (EditKind::Order, r#""x" | "y" ~ ("a" | "ab")"#, r#""x" | "y" ~ ("ab" | "a")"#),
            (EditKind::Guard, r#""x" ~ ("a" | "ab")"#, r#""x" ~ ("a" ~ !"b" | "ab")"#),
            (EditKind::Lookahead, r#"("a" | "ab") ~ "c""#, r#"("a" ~ &"c" | "ab") ~ "c""#),
            (EditKind::Lookahead, r#""a"? ~ "c""#, r#"("a" ~ &"c")? ~ "c""#),
            (EditKind::Room, r#""a"* ~ "c""#, r#"("a" ~ &("a" | "c"))* ~ "c""#),
            // A caller's continuation may be empty at the end of the input.
            (EditKind::Room, r#""a"* ~ "c""#, r#"("a" ~ &("c" | EOI))* ~ "c""#),
            // The first match, which has to be there, leaves no room.
            (EditKind::Room, r#""a"+ ~ "c""#, r#""a" ~ (!"c" ~ "a")* ~ "c""#),
            (EditKind::Runs, r#""x" | "a"* ~ "c""#, r#""x" | ((!"c" ~ "a")* ~ "c")+"#),
            (EditKind::Repetition, r#""a" ~ r?"#, r#""a"+"#),
        ] {
            let found = edits(rule);
            let found = found.iter().any(|found| found.kinds == [kind] && text(found) == edit);
            assert!(found, "{kind}: {rule} to {edit}");
        }
    }

    /// Two edits are in one group only if they are the same edit of expressions that look the same.
    #[test]
    fn alike_are_only_edits_of_alike_expressions() {
        let variants = |rule: &str| {
            edited(rule, |editor, expr| {
                let mut variants = Vec::new();
                let after = [Expr::EndOfInput, one('x')];
                editor.walk(expr, 0, &after, &|_| true, &mut variants);
                variants
            })
        };
        let different = variants(r#"("a" | "ab" | "c" | "cd") ~ ("e"+ ~ "f")? ~ "g" | "h"?"#);
        let keys: HashSet<_> = different.iter().map(|variant| &variant.key).collect();
        assert_eq!(keys.len(), different.len());
        let twice = variants(r#""x" ~ ("a" | "ab") ~ "c" | "y" ~ ("a" | "ab") ~ "c""#);
        let sorted = either([Expr::Text("ab".to_owned()), one('a')]);
        let sorted = twice.iter().filter(|variant| variant.with == sorted && variant.cost == 1);
        let keys: Vec<_> = sorted.map(|variant| &variant.key).collect();
        assert!(keys.len() == 2 && keys[0] == keys[1]);
    }

    /// Another order is combined with edits of the alternatives, not with those of what follows.
    /// The choice itself is not edited again: it has variants that combine an order with guards.
    #[test]
    fn a_second_edit_is_inside_the_new_order() {
        let mut found = edits(r#"("a" | "a" ~ "b"? ~ "c") ~ "d"* ~ "e""#);
        found.retain(|edit| edit.kinds.len() == 2 && edit.kinds[0] == EditKind::Order);
        let of_choices = [EditKind::Order, EditKind::Guard];
        assert!(found.iter().all(|edit| !of_choices.contains(&edit.kinds[1])));
        let both: Vec<String> = found.iter().map(text).collect();
        assert!(both.iter().any(|text| text.contains(r#"("b" ~ &"c")?"#)), "{both:?}");
        assert!(both.iter().all(|text| text.ends_with(r#") ~ "d"* ~ "e""#)), "{both:?}");
    }

    /// A repair by one edit comes before those that make a further one.
    #[test]
    fn a_second_edit_costs_more_than_the_first_alone() {
        for (first, rule) in [
            (EditKind::Order, r#"("a" | "a" ~ "b"?) ~ "c""#),
            (EditKind::Repetition, r#""a" ~ r?"#),
        ] {
            let found = edits(rule);
            let alone = found.iter().filter(|edit| edit.kinds == [first]).map(|edit| edit.cost);
            let alone = alone.min().unwrap();
            let both = found.iter().filter(|edit| edit.kinds.len() == 2 && edit.kinds[0] == first);
            let both: Vec<u32> = both.map(|edit| edit.cost).collect();
            assert!(!both.is_empty() && both.iter().all(|&cost| cost > alone), "{rule}: {both:?}");
        }
    }
}
