//! Names in expressions: pest's operations, and rules that it builds in.

use super::{charset, CharSet, Error, Expr, Stack};
use std::collections::{HashMap, HashSet};

/// The deepest permitted nesting of parentheses, operators and alternatives within sequences.
pub(super) const MAX_DEPTH: usize = 100;

/// Returns the expression that a name is. No rule can have the name of an operation.
pub(super) fn called(name: &str) -> Expr {
    match name {
        "SOI" => Expr::StartOfInput,
        "EOI" => Expr::EndOfInput,
        "PEEK" => Expr::Stack(Stack::Peek),
        "PEEK_ALL" => Expr::Stack(Stack::PeekAll),
        "POP" => Expr::Stack(Stack::Pop),
        "POP_ALL" => Expr::Stack(Stack::PopAll),
        "DROP" => Expr::Stack(Stack::Drop),
        name => Expr::Rule(name.to_owned()),
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
        if name == "NEWLINE" {
            let ends = ["\n", "\r\n", "\r"].map(|end| Expr::Text(end.to_owned()));
            return Ok(Expr::Choice(ends.to_vec()));
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

fn unsupported(rule: &str, construct: &str) -> Error {
    Error::Unsupported { rule: rule.to_owned(), construct: construct.to_owned() }
}
