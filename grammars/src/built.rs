//! Tables of rules without a committed table, built on demand.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use urigram_automata::{Dfa, StateId};

use crate::proof::{terminals, Limits, ProofError, Rules};
use crate::{same_name, Grammar, Reading, Table};
use urigram_engine::generated::{Automaton, Marking};

type Key = (Grammar, Reading, &'static str);

impl Grammar {
    /// Returns the table of any rule of the document: the committed one, or one built from the
    /// rule's ABNF and kept for the rest of the process.
    ///
    /// ```
    /// use urigram_grammars::{Grammar, Reading};
    ///
    /// let port = Grammar::Rfc3986.table_of(Reading::Corrected, "port")?;
    /// assert_eq!(port.check(b"80a", Reading::Corrected).unwrap_err().offset(), 2);
    /// # Ok::<(), urigram_grammars::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    #[doc(hidden)]
    pub fn table_of(self, reading: Reading, rule: &str) -> Result<&'static Table, ProofError> {
        static BUILT: Mutex<Option<HashMap<Key, &'static Table>>> = Mutex::new(None);
        let known = self.document().rule(rule).map_err(ProofError::UnknownRule)?;
        if let Some(committed) = self.table(reading, Some(known.name)) {
            return Ok(committed);
        }
        let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        let built = built.get_or_insert_with(HashMap::new);
        let key = (self, reading, known.name);
        if let Some(table) = built.get(&key) {
            return Ok(table);
        }
        let table = self.build(reading, known.name, known.id)?;
        built.insert(key, table);
        Ok(table)
    }

    /// Leaks the table: positions and errors refer to it without a lifetime, and there are at most
    /// as many as rules.
    fn build(
        self,
        reading: Reading,
        name: &'static str,
        id: &str,
    ) -> Result<&'static Table, ProofError> {
        let document = self.document();
        let rules = Rules::of(self, reading)?;
        let index =
            |name: &str| document.rules().iter().position(|rule| same_name(rule.name, name));
        let own = index(name).unwrap_or(0);
        if own > usize::from(u8::MAX) {
            return Err(ProofError::Abnf(format!(
                "errors can name the first {} rules of a document: load `{name}` as its start rule",
                u8::MAX
            )));
        }
        let Some(abnf) = rules.abnf() else {
            // A PEG says nothing of components, so that errors are in the rule itself.
            let dfa = rules.automaton(id)?;
            return self.leaked(reading, name, &dfa, vec![own as u8; dfa.len()]);
        };
        let mut tracked: Vec<usize> = Vec::new();
        let parts = document.parts.iter().filter_map(|part| part.rule.as_ref());
        for name in document.components.iter().flat_map(|(_, rules)| *rules).chain(parts) {
            let known = index(name).filter(|&at| at <= usize::from(u8::MAX));
            let known = known.filter(|&at| abnf.rule(document.rules()[at].id).is_some());
            tracked.extend(known.filter(|at| !tracked.contains(at)));
        }
        let ids: Vec<&str> = tracked.iter().map(|&at| document.rules()[at].id).collect();
        let labelled = abnf.labelled_dfa(id, terminals(self), &ids, Limits::default());
        let (dfa, labels) = labelled.map_err(|error| ProofError::Abnf(error.to_string()))?;
        let labels = labels.iter().map(|label| label.map_or(own, |at| tracked[at]) as u8).collect();
        self.leaked(reading, name, &dfa, labels)
    }

    fn leaked(
        self,
        reading: Reading,
        name: &'static str,
        dfa: &Dfa,
        labels: Vec<u8>,
    ) -> Result<&'static Table, ProofError> {
        let table = table(self, reading, name, dfa, labels);
        table.map(|table| &*Box::leak(Box::new(table))).ok_or_else(|| {
            ProofError::Abnf(format!(
                "`{name}` has {} states, more than a table can number",
                dfa.len()
            ))
        })
    }
}

fn table(
    grammar: Grammar,
    reading: Reading,
    rule: &'static str,
    dfa: &Dfa,
    labels: Vec<u8>,
) -> Option<Table> {
    let mut classes = [0; 256];
    for byte in 0..=255u8 {
        classes[usize::from(byte)] = u8::try_from(dfa.classes().of(byte)).ok()?;
    }
    let cells = Automaton::cells(
        dfa.len(),
        dfa.classes().len(),
        |state, class| dfa.next_by_class(state as StateId, class) as usize,
        |state| dfa.is_accepting(state as StateId),
    )?;
    let mut table = Table {
        document: grammar.document(),
        shape: grammar.tables(reading).start().shape,
        automaton: Automaton {
            rule,
            start: 0,
            dead: dfa.dead().map_or(u16::MAX, |dead| dead as u16),
            classes: Box::leak(Box::new(classes)),
            states: dfa.len() as u16,
            cells: cells.leak(),
        },
        labels: labels.leak(),
        positions: &[],
        scan: None,
        // Without a shape, only the grammar's own rules split.
        marking: grammar.tables(reading).start().marking.map(|_| &Marking::NONE),
    };
    table.positions = table.find_positions().leak();
    Some(table)
}

#[cfg(test)]
mod tests {
    use crate::{Grammar, Reading};

    #[test]
    fn a_table_that_is_built_judges_as_the_committed_one() {
        for &grammar in Grammar::ALL {
            for reading in Reading::ALL {
                let committed = grammar.tables(reading).start();
                let rule = grammar.document().rule(committed.rule()).unwrap();
                let built = grammar.build(reading, rule.name, rule.id).unwrap();
                for input in [
                    "http://a/b%2",
                    "urn:a:b",
                    "<URN:IANA:0::d:1;A=b;>",
                    "",
                    "http://a b",
                    "a?b#c#d",
                ] {
                    let [one, other] = [committed, built].map(|table| {
                        let error = table.check(input.as_bytes(), reading).err()?;
                        Some((error.offset(), error.rule(), error.expected().items()))
                    });
                    assert_eq!(one, other, "{grammar} {reading} {input}");
                }
            }
        }
    }

    #[test]
    fn unknown_rules_are_named() {
        let error = Grammar::Rfc3986.table_of(Reading::Corrected, "prot").unwrap_err();
        assert_eq!(error.to_string(), "no such rule; did you mean `port`?");
    }
}
