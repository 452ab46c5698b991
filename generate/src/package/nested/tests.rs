//! The tests of a package: words with their verdicts, and pest's parser as the reference.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Deserialize;
use urigram_engine::nested::Limits;

use super::code::name;
use super::Parts;
use crate::error::ReadError;
use crate::package::manifest;
use crate::package::names::raw;
use crate::words::Words;

/// Texts that are drawn.
const DRAWN: usize = 60;
/// Changes of each text by one character.
const CHANGES: usize = 3;
/// The longest text of an example that is changed, in bytes.
const SHORT: usize = 400;

#[derive(Deserialize)]
struct Rows {
    #[serde(default)]
    example: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    text: Option<String>,
    says: String,
    rule: Option<String>,
}

/// Returns the examples of the start rule, texts that are drawn, and changes of both, each behind
/// its verdict.
///
/// # Errors
/// [`ReadError`] for an example that the rule contradicts.
pub(super) fn words(parts: &Parts<'_>) -> Result<String, ReadError> {
    let Parts { folder, rule, .. } = parts;
    let file = folder.path.join("examples.toml");
    let rows: Rows =
        toml::from_str(&folder.examples).map_err(|error| ReadError::new(&file, error))?;
    let accepts = |text: &str| rule.check(text.as_bytes(), Limits::for_length(text.len()));
    let mut texts: Vec<String> = Vec::new();
    for row in rows.example {
        let is_own = row.rule.as_deref().is_none_or(|named| named == rule.name());
        let (Some(text), "valid" | "invalid", true) = (row.text, &*row.says, is_own) else {
            continue;
        };
        let verdict = accepts(&text);
        if verdict.is_ok() != (row.says == "valid") {
            return Err(ReadError::new(
                &file,
                format!("{text:?} is called {}: {verdict:?}", row.says),
            ));
        }
        texts.push(text);
    }
    let explicit = parts.peg.explicit();
    let mut drawn = Words::new(&explicit, 1);
    for _ in 0..DRAWN {
        texts.extend(drawn.word(parts.start));
    }
    let short = texts.iter().filter(|text| text.len() <= SHORT);
    let changed: Vec<String> =
        short.flat_map(|text| [(); CHANGES].map(|()| drawn.changed(text))).collect();
    texts.extend(changed);
    let mut seen = BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    let mut out = String::new();
    for text in texts {
        match accepts(&text) {
            Ok(()) => out.push_str("accept\t"),
            Err(error) if error.is_limit() => continue,
            Err(_) => out.push_str("reject\t"),
        }
        for c in text.chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                ' '..='~' => out.push(c),
                _ => {
                    let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
                }
            }
        }
        out.push('\n');
    }
    Ok(out)
}

/// Returns a constant of the first short example.
fn constant(parts: &Parts<'_>) -> String {
    let (package, name) = (manifest::crate_name(parts.folder), name(parts));
    let explicit = parts.peg.explicit();
    let mut drawn = Words::new(&explicit, 2);
    let limits = |text: &str| Limits::for_length(text.len());
    let texts = std::iter::from_fn(|| Some(drawn.word(parts.start))).take(DRAWN).flatten();
    let mut texts = texts.filter(|text| parts.rule.check(text.as_bytes(), limits(text)).is_ok());
    let Some(text) = texts.find(|text| (1..=40).contains(&text.len())) else {
        return String::new();
    };
    format!(
        "\n/// A literal is a constant.\n#[rustfmt::skip]\npub const LITERAL: {package}::{name}<'static> =\n    \
         {package}::{}!({text:?});\n",
        parts.literal()
    )
}

/// Returns the test that holds verdicts, trees and pest's parser against each other.
pub(super) fn against_pest(parts: &Parts<'_>) -> String {
    let (package, name) = (manifest::crate_name(parts.folder), name(parts));
    // A package of a rule that has no variant was refused.
    let variant = raw(parts.start).unwrap_or_default();
    // In the order of their names.
    let own = format!("use {package}::{{Event, Rule}};");
    let theirs = "use pest::iterators::{Pair, Pairs};\nuse pest::Parser;";
    let imports =
        if *package < *"pest" { format!("{own}\n{theirs}") } else { format!("{theirs}\n{own}") };
    let literal = match parts.rule.recogniser() {
        Some(_) => {
            constant(parts)
                + &format!(
                    "\n#[test]\nfn a_literal_is_checked_as_a_text_is() {{\n    \
             for (is_accepted, text) in words() {{\n        \
             let literal = std::panic::catch_unwind(|| {{\n            \
             {package}::{name}::literal(&text);\n        }});\n        \
             assert_eq!(literal.is_ok(), is_accepted, \"{{text:?}}\");\n    }}\n}}\n"
                )
        }
        None => String::new(),
    };
    // Where the rules have tags, a node is a rule and its tag.
    let [theirs_named, ours_named] = if parts.has_tags() {
        [
            r#"format!("{:?} {:?}", pair.as_rule(), pair.as_node_tag())"#,
            r#"format!("{} {:?}", node.rule(), node.tag())"#,
        ]
    } else {
        [r#"format!("{:?}", pair.as_rule())"#, "node.rule().to_owned()"]
    };
    format!(
        r#"// @generated by `urigram generate`. Change the files that it reads, not this one.
//! pest's parser of the same PEG has the same verdicts and the same trees.

{imports}

mod by_pest {{
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar.pest"]
    pub(super) struct Reference;
}}

/// A rule with its first byte and the end; the end of a node is one without a rule.
type Nodes = Vec<(String, usize, usize)>;

fn words() -> Vec<(bool, String)> {{
    let lines = include_str!("words.txt").lines();
    let words: Vec<(bool, String)> = lines
        .map(|line| {{
            let (verdict, text) = line.split_once('\t').expect("a verdict and a text");
            (verdict == "accept", unescaped(text))
        }})
        .collect();
    assert!(words.len() > 20, "the words are missing");
    words
}}

fn unescaped(text: &str) -> String {{
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {{
        match part.strip_prefix("u{{").and_then(|part| part.split_once('}}')) {{
            Some((digits, rest)) => {{
                let number = u32::from_str_radix(digits, 16).expect("a number");
                out.push(char::from_u32(number).expect("a character"));
                out.push_str(rest);
            }}
            // Two backslashes stand for one: the part between them is empty.
            None => {{
                out.push('\\');
                out.push_str(parts.next().unwrap_or_default());
            }}
        }}
    }}
    out
}}

fn of_pest(pair: Pair<'_, by_pest::Rule>, nodes: &mut Nodes) {{
    let span = pair.as_span();
    nodes.push(({theirs_named}, span.start(), span.end()));
    pair.into_inner().for_each(|inner| of_pest(inner, nodes));
    nodes.push((String::new(), 0, 0));
}}

#[test]
fn verdicts_and_trees_are_those_of_pest() {{
    for (is_accepted, text) in words() {{
        let parsed = {package}::parse(&text);
        assert_eq!(parsed.is_ok(), is_accepted, "{{text:?}}");
        // A parser of pest may stop before the end of the input.
        let reference = by_pest::Reference::parse(by_pest::Rule::{variant}, &text).ok();
        let reads = |pairs: &Pairs<'_, by_pest::Rule>| {{
            pairs.clone().last().map_or(0, |pair| pair.as_span().end()) == text.len()
        }};
        if {leaves_node} {{
            assert_eq!(reference.as_ref().is_some_and(reads), is_accepted, "{{text:?}}");
        }}
        let Ok(parsed) = parsed else {{ continue }};
        let mut nodes = Nodes::new();
        for event in parsed.tree().events() {{
            nodes.push(match event {{
                Event::Enter(node) => ({ours_named}, node.start(), node.end()),
                Event::Leave(_) => (String::new(), 0, 0),
            }});
        }}
        let mut wanted = Nodes::new();
        let pairs = reference.expect("pest accepts what the package accepts");
        pairs.for_each(|pair| of_pest(pair, &mut wanted));
        assert_eq!(nodes, wanted, "{{text:?}}");
        // Every node has a rule of the enumeration, and the root has its type.
        assert!(parsed.tree().clone().pairs::<Rule>().is_ok(), "{{text:?}}");
        let _ = parsed.root();
    }}
}}
{literal}"#,
        leaves_node = parts.types[parts.root()].leaves_node,
    )
}
