//! Recursive rules, with a call for the inside of brackets.

use super::{repeat, Expr, Grammar, Stack, Which};
use crate::brackets::{self, Notation};
use crate::nested::Unproved;

impl Grammar {
    /// Returns the rules, with calls for what stands inside brackets in a rule and in those that it
    /// uses; behind them these insides, by name.
    pub(crate) fn bracketed(
        &self,
        rule: &str,
        which: Which,
    ) -> Result<Vec<(String, Expr)>, Unproved> {
        let root = self.index(rule).map_err(|error| Unproved::new(rule, error))?;
        let brackets::Cut { rules: mut cut, called } = self.cut(root, which);
        let rules = self.rules.iter().enumerate().map(|(number, rule)| {
            let expr = cut.remove(&number);
            (rule.name.clone(), expr.unwrap_or_else(|| rule.expr(which).clone()))
        });
        Ok(rules.chain(called.into_iter().map(|(name, (_, expr))| (name, expr))).collect())
    }

    /// Cuts a rule and those that it uses.
    pub(super) fn cut(&self, root: usize, which: Which) -> brackets::Cut<Expr> {
        let (rules, name) = (self.questions(which), |rule: usize| self.rules[rule].name.clone());
        brackets::cut(&rules, name, &rules.callees_first([root]))
    }
}

impl Notation for Expr {
    fn sequence(parts: Vec<Expr>) -> Expr {
        Expr::Sequence(parts)
    }

    fn call(rule: String) -> Expr {
        Expr::Rule(rule)
    }

    fn is_text(&self) -> bool {
        matches!(self, Expr::Text(text) | Expr::TextAnyCase(text) if !text.is_empty())
    }

    fn closes(&self) -> bool {
        match self {
            Expr::Sequence(parts) => parts.last().is_some_and(Expr::closes),
            Expr::Choice(parts) => parts.iter().all(Expr::closes),
            _ => self.is_text(),
        }
    }

    fn try_inner<R>(&self, new: &mut impl FnMut(&Expr) -> Result<Expr, R>) -> Result<Expr, R> {
        Ok(match self {
            Expr::Sequence(parts) => {
                Expr::Sequence(parts.iter().map(new).collect::<Result<_, _>>()?)
            }
            Expr::Choice(parts) => Expr::Choice(parts.iter().map(new).collect::<Result<_, _>>()?),
            Expr::Repeat { expr, min, max } => repeat(new(expr)?, *min, *max),
            Expr::And(inner) => Expr::And(Box::new(new(inner)?)),
            Expr::Not(inner) => Expr::Not(Box::new(new(inner)?)),
            Expr::Stack(Stack::Push(inner)) => Expr::Stack(Stack::Push(Box::new(new(inner)?))),
            Expr::Stack(Stack::Restore(inner)) => {
                Expr::Stack(Stack::Restore(Box::new(new(inner)?)))
            }
            other => other.clone(),
        })
    }
}
