//! The rules of a document that pest's rules are shown as.

use std::collections::HashMap;

use crate::{Document, Rule};

/// The document's rules by their names as ABNF compares them.
pub struct Names(HashMap<String, &'static Rule>);

impl Names {
    /// Collects the rules of a document.
    pub fn new(document: &'static Document) -> Names {
        Names(document.rules().iter().map(|rule| (folded(rule.id), rule)).collect())
    }

    /// Returns the rule that one of pest's is shown as, if there is one.
    ///
    /// A narrowed form, `scheme__before_colon`, is shown as the rule that it narrows. RFC 5234
    /// ignores the case of names and pest does not: rfc8141's `Digit` is also what its base calls
    /// `DIGIT`.
    pub fn shown(&self, name: &str) -> Option<&'static Rule> {
        self.0.get(&folded(name.split("__").next().unwrap_or(name))).copied()
    }
}

/// Returns the name of pest's rule for a rule of the document, out of all of pest's names.
pub fn start<'n>(rule: &Rule, mut names: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    let name = rule.id.replace('-', "_");
    let exact = names.clone().find(|&known| known == name);
    exact.or_else(|| names.find(|known| known.eq_ignore_ascii_case(&name)))
}

/// Returns a rule's name as ABNF compares it.
fn folded(name: &str) -> String {
    name.replace('-', "_").to_ascii_lowercase()
}
