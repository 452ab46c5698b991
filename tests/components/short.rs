//! Tests splitting against the trees on every short string of delimiters, not only on the
//! documents' own examples.

use crate::corpus;

use urigram_core::tree::Tree;
use urigram_grammars::{Component, Grammar, Reading};

/// The delimiters of components in any document, and other characters.
const TOKENS: [&str; 11] = ["a", "1", ":", "/", "//", "?", "#", "@", ";", "[::]", "%2F"];

/// Documents whose `[components]` name a rule for every part. The others need more care: see
/// components.rs.
const GRAMMARS: [Grammar; 8] = {
    [
        Grammar::Rfc1808,
        Grammar::Rfc2396,
        Grammar::Rfc2732,
        Grammar::Uri2003,
        Grammar::Rfc3986,
        Grammar::Rfc3987,
        Grammar::Rfc6874,
        Grammar::Rfc8141,
    ]
};

/// Returns every string of up to `tokens` tokens after a beginning.
fn strings(beginning: &str, tokens: u32) -> impl Iterator<Item = String> + '_ {
    (0..=tokens).flat_map(move |count| {
        (0..TOKENS.len().pow(count)).map(move |number| {
            let digits =
                (0..count).map(|place| TOKENS[number / TOKENS.len().pow(place) % TOKENS.len()]);
            std::iter::once(beginning).chain(digits).collect()
        })
    })
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn splitting_is_what_the_trees_say_on_short_strings() {
    let mut complaints = Vec::new();
    for grammar in GRAMMARS {
        let mut accepted = 0;
        for (beginning, tokens) in [("", 3), ("a:", 3), ("a://", 3), ("//a:1", 2), ("urn:ab:c", 2)]
        {
            for input in strings(beginning, tokens) {
                let table = grammar.tables(Reading::Corrected).start();
                let Ok(parts) = table.split(&input, Reading::Corrected) else { continue };
                accepted += 1;
                let tree = Tree::parse(grammar, Reading::Corrected, None, input.as_bytes());
                let tree = tree.expect("pest accepts what the table accepts");
                for (component, rules) in grammar.document().components {
                    let node = rules
                        .iter()
                        .find_map(|rule| tree.find_named(rule))
                        .map(|node| node.start()..node.end());
                    let span = match component {
                        // The table splits by RFC 3986's names only; a name's parts are `Urn`'s.
                        Component::Nid | Component::Nss => continue,
                        _ => {
                            parts.get(*component).map(|span| span.start as usize..span.end as usize)
                        }
                    };
                    let is_empty_path = *component == Component::Path && node.is_none();
                    if node != span
                        && !(is_empty_path && span.as_ref().is_some_and(std::ops::Range::is_empty))
                    {
                        complaints.push(format!(
                            "{grammar} {input:?} {component:?}: tree {node:?}, split {span:?}"
                        ));
                    }
                }
            }
        }
        assert!(accepted > 50, "{grammar} accepted {accepted}");
    }
    corpus::expect_none(complaints);
}
