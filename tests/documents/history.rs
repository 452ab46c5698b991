//! The history of rules and strings: every change and every character is compared with the automata
//! and the tables, which decide them independently.

use crate::corpus;
use urigram::history::Concept;
use urigram::history::{Acceptance, HistoryError, Lineage, RuleHistory, StringHistory};
use urigram::proof::{compare, Relation, Side};
use urigram::selection::accepting;
use urigram::{Grammar, Reading};

fn history(name: &str) -> RuleHistory {
    RuleHistory::of(name, Reading::Corrected).unwrap()
}

#[test]
fn every_concept_has_a_history_with_sound_witnesses() {
    for concept in Concept::all() {
        // Whole identifiers take seconds each; their rules are compared elsewhere.
        if ["reference", "absolute", "relative", "hier-part", "net-path"].contains(&concept.name) {
            continue;
        }
        let history = history(concept.name);
        assert_eq!(history.entries.len(), concept.rules().count(), "{}", concept.name);
        for entry in &history.entries {
            let Some(change) = &entry.change else { continue };
            let before = history.entry(change.since).unwrap();
            let at = format!("{} of {}", concept.name, entry.grammar);
            assert!(before.grammar < entry.grammar, "{at}");
            for (witness, inside, outside) in [
                (&change.comparison.only_a, before, entry),
                (&change.comparison.only_b, entry, before),
            ] {
                let Some(witness) = witness else { continue };
                assert!(
                    inside.accepting(witness).is_some() && outside.accepting(witness).is_none(),
                    "{at}"
                );
            }
            let relation = change.comparison.relation;
            let is_same = before.automaton() == entry.automaton();
            assert_eq!(relation == Relation::Equal, is_same, "{at}: {relation:?}");
            if relation == Relation::Subset || relation == Relation::Equal {
                assert!(change.lost.is_empty(), "{at}");
            }
            if relation == Relation::Superset || relation == Relation::Equal {
                assert!(change.gained.is_empty(), "{at}");
            }
        }
    }
}

/// A byte occurs in a rule exactly where the rule accepts a string that holds it.
#[test]
fn characters_are_those_of_accepted_strings() {
    let path = history("path");
    for entry in &path.entries {
        for byte in b' '..=b'~' {
            let occurs = entry.characters.contains(byte);
            let shown = [vec![byte], vec![b'/', byte], vec![b'a', byte], vec![byte, b'4', b'1']];
            let found = shown.iter().any(|string| entry.automaton().accepts(string));
            assert!(occurs || !found, "{} {:?}", entry.grammar, char::from(byte));
        }
    }
    let tilde = |name| history(name).allowed(b'~');
    // RFC 1738 and RFC 1808 call it unsafe; the drafts of RFC 2396 took it into the marks.
    let line = |grammars: Vec<Grammar>| {
        grammars.into_iter().find(|&grammar| Lineage::of(grammar) == Lineage::Identifiers)
    };
    assert_eq!(line(tilde("path")), Some(Grammar::Url1997));
    assert_eq!(line(tilde("query")), Some(Grammar::Url1997));
    assert!(!tilde("nss").contains(&Grammar::Rfc2141) && tilde("nss").contains(&Grammar::Rfc8141));
}

#[test]
fn neighbours_relate_as_compare_says() {
    for name in ["port", "host", "fragment", "scheme"] {
        let history = history(name);
        for entry in history.entries.iter().filter(|entry| entry.definitions.len() == 1) {
            let Some(change) = &entry.change else { continue };
            let before = history.entry(change.since).unwrap();
            let [of_before] = &before.definitions[..] else { continue };
            let reading = Reading::Corrected;
            let side = |grammar, rule| Side { grammar, reading, rule: Some(rule) };
            let compared = compare(
                side(before.grammar, of_before.rule.id),
                side(entry.grammar, entry.definitions[0].rule.id),
            );
            assert_eq!(compared.unwrap(), change.comparison, "{name} {}", entry.grammar);
        }
    }
    // An empty port is wrong for RFC 1738 and right since the draft of RFC 2396.
    let port = history("port");
    let empty = |grammar| port.entry(grammar).unwrap().accepting(b"").is_some();
    assert!(!empty(Grammar::Rfc1738) && empty(Grammar::Rfc2396) && empty(Grammar::Rfc3986));
}

#[test]
fn names_of_one_thing_have_one_history() {
    for (rule, concept) in [
        ("net_loc", "authority"),
        ("SITE", "authority"),
        ("fragmentid", "fragment"),
        ("NID", "nid"),
    ] {
        assert_eq!(history(rule).name, concept, "{rule}");
    }
    let marks = history("mark");
    assert!(marks.is_class && !history("host").is_class);
    for error in ["autority", "", "no such thing", &"x".repeat(1 << 20), "\0"] {
        let error = RuleHistory::of(error, Reading::Corrected).unwrap_err();
        assert!(matches!(error, HistoryError::Unknown(_)), "{error}");
    }
    let error = RuleHistory::of("autority", Reading::Corrected).unwrap_err().to_string();
    assert_eq!(error, "no such concept or rule; did you mean `authority`?");
    let some = RuleHistory::among("query", Reading::Printed, &[Grammar::Rfc3986, Grammar::Rfc1738])
        .unwrap();
    assert_eq!(some.entries[1].change.as_ref().unwrap().since, Grammar::Rfc1738);
}

#[test]
fn the_grid_holds_what_the_entries_hold() {
    let history = history("reserved");
    let grid = history.grid();
    assert!(grid.rows.iter().all(|(_, cells)| cells.len() == grid.columns.len()));
    for (index, column) in grid.columns.iter().enumerate() {
        let name = column.to_string();
        let [byte] = name.as_bytes() else { continue };
        for (grammar, cells) in &grid.rows {
            assert_eq!(
                cells[index],
                history.entry(*grammar).unwrap().accepting(&[*byte]).is_some(),
                "{grammar} {name}"
            );
        }
    }
    // RFC 2396's marks that RFC 3986 reserves.
    for mark in *b"!*'()" {
        let allowed = history.allowed(mark);
        assert!(!allowed.contains(&Grammar::Rfc2396) && allowed.contains(&Grammar::Rfc3986));
    }
}

#[test]
fn a_string_fares_as_the_documents_say() {
    for input in [
        "http://a/~b",
        "urn:example:a?=b#c",
        "<URN:IANA:0::d:1;A=b;>",
        "http://é/",
        "a b",
        "",
        "http://a:/?x#y",
        "a:",
    ] {
        for reading in Reading::ALL {
            let history = StringHistory::of(input.as_bytes(), reading);
            let accepted = accepting(input.as_bytes(), reading);
            for verdict in &history.verdicts {
                assert_eq!(
                    verdict.is_accepted(),
                    accepted.contains(verdict.grammar),
                    "{input} {}",
                    verdict.grammar
                );
                assert!(verdict.components().is_none_or(|components| components
                    .iter()
                    .all(|found| !found.span.of(input).contains('\0'))));
            }
            let lineages = Lineage::ALL.into_iter().flat_map(|lineage| history.periods(lineage));
            let mut seen = 0;
            for period in lineages {
                seen += period.documents.len();
                assert!(
                    period
                        .documents
                        .iter()
                        .all(|&grammar| accepted.contains(grammar) == period.accepted),
                    "{input}"
                );
                assert_eq!(period.since, period.documents[0].document().date);
                assert!(period.until.is_none_or(|until| until >= period.since));
            }
            assert_eq!(seen, Grammar::ALL.len());
        }
    }
}

#[test]
fn parts_of_names_and_disagreements() {
    let spans = |input: &'static str| {
        let history = StringHistory::of(input.as_bytes(), Reading::Corrected);
        let components = *history.verdict(Grammar::Rfc8141).unwrap().components().unwrap();
        components
            .iter()
            .map(|found| (found.component.name(), found.span.of(input)))
            .collect::<Vec<_>>()
    };
    let name = [("scheme", "urn"), ("nid", "example"), ("nss", "a")];
    let rest = [("q-component", "b"), ("fragment", "c")];
    assert_eq!(spans("urn:example:a?=b#c"), [&name[..], &rest].concat());
    assert_eq!(
        spans("urn:example:a?+r?=b#c"),
        [&name[..], &[("r-component", "r")], &rest].concat()
    );
    // The readings differ on the example of every erratum about whole identifiers.
    let mut distinguished = 0;
    for &grammar in Grammar::ALL {
        for erratum in grammar.document().commentary().errata {
            let Some(example) = &erratum.example else { continue };
            let whole = example.rule == grammar.document().start.default;
            if !whole || example.printed == example.corrected {
                continue;
            }
            let history = StringHistory::of(example.text.as_bytes(), Reading::Corrected);
            let disagreement = history.verdict(grammar).unwrap().disagreement.as_ref().unwrap();
            assert_eq!(
                disagreement.accepts == Reading::Corrected,
                example.corrected,
                "{grammar} {}",
                erratum.id
            );
            distinguished += 1;
        }
    }
    assert!(distinguished > 0);
}

#[test]
fn long_and_hostile_strings() {
    for input in [vec![b'a'; 1 << 20], vec![0xFF; 1000], vec![0; 1000], b"%".repeat(100_000)] {
        let history = StringHistory::of(&input, Reading::Corrected);
        assert_eq!(history.verdicts.len(), Grammar::ALL.len());
    }
}

/// One pass gives the periods that the verdicts of all documents give, for every example.
#[test]
fn periods_of_one_pass_are_those_of_the_verdicts() {
    let examples: Vec<Vec<u8>> = Grammar::ALL
        .iter()
        .flat_map(|&grammar| corpus::examples(grammar))
        .filter_map(|example| example.octets())
        .collect();
    let long = "a".repeat(5000);
    let others =
        ["", "http://a/", "a b", "urn:a:b", "<a>", "http://a/~\u{E9}", &long].map(Vec::from);
    let inputs = examples.into_iter().chain(others);
    let mut count = 0;
    for input in inputs {
        for reading in Reading::ALL {
            let history = StringHistory::of(&input, reading);
            let accepted = Acceptance::of(&input, reading);
            assert!(history.lineages().eq(accepted.lineages()), "{}", input.escape_ascii());
            for lineage in Lineage::ALL {
                let (one, all) = (accepted.periods(lineage), history.periods(lineage));
                assert_eq!(one, all, "{} {reading:?}", input.escape_ascii());
            }
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}
