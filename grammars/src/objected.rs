//! The character for which the program of a practice rejects an input.
//!
//! The first byte that cannot be right may come after the cause, because it is the first that
//! settles what the text before it is:
//!
//! ```text
//! http://a%2Fb/      the slash cannot be right: with an at sign, `a%2Fb` would be a userinfo
//! http://gggggg/     accepted: the rest of the input is right
//! http://aggggg/     accepted
//! http://a%2Fgg/     rejected: the program objects to `%2F`
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

#[cfg(feature = "commentary")]
use crate::SplitComponent;
use crate::{Encoding, Found, SectionRef, SyntaxError, Table};

/// The text that the program of a practice objects to: a character or a percent-encoding before the
/// first byte that cannot be right.
///
/// The rules accept the input with letters or digits in place of the text and of what follows it in
/// its part, up to a delimiter. They reject the input if the text stays and the rest is replaced.
///
/// ```
/// use urigram::errors::Objection;
/// use urigram::{Grammar, Reading};
///
/// let (grammar, reading) = (Grammar::Whatwg, Reading::Corrected);
/// let verdict = grammar.verdict(reading, grammar.tables(reading).start(), b"http://a%2Fb/");
/// let Err(Objection::Program(objected)) = verdict.check() else { panic!() };
/// assert_eq!((&*objected.text, objected.range), ("%2F", 8..11));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Objected {
    /// The error of the rules, at the first byte that cannot be right.
    pub error: SyntaxError,
    /// The place of the text in the input, in bytes.
    pub range: Range<usize>,
    /// The rule of the part where the text would be, and its section.
    pub rule: &'static str,
    /// The section of the rule.
    pub section: &'static str,
    /// The text.
    pub text: String,
}

/// The characters that are put in place of others: a letter that is not a hexadecimal digit, and a
/// digit.
const FILLINGS: [&str; 2] = ["g", "1"];

impl Objected {
    /// Finds the text, with its place in what the rule reads; `None` for documents, and where the
    /// rules do not decide which it is.
    pub(crate) fn of(table: &'static Table, left: &[u8], error: &SyntaxError) -> Option<Objected> {
        let document = table.document();
        if document.status != "practice" || document.encoding == Encoding::Octets {
            return None;
        }
        let input = core::str::from_utf8(left).ok()?;
        let before = input.get(..error.offset())?;
        let run = run_before(before.strip_suffix(']').unwrap_or(before));
        let host = input[..run.start].strip_suffix(':').map(run_before);
        let host = host.filter(|host| input[..host.start].ends_with(['/', '\\', '@']));
        let (at, filled) = [Some(run), host].into_iter().flatten().find_map(|run| {
            FILLINGS.iter().filter_map(|filling| last_right(table, input, &run, filling)).max()
        })?;
        let range = whole(input, at);
        let (rule, section) =
            part(table, &filled, at, error).unwrap_or((error.rule(), error.section()));
        let text = input[range.clone()].into();
        Some(Objected { error: *error, range, rule, section, text })
    }

    /// Returns the text in words, as [`Found`] names a character.
    #[doc(hidden)]
    pub fn found(&self) -> String {
        let mut characters = self.text.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Found::Char(one).to_string(),
            _ => format!("`{}`", self.text),
        }
    }
}

/// Returns the rule of the innermost part around a byte of an accepted text, and its section.
#[cfg(feature = "commentary")]
fn part(
    table: &'static Table,
    text: &str,
    at: usize,
    error: &SyntaxError,
) -> Option<(&'static str, &'static str)> {
    let components = table.components(text.as_bytes(), error.reading()).ok()?;
    let is_there =
        |part: &SplitComponent| (part.span.start as usize..part.span.end as usize).contains(&at);
    let rule = components.iter().filter(is_there).last()?.rule?;
    let rule = table.document().rule(rule).ok()?;
    Some((rule.name, rule.section))
}

/// Returns nothing: the sections of rules are commentary.
#[cfg(not(feature = "commentary"))]
fn part(
    _: &'static Table,
    _: &str,
    _: usize,
    _: &SyntaxError,
) -> Option<(&'static str, &'static str)> {
    None
}

/// Returns the characters at the end of a text that are not delimiters.
fn run_before(text: &str) -> Range<usize> {
    let is_delimiter = |c: char| ":/?#[]@\\".contains(c);
    text.rfind(is_delimiter).map_or(0, |at| at + 1)..text.len()
}

/// Returns the last character of a run after which the rest of the run can be replaced so that the
/// rule accepts the input, and the text that is then accepted.
fn last_right(
    table: &'static Table,
    input: &str,
    run: &Range<usize>,
    filling: &str,
) -> Option<(usize, String)> {
    let characters = || input[run.clone()].char_indices();
    let count = characters().count();
    let place = |number: usize| characters().nth(number).map_or(run.end, |(at, _)| run.start + at);
    let filled = |number: usize| {
        [&input[..place(number)], &filling.repeat(count - number), &input[run.end..]].concat()
    };
    let is_right = |number: usize| table.accepts(filled(number).as_bytes());
    if count == 0 || !is_right(0) {
        return None;
    }
    let (mut right, mut wrong) = (0, count);
    while wrong - right > 1 {
        let middle = right.midpoint(wrong);
        *(if is_right(middle) { &mut right } else { &mut wrong }) = middle;
    }
    Some((place(right), filled(right)))
}

/// Returns the place of the percent-encoding that a byte belongs to, or else of its character.
fn whole(input: &str, at: usize) -> Range<usize> {
    let is_escape = |start: &usize| {
        let digits = input.as_bytes().get(*start..start + 3);
        digits.is_some_and(|text| text[0] == b'%' && text[1..].iter().all(u8::is_ascii_hexdigit))
    };
    match (at.saturating_sub(2)..=at).find(is_escape) {
        Some(start) => start..start + 3,
        None => at..at + input[at..].chars().next().map_or(0, char::len_utf8),
    }
}

impl fmt::Display for Objected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Objected { error, range, rule, section, .. } = self;
        let section = SectionRef::of(error.document().id, section);
        write!(f, "{} is not allowed here", self.found())?;
        write!(f, " (byte {}, rule `{rule}`, {section})", range.start)
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use crate::{Grammar, Objection, Reading};

    fn objected(grammar: Grammar, input: &str) -> Option<(String, usize)> {
        let start = grammar.tables(Reading::Corrected).start();
        match grammar.verdict(Reading::Corrected, start, input.as_bytes()).check() {
            Err(Objection::Program(objected)) => Some((objected.text, objected.range.start)),
            _ => None,
        }
    }

    #[test]
    fn the_cause_is_before_the_delimiter_that_settles_it() {
        let said = |text: &str, at| Some((String::from(text), at));
        for grammar in [Grammar::Curl788, Grammar::Go119, Grammar::Whatwg] {
            for (input, cause) in [
                ("http://example.com%2F127.0.0.1/", said("%2F", 18)),
                ("http://u:p@a%2fb/c", said("%2f", 12)),
                ("http://a%2Fb:80/", said("%2F", 8)),
                ("http://a%2Fb%2Fc", said("%2F", 8)),
                ("http://a:b/", said("b", 9)),
                // The first byte that cannot be right is the cause.
                ("http://a/ b\n c", None),
                ("http:", None),
            ] {
                assert_eq!(objected(grammar, input), cause, "{grammar} {input}");
            }
        }
        let input = " ht\ntp://a\t%2F\tb/";
        assert_eq!(objected(Grammar::Whatwg, input), said("%2F", 11));
        assert_eq!(objected(Grammar::Rfc3986, "http://a:b/"), None);
    }
}
