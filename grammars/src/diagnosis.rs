//! How a rejection is shown, in one place for the library, the macros and the command.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::excerpt::excerpt;
use crate::{Disagreement, Document, Form, Found, Grammar, GrammarSet, Reading, SyntaxError};

/// A rejection on several lines: the verdict, the input with a caret, the rule and section, what could stand there,
/// which grammars accept the input, if any are given, and what to do about it.
///
/// ```
/// use urigram_grammars::{Grammar, GrammarSet, Reading};
///
/// let input = "http://a/b c";
/// let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
/// let error = table.check(input.as_bytes(), Reading::Corrected).unwrap_err();
/// let shown = error.diagnose(input.as_bytes()).at("src/main.rs:7:22").to_string();
/// assert!(shown.contains("http://a/b c\n  |           ^ byte 10, src/main.rs:7:22"), "{shown}");
/// ```
#[derive(Clone, Debug)]
pub struct Diagnosis<'a> {
    error: SyntaxError,
    input: &'a [u8],
    accepted_by: GrammarSet,
    both_readings: bool,
    place: Option<String>,
    help: Vec<String>,
}

impl SyntaxError {
    /// The rejection with the input that it is about.
    pub fn diagnose<'a>(&self, input: &'a [u8]) -> Diagnosis<'a> {
        Diagnosis {
            error: *self,
            input,
            accepted_by: GrammarSet::EMPTY,
            both_readings: false,
            place: None,
            help: Vec::new(),
        }
    }
}

impl Diagnosis<'_> {
    /// Adds a line with the grammars that accept the input, and with the document that removed it where only earlier
    /// ones than the error's do.
    pub fn accepted_by(mut self, grammars: GrammarSet) -> Self {
        self.accepted_by = grammars;
        self
    }

    /// Adds a line with the errata among which the reason lies, where the document's other reading accepts the input.
    pub fn both_readings(mut self) -> Self {
        self.both_readings = true;
        self
    }

    /// Says where the byte stands in a file: `src/main.rs:7:22`.
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Adds a line that says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The disagreement of the readings, if the document's other reading accepts the input.
    fn disagreement(&self) -> Option<Disagreement> {
        let grammar = *Grammar::ALL.iter().find(|grammar| grammar.id() == self.error.document().id)?;
        let rule = Some(self.error.start_rule());
        let [one, other] = Reading::ALL.map(|reading| Some((grammar.table(reading, rule)?, reading)));
        Disagreement::between(grammar, [one?, other?], self.input)
    }

    /// The first document after the newest that accepts, of the error's kind and not after the error's, that does not.
    fn removed_by(&self) -> Option<&'static Document> {
        let refusing = self.error.document();
        let newest = self.accepted_by.iter().next_back()?.document();
        let later = |document: &&Document| document.date > newest.date && document.date <= refusing.date;
        let kin = |document: &&Document| {
            generic(document.form) == generic(refusing.form) && generic(newest.form) == generic(refusing.form)
        };
        Grammar::ALL.iter().map(|grammar| grammar.document()).filter(later).find(kin)
    }
}

/// The indefinite article of a rule's name; `URI` is spelt out.
fn article(rule: &str) -> &'static str {
    if rule.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) {
        "an"
    } else {
        "a"
    }
}

/// Locators and generic syntax are one line of documents.
fn generic(form: Form) -> Form {
    if form == Form::Locator {
        Form::Generic
    } else {
        form
    }
}

impl fmt::Display for Diagnosis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        let document = error.document();
        if error.is_limit() {
            return write!(f, "not decided: {error}");
        }
        let rule = error.start_rule();
        write!(f, "not {} `{rule}` of {} ({}): ", article(rule), document.id, error.reading())?;
        match error.found() {
            Found::End => writeln!(f, "the input ends too early")?,
            found => writeln!(f, "{found} cannot stand here")?,
        }
        let (line, column) = excerpt(self.input, error.offset());
        writeln!(f, "  | {line}")?;
        write!(f, "  | {:column$}^ byte {}", "", error.offset())?;
        match &self.place {
            Some(place) => writeln!(f, ", {place}")?,
            None => writeln!(f)?,
        }
        let section = error.section();
        writeln!(f, "  = rule `{}`, {} section {section} ({})", error.rule(), document.number, document.date)?;
        write!(f, "  = expected {}", error.expected())?;
        self.write_accepting(f)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  = help: {help}"))
    }
}

impl Diagnosis<'_> {
    fn write_accepting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(disagreement) = self.both_readings.then(|| self.disagreement()).flatten() {
            let repaired: Vec<&str> = disagreement.errata.iter().map(|(_, erratum)| erratum.id).collect();
            let accepts = disagreement.accepts;
            write!(f, "\n  = accepted in the {accepts} reading, by a repair among {}", repaired.join(", "))?;
        }
        if self.accepted_by.is_empty() {
            return Ok(());
        }
        f.write_str("\n  = accepted by ")?;
        for (index, grammar) in self.accepted_by.iter().enumerate() {
            write!(f, "{}{grammar}", if index > 0 { ", " } else { "" })?;
        }
        match self.removed_by() {
            Some(document) => write!(f, "; no longer by {} ({}, {})", document.id, document.number, document.date),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn refused(input: &str) -> SyntaxError {
        Grammar::Rfc3986.tables(Reading::Corrected).start().check(input.as_bytes(), Reading::Corrected).unwrap_err()
    }

    #[test]
    fn the_document_that_removed_an_input_is_named() {
        let input = "http://a/b c";
        let older: GrammarSet = [Grammar::Uri2003].into_iter().collect();
        let shown = refused(input).diagnose(input.as_bytes()).accepted_by(older).to_string();
        assert!(shown.ends_with("accepted by uri-2003; no longer by rfc3986 (RFC 3986, 2005-01-01)"), "{shown}");
    }

    #[test]
    fn a_later_or_unrelated_document_is_not_said_to_have_been_replaced() {
        let input = "http://a/b c";
        let names: GrammarSet = [Grammar::Urn2012].into_iter().collect();
        let shown = refused(input).diagnose(input.as_bytes()).accepted_by(names).to_string();
        assert!(shown.ends_with("accepted by urn-2012"), "{shown}");
    }

    #[test]
    fn what_to_do_stands_last() {
        let shown = refused("a b").diagnose(b"a b").help("write `%20`").to_string();
        assert!(shown.ends_with("\n  = help: write `%20`"), "{shown}");
    }
}
