//! Marked automata held against splitting: every document, both readings, all components.
//!
//! A marked automaton that is functional and total says for every accepted string where a component
//! is. It is made from the document's shape, as the splitter is, but shares no code with the
//! splitter.

use rayon::prelude::*;
use urigram_automata::marked::Functional;
use urigram_automata::{Limits, Random, StateId};
use urigram_conform::{alphabet, Subject};
use urigram_core::Urn;
use urigram_grammars::proof::Splitting;
use urigram_grammars::{Component, Engine, Form, Grammar, Reading, Table};

/// At most about so many inputs of each kind are judged.
const MOST: usize = 20_000;

/// A rule's strings with all components.
struct Marks {
    subject: Subject,
    components: Vec<(Component, Functional)>,
    inputs: u64,
    complaint: Option<String>,
}

impl Marks {
    /// Proves that every string of the rule has exactly one marking.
    fn new(grammar: Grammar, reading: Reading, table: &'static Table) -> Marks {
        let subject = Subject::new(grammar, reading, table);
        let splitting = Splitting::of(grammar, reading, Some(table.rule())).unwrap();
        let component = |component| {
            let marked = splitting.component(component, Limits::default()).unwrap();
            assert_eq!(
                marked.strings(Limits::default()).unwrap(),
                subject.dfa,
                "{} {component:?}",
                subject.shown(b"")
            );
            let function = marked.functional(Limits::default());
            (
                component,
                function.unwrap_or_else(|error| {
                    panic!("{} {component:?}: {error}", subject.shown(b""))
                }),
            )
        };
        let components = urigram_study::agreement::COMPONENTS.into_iter().map(component).collect();
        Marks { subject, components, inputs: 0, complaint: None }
    }

    /// Compares all components of an input with those that the splitter finds.
    fn judge(&mut self, input: &[u8]) {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let Subject { grammar, reading, table, .. } = self.subject;
        self.inputs += 1;
        let parts = table.split_by(Engine::Table, text, reading).ok();
        let name = parts.filter(|_| grammar.document().form == Form::Urn);
        let name = name.and_then(|_| Urn::parse_by(grammar, reading, text).ok());
        for (component, function) in &self.components {
            let split = parts.map(|parts| match (component, &name) {
                (Component::Nid, Some(name)) => Some(name.nid_span()),
                (Component::Nss, Some(name)) => Some(name.nss_span()),
                _ => parts.get(*component),
            });
            let split = split.map(|span| span.map(|span| span.start as usize..span.end as usize));
            // A rule for a part of a name is not a name, and only `Urn` has the parts of one.
            let is_unknown = matches!(component, Component::Nid | Component::Nss)
                && name.is_none()
                && parts.is_some();
            let marked = function.split(input);
            if marked != split && !is_unknown {
                let shown = self.subject.shown(input);
                self.complaint.get_or_insert(format!(
                    "{shown} {component:?}: marked {marked:?}, split {split:?}"
                ));
            }
        }
    }

    /// Checks every input up to a length, with one byte of each class. If a length has more inputs
    /// than the budget, a random part of them is checked.
    fn short_inputs(&mut self, longest: usize, budget: usize, random: &mut Random) {
        let bytes = alphabet(&self.subject.dfa);
        let mut now: Vec<(StateId, Vec<u8>)> = vec![(0, Vec::new())];
        for _ in 0..=longest {
            now.iter().for_each(|(_, input)| self.judge(input));
            let mut next = Vec::new();
            let one_of = (now.len() * bytes.len()).div_ceil(budget).max(1);
            for (state, input) in now {
                for &byte in &bytes {
                    let state = self.subject.dfa.next(state, byte);
                    if !self.subject.is_dead(state) && random.below(one_of) == 0 {
                        next.push((state, [&input[..], &[byte]].concat()));
                    }
                }
            }
            now = next;
        }
    }
}

fn run(grammar: Grammar, reading: Reading, table: &'static Table) -> Marks {
    let mut marks = Marks::new(grammar, reading, table);
    let mut random = Random::seeded(1630);
    marks.short_inputs(8, MOST, &mut random);
    for at in 0..marks.components.len() {
        let function = marks.components[at].1.clone();
        function.marked().conformance_inputs(0, MOST, &mut random, |input| marks.judge(input));
        function.marked().conformance_inputs(2, MOST / 4, &mut random, |input| marks.judge(input));
    }
    marks
}

#[test]
#[ignore = "some minutes: `cargo test --release -p urigram-conform --test all marked -- --ignored`"]
fn every_rule_marks_where_the_splitter_splits() {
    let tables: Vec<_> = Subject::every_table()
        .into_iter()
        // Where rules mark the components, no shape splits:
        // `tests/own_grammars/component_ways` compares those.
        .filter(|(.., table)| !table.is_marked())
        .collect();
    let runs: Vec<Marks> = tables
        .par_iter()
        .with_max_len(1)
        .map(|&(grammar, reading, table)| run(grammar, reading, table))
        .collect();
    let complaints: Vec<&str> = runs.iter().filter_map(|run| run.complaint.as_deref()).collect();
    println!("{} rules, {} inputs", runs.len(), runs.iter().map(|run| run.inputs).sum::<u64>());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(runs.iter().all(|run| run.inputs > 500));
}
