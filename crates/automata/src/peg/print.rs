//! Parsing expressions as text, with the position of each expression in the text.

use super::{CharSet, Expr, Stack};
use crate::questions::Expression;
use std::ops::Range;

/// A parsing expression in pest's notation, with the span of every expression in it.
///
/// ```
/// use urigram_automata::peg::{Grammar, Which};
/// let grammar = Grammar::parse(r#"a = { "x" ~ b* } b = { "y" | !"z" ~ ANY }"#)?;
/// let written = grammar.rule("a").unwrap().expr(Which::Raw).written();
/// assert_eq!(written.text, r#""x" ~ b*"#);
/// assert_eq!(written.spans, [0..8, 0..3, 6..8, 6..7]);
/// # Ok::<(), urigram_automata::peg::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The notation.
    pub text: String,
    /// The bytes of each expression in the text. An expression comes before those inside it.
    pub spans: Vec<Range<usize>>,
}

impl Expr {
    /// Returns the expression as text. Linear in its size.
    pub fn written(&self) -> Written {
        let mut written = Written { text: String::new(), spans: Vec::new() };
        written.expr(self, 0);
        written
    }

    /// Returns the number of expressions in this one, itself included: the distance between their
    /// numbers.
    pub fn size(&self) -> usize {
        1 + self.parts().map(Expr::size).sum::<usize>()
    }

    /// Returns the expressions directly inside this one, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        self.inner().iter()
    }

    /// Returns the precedence of the operator: an operand that binds no tighter is put in
    /// parentheses.
    fn binding(&self) -> u8 {
        match self {
            Expr::Choice(parts) if parts.len() != 1 => 0,
            Expr::Sequence(parts) if parts.len() != 1 => 1,
            Expr::Repeat { .. } | Expr::And(_) | Expr::Not(_) => 2,
            _ => 3,
        }
    }
}

impl Written {
    fn expr(&mut self, expr: &Expr, above: u8) {
        let number = self.spans.len();
        let start = self.text.len();
        self.spans.push(start..start);
        let closed = expr.binding() < above;
        if closed {
            self.text.push('(');
        }
        match expr {
            Expr::Text(text) => self.text.push_str(&quoted(text)),
            Expr::TextAnyCase(text) => self.text.push_str(&format!("^{}", quoted(text))),
            Expr::Class(set) => self.class(set),
            Expr::Rule(name) => self.text.push_str(name),
            Expr::Sequence(parts) => self.list(parts, " ~ ", 2),
            Expr::Choice(parts) => self.list(parts, " | ", 1),
            Expr::Repeat { expr, min, max } => {
                self.expr(expr, 3);
                self.text.push_str(&times(*min, *max));
            }
            Expr::And(inner) => {
                self.text.push('&');
                self.expr(inner, 3);
            }
            Expr::Not(inner) => {
                self.text.push('!');
                self.expr(inner, 3);
            }
            Expr::StartOfInput => self.text.push_str("SOI"),
            Expr::EndOfInput => self.text.push_str("EOI"),
            Expr::Stack(Stack::Restore(inner)) => self.expr(inner, 3),
            Expr::Stack(Stack::Push(inner)) => {
                self.text.push_str("PUSH(");
                self.expr(inner, 0);
                self.text.push(')');
            }
            Expr::Stack(Stack::PeekSlice { start, end }) => {
                let start = if *start == 0 { String::new() } else { start.to_string() };
                let end = end.map_or_else(String::new, |end| end.to_string());
                self.text.push_str(&format!("PEEK[{start}..{end}]"));
            }
            Expr::Stack(stack) => self.text.push_str(stack.name()),
        }
        if closed {
            self.text.push(')');
        }
        self.spans[number].end = self.text.len();
    }

    fn list(&mut self, parts: &[Expr], between: &str, above: u8) {
        if parts.is_empty() {
            self.text.push_str("\"\"");
        }
        for (index, part) in parts.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { between });
            self.expr(part, above);
        }
    }

    fn class(&mut self, set: &CharSet) {
        if *set == CharSet::all() {
            return self.text.push_str("ANY");
        }
        let one = |c: char| format!("'{}'", escaped(c, '\''));
        let ranges: Vec<String> =
            set.ranges().map(|(low, high)| format!("{}..{}", one(low), one(high))).collect();
        let text = ranges.join(" | ");
        self.text.push_str(&if ranges.len() == 1 { text } else { format!("({text})") });
    }
}

fn times(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (min, None) => format!("{{{min},}}"),
        (min, Some(max)) if min == max => format!("{{{min}}}"),
        (0, Some(max)) => format!("{{,{max}}}"),
        (min, Some(max)) => format!("{{{min},{max}}}"),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().map(|c| escaped(c, '"')).collect::<String>())
}

/// Returns a character in pest's notation between quotes.
pub(crate) fn escaped(c: char, quote: char) -> String {
    match c {
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c == quote => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        // pest reads no fewer than two digits.
        c => format!("\\u{{{:02X}}}", u32::from(c)),
    }
}
