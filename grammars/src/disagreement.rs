//! Inputs on which the two readings of a document disagree, and the errata behind that.

use alloc::vec::Vec;

use crate::{same_name, Document, Erratum, Grammar, Reading, SyntaxError, Table};

/// The one reading of a document accepts an input, and the other does not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// The reading that accepts.
    pub accepts: Reading,
    /// The other reading's error.
    pub error: SyntaxError,
    /// The errata that can be behind it, each with its document: that of the grammar or one that it builds on.
    pub errata: Vec<(&'static Document, &'static Erratum)>,
    /// Whether `errata` holds only errata of the rule that rejects or, with the feature `tree`, of rules that matched
    /// around the error. Otherwise it holds all that change the language.
    pub located: bool,
}

impl Disagreement {
    /// Asks both readings of a grammar by the default start rule. `None` where they agree.
    ///
    /// ```
    /// use urigram_grammars::{Disagreement, Grammar, Reading};
    ///
    /// let found = Disagreement::of(Grammar::Url1993, b"http://info.cern.ch/hypertext").unwrap();
    /// assert_eq!((found.accepts, found.error.offset()), (Reading::Corrected, 22));
    /// assert!(found.errata.iter().any(|(_, erratum)| erratum.id == "xpalphas-recursion"));
    /// assert!(Disagreement::of(Grammar::Rfc3986, b"http://a/").is_none());
    /// ```
    pub fn of(grammar: Grammar, input: &[u8]) -> Option<Disagreement> {
        Disagreement::between(grammar, Reading::ALL.map(|reading| (grammar.tables(reading).start(), reading)), input)
    }

    /// Like [`Disagreement::of`], for the tables of one rule in both readings.
    pub fn between(
        grammar: Grammar,
        tables: [(&'static Table, Reading); 2],
        input: &[u8],
    ) -> Option<Disagreement> {
        let [one, other] = tables;
        let check = |(table, reading): (&'static Table, Reading)| table.check(input, reading).err();
        let ((table, accepts), error) = match (check(one), check(other)) {
            (None, Some(error)) => (one, error),
            (Some(error), None) => (other, error),
            _ => return None,
        };
        let around = rules_around(grammar, (table, accepts), input, &error);
        let concerned = |erratum: &Erratum| {
            let mut rules = around.iter().copied().chain([error.rule()]);
            rules.any(|rule| erratum.rules.iter().any(|known| same_name(known, rule)))
        };
        let all: Vec<_> = grammar.repairs().collect();
        let own: Vec<_> = all.iter().copied().filter(|(_, erratum)| concerned(erratum)).collect();
        let located = !own.is_empty();
        Some(Disagreement { accepts, error, errata: if located { own } else { all }, located })
    }
}

impl Grammar {
    /// Returns the errata whose repair changes the language, of the document and of those that it builds on.
    pub fn repairs(self) -> impl Iterator<Item = (&'static Document, &'static Erratum)> {
        let base = |document: &&'static Document| Some(document.base?.parse::<Grammar>().ok()?.document());
        let documents = core::iter::successors(Some(self.document()), base);
        let repairs = documents.flat_map(|document| document.errata.iter().map(move |erratum| (document, erratum)));
        repairs.filter(|(_, erratum)| {
            let differs = erratum.example.as_ref().is_some_and(|example| example.printed != example.corrected);
            erratum.repair.is_some() && differs
        })
    }
}

/// The rules that match around an error in the reading that accepts.
#[cfg(feature = "tree")]
fn rules_around(
    grammar: Grammar,
    (table, reading): (&'static Table, Reading),
    input: &[u8],
    error: &SyntaxError,
) -> Vec<&'static str> {
    let Ok(tree) = crate::Tree::parse(grammar, reading, Some(table.rule()), input) else { return Vec::new() };
    let at = error.offset();
    let nodes = tree.nodes().filter(|node| node.start() <= at && at <= node.end());
    nodes.map(|node| node.rule().name).collect()
}

#[cfg(not(feature = "tree"))]
fn rules_around(_: Grammar, _: (&'static Table, Reading), _: &[u8], _: &SyntaxError) -> Vec<&'static str> {
    Vec::new()
}
