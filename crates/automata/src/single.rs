//! Rules for one character, which no step through a grammar enters.

use crate::expr::Expr;
use crate::questions::Rules;
use std::collections::HashMap;

/// The rules for one character: choices between single characters, through other such rules.
pub(crate) struct Singles<'a> {
    rules: Rules<'a>,
    /// The answers so far.
    known: HashMap<usize, bool>,
}

impl<'a> Singles<'a> {
    pub(crate) fn new(rules: Rules<'a>) -> Singles<'a> {
        Singles { rules, known: HashMap::new() }
    }

    /// Returns true if a rule is for one character.
    pub(crate) fn contains(&mut self, rule: usize) -> bool {
        if let Some(&known) = self.known.get(&rule) {
            return known;
        }
        self.known.insert(rule, false); // a recursive rule is never single
        let is_single = self.is_single(self.rules.exprs[rule]);
        self.known.insert(rule, is_single);
        is_single
    }

    fn is_single(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Choice(parts) => parts.iter().all(|part| self.is_single(part)),
            Expr::Rule(_) => self.rules.called(expr).pop().is_some_and(|rule| self.contains(rule)),
            Expr::Text(text) | Expr::TextAnyCase(text) => text.chars().count() == 1,
            Expr::Values(values) => values.len() == 1,
            Expr::Range(..) | Expr::Class(_) => true,
            _ => false,
        }
    }

    /// Returns true if an expression for one character takes this value.
    pub(crate) fn takes(&self, expr: &Expr, value: u32) -> bool {
        match expr {
            Expr::Choice(parts) => parts.iter().any(|part| self.takes(part, value)),
            Expr::Rule(_) => {
                let rule = self.rules.called(expr).pop();
                rule.is_some_and(|rule| self.takes(self.rules.exprs[rule], value))
            }
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                text.chars().next().is_some_and(|c| is_taken(expr, c, value))
            }
            Expr::Values(values) => values.first() == Some(&value),
            Expr::Range(low, high) => (*low..=*high).contains(&value),
            Expr::Class(set) => char::from_u32(value).is_some_and(|c| set.contains(c)),
            _ => false,
        }
    }
}

/// Returns true if a character of a text takes a value.
pub(crate) fn is_taken(text: &Expr, c: char, value: u32) -> bool {
    let is_any_case = matches!(text, Expr::TextAnyCase(_));
    let value = char::from_u32(value);
    value == Some(c) || is_any_case && value.is_some_and(|value| value.eq_ignore_ascii_case(&c))
}
