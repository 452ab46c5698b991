//! Splitting finds the components that the trees and `[components]` of the documents say, on everything they print.

mod corpus;

use std::collections::BTreeSet;

use corpus::Says;
use urigram_conform::{differences, joined, part_differences};
use urigram_grammars::{Form, Grammar, Reading, Tree};

/// Every string of a document's examples, errata and constraints.
fn strings(grammar: Grammar) -> BTreeSet<String> {
    let document = grammar.document();
    let mut strings: Vec<String> = Vec::new();
    for example in corpus::examples(grammar) {
        let resolved = example
            .target
            .filter(|_| example.says != Says::Normalizes || document.form != Form::Urc);
        strings.extend([example.text, example.base, resolved, example.with].into_iter().flatten());
        strings.extend(example.found);
    }
    strings.extend(
        document
            .errata
            .iter()
            .filter_map(|erratum| Some(erratum.example.as_ref()?.text.to_owned())),
    );
    strings.extend(
        document.constraints.iter().filter_map(|constraint| Some(constraint.example?.to_owned())),
    );
    strings.into_iter().collect()
}

/// Where splitting and the tree are known to differ, and why.
const DIFFERENT: [(&str, &str, &str); 11] = [
    (
        "url-1993",
        "a:b:c",
        "as printed a path has two characters, so only the second colon can end the scheme; splitting takes the first",
    ),
    ("rfc1738", ":a", "as printed a scheme may be empty; for splitting there is none then"),
    (
        "rfc1738",
        "gopher://h/1a%09b/c",
        "by the prose the first %09 ends the selector (constraint gopher-selector-octets); by the rules a selector may hold it",
    ),
    ("rfc1630", "news:a@", "by the prose an at sign makes it an article (constraint news-at-sign), by the rules a group"),
    ("rfc1630", "news:a@1", "by the prose an at sign makes it an article (constraint news-at-sign), by the rules a group"),
    ("url-1993", "HTTP://h/", "the rules of the specific schemes keep their case, splitting ignores it"),
    (
        "url-1993",
        "http://1@h/",
        "no user precedes the host of an httpaddress, so only the generic rule accepts it, as a path; splitting finds the authority after //",
    ),
    ("url-1993", "news:a@1", "by the prose an at sign makes it an article, by the rules a group"),
    (
        "url-1993",
        "telnet://u:p@h",
        "the rules have no name for a user with a host; the authority is called by its last rule, hostport",
    ),
    (
        "url-1993",
        "prospero://h/a%00",
        "by the prose the first %00 ends the name, by the rules a name may hold it",
    ),
    ("rfc1630", "HTTP://h/", "the rules of the specific schemes keep their case, splitting ignores it"),
];

#[test]
fn splitting_is_what_the_trees_say() {
    let mut complaints = Vec::new();
    let mut compared = 0;
    let mut seen = [false; DIFFERENT.len()];
    for &grammar in Grammar::ALL {
        // A URC is a list of elements and no identifier with components.
        if grammar.document().form == Form::Urc {
            continue;
        }
        for reading in [Reading::Corrected, Reading::Printed] {
            for input in strings(grammar) {
                for table in grammar.tables(reading).all {
                    let Ok(parts) = table.split(&input, reading) else { continue };
                    let tree = Tree::parse(grammar, reading, Some(table.rule()), input.as_bytes());
                    let tree = tree.expect("pest accepts what the table accepts");
                    let mut differences =
                        differences(grammar, reading, table, &input, &tree, &parts);
                    let components =
                        table.components(input.as_bytes(), reading).expect("`split` accepts");
                    if components.iter().next().is_some() {
                        differences.extend(part_differences(grammar, reading, &input, &components));
                        if joined(&components).as_deref() != Some(input.as_bytes()) {
                            differences.push(format!("{grammar} {input:?} is not {components:?}"));
                        }
                    }
                    match DIFFERENT
                        .iter()
                        .position(|(id, text, _)| (*id, *text) == (grammar.id(), &input))
                    {
                        Some(known) if !differences.is_empty() => seen[known] = true,
                        _ => complaints.extend(differences),
                    }
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000, "only {compared} strings were compared");
    let stale = DIFFERENT.iter().zip(seen).filter(|(_, seen)| !seen);
    complaints.extend(
        stale.map(|((id, text, _), _)| {
            format!("{id} {text:?} differs no more: take it off the list")
        }),
    );
    corpus::expect_none(complaints);
}
