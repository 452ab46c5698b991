//! The claims of docs/programs.md, decided again.

use std::collections::BTreeMap;

use urigram::agreement::{Outcome, Splits};
use urigram::proof::{compare, Relation, Side};
use urigram::{Component, Grammar, Reading};

const PAGE: &str = include_str!("../docs/programs.md");

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

/// The rows of the table: by the two readers, the string.
fn rows() -> BTreeMap<(&'static str, &'static str), &'static str> {
    let table = PAGE.split("## Trust").nth(1).expect("the section is there");
    let mut found = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
        let [string, trusting, others] = cells[..] else { panic!("{row}") };
        for a in trusting.split(", ") {
            for b in others.split(", ") {
                assert!(found.insert((a, b), string.trim_matches('`')).is_none(), "{a} {b}");
            }
        }
    }
    found
}

#[test]
fn trust_is_as_the_page_says() {
    let readers = Grammar::PRACTICES.iter().copied().chain([Grammar::Rfc3986]);
    let all: Vec<Splits<'_>> =
        readers.map(|grammar| Splits::of(side(grammar), &[Component::Host]).unwrap()).collect();
    let all: Vec<_> = all.iter().map(|splits| splits.values(Component::Host).unwrap()).collect();
    let mut found = BTreeMap::new();
    for (at, a) in all.iter().enumerate() {
        for b in all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, b)| b) {
            let answer = a.trust(b, "good.example").unwrap();
            let pair = [answer.a, answer.b].map(|side| side.grammar.document().id);
            match answer.outcome {
                Outcome::Agrees => {}
                Outcome::Undecided => {
                    found.insert((pair[0], pair[1]), "undecided".to_owned());
                }
                Outcome::Differs(difference) => {
                    let string = String::from_utf8(difference.input).unwrap();
                    let string = string.replace(' ', "␠").replace('\t', "␉");
                    found.insert((pair[0], pair[1]), string);
                }
                other => panic!("{pair:?}: {other:?}"),
            }
        }
    }
    let said: BTreeMap<_, _> =
        rows().into_iter().map(|(pair, string)| (pair, string.to_owned())).collect();
    assert_eq!(found, said, "{}", table(&found));
}

/// Returns the table that the page should have.
fn table(found: &BTreeMap<(&str, &str), String>) -> String {
    let mut rows: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for ((a, b), string) in found {
        rows.entry(string).or_default().entry(a).or_default().push(b);
    }
    let mut lines = Vec::new();
    for (string, readers) in rows {
        // Those that trust alike share a row.
        let mut alike: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
        readers.into_iter().for_each(|(a, others)| alike.entry(others).or_default().push(a));
        for (others, trusting) in alike {
            let (trusting, others) = (trusting.join(", "), others.join(", "));
            lines.push(format!("| `{string}` | {trusting} | {others} |"));
        }
    }
    lines.join("\n")
}

#[test]
fn a_host_must_be_a_name() {
    let splits = Splits::of(side(Grammar::Rfc3986), &[Component::Host]).unwrap();
    let values = splits.values(Component::Host).unwrap();
    for host in ["", "a b", "a\"b", "a.", "é", "[::1]"] {
        assert!(values.trust(&values, host).is_err(), "{host}");
    }
    assert_eq!(values.trust(&values, "A-1.b").unwrap().outcome, Outcome::Agrees);
}

#[test]
fn a_newer_go_only_refuses() {
    let [old, new] = [Grammar::Go119, Grammar::Go127].map(side);
    let compared = compare(old, new).unwrap();
    assert_eq!(compared.relation, Relation::Superset);
    assert_eq!(compared.only_a.as_deref(), Some(&b"//a["[..]));
    let components: Vec<Component> =
        Grammar::Go127.document().components.iter().map(|(component, _)| *component).collect();
    let [old, new] = [old, new].map(|side| Splits::of(side, &components).unwrap());
    for component in components {
        assert_eq!(old.agree(&new, component, None).outcome, Outcome::Agrees, "{component}");
    }
}
