//! Parsing expressions as text, with the position of each expression in the text.

use super::{CharSet, Expr, Stack};
use crate::questions::Expression;
use crate::written::Written;

impl Expr {
    /// Returns the expression in pest's notation. Linear in its size.
    ///
    /// ```
    /// use urigram_automata::peg::{Grammar, Which};
    /// let grammar = Grammar::parse(r#"a = { "x" ~ b* } b = { "y" | !"z" ~ ANY }"#)?;
    /// let written = grammar.rule("a").unwrap().expr(Which::Raw).written();
    /// assert_eq!(written.text, r#""x" ~ b*"#);
    /// assert_eq!(written.spans, [0..8, 0..3, 6..8, 6..7]);
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    pub fn written(&self) -> Written {
        Written::by(|out| self.write(out, 0))
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

    /// Writes the expression; an operator that binds less than `above` is put in parentheses.
    fn write(&self, out: &mut Written, above: u8) {
        let closed = self.binding() < above;
        out.expr(closed, ["(", ")"], |out| match self {
            Expr::Text(text) => out.text.push_str(&quoted(text)),
            Expr::TextAnyCase(text) => out.text.push_str(&format!("^{}", quoted(text))),
            Expr::Class(set) => out.text.push_str(&class(set)),
            Expr::Rule(name) => out.text.push_str(name),
            Expr::Sequence(parts) | Expr::Choice(parts) if parts.is_empty() => {
                out.text.push_str("\"\"");
            }
            Expr::Sequence(parts) => out.list(parts, " ~ ", |out, part| part.write(out, 2)),
            Expr::Choice(parts) => out.list(parts, " | ", |out, part| part.write(out, 1)),
            Expr::Repeat { expr, min, max } => {
                expr.write(out, 3);
                out.text.push_str(&times(*min, *max));
            }
            Expr::And(inner) | Expr::Not(inner) => {
                out.text.push(if matches!(self, Expr::And(_)) { '&' } else { '!' });
                inner.write(out, 3);
            }
            Expr::StartOfInput => out.text.push_str("SOI"),
            Expr::EndOfInput => out.text.push_str("EOI"),
            Expr::Stack(Stack::Restore(inner)) => inner.write(out, 3),
            Expr::Stack(Stack::Push(inner)) => {
                out.text.push_str("PUSH(");
                inner.write(out, 0);
                out.text.push(')');
            }
            Expr::Stack(Stack::PeekSlice { start, end }) => {
                let start = if *start == 0 { String::new() } else { start.to_string() };
                let end = end.map_or_else(String::new, |end| end.to_string());
                out.text.push_str(&format!("PEEK[{start}..{end}]"));
            }
            Expr::Stack(stack) => out.text.push_str(stack.name()),
        });
    }
}

fn class(set: &CharSet) -> String {
    if *set == CharSet::all() {
        return "ANY".to_owned();
    }
    let one = |c: char| format!("'{}'", escaped(c, '\''));
    let ranges: Vec<String> =
        set.ranges().map(|(low, high)| format!("{}..{}", one(low), one(high))).collect();
    let text = ranges.join(" | ");
    if ranges.len() == 1 {
        text
    } else {
        format!("({text})")
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
