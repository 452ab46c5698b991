//! The edits of a copy, and the order in which they are tried.
//!
//! Each kind of edit is made everywhere in the rule at once, and taken back wherever the proof
//! holds without it. In
//!
//! ```text
//! octet = { (digit | nonzero ~ digit) ~ sign? }
//! ```
//!
//! the first alternative hides the second one, so they change places; `sign?` stays as it is.

use crate::copy::{and, not};
use crate::peg::{CharSet, Expr};
use crate::Dfa;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

/// A kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EditKind {
    /// `r = x [ r ]` to `x+`, and `r = r x / y` to `y x*`: recursion at an end as repetition.
    Repetition,
    /// Alternatives in another order: one that can go on where another ends comes first.
    Order,
    /// `a | b` to `a ~ !C | b`: an alternative counts only where no character of `C` follows it.
    Guard,
    /// `a?` to `(a ~ &k)?`, `a*` to `(a ~ &(a | k))*` and `a | b` to `a ~ &k | b`: only where what
    /// follows in the rule can.
    Lookahead,
}

impl fmt::Display for EditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditKind::Repetition => "recursion as repetition",
            EditKind::Order => "order of alternatives",
            EditKind::Guard => "guard after an alternative",
            EditKind::Lookahead => "lookahead to what follows",
        })
    }
}

/// The kinds of edits that are made together, in the order in which they are tried.
const TRIED: [&[EditKind]; 5] = [
    &[],
    &[EditKind::Order],
    &[EditKind::Order, EditKind::Guard],
    &[EditKind::Order, EditKind::Lookahead],
    &[EditKind::Order, EditKind::Guard, EditKind::Lookahead],
];

/// The most alternatives that are compared with each other.
const ALTERNATIVES: usize = 40;
/// The most expressions in a lookahead, and in a rule with edits.
const AHEAD: usize = 60;
const LARGEST: usize = 2_000;

pub(super) type Language<'a> = dyn Fn(&Expr) -> Option<Rc<Dfa>> + 'a;

/// Returns the rule with the first proved combination of the fixed edits, and the kinds of these
/// edits. Edits that the proof does not need are left out. `name` is the rule's own.
pub(super) fn repaired(
    name: &str,
    copy: &Expr,
    language: &Language<'_>,
    is_proved: &mut dyn FnMut(&Expr) -> bool,
) -> Option<(Expr, Vec<EditKind>)> {
    let mut editor = Editor { language, known: HashMap::new() };
    let mut tried = vec![copy.clone()];
    let repetition = as_repetition(name, copy);
    let forms = [Some(copy), repetition.as_ref()];
    for (first, form) in [None, Some(EditKind::Repetition)].into_iter().zip(forms) {
        for (form, kinds) in form.into_iter().flat_map(|form| TRIED.map(|kinds| (form, kinds))) {
            let mut edits = Edits { kinds, ..Edits::default() };
            let edited = editor.edited(form, &mut edits);
            if edited.size() > LARGEST || tried.contains(&edited) {
                continue;
            }
            if is_proved(&edited) {
                let (edited, kinds) = editor.needed(form, edits, edited, is_proved);
                return Some((edited, first.into_iter().chain(kinds).collect()));
            }
            tried.push(edited);
        }
    }
    None
}

/// The edits of one attempt. Each place has a number, whether or not an edit is made there.
#[derive(Default)]
struct Edits {
    kinds: &'static [EditKind],
    /// The places that stay as they are.
    off: HashSet<usize>,
    places: usize,
    made: Vec<(usize, EditKind)>,
}

impl Edits {
    /// Returns true if an edit is made at the next place. `applies` is false where it would change
    /// nothing.
    fn make(&mut self, kind: EditKind, applies: bool) -> bool {
        let place = self.places;
        self.places += 1;
        let is_made = applies && self.kinds.contains(&kind) && !self.off.contains(&place);
        self.made.extend(is_made.then_some((place, kind)));
        is_made
    }
}

/// Characters with which the strings of one alternative go on after those of another one.
type GoesOn = Rc<Vec<Vec<CharSet>>>;

struct Editor<'a> {
    language: &'a Language<'a>,
    /// Choices by their text.
    known: HashMap<String, GoesOn>,
}

impl Editor<'_> {
    fn edited(&mut self, form: &Expr, edits: &mut Edits) -> Expr {
        let expr = self.expr(form, &[], edits);
        edits.places = 0;
        expr
    }

    /// Takes back the edits that the proof holds without, one by one.
    fn needed(
        &mut self,
        form: &Expr,
        mut edits: Edits,
        mut edited: Expr,
        is_proved: &mut dyn FnMut(&Expr) -> bool,
    ) -> (Expr, Vec<EditKind>) {
        for (place, _) in std::mem::take(&mut edits.made) {
            edits.off.insert(place);
            let without = self.edited(form, &mut edits);
            if without == edited || is_proved(&without) {
                edited = without;
            } else {
                edits.off.remove(&place);
            }
        }
        edits.made.clear();
        self.edited(form, &mut edits);
        (edited, edits.made.into_iter().map(|(_, kind)| kind).collect())
    }

    /// Returns an expression with its edits. `after` follows it in the rule.
    fn expr(&mut self, expr: &Expr, after: &[Expr], edits: &mut Edits) -> Expr {
        match expr {
            Expr::Sequence(parts) => {
                // A lookahead is to what follows with its edits.
                let mut all = Vec::new();
                for part in parts.iter().rev() {
                    let edited = self.expr(part, &ahead(&all, after), edits);
                    all.push(edited);
                }
                all.reverse();
                Expr::sequence(all)
            }
            Expr::Choice(parts) => self.choice(parts, after, edits),
            Expr::Repeat { expr, min, max, .. } => {
                let k = || Expr::sequence(after.iter().cloned());
                let k = if *max == Some(1) { k() } else { Expr::choice([(**expr).clone(), k()]) };
                let has_more = !after.is_empty();
                let within = if has_more { std::slice::from_ref(&k) } else { &[] };
                let inner = self.expr(expr, within, edits);
                let is_made = edits.make(EditKind::Lookahead, has_more);
                let inner = if is_made { Expr::sequence([inner, and(k)]) } else { inner };
                Expr::repeat(inner, *min, *max)
            }
            _ => expr.clone(),
        }
    }

    fn choice(&mut self, parts: &[Expr], after: &[Expr], edits: &mut Edits) -> Expr {
        let on = self.goes_on(parts);
        let mut order: Vec<usize> = (0..parts.len()).collect();
        if let Some(on) = &on {
            let sorted = longest_first(parts.len(), &|i, j| on[i][j].ranges().next().is_some());
            if edits.make(EditKind::Order, sorted != order) {
                order = sorted;
            }
        }
        let mut all: Vec<Option<Expr>> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let mut part = self.expr(part, after, edits);
            let later = order.iter().skip_while(|&&other| other != i).skip(1);
            let guards = on.iter().flat_map(|on| later.clone().map(|&j| &on[i][j]));
            let guard = guards.fold(CharSet::default(), |set, next| set.union(next));
            if edits.make(EditKind::Guard, guard.ranges().next().is_some()) {
                part = Expr::sequence([part, not(Expr::Class(guard))]);
            }
            if edits.make(EditKind::Lookahead, !after.is_empty() && later.count() > 0) {
                part = Expr::sequence([part, and(Expr::sequence(after.iter().cloned()))]);
            }
            all.push(Some(part));
        }
        Expr::choice(order.iter().filter_map(|&i| all[i].take()).collect::<Vec<_>>())
    }

    fn goes_on(&mut self, parts: &[Expr]) -> Option<GoesOn> {
        if parts.len() > ALTERNATIVES {
            return None;
        }
        let text = Expr::Choice(parts.to_vec()).in_pest().text;
        if let Some(known) = self.known.get(&text) {
            return Some(Rc::clone(known));
        }
        let languages: Vec<Option<Rc<Dfa>>> =
            parts.iter().map(|part| (self.language)(part)).collect();
        let on = |i: usize, j: usize| match (&languages[i], &languages[j]) {
            (Some(a), Some(b)) if i != j => extensions(a, b),
            _ => CharSet::default(),
        };
        let on = (0..parts.len()).map(|i| (0..parts.len()).map(|j| on(i, j)).collect());
        let on = Rc::new(on.collect());
        self.known.insert(text, Rc::clone(&on));
        Some(on)
    }
}

/// Returns what follows an expression, up to some size: the parts behind it, the last one first,
/// and what is behind these.
fn ahead(parts: &[Expr], after: &[Expr]) -> Vec<Expr> {
    let mut size = 0;
    let fits = |part: &&Expr| {
        size += part.size();
        size <= AHEAD
    };
    parts.iter().rev().chain(after).take_while(fits).cloned().collect()
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
    let mut seen = HashSet::from([(0, 0)]);
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

/// Returns `r = a [ b r ]` as `a (b a)*`, or `a+` where `b` is empty; `None` for rules of another
/// form.
fn as_repetition(name: &str, expr: &Expr) -> Option<Expr> {
    let Expr::Sequence(parts) = expr else { return None };
    let (Expr::Repeat { expr: tail, min: 0, max: Some(1), .. }, first) = parts.split_last()? else {
        return None;
    };
    let a = Expr::sequence(first.iter().cloned());
    if calls(&a, name) {
        return None;
    }
    match &**tail {
        Expr::Rule(called) if called == name => Some(Expr::repeat(a, 1, None)),
        Expr::Sequence(parts) => match parts.split_last()? {
            (Expr::Rule(called), b) if called == name && !b.iter().any(|b| calls(b, name)) => {
                let step = Expr::sequence(b.iter().cloned().chain([a.clone()]));
                Some(Expr::sequence([a, Expr::repeat(step, 0, None)]))
            }
            _ => None,
        },
        _ => None,
    }
}

fn calls(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Rule(called) if called == name)
        || expr.parts().iter().any(|it| calls(it, name))
}

#[cfg(test)]
mod tests {
    use super::super::print::text;
    use super::EditKind::{Guard, Lookahead, Order, Repetition};
    use super::*;
    use crate::copy::to_abnf;
    use crate::peg::{Grammar, Which};
    use crate::{abnf, Limits, Terminals};

    /// Returns the kinds of edits that lead to a text, if that is the only one that is proved.
    fn kinds(rule: &str, proved: &str) -> Option<Vec<EditKind>> {
        let parse = |rule: &str| Grammar::parse(&format!("r = {{ {rule} }}")).unwrap();
        let abnf = abnf::Grammar::parse("unused = \"a\"\n").unwrap();
        let language = |expr: &Expr| {
            let expr = to_abnf(expr, &|name| name.to_owned());
            abnf.dfa_of(expr, Terminals::CodePoints, Limits::default()).ok().map(Rc::new)
        };
        let (grammar, proved) = (parse(rule), parse(proved));
        let proved = text(proved.rules()[0].expr(Which::Raw));
        let copy = grammar.rules()[0].expr(Which::Raw);
        let found = repaired("r", copy, &language, &mut |expr| text(expr) == proved)?;
        Some(found.1)
    }

    #[test]
    fn edits_are_those_of_their_kinds() {
        for (rule, proved, expected) in [
            (r#""x" | "y" ~ ("a" | "ab")"#, r#""x" | "y" ~ ("ab" | "a")"#, &[Order][..]),
            // Each goes on after the other one, so the order stays.
            (r#""a"+ | "a" ~ "a""#, r#""a"+ ~ !"a" | "a" ~ "a""#, &[Guard]),
            (r#""a"? ~ "c""#, r#"("a" ~ &"c")? ~ "c""#, &[Lookahead]),
            (r#""a"* ~ "c""#, r#"("a" ~ &("a" | "c"))* ~ "c""#, &[Lookahead]),
            (r#"("a" | "b") ~ "c""#, r#"("a" ~ &"c" | "b") ~ "c""#, &[Lookahead]),
            (r#""a" ~ r?"#, r#""a"+"#, &[Repetition]),
            (r#""a" ~ ("b" ~ r)?"#, r#""a" ~ ("b" ~ "a")*"#, &[Repetition]),
        ] {
            assert_eq!(kinds(rule, proved).as_deref(), Some(expected), "{rule}");
        }
        // A rule that is recursive in its middle is not a repetition.
        assert_eq!(kinds(r#""a" ~ r? ~ "b""#, r#""a"+ ~ "b""#), None);
    }

    /// An edit that the proof does not need is taken back, and the others are kept and named.
    #[test]
    fn a_repair_is_left_with_the_edits_that_it_needs() {
        let rule = r#"("a" | "ab") ~ ("c" | "cd") ~ "e"?"#;
        let language = |_: &Expr| None;
        let grammar = Grammar::parse(&format!("r = {{ {rule} }}")).unwrap();
        let copy = grammar.rules()[0].expr(Which::Raw);
        let is_proved = &mut |expr: &Expr| expr.in_pest().text.contains(r#""a" ~ &"#);
        let (expr, kinds) = repaired("r", copy, &language, is_proved).unwrap();
        let text = r#"("a" ~ &(("c" | "cd") ~ "e"?) | "ab") ~ ("c" | "cd") ~ "e"?"#;
        assert_eq!((&*expr.in_pest().text, &kinds[..]), (text, &[Lookahead][..]));
    }
}
