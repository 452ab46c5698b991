//! Inputs on which the two readings of a grammar disagree.

use alloc::vec::Vec;

use crate::{Disagreement, Document, Grammar, Reading, SyntaxError, Table};

impl Grammar {
    /// Asks both readings by the default start rule. `None` where they agree.
    ///
    /// With the feature `tree`, the errata are those of rules that match around the error, too.
    ///
    /// ```
    /// use urigram_grammars::{Grammar, Reading};
    ///
    /// let found = Grammar::Url1993.disagreement(b"http://info.cern.ch/hypertext").unwrap();
    /// assert_eq!((found.accepts, found.error.offset()), (Reading::Corrected, 22));
    /// assert!(found.errata.iter().any(|(_, erratum)| erratum.id == "xpalphas-recursion"));
    /// assert!(Grammar::Rfc3986.disagreement(b"http://a/").is_none());
    /// ```
    pub fn disagreement(self, input: &[u8]) -> Option<Disagreement> {
        self.disagreement_between(
            Reading::ALL.map(|reading| (self.tables(reading).start(), reading)),
            input,
        )
    }

    /// Like [`Grammar::disagreement`], for the tables of one rule in both readings.
    pub fn disagreement_between(
        self,
        tables: [(&'static Table, Reading); 2],
        input: &[u8],
    ) -> Option<Disagreement> {
        let around = |table: &'static Table, reading, error: &SyntaxError| {
            rules_around(self, (table, reading), input, error)
        };
        Disagreement::between(tables, input, self.lineage(), around)
    }

    /// Returns the document and those that it builds on.
    fn lineage(self) -> impl Iterator<Item = &'static Document> {
        let base =
            |document: &&'static Document| Some(document.base?.parse::<Grammar>().ok()?.document());
        core::iter::successors(Some(self.document()), base)
    }
}

/// Returns the rules that match around an error in the reading that accepts.
#[cfg(feature = "tree")]
fn rules_around(
    grammar: Grammar,
    (table, reading): (&'static Table, Reading),
    input: &[u8],
    error: &SyntaxError,
) -> Vec<&'static str> {
    let Ok(tree) = crate::Tree::parse(grammar, reading, Some(table.rule()), input) else {
        return Vec::new();
    };
    let at = error.offset();
    let nodes = tree.nodes().filter(|node| node.start() <= at && at <= node.end());
    nodes.map(|node| node.rule().name).collect()
}

#[cfg(not(feature = "tree"))]
fn rules_around(
    _: Grammar,
    _: (&'static Table, Reading),
    _: &[u8],
    _: &SyntaxError,
) -> Vec<&'static str> {
    Vec::new()
}
