//! ABNF expressions as text, with the position of each expression in the text.

use super::Expr;
use crate::questions::Expression;
use std::ops::Range;

/// An expression in RFC 5234 notation, with the span of every expression in it.
///
/// ```
/// let grammar = urigram_automata::abnf::Grammar::parse("a = \"x\" *b\nb = %x30-39\n").unwrap();
/// let written = grammar.rule("a").unwrap().expr.written();
/// assert_eq!(written.text, "\"x\" *b");
/// assert_eq!(written.spans, [0..6, 0..3, 4..6, 5..6]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The notation.
    pub text: String,
    /// The bytes of each expression in the text. An expression comes before those inside it.
    pub spans: Vec<Range<usize>>,
}

impl Expr {
    /// Returns the expression as text, as [`Display`](std::fmt::Display) writes it. Linear in its
    /// size.
    pub fn written(&self) -> Written {
        let mut written = Written { text: String::new(), spans: Vec::new() };
        written.expr(self, None);
        written
    }

    /// Returns the expressions directly inside this one, in order.
    pub fn parts(&self) -> &[Expr] {
        self.inner()
    }
}

impl Written {
    /// Appends an expression; `of` is the precedence of the operator around it.
    fn expr(&mut self, expr: &Expr, of: Option<u8>) {
        let number = self.spans.len();
        let start = self.text.len();
        self.spans.push(start..start);
        let closed = of.is_some_and(|of| expr.binding() <= of);
        self.text.push_str(if closed { "( " } else { "" });
        match expr {
            Expr::Alternation(parts) => self.list(parts, " / ", 0),
            Expr::Concatenation(parts) => self.list(parts, " ", 1),
            Expr::Repetition { expr: inner, .. } => {
                let operand = inner.binding() <= 2;
                let whole = expr.to_string();
                let inside = inner.to_string().len() + if operand { 4 } else { 0 };
                self.text.push_str(&whole[..whole.len() - inside]);
                self.expr(inner, Some(2));
            }
            Expr::Optional(inner) => {
                self.text.push_str("[ ");
                self.expr(inner, None);
                self.text.push_str(" ]");
            }
            other => self.text.push_str(&other.to_string()),
        }
        self.text.push_str(if closed { " )" } else { "" });
        self.spans[number].end = self.text.len();
    }

    fn list(&mut self, parts: &[Expr], between: &str, binding: u8) {
        for (index, part) in parts.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { between });
            self.expr(part, Some(binding));
        }
    }
}
