//! Inputs on which the two readings of a document disagree, and the errata behind that.

use alloc::vec::Vec;

use crate::{same_name, Document, Erratum, Reading, SyntaxError, Table};

/// The one reading of a document accepts an input, and the other does not.
///
/// ```
/// use urigram::documents::disagreement;
/// use urigram::{Grammar, Reading};
///
/// let found = disagreement(Grammar::Url1993, b"http://info.cern.ch/hypertext").unwrap();
/// assert_eq!(found.accepts, Reading::Corrected);
/// let ids: Vec<_> = found.errata.iter().map(|(_, erratum)| erratum.id).collect();
/// assert!(ids.contains(&"xpalphas-recursion"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// The reading that accepts.
    pub accepts: Reading,
    /// The table of the reading that accepts.
    pub table: &'static Table,
    /// The other reading's error.
    pub error: SyntaxError,
    /// The errata that can be behind it, each with its document: that of the grammar or one that it
    /// builds on.
    pub errata: Vec<(&'static Document, &'static Erratum)>,
    /// Whether `errata` holds only errata of the rule that rejects or of rules that match around
    /// the error. Otherwise it holds all that change the language.
    pub located: bool,
}

impl Disagreement {
    /// Asks the tables of one rule in both readings. `None` where they agree.
    ///
    /// `documents` are the document and those that it builds on; `around` names further rules that
    /// match around the error in the reading that accepts.
    #[inline]
    #[doc(hidden)]
    pub fn between(
        tables: [(&'static Table, Reading); 2],
        input: &[u8],
        documents: impl IntoIterator<Item = &'static Document>,
        around: impl FnOnce(&'static Table, Reading, &SyntaxError) -> Vec<&'static str>,
    ) -> Option<Disagreement> {
        let [one, other] = tables;
        let check = |(table, reading): (&'static Table, Reading)| table.check(input, reading).err();
        let ((table, accepts), error) = match (check(one), check(other)) {
            (None, Some(error)) => (one, error),
            (Some(error), None) => (other, error),
            _ => return None,
        };
        let mut rules = around(table, accepts, &error);
        rules.push(error.rule());
        let concerned = |erratum: &Erratum| {
            erratum.rules.iter().any(|known| rules.iter().any(|rule| same_name(known, rule)))
        };
        let repairs = |document: &'static Document| {
            document.repairs.iter().map(move |erratum| (document, erratum))
        };
        let all: Vec<_> = documents.into_iter().flat_map(repairs).collect();
        let own: Vec<_> = all.iter().copied().filter(|(_, erratum)| concerned(erratum)).collect();
        let located = !own.is_empty();
        Some(Disagreement {
            accepts,
            table,
            error,
            errata: if located { own } else { all },
            located,
        })
    }
}
