//! Inputs on which the two readings of a grammar disagree.

use urigram_grammars::{Disagreement, Document, Grammar, Reading, SyntaxError, Table};

/// Asks both readings of a grammar by its default start rule. `None` where they agree.
///
/// The errata are those of the error's rule and of the rules that match around it.
///
/// ```
/// use urigram::documents::disagreement;
/// use urigram::{Grammar, Reading};
///
/// let found = disagreement(Grammar::Url1993, b"http://info.cern.ch/hypertext").unwrap();
/// assert_eq!((found.accepts, found.error.offset()), (Reading::Corrected, 22));
/// assert!(found.errata.iter().any(|(_, erratum)| erratum.id == "xpalphas-recursion"));
/// assert!(disagreement(Grammar::Rfc3986, b"http://a/").is_none());
/// ```
pub fn disagreement(grammar: Grammar, input: &[u8]) -> Option<Disagreement> {
    let tables = Reading::ALL.map(|reading| (grammar.tables(reading).start(), reading));
    disagreement_between(grammar, tables, input)
}

/// Like [`disagreement`], for the tables of one rule in both readings.
pub fn disagreement_between(
    grammar: Grammar,
    tables: [(&'static Table, Reading); 2],
    input: &[u8],
) -> Option<Disagreement> {
    let around = |table: &'static Table, reading, error: &SyntaxError| {
        rules_around(grammar, (table, reading), input, error)
    };
    Disagreement::between(tables, input, lineage(grammar), around)
}

/// Returns the document and those of [`Grammar::ALL`] that it builds on. To look for others would
/// link the tables of every practice into each program that asks; they have no errata.
fn lineage(grammar: Grammar) -> impl Iterator<Item = &'static Document> {
    let base = |document: &&'static Document| {
        let base = document.base?;
        Grammar::ALL.iter().map(|grammar| grammar.document()).find(|known| known.id == base)
    };
    std::iter::successors(Some(grammar.document()), base)
}

/// Returns the rules that match around an error in the reading that accepts.
fn rules_around(
    grammar: Grammar,
    (table, reading): (&'static Table, Reading),
    input: &[u8],
    error: &SyntaxError,
) -> Vec<&'static str> {
    let Ok(tree) = urigram_core::tree::Tree::parse(grammar, reading, Some(table.rule()), input)
    else {
        return Vec::new();
    };
    let at = error.offset();
    let nodes = tree.nodes().filter(|node| node.start() <= at && at <= node.end());
    nodes.map(|node| node.rule().name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule `host` rejects the colon and has no erratum. The rule around it has one, because it
    /// was printed without a port.
    #[test]
    fn errata_of_the_rules_around_an_error_are_found() {
        let found = disagreement(Grammar::Url1993, b"ftp://1.2.3.4:21/a").unwrap();
        assert_eq!((found.error.rule(), found.error.offset()), ("host", 13));
        let ids: Vec<&str> = found.errata.iter().map(|(_, erratum)| erratum.id).collect();
        assert_eq!((found.located, ids), (true, Vec::from(["ftp-user-and-port"])));
    }
    /// A base that is not looked for has nothing to find.
    #[test]
    fn a_base_outside_of_the_line_has_no_errata() {
        let all = || Grammar::unselected().chain(Grammar::SCHEMES.iter().copied());
        let mut bases = 0;
        for document in all().map(Grammar::document) {
            let Some(base) = document.base else { continue };
            bases += 1;
            let base: Grammar = base.parse().unwrap();
            let is_found = Grammar::ALL.contains(&base);
            assert!(is_found || base.document().commentary().errata.is_empty(), "{}", document.id);
        }
        assert!(bases >= 4, "{bases}");
    }
}
