//! The value of a key in a query, found as Spark finds it.
//!
//! Spark writes the key into a regular expression of Java, `(&|^)KEY=([^&]*)`, and takes the second
//! group of its first match. The key is not quoted, so `a.c` also finds `abc=1`, and `(a)` finds
//! the key itself. Engines differ in what expressions mean. A key is therefore taken if it consists
//! of constructs that mean the same in Java and in the crate `regex`, and is refused otherwise.

use regex::{CaptureLocations, Regex};
use regex_syntax::ast::{
    parse::Parser, visit, AssertionKind, Ast, ClassPerl, ClassPerlKind, ClassSetBinaryOp,
    ClassSetItem, GroupKind, Literal, LiteralKind, RepetitionKind, SpecialLiteralKind, Visitor,
};
use urigram::parts::Span;

use crate::value::Value;

/// The group that Spark returns.
const GROUP: usize = 2;

/// A key whose value is searched for.
#[derive(Debug)]
pub(crate) struct QueryValue(Regex);

impl QueryValue {
    /// Reads a key as Spark does.
    ///
    /// # Errors
    /// A message for an expression that Java refuses, or may read in another way.
    pub(crate) fn of(key: &str) -> Result<QueryValue, String> {
        let mut pattern = format!("(&|^){key}=([^&]*)");
        let parsed = Parser::new().parse(&pattern);
        let parsed = parsed.map_err(|error| format!("no expression: {}", error.kind()))?;
        let replacements = visit(&parsed, Common::default())?;
        for (start, end, text) in replacements.into_iter().rev() {
            pattern.replace_range(start..end, text);
        }
        let compiled = Regex::new(&pattern).map_err(|error| error.to_string())?;
        Ok(QueryValue(compiled))
    }

    /// Returns room for the groups of a match.
    pub(crate) fn places(&self) -> CaptureLocations {
        self.0.capture_locations()
    }

    /// Returns the span of the value in a text, of which `query` is the query; `None` where no key
    /// matches.
    pub(crate) fn find<V: Value + ?Sized>(
        &self,
        value: &V,
        query: Span,
        places: &mut CaptureLocations,
    ) -> Option<Span> {
        self.0.captures_read(places, value.part(query).text()?)?;
        let (start, end) = places.get(GROUP)?;
        Some(Span { start: query.start + start as u32, end: query.start + end as u32 })
    }
}

/// Checks that an expression means the same in Java. Collects the ranges to write in other words.
#[derive(Default)]
struct Common(Vec<(usize, usize, &'static str)>);

impl Common {
    fn literal(&self, literal: &Literal) -> Result<(), String> {
        use SpecialLiteralKind::{CarriageReturn, FormFeed, LineFeed, Tab};
        match &literal.kind {
            LiteralKind::Verbatim | LiteralKind::Meta | LiteralKind::Superfluous => Ok(()),
            LiteralKind::Special(Tab | LineFeed | CarriageReturn | FormFeed) => Ok(()),
            _ => Err("an escape that Java may read in another way".to_owned()),
        }
    }

    /// Takes a literal inside brackets, where Java knows more signs than elsewhere.
    fn in_brackets(&self, literal: &Literal) -> Result<(), String> {
        let is_bare = matches!(literal.kind, LiteralKind::Verbatim);
        if is_bare && matches!(literal.c, '[' | ']' | '^' | '-') {
            return Err(format!("`{0}` inside brackets: write `\\{0}`", literal.c));
        }
        self.literal(literal)
    }

    /// Java's classes are those of ASCII.
    fn class(&mut self, class: &ClassPerl) {
        let text = match (&class.kind, class.negated) {
            (ClassPerlKind::Digit, false) => "[0-9]",
            (ClassPerlKind::Digit, true) => "[^0-9]",
            (ClassPerlKind::Space, false) => r"[\t\n\x0B\f\r ]",
            (ClassPerlKind::Space, true) => r"[^\t\n\x0B\f\r ]",
            (ClassPerlKind::Word, false) => "[0-9A-Z_a-z]",
            (ClassPerlKind::Word, true) => "[^0-9A-Z_a-z]",
        };
        self.0.push((class.span.start.offset, class.span.end.offset, text));
    }
}

/// Returns true if an expression matches one character.
fn is_character(ast: &Ast) -> bool {
    matches!(ast, Ast::Literal(_) | Ast::Dot(_) | Ast::ClassPerl(_) | Ast::ClassBracketed(_))
}

impl Visitor for Common {
    type Output = Vec<(usize, usize, &'static str)>;
    type Err = String;

    fn finish(self) -> Result<Self::Output, String> {
        Ok(self.0)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), String> {
        let refused = match ast {
            // A query holds no line ends, about which the dot and the dollar sign differ.
            Ast::Empty(_) | Ast::Dot(_) | Ast::Alternation(_) | Ast::Concat(_) => return Ok(()),
            Ast::ClassBracketed(_) => return Ok(()),
            Ast::Literal(literal) => return self.literal(literal),
            Ast::ClassPerl(class) => {
                self.class(class);
                return Ok(());
            }
            Ast::Assertion(assertion) => match assertion.kind {
                AssertionKind::StartLine | AssertionKind::EndLine => return Ok(()),
                _ => "an assertion",
            },
            Ast::Repetition(repetition) => match repetition.op.kind {
                // Java reads `a++` as possessive. What a group holds after rounds differs, too.
                RepetitionKind::Range(_) => "a count in braces",
                _ if is_character(&repetition.ast) => return Ok(()),
                _ => "a repetition of more than a character",
            },
            Ast::Group(group) => match &group.kind {
                GroupKind::CaptureIndex(_) => return Ok(()),
                GroupKind::NonCapturing(flags) if flags.items.is_empty() => return Ok(()),
                _ => "a group with a name or flags",
            },
            Ast::Flags(_) => "flags",
            Ast::ClassUnicode(_) => "a class of Unicode",
        };
        Err(format!("{refused}, which Java may read in another way"))
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), String> {
        match item {
            ClassSetItem::Empty(_) | ClassSetItem::Union(_) => Ok(()),
            ClassSetItem::Literal(literal) => self.in_brackets(literal),
            ClassSetItem::Range(range) => {
                self.in_brackets(&range.start)?;
                self.in_brackets(&range.end)
            }
            ClassSetItem::Perl(class) => {
                self.class(class);
                Ok(())
            }
            ClassSetItem::Ascii(_) | ClassSetItem::Unicode(_) | ClassSetItem::Bracketed(_) => {
                Err("brackets in brackets, which Java may read in another way".to_owned())
            }
        }
    }

    fn visit_class_set_binary_op_pre(&mut self, _: &ClassSetBinaryOp) -> Result<(), String> {
        Err("an operator inside brackets, which Java may read in another way".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'q>(key: &str, query: &'q str) -> Option<&'q str> {
        let key = QueryValue::of(key).unwrap_or_else(|message| panic!("{key}: {message}"));
        let whole = Span { start: 0, end: query.len() as u32 };
        key.find(query, whole, &mut key.places()).map(|span| span.of(query))
    }

    #[test]
    fn a_key_is_an_expression() {
        for (key, query, wanted) in [
            ("k", "k=1&l=2", Some("1")),
            ("l", "k=1&l=2", Some("2")),
            ("k", "kk=1&k=", Some("")),
            ("k", "K=1", None),
            ("k", "a=k=1", None),
            ("", "a=1&=2", Some("2")),
            ("a.c", "abc=1", Some("1")),
            (r"a\.c", "abc=1&a.c=2", Some("2")),
            (r"id\d+", "id=0&id42=1", Some("1")),
            (r"[\w\-]", "?=1&-=2", Some("2")),
            // Nothing groups the alternatives: they are `(&|^)a` and `b=([^&]*)`.
            ("a|b", "xb=1", Some("1")),
            ("a|b", "a=1", None),
            // The key's own group is the second one.
            ("(ab?)", "ab=1", Some("ab")),
            ("(?:ab?)", "ab=1", Some("1")),
            ("ü", "ü=1", Some("1")),
        ] {
            assert_eq!(value(key, query), wanted, "{key} in {query}");
        }
    }

    #[test]
    fn an_expression_that_java_may_read_otherwise_is_refused() {
        for key in [
            "(",
            ")",
            "[",
            "*",
            "a++",
            "a**",
            "a{2}",
            "(?:ab)*",
            "(a)*",
            r"(a)\1",
            "(?=a)",
            "(?i)a",
            "(?i:a)",
            "(?<n>a)",
            r"\b",
            r"\<",
            r"\v",
            r"\x41",
            r"\p{L}",
            r"\pL",
            "[[:alpha:]]",
            "[a[b]]",
            "[a&&b]",
            "[a--b]",
            "[]a]",
            "[a^]",
            r"[\w-]",
            r"\Qa\E",
            r"\e",
        ] {
            assert!(QueryValue::of(key).is_err(), "{key}");
        }
        let deep = "(".repeat(100_000) + &")".repeat(100_000);
        assert!(QueryValue::of(&deep).is_err());
    }
}
