//! The presentation of rejections, shared by the library, the macros and the command.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::errors::excerpt::excerpt;
use crate::errors::syntax_error::article;
use crate::{Definition, Disagreement, Document, Form, Reading, SectionRef, SyntaxError};

/// A rejection on several lines. It shows a sentence, the input with a caret, the rule with its
/// section, and advice. `{:#}` also shows the reading, the expected characters, and the grammars
/// that accept the input.
///
/// ```
/// use urigram::{Grammar, Reading};
///
/// let input = "http://a/b c";
/// let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
/// let error = table.check(input.as_bytes(), Reading::Corrected).unwrap_err();
/// let shown = error.diagnose(input).at("src/main.rs:7:22").to_string();
/// assert!(shown.contains("http://a/b c\n  |           ^ byte 10, src/main.rs:7:22"), "{shown}");
/// ```
#[derive(Clone, Debug)]
pub struct Diagnosis<'a> {
    error: SyntaxError,
    input: &'a [u8],
    accepted_by: Vec<&'static Document>,
    removed_by: Option<&'static Document>,
    definition: Option<&'static Definition>,
    place: Option<String>,
    help: Vec<String>,
}

impl SyntaxError {
    /// Returns the rejection with the input that it is about, as text or as bytes.
    pub fn diagnose<'a>(&self, input: &'a (impl AsRef<[u8]> + ?Sized)) -> Diagnosis<'a> {
        Diagnosis {
            error: *self,
            input: input.as_ref(),
            accepted_by: Vec::new(),
            removed_by: None,
            definition: None,
            place: None,
            help: Vec::new(),
        }
    }
}

impl Diagnosis<'_> {
    /// Adds a line with the documents that accept the input, in order of date. Where they are
    /// earlier than the error's, the line names the first of `all` documents that removed the
    /// input.
    #[inline]
    #[doc(hidden)]
    pub fn accepted_by(
        mut self,
        accepting: impl IntoIterator<Item = &'static Document>,
        all: impl IntoIterator<Item = &'static Document>,
    ) -> Self {
        self.accepted_by = accepting.into_iter().collect();
        self.removed_by = self
            .accepted_by
            .last()
            .and_then(|newest| removed_by(self.error.document(), newest, all));
        self
    }

    /// Adds a line with the errata that can be the reason, if the other reading of the error's
    /// grammar accepts the input.
    #[inline]
    #[doc(hidden)]
    pub fn both_readings(mut self, definition: &'static Definition) -> Self {
        self.definition = Some(definition);
        self
    }

    /// Adds the position of the byte in a file: `src/main.rs:7:22`.
    #[inline]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Adds a line that says what to do.
    #[inline]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Returns the disagreement of the readings, if the grammar's other reading accepts the input.
    #[inline]
    fn disagreement(&self) -> Option<Disagreement> {
        let (definition, rule) = (self.definition?, Some(self.error.start_rule()));
        let [one, other] =
            Reading::ALL.map(|reading| Some((definition.tables(reading).find(rule)?, reading)));
        Disagreement::between([one?, other?], self.input, [definition.document], |_, _, _| {
            Vec::new()
        })
    }
}

/// Returns the first document after the newest that accepts, of the refusing one's kind and not
/// after it.
#[inline]
fn removed_by(
    refusing: &'static Document,
    newest: &'static Document,
    all: impl IntoIterator<Item = &'static Document>,
) -> Option<&'static Document> {
    let later =
        |document: &&Document| document.date > newest.date && document.date <= refusing.date;
    let kin = |document: &&Document| {
        generic(document.form) == generic(refusing.form)
            && generic(newest.form) == generic(refusing.form)
    };
    all.into_iter().filter(later).find(kin)
}

/// Locators and generic syntax are one line of documents.
#[inline]
fn generic(form: Form) -> Form {
    if form == Form::Locator {
        Form::Generic
    } else {
        form
    }
}

impl fmt::Display for Diagnosis<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        let document = error.document();
        if error.is_limit() {
            return write!(f, "not decided: {error}");
        }
        let by = if f.alternate() {
            let rule = error.start_rule();
            format!("not {} `{rule}` of {}: ", article(rule), document.in_reading(error.reading()))
        } else {
            String::new()
        };
        writeln!(f, "{by}{}", error.sentence())?;
        let (line, column) = excerpt(self.input, error.offset());
        writeln!(f, "  | {line}")?;
        write!(f, "  | {:column$}^ byte {}", "", error.offset())?;
        match &self.place {
            Some(place) => writeln!(f, ", {place}")?,
            None => writeln!(f)?,
        }
        let section = SectionRef::of(document.number, error.section());
        write!(f, "  = rule `{}`, {section}", error.rule())?;
        if section.is_elsewhere() {
            write!(f, ", used by {}", document.number)?;
        }
        write!(f, " ({})", document.date)?;
        if f.alternate() {
            write!(f, "\n  = expected {}", error.expected())?;
        }
        #[cfg(feature = "commentary")]
        if let Some(erratum) = error.case_erratum() {
            let section = SectionRef::of(document.number, erratum.section);
            write!(f, "\n  = case counts here by erratum {}, {section}", erratum.id)?;
        }
        if let Some(disagreement) = self.disagreement() {
            let repaired: Vec<&str> =
                disagreement.errata.iter().map(|(_, erratum)| erratum.id).collect();
            let (accepts, repaired) = (disagreement.accepts, repaired.join(", "));
            write!(f, "\n  = accepted in the {accepts} reading, by a repair among {repaired}")?;
        }
        if f.alternate() {
            self.write_accepting(f)?;
        }
        self.help.iter().try_for_each(|help| write!(f, "\n  = help: {help}"))
    }
}

impl Diagnosis<'_> {
    #[inline]
    fn write_accepting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.accepted_by.is_empty() {
            return Ok(());
        }
        f.write_str("\n  = accepted by ")?;
        for (index, document) in self.accepted_by.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, document.id)?;
        }
        match self.removed_by {
            Some(document) => {
                write!(f, "; no longer by {} ({}, {})", document.id, document.number, document.date)
            }
            None => Ok(()),
        }
    }
}
