//! ABNF expressions as text, with the position of each expression in the text.

use super::Expr;
use crate::questions::Expression;
use crate::written::Written;
use std::fmt::{self, Display, Formatter};

impl Expr {
    /// Returns the expression as text, as [`Display`] writes it. Linear in its size.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    ///
    /// let grammar = Grammar::parse("a = \"x\" *b\nb = %x30-39\n").unwrap();
    /// let written = grammar.rule("a").unwrap().expr.written();
    /// assert_eq!(written.text, "\"x\" *b");
    /// assert_eq!(written.spans, [0..6, 0..3, 4..6, 5..6]);
    /// ```
    pub fn written(&self) -> Written {
        Written::by(|out| self.write(out, None))
    }

    /// Returns the expressions directly inside this one, in order.
    pub fn parts(&self) -> &[Expr] {
        self.inner()
    }

    /// Returns the precedence of the operator: an operand is put in parentheses unless it binds
    /// tighter.
    fn binding(&self) -> u8 {
        match self {
            Expr::Alternation(_) => 0,
            Expr::Concatenation(_) => 1,
            Expr::Repetition { .. } => 2,
            _ => 3,
        }
    }

    /// Writes the expression; `of` is the precedence of the operator around it.
    fn write(&self, out: &mut Written, of: Option<u8>) {
        let closed = of.is_some_and(|of| self.binding() <= of);
        out.expr(closed, ["( ", " )"], |out| match self {
            Expr::Alternation(parts) => {
                out.list(parts, " / ", |out, part| part.write(out, Some(0)));
            }
            Expr::Concatenation(parts) => {
                out.list(parts, " ", |out, part| part.write(out, Some(1)));
            }
            Expr::Repetition { min, max, expr } => {
                let most = max.map(|max| max.to_string()).unwrap_or_default();
                out.text.push_str(&match min {
                    min if *max == Some(*min) => most,
                    0 => format!("*{most}"),
                    min => format!("{min}*{most}"),
                });
                expr.write(out, Some(2));
            }
            Expr::Optional(expr) => {
                out.text.push_str("[ ");
                expr.write(out, None);
                out.text.push_str(" ]");
            }
            Expr::Rule(name) => out.text.push_str(name),
            Expr::Literal { text, case_sensitive } => {
                let case = if *case_sensitive { "%s" } else { "" };
                out.text.push_str(&format!("{case}\"{text}\""));
            }
            Expr::Values(values) => {
                let values: Vec<_> = values.iter().map(|value| format!("{value:02X}")).collect();
                let before = if values.is_empty() { "" } else { "%x" };
                out.text.push_str(&format!("{before}{}", values.join(".")));
            }
            Expr::Range(low, high) => out.text.push_str(&format!("%x{low:02X}-{high:02X}")),
        });
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written().text)
    }
}
