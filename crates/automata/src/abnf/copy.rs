//! A copy of an ABNF grammar in pest's notation, operator by operator. People often copy grammars
//! like this, and the copy often matches other strings than the original.

use super::{Expr, Grammar, Rule};

/// Names that are reserved in pest or in Rust.
const RESERVED: &[&str] = &[
    "ANY",
    "EOI",
    "SOI",
    "PUSH",
    "POP",
    "PEEK",
    "DROP",
    "NEWLINE",
    "WHITESPACE",
    "COMMENT",
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

impl Grammar {
    /// Returns the rule and all rules that it uses in pest's notation, with `/` written as `|` and
    /// nothing else changed.
    ///
    /// The copy looks the same but often has another language: in a PEG the first branch that
    /// matches wins, and a repetition never gives back.
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, peg};
    /// let abnf = Grammar::parse("label = a / a *( a / \"-\" ) a\na = %x61-7A\n").unwrap();
    /// let copy = abnf.copied_to_peg("label").unwrap();
    /// assert_eq!(copy, "label = { a | a ~ (a | \"-\")* ~ a }\na = { 'a'..'z' }\n");
    /// let label = peg::Grammar::parse(&copy)?;
    /// assert!(!label.matches_naively("label", peg::Which::Raw, "aa", 1_000)?);
    /// # Ok::<(), peg::Error>(())
    /// ```
    ///
    /// Returns `None` if there is no such rule.
    pub fn copied_to_peg(&self, rule: &str) -> Option<String> {
        let copied =
            |rule: &Rule| format!("{} = {{ {} }}\n", peg_name(&rule.name), written(&rule.expr, 0));
        Some(self.reachable(rule)?.into_iter().map(copied).collect())
    }
}

/// Returns a rule's name in pest's spelling: `_` for `-`, and one more `_` after a reserved name.
pub fn peg_name(name: &str) -> String {
    let name = name.replace('-', "_");
    let reserved = RESERVED.contains(&&*name) || name.starts_with("ASCII");
    // pest reads no name that begins with PUSH.
    let before = if name.starts_with("PUSH") { "_" } else { "" };
    format!("{before}{name}{}", if reserved { "_" } else { "" })
}

/// Returns an expression in pest's notation, in parentheses if it binds no tighter than `above`.
fn written(expr: &Expr, above: u8) -> String {
    let (binding, text) = match expr {
        Expr::Alternation(parts) => (0, list(parts, " | ", 1)),
        Expr::Concatenation(parts) => (1, list(parts, " ~ ", 2)),
        // pest cannot repeat 0 times.
        Expr::Repetition { max: Some(0), .. } => (3, "\"\"".to_owned()),
        Expr::Repetition { min, max, expr } => (2, written(expr, 3) + &times(*min, *max)),
        Expr::Optional(expr) => (2, written(expr, 3) + "?"),
        Expr::Rule(name) => (3, peg_name(name)),
        Expr::Literal { text, case_sensitive } => {
            let any = !case_sensitive && text.bytes().any(|byte| byte.is_ascii_alphabetic());
            (3, format!("{}{}", if any { "^" } else { "" }, quoted(text.chars(), '"')))
        }
        Expr::Values(values) => (3, quoted(values.iter().map(|&value| character(value)), '"')),
        Expr::Range(low, high) => {
            let one = |value: u32| quoted([character(value)].into_iter(), '\'');
            (3, format!("{}..{}", one(*low), one(*high)))
        }
    };
    if binding < above {
        format!("({text})")
    } else {
        text
    }
}

fn list(parts: &[Expr], between: &str, above: u8) -> String {
    parts.iter().map(|part| written(part, above)).collect::<Vec<_>>().join(between)
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

/// Returns the character of a value, or the replacement character if there isn't one.
fn character(value: u32) -> char {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn quoted(text: impl Iterator<Item = char>, quote: char) -> String {
    let inner: String = text.map(|c| crate::peg::escaped(c, quote)).collect();
    format!("{quote}{inner}{quote}")
}
