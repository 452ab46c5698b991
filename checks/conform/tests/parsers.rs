//! Trees from three sources: the engine's machine, the parsers that pest derives, and pest's
//! virtual machine. Verdicts are those of the automata.

use rayon::prelude::*;
use urigram_automata::{Conformance, Random};
use urigram_conform::{alphabet, slow_disagreement, Subject};
use urigram_core::tree::{Tree, TreeError};
use urigram_core::{Grammar, Reading};
use urigram_parsers::reference::{parse_by_derived, parse_by_vm};
use urigram_parsers::{rfc3986, Node};

/// The words of each rule's suite that are drawn.
const WORDS: usize = 600;

/// The rules, starts and ends of a tree's nodes.
fn nodes(tree: &Tree<'_>) -> Vec<(&'static str, usize, usize)> {
    tree.nodes().map(|node| (node.rule().id, node.start(), node.end())).collect()
}

/// Returns what differs between the engine's machine, the derived parser where there is one, pest's
/// virtual machine, and the expected verdict.
fn difference(
    grammar: Grammar,
    reading: Reading,
    rule: &str,
    input: &[u8],
    accepted: Option<bool>,
) -> Option<String> {
    let shown = || format!("{grammar} {reading} {rule}: {}", input.escape_ascii());
    let by_machine = Tree::parse_by_peg_alone(grammar, reading, Some(rule), input);
    if accepted.is_some_and(|accepted| accepted != by_machine.is_ok()) {
        return Some(format!("{}: the machine says {:?}", shown(), by_machine.err()));
    }
    let derived = parse_by_derived(grammar, reading, Some(rule), input);
    let by_pest = derived.into_iter().chain([parse_by_vm(grammar, reading, Some(rule), input)]);
    by_pest.into_iter().find_map(|by_pest| match (&by_machine, by_pest) {
        (Ok(one), Ok(other)) if nodes(one) != nodes(&other) => {
            Some(format!("{}: {:?} and {:?}", shown(), nodes(one), nodes(&other)))
        }
        (Ok(_), Ok(_)) => None,
        (Err(one), Err(other)) if *one == other => None,
        (one, other) => {
            Some(format!("{}: {:?} and {:?}", shown(), one.as_ref().err(), other.err()))
        }
    })
}

/// Returns the number of accepted words among those that were compared.
fn compare(subject: &Subject) -> Result<usize, String> {
    let Subject { grammar, reading, table, .. } = *subject;
    let conformance = Conformance::over(&subject.dfa, &alphabet(&subject.dfa));
    let mut random = Random::seeded(1994);
    let mut accepted = 0;
    for index in 0..WORDS {
        let word = conformance.sample(index % 5, &mut random);
        let truth = subject.truth(&word).accepted;
        if let Some(found) = difference(grammar, reading, table.rule(), &word, Some(truth)) {
            return Err(found);
        }
        if index % 4 == 0 {
            slow_disagreement(subject, &word).0.map_or(Ok(()), Err)?;
        }
        accepted += usize::from(truth);
        if truth && index % 8 == 0 {
            // Each rule parses by itself what it matched.
            let tree = Tree::parse(grammar, reading, Some(table.rule()), &word);
            let tree = tree.map_err(|error| format!("{error}: {}", word.escape_ascii()))?;
            for node in tree.nodes() {
                let rule = node.rule().id;
                if let Some(found) = difference(grammar, reading, rule, node.bytes(), None) {
                    return Err(found);
                }
            }
        }
    }
    Ok(accepted)
}

#[test]
fn trees_by_three_hands_are_the_same() {
    // Parsers are derived of documents; practices and drafts have the two others.
    let tables = Subject::every_table();
    let runs: Vec<_> = tables
        .par_iter()
        .with_max_len(1)
        .map(|&(grammar, reading, table)| compare(&Subject::new(grammar, reading, table)))
        .collect();
    let complaints: Vec<&String> = runs.iter().filter_map(|run| run.as_ref().err()).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    let accepted: usize = runs.iter().flatten().sum();
    assert!(accepted > 20 * runs.len(), "{accepted} words of {} rules", runs.len());
}

/// The five documents of the heart, which `cargo test` derives; `.ci/run` derives all.
const SEEDS: [Grammar; 5] =
    [Grammar::Url1993, Grammar::Urc1993, Grammar::Url1997, Grammar::Uri2003, Grammar::Urn2012];

#[test]
fn documents_have_a_derived_parser() {
    let derived_of = if cfg!(feature = "all-parsers") { Grammar::ALL } else { &SEEDS };
    for &grammar in derived_of {
        for reading in Reading::ALL {
            let derived = parse_by_derived(grammar, reading, None, b"");
            assert!(derived.is_some(), "{grammar} {reading}");
        }
    }
}

#[test]
fn typed_trees_are_the_trees_of_names() {
    let input = "http://user@[2001:db8::7]:80/a/b%20c?d#e";
    let typed = rfc3986::parse(rfc3986::Rule::URI, input).expect("it is a URI");
    let named = Tree::parse(Grammar::Rfc3986, Reading::Corrected, Some("URI"), input.as_bytes());
    let named = named.expect("it is a URI");
    let typed_nodes: Vec<_> = typed
        .nodes()
        .map(|node| (format!("{:?}", node.rule()), node.start(), node.end()))
        .collect();
    let named_nodes: Vec<_> = named
        .nodes()
        .map(|node| (node.rule().id.replace('-', "_"), node.start(), node.end()))
        .collect();
    assert_eq!(typed_nodes, named_nodes);

    let text = |rule| typed.find(rule).map(|node| node.text().into_owned());
    assert_eq!(text(rfc3986::Rule::IP_literal).as_deref(), Some("[2001:db8::7]"));
    assert_eq!(text(rfc3986::Rule::reg_name), None);
    let segments = typed.find(rfc3986::Rule::path_abempty).expect("there is a path");
    let segments: Vec<_> = segments.children_of(rfc3986::Rule::segment).map(Node::span).collect();
    assert_eq!(segments, [29..30, 31..36]);
    assert_eq!(typed.root().descendants().count(), typed.nodes().count());
    assert_eq!(typed.clone().into_owned().root().text(), input);
}

#[test]
fn what_does_not_match_has_no_tree() {
    let parse = |input: &'static str| rfc3986::parse(rfc3986::Rule::URI, input).err();
    assert_eq!(parse("http://a/ b"), Some(TreeError::NoMatch));
    assert_eq!(parse("//a"), Some(TreeError::NoMatch));
    let long = "a:".to_owned() + &"b".repeat(256 * 1024);
    assert_eq!(rfc3986::parse(rfc3986::Rule::URI, &long).err(), Some(TreeError::TooLong));
    // A rule without a table of its own is decided by pest alone.
    assert_eq!(rfc3986::parse(rfc3986::Rule::pct_encoded, "%4").err(), Some(TreeError::NoMatch));
    assert!(rfc3986::parse(rfc3986::Rule::pct_encoded, "%41").is_ok());
}
