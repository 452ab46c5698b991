//! Expressions as text, with the position of each expression in the text.

use crate::char_set::CharSet;
use crate::expr::{Expr, Stack};
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// An expression in its notation, with the span of every expression in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The notation.
    pub text: String,
    /// The bytes of each expression in the text. An expression comes before those inside it.
    pub spans: Vec<Range<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    Abnf,
    Pest,
}

impl Expr {
    /// Returns the expression in the notation of RFC 5234 and RFC 7405. Reading that again gives
    /// the same expression. Linear in its size.
    ///
    /// An operator that ABNF lacks is written in pest's notation.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    ///
    /// let grammar = Grammar::parse("a = \"x\" *b\nb = %x30-39\n").unwrap();
    /// let written = grammar.rule("a").unwrap().expr.in_abnf();
    /// assert_eq!(written.text, "\"x\" *b");
    /// assert_eq!(written.spans, [0..6, 0..3, 4..6, 5..6]);
    /// ```
    pub fn in_abnf(&self) -> Written {
        self.written(Notation::Abnf)
    }

    /// Returns the expression in pest's notation. Linear in its size.
    ///
    /// An operator that pest lacks is written in ABNF.
    ///
    /// ```
    /// use urigram_automata::peg::{Grammar, Which};
    /// let grammar = Grammar::parse(r#"a = { "x" ~ b* } b = { "y" | !"z" ~ ANY }"#)?;
    /// let written = grammar.rule("a").unwrap().expr(Which::Raw).in_pest();
    /// assert_eq!(written.text, r#""x" ~ b*"#);
    /// assert_eq!(written.spans, [0..8, 0..3, 6..8, 6..7]);
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    pub fn in_pest(&self) -> Written {
        self.written(Notation::Pest)
    }

    fn written(&self, notation: Notation) -> Written {
        let mut written = Written { text: String::new(), spans: Vec::new() };
        self.write(&mut written, notation, 0);
        written
    }

    /// Returns the precedence of the operator.
    fn binding(&self, notation: Notation) -> u8 {
        match self {
            Expr::Choice(parts) if parts.len() != 1 => 0,
            Expr::Sequence(parts) if parts.len() != 1 => 1,
            Expr::Repeat { in_brackets: true, .. } if notation == Notation::Abnf => 3,
            Expr::Repeat { .. } | Expr::And(_) | Expr::Not(_) => 2,
            _ => 3,
        }
    }

    /// Writes the expression; an operator that binds less than `above` is put in parentheses.
    fn write(&self, out: &mut Written, notation: Notation, above: u8) {
        let is_abnf = notation == Notation::Abnf;
        let [open, close, choice, sequence] =
            if is_abnf { ["( ", " )", " / ", " "] } else { ["(", ")", " | ", " ~ "] };
        let closed = self.binding(notation) < above;
        let number = out.spans.len();
        out.spans.push(out.text.len()..0);
        out.text.push_str(if closed { open } else { "" });
        let mut list = |parts: &[Expr], between: &str, above: u8| {
            for (index, part) in parts.iter().enumerate() {
                out.text.push_str(if index == 0 { "" } else { between });
                part.write(out, notation, above);
            }
        };
        match self {
            Expr::Sequence(parts) if !parts.is_empty() => list(parts, sequence, 2),
            Expr::Choice(parts) if !parts.is_empty() => list(parts, choice, 1),
            Expr::Repeat { expr, in_brackets: true, .. } if is_abnf => {
                out.text.push_str("[ ");
                expr.write(out, notation, 0);
                out.text.push_str(" ]");
            }
            Expr::Repeat { expr, min, max, .. } if is_abnf => {
                out.text.push_str(&times_before(*min, *max));
                expr.write(out, notation, 3);
            }
            Expr::Repeat { expr, min, max, .. } => {
                expr.write(out, notation, 3);
                out.text.push_str(&times_behind(*min, *max));
            }
            Expr::And(inner) | Expr::Not(inner) => {
                out.text.push(if matches!(self, Expr::And(_)) { '&' } else { '!' });
                inner.write(out, notation, 3);
            }
            Expr::Stack(Stack::Restore(inner)) => inner.write(out, notation, 3),
            Expr::Stack(Stack::Push(inner)) => {
                out.text.push_str("PUSH(");
                inner.write(out, notation, 0);
                out.text.push(')');
            }
            _ => out.text.push_str(&self.leaf(is_abnf)),
        }
        out.text.push_str(if closed { close } else { "" });
        out.spans[number].end = out.text.len();
    }

    /// Returns the text of an expression that is not made of others.
    fn leaf(&self, is_abnf: bool) -> String {
        match self {
            Expr::Text(text) if is_abnf => format!("%s\"{text}\""),
            Expr::Text(text) => quoted(text),
            Expr::TextAnyCase(text) if is_abnf => format!("\"{text}\""),
            Expr::TextAnyCase(text) => format!("^{}", quoted(text)),
            Expr::Values(values) if !values.is_empty() => {
                let values: Vec<_> = values.iter().map(|value| format!("{value:02X}")).collect();
                format!("%x{}", values.join("."))
            }
            Expr::Range(low, high) => format!("%x{low:02X}-{high:02X}"),
            Expr::Class(set) => class(set),
            Expr::Rule(name) => name.clone(),
            Expr::StartOfInput => "SOI".to_owned(),
            Expr::EndOfInput => "EOI".to_owned(),
            Expr::Stack(Stack::PeekSlice { start, end }) => {
                let start = if *start == 0 { String::new() } else { start.to_string() };
                let end = end.map_or_else(String::new, |end| end.to_string());
                format!("PEEK[{start}..{end}]")
            }
            Expr::Stack(stack) => stack.name().to_owned(),
            _ => "\"\"".to_owned(),
        }
    }
}

/// Writes the expression in ABNF.
impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_abnf().text)
    }
}

fn times_before(min: u32, max: Option<u32>) -> String {
    let most = max.map(|max| max.to_string()).unwrap_or_default();
    match min {
        min if max == Some(min) => most,
        0 => format!("*{most}"),
        min => format!("{min}*{most}"),
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

fn times_behind(min: u32, max: Option<u32>) -> String {
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
