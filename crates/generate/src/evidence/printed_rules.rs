//! The rules of a folder, against those that its document's text prints.
//!
//! `urigram_rfc::extract` reads the rules out of the text. The names in each mean the folder's
//! rules as printed, so that a difference is the rule's own.

use urigram_automata::abnf::{Expr, Grammar};
use urigram_automata::Limits;
use urigram_rfc::{extract, ListRule};

use crate::folder::facts::Facts;

/// Returns the rules that both the text and the folder print, each with the difference, if there
/// is one: a shortest string that only one of them accepts.
///
/// Rules without an automaton and rules in a notation that is not ABNF are left out.
pub(super) fn decide(facts: &Facts, printed: &str, text: &str) -> Vec<(String, Option<String>)> {
    let Ok(printed) = Grammar::parse(printed) else { return Vec::new() };
    let found = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
    let mut decided = Vec::new();
    for rule in facts.rule.iter().filter(|rule| rule.imported.is_none()) {
        let (Some(own), Some(theirs)) = (printed.rule(rule.id), found.rule(rule.id)) else {
            continue;
        };
        if found.error_of(rule.id).is_some() {
            continue;
        }
        if own.expr == theirs.expr {
            decided.push((rule.name.to_owned(), None));
            continue;
        }
        let dfa = |expr: &Expr| printed.dfa_of(expr.clone(), facts.terminals(), Limits::default());
        let (Ok(ours), Ok(theirs)) = (dfa(&own.expr), dfa(&theirs.expr)) else { continue };
        let Ok(compared) = ours.compare(&theirs, Limits::default()) else { continue };
        let only =
            |bytes: &[u8], by: &str| format!("only the {by} accepts \"{}\"", bytes.escape_ascii());
        let ours = compared.only_a.as_deref().map(|bytes| only(bytes, "folder"));
        let difference = ours.or(compared.only_b.as_deref().map(|bytes| only(bytes, "text")));
        decided.push((rule.name.to_owned(), difference));
    }
    decided
}
