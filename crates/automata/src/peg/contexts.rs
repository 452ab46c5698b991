//! The meaning of rules where pest skips `WHITESPACE` and `COMMENT`, written out.
//!
//! A rule inherits from its caller whether pest skips between its expressions, and whether it
//! leaves a node. Each rule is therefore copied for each of three contexts where it is called, and
//! in a copy that skips, the skipping is an expression like any other:
//!
//! ```text
//! WHITESPACE = _{ " " }              WHITESPACE = " "
//! list = { item ~ ("," ~ item)* }    list = item ~ WHITESPACE*
//!                                           ~ ("," ~ WHITESPACE* ~ item
//!                                              ~ (WHITESPACE* ~ "," ~ WHITESPACE* ~ item)*)?
//! item = @{ word+ }                  item = word@ ~ word@*
//! word = { ASCII_ALPHA ~ "-" }       word = ASCII_ALPHA ~ WHITESPACE* ~ "-"
//!                                    word@ = ASCII_ALPHA ~ "-"
//! ```
//!
//! `word@` is `word` as an atomic rule calls it; `word$` would be `word` as a compound-atomic rule
//! calls it, which does not skip either and leaves a node.

use super::{Expr, Grammar, Kind, Rule};
use std::collections::HashMap;

/// The state where pest matches an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Context {
    /// Skips, and rules leave nodes.
    Spaced,
    /// Does not skip, and rules leave nodes.
    Compound,
    /// Does not skip, and rules leave no nodes.
    Atomic,
}

const ALL: [Context; 3] = [Context::Spaced, Context::Compound, Context::Atomic];

impl Context {
    fn suffix(self) -> &'static str {
        match self {
            Context::Spaced => "",
            Context::Compound => "$",
            Context::Atomic => "@",
        }
    }
}

/// Returns the context of a rule's expression when the rule is called in another context, and
/// whether the rule leaves a node there.
fn inside(name: &str, kind: Kind, outer: Context) -> (Context, bool) {
    let leaves = outer != Context::Atomic;
    if name == "WHITESPACE" || name == "COMMENT" {
        return match kind {
            Kind::Normal | Kind::Atomic => (Context::Atomic, leaves),
            Kind::Silent | Kind::NonAtomic => (Context::Atomic, false),
            Kind::CompoundAtomic => (Context::Compound, true),
        };
    }
    match kind {
        Kind::Normal => (outer, leaves),
        Kind::Silent => (outer, false),
        Kind::Atomic => (Context::Atomic, leaves),
        Kind::CompoundAtomic => (Context::Compound, true),
        Kind::NonAtomic => (Context::Spaced, true),
    }
}

impl Grammar {
    /// Returns true if pest skips `WHITESPACE` or `COMMENT` between the expressions of rules.
    pub fn skips(&self) -> bool {
        !self.is_explicit && ["WHITESPACE", "COMMENT"].iter().any(|name| self.rule(name).is_some())
    }

    /// Returns true if pest skips `WHITESPACE` or `COMMENT` where it matches a rule or one that the
    /// rule uses.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    /// let grammar = Grammar::parse("WHITESPACE = _{ \" \" }\na = { b ~ b }\nb = @{ \"x\"+ }")?;
    /// assert!(grammar.skips_in("a") && !grammar.skips_in("b"));
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// Takes time linear in the size of the grammar.
    pub fn skips_in(&self, rule: &str) -> bool {
        let is_skipped = |used: &&Rule| matches!(used.name(), "WHITESPACE" | "COMMENT");
        let uses = || Some(self.explicit().reachable(rule)?.iter().any(is_skipped));
        self.skips() && uses().unwrap_or(false)
    }

    /// Returns the grammar with a copy of each rule for each context where it is called, and with
    /// the skipping written out: first the rules as they are when an input begins with them, in
    /// order, then the copies. The name of a copy ends in `@` or `$`.
    ///
    /// ```
    /// use urigram_automata::peg::{Grammar, Which};
    /// let grammar = Grammar::parse("WHITESPACE = _{ ' '..' ' }\na = { \"x\" ~ \"y\" }")?;
    /// let explicit = grammar.explicit();
    /// let a = explicit.rule("a").unwrap().expr(Which::Raw);
    /// assert_eq!(a.in_pest().text, r#""x" ~ WHITESPACE* ~ "y""#);
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// Takes time linear in the size of the grammar.
    pub fn explicit(&self) -> Grammar {
        if self.is_explicit {
            return self.clone();
        }
        let copies = (0..self.rules.len()).map(|rule| (rule, Context::Spaced)).collect();
        let mut expansion = Expansion { grammar: self, skip: self.skip(), copies };
        let mut numbers: HashMap<(usize, Context), usize> =
            expansion.copies.iter().enumerate().map(|(number, &copy)| (copy, number)).collect();
        let mut rules = Vec::new();
        while let Some(&(rule, outer)) = expansion.copies.get(rules.len()) {
            let original = &self.rules[rule];
            let (context, leaves_node) = inside(&original.name, original.kind, outer);
            let raw = expansion.expr(&original.raw, context, &mut numbers);
            let optimized = expansion.expr(&original.optimized, context, &mut numbers);
            rules.push(Rule {
                name: format!("{}{}", original.name, outer.suffix()),
                doc: original.doc.clone(),
                kind: original.kind,
                raw,
                optimized,
                leaves_node,
                leaves_end: context != Context::Atomic,
            });
        }
        let explicit = Grammar::new(self.source.clone(), self.doc.clone(), rules);
        Grammar { is_explicit: true, ..explicit }
    }

    /// Returns what pest matches between two expressions; `None` for nothing.
    fn skip(&self) -> Option<Expr> {
        let times = |name: &str| Expr::repeat(Expr::Rule(name.to_owned()), 0, None);
        let (space, comment) = (self.rule("WHITESPACE"), self.rule("COMMENT"));
        match (space.is_some(), comment.is_some()) {
            (false, false) => None,
            (true, false) => Some(times("WHITESPACE")),
            (false, true) => Some(times("COMMENT")),
            (true, true) => {
                let comment = Expr::Rule("COMMENT".to_owned());
                let both = Expr::Sequence(vec![comment, times("WHITESPACE")]);
                Some(Expr::Sequence(vec![times("WHITESPACE"), Expr::repeat(both, 0, None)]))
            }
        }
    }
}

struct Expansion<'a> {
    grammar: &'a Grammar,
    skip: Option<Expr>,
    /// The copies so far: a rule, and the context where it is called.
    copies: Vec<(usize, Context)>,
}

impl Expansion<'_> {
    fn expr(
        &mut self,
        expr: &Expr,
        context: Context,
        numbers: &mut HashMap<(usize, Context), usize>,
    ) -> Expr {
        let skip = self.skip_in(context);
        let mut copied = |part: &Expr| self.expr(part, context, numbers);
        match expr {
            Expr::Rule(name) => Expr::Rule(self.call(name, context, numbers)),
            Expr::Sequence(parts) => {
                let parts: Vec<Expr> = parts.iter().map(copied).collect();
                let Some(skip) = skip else { return Expr::Sequence(parts) };
                let mut spaced = Vec::new();
                for part in parts {
                    if !spaced.is_empty() {
                        spaced.push(skip.clone());
                    }
                    spaced.push(part);
                }
                Expr::Sequence(spaced)
            }
            Expr::Repeat { expr: inner, min, max, .. } => match skip {
                Some(skip) => spaced(copied(inner), skip, *min, *max),
                None => expr.with_inner(&mut copied),
            },
            _ => expr.with_inner(&mut copied),
        }
    }

    fn skip_in(&self, context: Context) -> Option<Expr> {
        self.skip.clone().filter(|_| context == Context::Spaced)
    }

    /// Returns the name of the copy that is called. Contexts where a rule means the same share one
    /// copy.
    fn call(
        &mut self,
        name: &str,
        outer: Context,
        numbers: &mut HashMap<(usize, Context), usize>,
    ) -> String {
        let Some(&rule) = self.grammar.by_name.get(name) else { return name.to_owned() };
        let kind = self.grammar.rules[rule].kind;
        let meaning = inside(name, kind, outer);
        let same = ALL.into_iter().find(|&other| inside(name, kind, other) == meaning);
        let outer = same.unwrap_or(outer);
        numbers.entry((rule, outer)).or_insert_with(|| {
            self.copies.push((rule, outer));
            self.copies.len() - 1
        });
        format!("{name}{}", outer.suffix())
    }
}

/// Returns a repetition with something between each two.
fn spaced(expr: Expr, skip: Expr, min: u32, max: Option<u32>) -> Expr {
    if max == Some(1) {
        return Expr::repeat(expr, min, max);
    }
    let again = Expr::Sequence(vec![skip, expr.clone()]);
    let again = Expr::repeat(again, min.saturating_sub(1), max.map(|max| max.saturating_sub(1)));
    if min > 0 {
        return Expr::Sequence(vec![expr, again]);
    }
    Expr::repeat(Expr::Sequence(vec![expr, again]), 0, Some(1))
}
