//! The right-hand sides of rules, and their notation.

use crate::brackets::Notation;
use crate::questions::Expression;

/// An ABNF expression in the author's shape; only superfluous parentheses are lost.
///
/// [`Display`](std::fmt::Display) writes it in RFC 5234 and RFC 7405 notation. Reading that again
/// gives the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `a / b`: any of them, in no order.
    Alternation(Vec<Expr>),
    /// `a b`: one after the other.
    Concatenation(Vec<Expr>),
    /// `n*m a`: at least `min` times, at most `max` times if there is a bound.
    Repetition {
        /// The least number of times.
        min: u32,
        /// The greatest number of times; `None` is without limit.
        max: Option<u32>,
        /// The repeated expression.
        expr: Box<Expr>,
    },
    /// `[ a ]`: once or not at all.
    Optional(Box<Expr>),
    /// The name of a rule, as spelled where it is used.
    Rule(String),
    /// `"text"`, or `%s"text"` where case matters; printable ASCII without the double quote,
    /// possibly empty.
    Literal {
        /// The text between the quotes.
        text: String,
        /// True if an ASCII letter matches only itself.
        case_sensitive: bool,
    },
    /// `%x41.42`: these values one after the other.
    Values(Vec<u32>),
    /// `%x41-5A`: any one value from the first to the last, both included.
    Range(u32, u32),
}

impl Expr {
    /// Calls `visit` with the name of every rule that this expression uses, in order and with
    /// repetitions.
    pub fn visit_rules<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        self.each_rule(&mut |_, name| visit(name));
    }

    /// Returns the expression with other names of rules where `new` has one.
    pub fn renamed(&self, new: &impl Fn(&str) -> Option<String>) -> Expr {
        self.replaced(&|name| new(name).map(Expr::Rule))
    }

    /// Returns the expression with other expressions for the names of rules where `new` has one.
    pub(crate) fn replaced(&self, new: &impl Fn(&str) -> Option<Expr>) -> Expr {
        match self {
            Expr::Rule(name) => new(name).unwrap_or_else(|| self.clone()),
            _ => self.with_inner(&mut |part| part.replaced(new)),
        }
    }
}
