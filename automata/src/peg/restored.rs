//! The places at which pest restores the stack of texts, in a grammar with tags.
//!
//! pest's optimizer marks alternatives and rounds that change the stack, so that a failure undoes
//! the change. With the feature for tags, it looks into no expression that has a tag, and into no
//! `e+`: nothing is marked in them, and from outside they change nothing. The feature is not
//! switched on here. So the marks that this build of pest makes are taken away, and made anew:
//!
//! ```text
//! "a" | POP | #t = (POP | "b")
//!     by this build      "a" | (restored(POP) | restored(#t = (restored(POP) | "b")))
//!     with the feature   "a" | (restored(POP) | #t = (POP | "b"))
//! ```

use super::expr::marked;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule as Rule};
use std::collections::{HashMap, HashSet};

/// Returns rules that have the operators of `Node::marked`, with the marks of pest's feature.
pub(super) fn restored(rules: Vec<Rule>) -> Vec<Rule> {
    let each = |rule: Rule, with: &dyn Fn(Expr) -> Expr| Rule { expr: with(rule.expr), ..rule };
    let rules: Vec<Rule> = rules.into_iter().map(|rule| each(rule, &unmarked)).collect();
    let changing = changing(&rules);
    if changing.is_empty() {
        return rules;
    }
    let with_marks = |expr| with_marks(expr, &changing);
    rules.into_iter().map(|rule| each(rule, &with_marks)).collect()
}

/// Returns an expression with others in place of those directly inside.
fn mapped(expr: Expr, each: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    let mut boxed = |inner: Box<Expr>| Box::new(each(*inner));
    match expr {
        Expr::Seq(left, right) => Expr::Seq(boxed(left), boxed(right)),
        Expr::Choice(left, right) => Expr::Choice(boxed(left), boxed(right)),
        Expr::PosPred(inner) => Expr::PosPred(boxed(inner)),
        Expr::NegPred(inner) => Expr::NegPred(boxed(inner)),
        Expr::Opt(inner) => Expr::Opt(boxed(inner)),
        Expr::Rep(inner) => Expr::Rep(boxed(inner)),
        Expr::Push(inner) => Expr::Push(boxed(inner)),
        other => other,
    }
}

fn unmarked(expr: Expr) -> Expr {
    match expr {
        Expr::RestoreOnErr(inner) => unmarked(*inner),
        other => mapped(other, &mut unmarked),
    }
}

fn with_marks(expr: Expr, changing: &HashSet<String>) -> Expr {
    if matches!(&expr, Expr::PosPred(inner) if marked(inner).is_some()) {
        return expr;
    }
    let branches = matches!(expr, Expr::Choice(..) | Expr::Opt(_) | Expr::Rep(_));
    mapped(expr, &mut |inner| {
        let inner = with_marks(inner, changing);
        let is_marked = branches && steps(&inner).any(|step| step.changes(changing));
        if is_marked {
            Expr::RestoreOnErr(Box::new(inner))
        } else {
            inner
        }
    })
}

/// Something in an expression that may change the stack.
enum Step<'a> {
    Push,
    Name(&'a str),
}

impl Step<'_> {
    fn changes(&self, changing: &HashSet<String>) -> bool {
        match *self {
            Step::Push => true,
            Step::Name(name) => is_operation(name) || changing.contains(name),
        }
    }
}

/// Returns true for the operations that pest takes for a change. `POP_ALL` is none of them.
fn is_operation(name: &str) -> bool {
    name == "POP" || name == "DROP"
}

/// Returns what may change the stack in an expression, as far as pest looks into it.
fn steps(expr: &Expr) -> impl Iterator<Item = Step<'_>> {
    let mut open = vec![expr];
    std::iter::from_fn(move || {
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Push(_) => return Some(Step::Push),
                Expr::Ident(name) => return Some(Step::Name(name)),
                Expr::Seq(left, right) | Expr::Choice(left, right) => {
                    open.extend([&**left, &**right]);
                }
                Expr::PosPred(inner) if marked(inner).is_some() => {}
                Expr::PosPred(inner)
                | Expr::NegPred(inner)
                | Expr::Opt(inner)
                | Expr::Rep(inner) => open.push(inner),
                _ => {}
            }
        }
        None
    })
}

/// Returns the names of the rules that change the stack, or call one that does.
fn changing(rules: &[Rule]) -> HashSet<String> {
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for rule in rules {
        for step in steps(&rule.expr) {
            match step {
                Step::Name(name) if !is_operation(name) => {
                    callers.entry(name).or_default().push(&rule.name);
                }
                _ => open.push(&rule.name),
            }
        }
    }
    let mut changing = HashSet::new();
    while let Some(name) = open.pop() {
        if changing.insert(name.to_owned()) {
            open.extend(callers.get(name).into_iter().flatten());
        }
    }
    changing
}
