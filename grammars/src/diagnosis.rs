//! How a rejection is shown, in one place for the library, the macros and the command.

use alloc::string::String;
use core::fmt;

use crate::{Found, GrammarSet, SyntaxError};

/// A rejection on several lines: the verdict, the input with a caret, the rule and section, what could stand there,
/// and which grammars accept the input, if any are given.
///
/// ```
/// use urigram_grammars::{Grammar, GrammarSet, Reading};
///
/// let input = "http://a/b?x=y";
/// let table = Grammar::Url1993.tables(Reading::Corrected).start();
/// let error = table.check(input.as_bytes(), Reading::Corrected).unwrap_err();
/// let shown = error.diagnose(input.as_bytes()).to_string();
/// assert!(shown.contains("http://a/b?x=y\n  |             ^ byte 12"), "{shown}");
/// ```
#[derive(Clone, Debug)]
pub struct Diagnosis<'a> {
    error: SyntaxError,
    input: &'a [u8],
    accepted_by: GrammarSet,
}

impl SyntaxError {
    /// The rejection with the input that it is about.
    pub fn diagnose<'a>(&self, input: &'a [u8]) -> Diagnosis<'a> {
        Diagnosis { error: *self, input, accepted_by: GrammarSet::EMPTY }
    }
}

impl Diagnosis<'_> {
    /// Adds a line with the grammars that accept the input.
    pub fn accepted_by(mut self, grammars: GrammarSet) -> Self {
        self.accepted_by = grammars;
        self
    }
}

/// Characters of input shown before and after the caret.
const BEFORE: usize = 60;
const AFTER: usize = 30;

impl fmt::Display for Diagnosis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        let document = error.document();
        if error.is_limit() {
            return write!(f, "not decided: {error}");
        }
        let verdict = match error.found() {
            Found::End => "the input ends too early",
            _ => "cannot stand here",
        };
        write!(f, "not a `{}` of {} ({}): ", error.start_rule(), document.id, error.reading())?;
        match error.found() {
            Found::End => writeln!(f, "{verdict}")?,
            found => writeln!(f, "{found} {verdict}")?,
        }
        let (line, column) = excerpt(self.input, error.offset());
        writeln!(f, "  | {line}")?;
        writeln!(f, "  | {:column$}^ byte {}", "", error.offset())?;
        writeln!(
            f,
            "  = rule `{}`, {} section {} ({})",
            error.rule(),
            document.number,
            error.section(),
            document.date
        )?;
        write!(f, "  = expected {}", error.expected())?;
        if !self.accepted_by.is_empty() {
            f.write_str("\n  = accepted by ")?;
            for (index, grammar) in self.accepted_by.iter().enumerate() {
                write!(f, "{}{grammar}", if index > 0 { ", " } else { "" })?;
            }
        }
        Ok(())
    }
}

/// The input around an offset on one line, and the column of the offset in it.
///
/// Control characters and bytes that are not UTF-8 show as one replacement each, so that columns stay right.
fn excerpt(input: &[u8], offset: usize) -> (String, usize) {
    let from = offset.saturating_sub(4 * BEFORE);
    let to = input.len().min(offset + 4 * AFTER);
    let before = shown(&input[from..offset]);
    let after = shown(&input[offset..to]);
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let mut line = String::new();
    if from > 0 || skipped > 0 {
        line.push('…');
    }
    line.extend(before.chars().skip(skipped));
    let column = line.chars().count();
    line.extend(after.chars().take(AFTER));
    if to < input.len() || after.chars().count() > AFTER {
        line.push('…');
    }
    (line, column)
}

fn shown(bytes: &[u8]) -> String {
    let visible = |c: char| match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(visible).collect()
}
