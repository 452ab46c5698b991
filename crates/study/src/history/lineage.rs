use std::fmt;

use urigram_grammars::{Form, Grammar};

/// The line of a document: the earlier documents that it follows.
///
/// ```
/// use urigram::{history::Lineage, Grammar};
///
/// assert_eq!(Lineage::of(Grammar::Rfc8141), Lineage::Names);
/// // A patch follows what it patches, an IRI the newest URI.
/// let before = |grammar| Lineage::predecessor(grammar, Grammar::ALL.iter().copied());
/// assert_eq!(before(Grammar::Rfc6874), Some(Grammar::Rfc3986));
/// assert_eq!(before(Grammar::Rfc3987), Some(Grammar::Rfc3986));
/// assert_eq!(before(Grammar::Rfc8141), Some(Grammar::Urn2012));
/// assert_eq!(before(Grammar::Rfc2141), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lineage {
    /// URLs and URIs.
    Identifiers,
    /// IRIs, which follow the URIs.
    Iris,
    /// URNs.
    Names,
    /// URCs.
    Citations,
}

impl Lineage {
    /// The lines, in the order of their first documents.
    pub const ALL: [Lineage; 4] =
        [Lineage::Identifiers, Lineage::Citations, Lineage::Names, Lineage::Iris];

    /// Returns the line of a document.
    pub const fn of(grammar: Grammar) -> Lineage {
        match grammar.document().form {
            Form::Urn => Lineage::Names,
            Form::Urc => Lineage::Citations,
            Form::Iri => Lineage::Iris,
            _ => Lineage::Identifiers,
        }
    }

    /// Returns `"identifier"`, `"IRI"`, `"name"` or `"citation"`.
    pub const fn name(self) -> &'static str {
        match self {
            Lineage::Identifiers => "identifier",
            Lineage::Iris => "IRI",
            Lineage::Names => "name",
            Lineage::Citations => "citation",
        }
    }

    /// Returns the documents of the line, in order of date.
    pub fn documents(self) -> impl Iterator<Item = Grammar> {
        Grammar::ALL.iter().copied().filter(move |&grammar| Lineage::of(grammar) == self)
    }

    /// Returns the predecessor of a document among some documents in order of date. This is the
    /// document that it patches, or else the previous one of its line, or else, for an IRI, the
    /// previous URI.
    pub fn predecessor(
        grammar: Grammar,
        among: impl IntoIterator<Item = Grammar>,
    ) -> Option<Grammar> {
        let own = Lineage::of(grammar);
        let base = grammar.document().base;
        let closeness = |&other: &Grammar| match Lineage::of(other) {
            line if line == own && base == Some(other.as_str()) => 3,
            line if line == own => 2,
            Lineage::Identifiers if own == Lineage::Iris => 1,
            _ => 0,
        };
        // The last of the closest.
        among
            .into_iter()
            .filter(|other| *other < grammar && closeness(other) > 0)
            .max_by_key(closeness)
    }
}

impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
