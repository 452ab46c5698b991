//! The refusals of a practice that its rules do not express.
//!
//! The rules of a practice describe a regular language. A program also decodes a host, maps its
//! characters and reads numbers as addresses. The constraints of a practice are that part of the
//! program, so that an input which breaks one is rejected wherever the practice is asked.

#[cfg(feature = "alloc")]
use core::{fmt, ops::Range};

use crate::{Component, ConstraintTest, Document, Parts, ProgramInput, Span, Table};
#[cfg(feature = "alloc")]
use crate::{Constraint, SectionRef};

/// Returns true if a document refuses inputs that its rules accept: a practice with constraints.
///
/// A table alone cannot tell the accepted lines of such a practice.
///
/// ```
/// use urigram::practices::refuses_more;
/// use urigram::Grammar;
///
/// assert!(refuses_more(Grammar::Whatwg.document()));
/// assert!(!refuses_more(Grammar::JavaNetUri.document()));
/// assert!(!refuses_more(Grammar::Rfc3986.document()));
/// ```
pub fn refuses_more(document: &Document) -> bool {
    document.status == "practice" && !document.constraints.is_empty()
}

/// A requirement of a document's prose that an accepted input violates.
///
/// ```
/// use urigram::{constraints::violations, Grammar, Reading};
///
/// let found = violations(Grammar::Rfc8141, Reading::Corrected, b"urn:xn--a:b");
/// assert_eq!((found[0].id(), found[0].range.clone()), ("nid-country-code", 4..9));
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// The document with the requirement. For a patch, this may be the document that it patches.
    pub document: &'static Document,
    /// The requirement, with its section and message.
    pub constraint: &'static Constraint,
    /// The first part of the input that violates it, in bytes.
    pub range: Range<usize>,
}

#[cfg(feature = "alloc")]
impl Violation {
    /// Makes a violation.
    #[doc(hidden)]
    pub fn new(
        document: &'static Document,
        constraint: &'static Constraint,
        range: Range<usize>,
    ) -> Violation {
        Violation { document, constraint, range }
    }

    /// Returns the requirement's id, unique in its document.
    pub fn id(&self) -> &'static str {
        self.constraint.id
    }

    /// Returns the section of the requirement.
    pub fn section(&self) -> &'static str {
        self.constraint.section
    }

    /// Returns the requirement's message.
    pub fn message(&self) -> &'static str {
        self.constraint.message
    }
}

/// Violations are equal if the same document makes the same requirement of the same part.
#[cfg(feature = "alloc")]
impl PartialEq for Violation {
    fn eq(&self, other: &Violation) -> bool {
        let place = |of: &Violation| (of.document.id, of.constraint.id, of.range.clone());
        place(self) == place(other)
    }
}

#[cfg(feature = "alloc")]
impl Eq for Violation {}

#[cfg(feature = "alloc")]
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { document, constraint, range } = self;
        write!(
            f,
            "{} ({}, {}, byte {})",
            constraint.message,
            constraint.id,
            SectionRef::of(document.id, constraint.section),
            range.start
        )
    }
}

/// The part for which a program refuses a text, and the constraint that says so.
#[doc(hidden)]
pub struct Refused {
    pub part: Span,
    pub constraint: &'static str,
}

#[cfg(feature = "alloc")]
impl Refused {
    /// Returns the constraint, which the document has: the generator takes no test without one.
    pub fn constraint_of(&self, document: &Document) -> Option<&'static Constraint> {
        document.constraints.iter().find(|constraint| constraint.id == self.constraint)
    }
}

/// Returns the part for which the program refuses a text that the rule accepts and splits into
/// `parts`. Only rules for whole identifiers are asked.
///
/// A constraint of a practice names a program's check: the generator refuses any other test there,
/// because the rules of the practice can express it.
#[doc(hidden)]
pub fn refused(table: &Table, text: &str, parts: &Parts) -> Option<Refused> {
    let document = table.document();
    if !refuses_more(document) {
        return None;
    }
    if !is_asked(table) {
        return None;
    }
    let accepted = Accepted { table, text, parts };
    document.checks.iter().find_map(|check| {
        let ConstraintTest::Program(_, Some(refuses)) = check.test else { return None };
        if !refuses(&accepted) {
            return None;
        }
        let whole = Span { start: 0, end: text.len() as u32 };
        let part = check.of.map_or(Some(whole), |of| accepted.place(of))?;
        Some(Refused { part, constraint: check.id })
    })
}

/// Returns true if the rule is one of the program's: the start rule, or another for whole
/// identifiers.
pub(crate) fn is_asked(table: &Table) -> bool {
    let start = &table.document().start;
    table.rule() == start.default || start.others.contains(&table.rule())
}

/// A text with its parts, as the checks of programs ask about it.
#[doc(hidden)]
pub struct Accepted<'a> {
    pub table: &'a Table,
    pub text: &'a str,
    pub parts: &'a Parts,
}

impl ProgramInput for Accepted<'_> {
    fn text(&self) -> &str {
        self.text
    }

    /// Returns the place of a component by the rules of the table, or by its shape.
    fn place(&self, component: Component) -> Option<Span> {
        if self.table.is_marked() {
            self.table.span_by_rules(self.text.as_bytes(), component)
        } else {
            self.parts.get(component)
        }
    }

    fn is_special(&self, scheme: &[u8]) -> bool {
        self.table.shape.slashes.has(scheme) || self.table.shape.drives.has(scheme)
    }
}
