//! Facts about the documents that textbooks and libraries get wrong, decided by automata.
//! `comparison.toml` states each fact with its rules, their relation and shortest witnesses.

use crate::corpus;

use std::collections::HashMap;

use serde::Deserialize;
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{same_name, Grammar, Reading};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    compared: Vec<Compared>,
    accepted: Vec<Accepted>,
}

/// Two rules and the relation of their languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compared {
    fact: String,
    a: Side,
    b: Side,
    relation: String,
    /// Shortest witnesses; absent if there isn't one.
    only_a: Option<String>,
    only_b: Option<String>,
    both: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    grammar: String,
    rule: String,
    section: String,
    reading: Option<String>,
}

/// A string and every grammar whose default start rule accepts it, in order of date.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    fact: String,
    text: String,
    by: Vec<String>,
    /// The grammars that accept it in the printed reading, if they are others.
    printed_by: Option<Vec<String>>,
}

fn facts() -> Facts {
    let path = corpus::grammars().join("../tests/documents/comparison.toml");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Side {
    fn source(&self) -> (Grammar, Reading) {
        let grammar =
            self.grammar.parse().unwrap_or_else(|error| panic!("{}: {error}", self.grammar));
        let reading = self.reading.as_deref().unwrap_or("corrected");
        (grammar, reading.parse().unwrap_or_else(|error| panic!("{reading}: {error}")))
    }
}

#[test]
fn rules_relate_as_the_facts_say() {
    let mut read: HashMap<(Grammar, Reading), Transcriptions> = HashMap::new();
    let mut complaints = Vec::new();
    for Compared { fact, a, b, relation, only_a, only_b, both } in facts().compared {
        let mut automaton = |side: &Side| {
            let (grammar, reading) = side.source();
            let rule = grammar
                .document()
                .rule(&side.rule)
                .unwrap_or_else(|error| panic!("{fact}: {error}"));
            assert!(same_name(rule.name, &side.rule) || same_name(rule.id, &side.rule));
            if rule.section != side.section {
                complaints.push(format!("{fact}: {} is in section {}", side.rule, rule.section));
            }
            let grammars = read.entry((grammar, reading)).or_insert_with(|| {
                Transcriptions::of(grammar, reading).expect("committed rules can be read")
            });
            grammars.abnf_automaton(&side.rule).expect("committed rules have automata")
        };
        let (left, right) = (automaton(&a), automaton(&b));
        let found = left.compare(&right, Default::default()).expect("within the limits");
        let text = |bytes: Option<Vec<u8>>| {
            bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let found = (
            format!("{:?}", found.relation).to_lowercase(),
            text(found.only_a),
            text(found.only_b),
            text(found.both),
        );
        if found != (relation, only_a, only_b, both) {
            complaints.push(format!(
                "{fact}: {} {} is {found:?} to {} {}",
                a.grammar, a.rule, b.grammar, b.rule
            ));
        }
    }
    corpus::expect_none(complaints);
}

#[test]
fn strings_are_accepted_where_the_facts_say() {
    let mut complaints = Vec::new();
    for Accepted { fact, text, by, printed_by } in facts().accepted {
        for (reading, wanted) in
            [(Reading::Corrected, &by), (Reading::Printed, printed_by.as_ref().unwrap_or(&by))]
        {
            let accepts =
                |grammar: &&Grammar| grammar.tables(reading).start().accepts(text.as_bytes());
            let found: Vec<&str> =
                Grammar::ALL.iter().filter(accepts).map(|grammar| grammar.as_str()).collect();
            if found != *wanted {
                complaints.push(format!("{fact}: {text:?} is accepted ({reading}) by {found:?}"));
            }
        }
    }
    corpus::expect_none(complaints);
}
