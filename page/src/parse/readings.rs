//! Inputs on which the two readings of a document disagree, and the errata behind that.

use urigram::{same_name, Document, Erratum, Grammar, Reading, SyntaxError, Tree};

use crate::rule_ref::RuleRef;

/// A disagreement: one reading accepts the input and the other does not.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The reading that accepts.
    pub accepts: Reading,
    /// The other reading's error.
    pub error: SyntaxError,
    /// The errata that can be the reason.
    pub errata: Vec<(&'static Document, &'static Erratum)>,
    /// Whether these concern a rule that matched around the error's offset. Otherwise they are all
    /// errata that change the language.
    pub located: bool,
}

impl Disagreement {
    /// Compares the readings. `tree` is the input's by the target's reading, if that accepts.
    pub(super) fn find(target: RuleRef, input: &[u8], tree: Option<&Tree>) -> Option<Disagreement> {
        let other = target.other_reading()?;
        let own = target.table.check(input, target.reading).err();
        let others = other.table.check(input, other.reading).err();
        let (accepts, error) = match (own, others) {
            (None, Some(error)) => (target, error),
            (Some(error), None) => (other, error),
            _ => return None,
        };
        let built;
        let tree = match tree {
            Some(tree) => Some(tree),
            None => {
                built = Tree::parse(accepts.grammar, accepts.reading, Some(accepts.table.rule()), input).ok();
                built.as_ref()
            }
        };
        let all = errata(target.grammar);
        let concerned: Vec<_> = all.iter().copied().filter(|(_, erratum)| concerns(erratum, &error, tree)).collect();
        let located = !concerned.is_empty();
        let errata = if located { concerned } else { all };
        Some(Disagreement { accepts: accepts.reading, error, errata, located })
    }
}

/// Returns the errata whose repair changes the language, of a document and of those it builds on.
fn errata(grammar: Grammar) -> Vec<(&'static Document, &'static Erratum)> {
    let mut found = Vec::new();
    let mut document = Some(grammar.document());
    while let Some(known) = document {
        let changes = |erratum: &&Erratum| {
            let shown = erratum.example.as_ref().is_some_and(|example| example.printed != example.corrected);
            erratum.repair.is_some() && shown
        };
        found.extend(known.errata.iter().filter(changes).map(|erratum| (known, erratum)));
        document = known.base.and_then(|id| id.parse::<Grammar>().ok()).map(Grammar::document);
    }
    found
}

/// Returns true if one of the erratum's rules rejects, or matched around the error's offset.
fn concerns(erratum: &Erratum, error: &SyntaxError, tree: Option<&Tree>) -> bool {
    let repaired = |rule: &str| erratum.rules.iter().any(|known| same_name(known, rule));
    let around = |tree: &Tree| {
        let at = error.offset();
        let mut nodes = tree.nodes().filter(|node| node.start() <= at && at <= node.end());
        nodes.any(|node| repaired(node.rule().name))
    };
    repaired(error.rule()) || tree.is_some_and(around)
}
