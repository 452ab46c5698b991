//! Parsing expressions.

use super::{charset, CharSet, Error};
use crate::brackets::Notation;
use crate::questions::{Expression, View};
use std::collections::{HashMap, HashSet};

/// The deepest permitted nesting of parentheses, operators and alternatives within sequences.
pub(super) const MAX_DEPTH: usize = 100;

/// A parsing expression. Sequences and choices are flat, so that depth is the depth in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expr {
    /// Exactly this text.
    Text(String),
    /// This text, ASCII letters in either case.
    TextAnyCase(String),
    /// One character of the set.
    Class(CharSet),
    /// Another rule, by name.
    Rule(String),
    /// One after the other; an empty sequence matches nothing, successfully.
    Sequence(Vec<Expr>),
    /// The first alternative that matches. The others are not tried, even if the rest of the input
    /// then fails.
    Choice(Vec<Expr>),
    /// A repetition, at least `min` and at most `max` times, that never gives back.
    Repeat {
        /// The repeated expression.
        expr: Box<Expr>,
        /// The fewest times.
        min: u32,
        /// The most times; `None` is without limit.
        max: Option<u32>,
    },
    /// Succeeds if the expression would match here, and consumes nothing.
    And(Box<Expr>),
    /// Succeeds if the expression would not match here, and consumes nothing.
    Not(Box<Expr>),
    /// Succeeds before the first byte only.
    StartOfInput,
    /// Succeeds after the last byte only.
    EndOfInput,
    /// An operation on pest's stack of matched texts. No automaton follows it.
    Stack(Stack),
}

impl Expr {
    /// Returns an expression that never matches. It ends in one that reads a character, because
    /// pest takes what may read none for an empty match.
    pub(crate) fn nothing() -> Expr {
        let any = || Expr::Class(CharSet::all());
        Expr::Sequence(vec![Expr::Not(Box::new(any())), any()])
    }
}

/// An operation on the stack of texts that `PUSH` keeps.
///
/// The text that a rule matches with such an operation depends on texts that were matched before
/// it, so no finite automaton and no stack of open rules can follow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stack {
    /// Matches the expression and pushes the text that it matched.
    Push(Box<Expr>),
    /// Matches the uppermost text.
    Peek,
    /// Matches all texts, the uppermost first.
    PeekAll,
    /// Matches the texts from one place to another, the lowest first. A negative place counts from
    /// the top.
    PeekSlice {
        /// The place of the first text.
        start: i32,
        /// The place behind the last text; `None` is the top.
        end: Option<i32>,
    },
    /// Removes the uppermost text and matches it.
    Pop,
    /// Removes all texts and matches them, the uppermost first.
    PopAll,
    /// Removes the uppermost text and matches nothing.
    Drop,
    /// Matches the expression and restores the stack if that fails. pest's optimizer writes it.
    Restore(Box<Expr>),
}

impl Expression for Expr {
    fn view(&self) -> View<'_, Expr> {
        let fixed = |is_empty, is_sure| View::Leaf { is_empty, is_sure };
        match self {
            Expr::Text(text) | Expr::TextAnyCase(text) => fixed(text.is_empty(), text.is_empty()),
            Expr::Class(_) => fixed(false, false),
            Expr::Rule(name) => View::Rule(name),
            Expr::Sequence(parts) => View::All(parts),
            Expr::Choice(parts) => View::Any(parts),
            Expr::Repeat { expr, min, max } => {
                View::Repeat { of: expr, may_be_none: *min == 0, is_unbounded: max.is_none() }
            }
            Expr::And(inner) => View::Look(inner, true),
            Expr::Not(inner) => View::Look(inner, false),
            Expr::StartOfInput | Expr::EndOfInput => fixed(true, false),
            Expr::Stack(stack) => stack.inner().map_or(fixed(false, false), View::Inside),
        }
    }
}

impl Stack {
    /// Returns the expression inside, if there is one.
    pub fn inner(&self) -> Option<&Expr> {
        match self {
            Stack::Push(inner) | Stack::Restore(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the name of the operation in pest's notation.
    pub fn name(&self) -> &'static str {
        match self {
            Stack::Push(_) | Stack::Restore(_) => "PUSH",
            Stack::Peek | Stack::PeekSlice { .. } => "PEEK",
            Stack::PeekAll => "PEEK_ALL",
            Stack::Pop => "POP",
            Stack::PopAll => "POP_ALL",
            Stack::Drop => "DROP",
        }
    }
}

/// Gives the names in the expressions of one grammar their meaning.
pub(super) struct Names<'a> {
    /// The rules of the grammar. They take precedence over built-in rules of the same name, as in
    /// pest's generated code.
    pub(super) defined: &'a HashSet<String>,
    /// Built-in sets that are computed already.
    pub(super) known: HashMap<String, CharSet>,
}

impl Names<'_> {
    /// Returns an expression with the meaning of built-in names in place of these. Sequences and
    /// choices are flat.
    pub(super) fn resolve(&mut self, rule: &str, expr: &Expr, depth: usize) -> Result<Expr, Error> {
        if depth == MAX_DEPTH {
            return Err(Error::TooLarge {
                rule: Some(rule.to_owned()),
                what: "levels of nesting",
                limit: MAX_DEPTH,
            });
        }
        let mut inner = |expr: &Expr| self.resolve(rule, expr, depth + 1);
        Ok(match expr {
            Expr::Rule(name) => self.name(rule, name)?,
            Expr::Sequence(_) | Expr::Choice(_) => {
                let parts = flat(expr).into_iter().map(inner).collect::<Result<_, _>>()?;
                match expr {
                    Expr::Choice(_) => Expr::Choice(parts),
                    _ => Expr::Sequence(parts),
                }
            }
            _ => expr.try_inner(&mut inner)?,
        })
    }

    fn name(&mut self, rule: &str, name: &str) -> Result<Expr, Error> {
        if self.defined.contains(name) {
            return Ok(Expr::Rule(name.to_owned()));
        }
        match name {
            "SOI" => return Ok(Expr::StartOfInput),
            "EOI" => return Ok(Expr::EndOfInput),
            "PEEK" => return Ok(Expr::Stack(Stack::Peek)),
            "PEEK_ALL" => return Ok(Expr::Stack(Stack::PeekAll)),
            "POP" => return Ok(Expr::Stack(Stack::Pop)),
            "POP_ALL" => return Ok(Expr::Stack(Stack::PopAll)),
            "DROP" => return Ok(Expr::Stack(Stack::Drop)),
            "NEWLINE" => {
                return Ok(Expr::Choice(
                    ["\n", "\r\n", "\r"].map(|end| Expr::Text(end.to_owned())).to_vec(),
                ))
            }
            _ => {}
        }
        if let Some(set) = self.known.get(name) {
            return Ok(Expr::Class(set.clone()));
        }
        let set = charset::builtin(name).ok_or_else(|| unsupported(rule, name))?;
        self.known.insert(name.to_owned(), set.clone());
        Ok(Expr::Class(set))
    }
}

/// Returns the parts of a chain of one operator, in order, however it is nested. Both operators are
/// associative.
fn flat(expr: &Expr) -> Vec<&Expr> {
    let (mut parts, mut waiting) = (Vec::new(), vec![expr]);
    while let Some(next) = waiting.pop() {
        match (expr, next) {
            (Expr::Sequence(_), Expr::Sequence(inner)) | (Expr::Choice(_), Expr::Choice(inner)) => {
                waiting.extend(inner.iter().rev());
            }
            _ => parts.push(next),
        }
    }
    parts
}

pub(crate) fn repeat(expr: Expr, min: u32, max: Option<u32>) -> Expr {
    Expr::Repeat { expr: Box::new(expr), min, max }
}

fn unsupported(rule: &str, construct: &str) -> Error {
    Error::Unsupported { rule: rule.to_owned(), construct: construct.to_owned() }
}
