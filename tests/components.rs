//! Splitting finds the components that the trees and `[components]` of the documents say, on
//! everything they print.

mod corpus;

use std::collections::BTreeSet;

use corpus::Says;
use urigram::constraints::violations;
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
            .commentary()
            .errata
            .iter()
            .filter_map(|erratum| Some(erratum.example.as_ref()?.text.to_owned())),
    );
    strings.extend(
        document.constraints.iter().filter_map(|constraint| Some(constraint.example?.to_owned())),
    );
    strings.into_iter().collect()
}

/// The reason why splitting and the tree differ on a string.
#[derive(Clone, Copy)]
enum Why {
    /// The printed rules have this mistake; the corrected ones agree.
    Printed(&'static str),
    /// The prose, by which the string is split, forbids the string by this constraint. The rules
    /// accept it, and read it in another way.
    Forbidden(&'static str),
}

/// The strings on which splitting and the tree are known to differ.
const DIFFERENT: [(&str, &str, Why); 8] = [
    // A path has two characters, so that only the second colon can end the scheme; splitting takes
    // the first.
    ("url-1993", "a:b:c", Why::Printed("xpalphas-recursion")),
    // A scheme may be empty; for splitting there is none then.
    ("rfc1738", ":a", Why::Printed("brackets-around-repetition")),
    // The first %00 ends the name. A version must have a digit, so that the name has to hold it.
    ("url-1993", "prospero://h/a%00", Why::Printed("prospero-empty-version")),
    // The first %09 ends the selector. What follows is no search string, so that the selector has
    // to hold it.
    ("rfc1738", "gopher://h/1a%09b/c", Why::Forbidden("gopher-selector-octets")),
    // An at sign makes it an article. What follows is no host, so that only a group is left.
    ("rfc1630", "news:a@", Why::Forbidden("news-at-sign")),
    ("rfc1630", "news:a@1", Why::Forbidden("news-at-sign")),
    ("url-1993", "news:a@1", Why::Forbidden("news-at-sign")),
    // No user precedes the host of an httpaddress, so that only a generic path is left after the
    // colon.
    ("url-1993", "http://1@h/", Why::Forbidden("scheme-own-form")),
];

/// Checks that a string differs for the reason that the list gives.
fn check_reason(grammar: Grammar, reading: Reading, input: &str, why: Why) -> Result<(), String> {
    let erratum =
        |id: &str| grammar.document().commentary().errata.iter().find(|erratum| erratum.id == id);
    let is_right = match why {
        Why::Printed(id) => {
            reading == Reading::Printed && erratum(id).is_some_and(|found| found.repair.is_some())
        }
        Why::Forbidden(id) => {
            // Beside the default start rule, a printed rule for some schemes may accept more.
            let found = Reading::ALL.map(|reading| violations(grammar, reading, input.as_bytes()));
            found.iter().flatten().any(|violation| violation.id() == id)
        }
    };
    if is_right {
        Ok(())
    } else {
        Err(format!("{grammar} ({reading}) {input:?} differs for another reason than listed"))
    }
}

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
                        Some(known) if !differences.is_empty() => {
                            seen[known] = true;
                            let (.., why) = DIFFERENT[known];
                            let reason = check_reason(grammar, reading, &input, why);
                            let shown = |why| format!("{why}: {differences:?}");
                            complaints.extend(reason.err().map(shown));
                        }
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
