//! The start rules that values check, and the documents that define each kind of value.

use crate::{Form, Grammar, Reading, Table};

/// The start rule that a value checks.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRule {
    /// The rule that demands a scheme.
    Absolute,
    /// The rule that admits relative forms.
    Reference,
}

impl StartRule {
    /// Returns the table of the rule; that of the default start rule where the document has no such
    /// rule.
    #[inline]
    pub const fn table(self, grammar: Grammar, reading: Reading) -> &'static Table {
        let tables = grammar.tables(reading);
        let table = match self {
            StartRule::Absolute => tables.uri,
            StartRule::Reference => tables.reference,
        };
        match table {
            Some(table) => table,
            None => tables.start(),
        }
    }

    /// The forms of the documents whose identifiers are URIs: their characters are US-ASCII.
    pub const URI_FORMS: &'static [Form] = &[Form::Generic, Form::Locator, Form::Urn];

    /// The forms of the documents whose identifiers are IRIs: every URI is one.
    pub const IRI_FORMS: &'static [Form] = &[Form::Generic, Form::Locator, Form::Urn, Form::Iri];
}
