//! The refusals of a practice that its rules do not express.
//!
//! The rules of a practice describe a regular language. A program also decodes a host, maps its
//! characters and reads numbers as addresses. The constraints of a practice are that part of the
//! program, so that an input which breaks one is rejected wherever the practice is asked.

#[cfg(feature = "alloc")]
use urigram_grammars::Constraint;
use urigram_grammars::{Component, ConstraintTest, Document, Parts, ProgramInput, Span, Table};

/// Returns true if a document refuses inputs that its rules accept: a practice with constraints.
///
/// Accepted lines of such a practice cannot be told by a table alone.
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

/// The part for which a program refuses a text, and the constraint that says so.
pub(crate) struct Refused {
    pub(crate) part: Span,
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "resolution cites it"))]
    pub(crate) constraint: &'static str,
}

#[cfg(feature = "alloc")]
impl Refused {
    /// Returns the constraint, which the document has: the generator takes no test without one.
    pub(crate) fn constraint_of(&self, document: &Document) -> Option<&'static Constraint> {
        document.constraints.iter().find(|constraint| constraint.id == self.constraint)
    }
}

/// Returns the part for which the program refuses a text that the rule accepts and splits into
/// `parts`. Only rules for whole identifiers are asked.
///
/// A constraint of a practice names a program's check: the generator refuses any other test there,
/// because the rules of the practice can express it.
pub(crate) fn refused(table: &Table, text: &str, parts: &Parts) -> Option<Refused> {
    let document = table.document();
    if !refuses_more(document) {
        return None;
    }
    let start = &document.start;
    if table.rule() != start.default && !start.others.contains(&table.rule()) {
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

/// A text with its parts, as the checks of programs ask about it.
pub(crate) struct Accepted<'a> {
    pub(crate) table: &'a Table,
    pub(crate) text: &'a str,
    pub(crate) parts: &'a Parts,
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
