//! The values that a program gives to components, as `values.tsv` has them.

use urigram_automata::marked::{Marked, Pattern, Step, Value};
use urigram_automata::{Dfa, Limits};

use super::splitting::removal;
use super::{first_rule, misread, ProofError, Side};
use crate::Component;

/// Each row: grammars, components, steps, and a rule for the strings that it is about. If several
/// rows are about a string, the first one decides.
const ROWS: &str = include_str!("../../values.tsv");

/// The value of a component in some strings of a grammar.
#[derive(Clone, Debug)]
pub struct ValueCase {
    /// The strings; `None` for all.
    pub within: Option<Dfa>,
    /// The value. Nothing is known of a text without one.
    pub value: Value,
}

/// Returns the values that the program of a practice gives to a component, or the readers of a
/// document. Empty if nothing is known of them.
///
/// ```
/// use urigram_grammars::proof::{values, Side};
/// use urigram_grammars::{Component, Grammar, Reading};
///
/// let side = Side { grammar: Grammar::Go127, reading: Reading::Corrected, rule: None };
/// let cases = values(side, Component::Host)?;
/// assert_eq!(cases[0].value.of(b"A%2eb"), Some(b"a.b".to_vec()));
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] where a limit is hit.
pub fn values(side: Side<'_>, component: Component) -> Result<Vec<ValueCase>, ProofError> {
    let document = side.grammar.document();
    // The name for all documents.
    let id = if document.status == "practice" { document.id } else { "documents" };
    let limits = Limits::default();
    let mut cases: Vec<ValueCase> = Vec::new();
    let mut before = misread(side, component)?;
    let unknown = || Value::new(&[Step::Unknown]);
    cases.extend(
        before
            .clone()
            .zip(unknown())
            .map(|(strings, value)| ValueCase { within: Some(strings), value }),
    );
    for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [ids, components, steps, when] = cells[..] else { return Err(wrong(row)) };
        let has = |list: &str, one: &str| list.split(' ').any(|known| known == one);
        if !has(ids, id) || !has(components, component.name()) {
            continue;
        }
        // The steps read a component of the text as it is given.
        let removed = document.removed.is_some_and(|removed| removed.anywhere.contains(b'\t'));
        let before_all = Some("tabs").filter(|_| removed);
        let names = before_all.into_iter().chain(steps.split(' ')).filter(|name| !name.is_empty());
        let steps: Option<Vec<Step>> = names.map(Step::named).collect();
        let value = steps.and_then(|steps| Value::new(&steps)).ok_or_else(|| wrong(row))?;
        let when = match when {
            "" => Pattern::any().strings(limits).map_err(ProofError::Undecided)?,
            when => before_removal(side, first_rule(when, side.grammar, side.reading)?)?,
        };
        let within = match &before {
            None => when.clone(),
            Some(before) => when.difference(before, limits).map_err(ProofError::Undecided)?,
        };
        before = Some(match before {
            None => when,
            Some(before) => before.union(&when, limits).map_err(ProofError::Undecided)?,
        });
        let is_all = within.complement().is_empty();
        cases.push(ValueCase { within: (!is_all).then_some(within), value });
    }
    // A string without a row has no value.
    let rest = before.map(|before| before.complement()).filter(|rest| !rest.is_empty());
    cases.extend(rest.zip(unknown()).map(|(rest, value)| ValueCase { within: Some(rest), value }));
    Ok(cases)
}

/// Returns the strings that are these after what the program removes first.
fn before_removal(side: Side<'_>, strings: Dfa) -> Result<Dfa, ProofError> {
    let start = side.grammar.document().start.default;
    let Some(removal) = removal(side.grammar, side.rule.unwrap_or(start)) else {
        return Ok(strings);
    };
    let limits = Limits::default();
    let before = Marked::new(&Pattern::any().accepted_by(&strings), 0, limits)
        .and_then(|marked| marked.before(&removal, limits)?.strings(limits));
    before.map_err(ProofError::Undecided)
}

fn wrong(row: &str) -> ProofError {
    ProofError::Abnf(format!("values.tsv has a wrong row: {row:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grammar, Reading};

    /// A browser reads ` ws://%41` as `ws://%41`, and decodes its host.
    #[test]
    fn a_row_speaks_of_what_is_left() {
        let side = Side { grammar: Grammar::Whatwg, reading: Reading::Corrected, rule: None };
        let cases = values(side, Component::Host).unwrap();
        for (text, host) in [("ws://%41", "a"), (" w\ts://%41", "a"), (" a://%41 ", "%41")] {
            let is_in = |case: &&ValueCase| {
                case.within.as_ref().is_none_or(|within| within.accepts(text.as_bytes()))
            };
            let case = cases.iter().find(is_in).unwrap();
            assert_eq!(case.value.of(b"%41"), Some(host.as_bytes().to_vec()), "{text:?}");
        }
    }

    /// No value has the tabs and line ends that a program removes inside a component.
    #[test]
    fn a_value_has_nothing_that_was_removed() {
        for &grammar in Grammar::PRACTICES {
            let side = Side { grammar, reading: Reading::Corrected, rule: None };
            let Some(removed) = grammar.document().removed else { continue };
            let all: Vec<u8> = removed.anywhere.iter().collect();
            assert!(all.is_empty() || all == b"\t\n\r", "{grammar}: {all:?}");
            for case in values(side, Component::Host).unwrap() {
                let value = case.value.of(&[b"A", &all[..], b"b"].concat());
                assert!(value.is_none_or(|value| value == b"ab"), "{grammar}");
            }
        }
    }

    /// The host of libxml2 is a text in C: `[a` for `%5Ba`, and `[a]` loses its pair of brackets.
    #[test]
    fn brackets_go_as_a_pair() {
        let side = Side { grammar: Grammar::Libxml229, reading: Reading::Corrected, rule: None };
        let cases = values(side, Component::Host).unwrap();
        for (input, host, value) in [
            ("//%5Ba", "%5Ba", "[a"),
            ("//%5bA%5d", "%5bA%5d", "a"),
            ("//[A]:1/", "[A]", "a"),
            ("s://u:p@%5BA%5D/", "%5BA%5D", "a"),
            ("s://%5BA%5Db", "%5BA%5Db", "[a]b"),
            ("//a%5D", "a%5D", "a]"),
            ("//%5Ba%5D%00b?", "%5Ba%5D%00b", "a"),
            ("//%5Ba%00%5D#", "%5Ba%00%5D", "[a"),
        ] {
            let is_in = |case: &&ValueCase| {
                case.within.as_ref().is_none_or(|within| within.accepts(input.as_bytes()))
            };
            let case = cases.iter().find(is_in).unwrap();
            let found = case.value.of(host.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), value, "{input}");
        }
    }

    #[test]
    fn every_row_is_read() {
        let components = [Component::Host, Component::Port, Component::Userinfo, Component::Path];
        let mut found = 0;
        for &grammar in Grammar::PRACTICES.iter().chain([&Grammar::Rfc3986]) {
            let side = Side { grammar, reading: Reading::Corrected, rule: None };
            for component in components {
                found += values(side, component).unwrap().len();
            }
        }
        assert!(found > 40, "{found}");
    }
}
