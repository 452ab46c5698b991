//! Conformance vectors of a type, and the test that reads them.

use std::collections::BTreeSet;
use std::fmt::Write;

use urigram_automata::marked::Span;
use urigram_automata::{Conformance, Random};
use urigram_engine::Reading;

use crate::error::ReadError;
use crate::folder::Folder;
use crate::print::expression;
use crate::tables::builder::Builder;
use crate::tables::definition::Made;
use crate::tables::marking::{Marks, Row};
use crate::vectors::{self, Vector};

use super::manifest;
use super::types::{self, Type};

/// The beginning of a file of vectors.
pub(super) const MARK: &str = "# Conformance vectors for";

/// The most words of a suite. Of a larger one, as many are drawn.
const MOST: usize = 2000;

/// Returns the vectors: the conformance suite of the rule's automaton, and those of the marked
/// automata of its components, in order of bytes.
pub(super) fn render(folder: &Folder, made: &Made, one: &Type) -> Result<String, ReadError> {
    let rule = &one.rule.name;
    let Some(table) = made.readings[0].all.iter().find(|table| table.rule() == *rule) else {
        return Err(folder.error(format!("`{rule}` has no table")));
    };
    let rules = folder.corrected.as_ref().unwrap_or(&folder.printed);
    let builder = Builder::new(folder, rules)?;
    let dfa = builder.dfa(one.rule.id)?;
    let mut words: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut random = Random::seeded(16);
    let suite = Conformance::new(&dfa);
    let is_whole = suite.count(0) <= MOST as u128;
    if is_whole {
        suite.each(0, |word| {
            words.insert(word.to_vec());
        });
    } else {
        (0..MOST).for_each(|_| {
            words.insert(suite.sample(0, &mut random));
        });
    }
    for component in &one.components {
        let marks = Marks::of(&builder).map_err(|why| folder.error(why))?;
        let places = marks.places_of(&one.rule, &Row::of(&component.rule))?;
        let places = places.map_err(|why| folder.error(why))?;
        places.marked().conformance_inputs(0, MOST / one.components.len(), &mut random, |word| {
            words.insert(word.to_vec());
        });
    }
    let kind = match (is_whole, suite.distinguishes()) {
        (true, _) => "the W-method's suite",
        (false, true) => "words drawn from the W-method's suite",
        (false, false) => "words drawn through its transitions",
    };
    let mut out = format!(
        "{MARK} `{rule}`: {kind}, and words that tell its components apart.\n\
         # Columns, separated by tabs: verdict of the rules; offset of the first byte that cannot\n\
         # be right, or `-`; input, in which \\xHH is a byte and \\\\ a backslash; components as\n\
         # name=start..end.\n"
    );
    for input in words {
        let places = one.splitter.split(&input);
        let error = table.check(&input, Reading::Corrected).err();
        let span = |(component, place): (&types::Component, Span)| {
            let place = place?;
            Some((component.rule.name.to_owned(), place.start, place.end))
        };
        let spans = one.components.iter().zip(places.into_iter().flatten());
        let offset = error.map(|error| error.offset());
        let spans = spans.filter_map(span).collect();
        vectors::write(&mut out, &Vector { input, offset, spans });
    }
    Ok(out)
}

/// Returns the test of the vectors of all types.
pub(super) fn test(folder: &Folder, types: &[Type]) -> String {
    let package = manifest::crate_name(folder);
    let mut out = READER.replace("PACKAGE", &package);
    for one in types {
        let (name, snake) = (&one.name, &one.snake);
        let rules = one.components.iter().map(|component| component.rule.name);
        let rules = expression(&rules.collect::<Vec<_>>());
        let _ = write!(
            out,
            "\n#[test]\n#[rustfmt::skip]\nfn {snake}_vectors() {{\n    \
             let names: &[&str] = {rules};\n    \
             check(include_str!(\"{snake}.tsv\"), |text| {{\n        \
             let value = {package}::{name}::parse(text)?;\n        \
             Ok(places(names, |name| value.place_of(name)))\n    \
             }});\n}}\n"
        );
    }
    if types.iter().any(|one| one.code.is_some()) {
        out.push_str(&RUNS.replace("PACKAGE", &package));
    }
    for one in types.iter().filter(|one| one.code.is_some()) {
        let (name, snake, rule) = (&one.name, &one.snake, &one.rule.name);
        let rules = one.components.iter().map(|component| component.rule.name);
        let rules = expression(&rules.collect::<Vec<_>>());
        // A constant is split by the table. A type with a demand that is a function has no
        // constant.
        let by_table = if one.is_constant() {
            format!("{package}::{name}::from_macro(&text)")
        } else {
            "value".to_owned()
        };
        let _ = write!(
            out,
            "\n#[test]\n#[rustfmt::skip]\nfn {snake}_runs() {{\n    \
             let names: &[&str] = {rules};\n    \
             let check = by_table(\"{rule}\");\n    \
             for text in runs(include_str!(\"{snake}.tsv\")) {{\n        \
             check(&text, {package}::{name}::parse(&text).map(|value| {{\n            \
             let constant = {by_table};\n            \
             for name in names {{\n                \
             let places = [value.place_of(name), constant.place_of(name)];\n                \
             assert_eq!(places[0], places[1], \"{{text}}\");\n            \
             }}\n        }}));\n    }}\n}}\n"
        );
    }
    out
}

/// The part of the tests of runs that is the same for all packages.
const RUNS: &str = r#"
/// Returns accepted texts where one character is repeated, with another one before it: code reads
/// runs eight bytes at a time, and it must not matter at which offsets they begin and end.
fn runs(vectors: &str) -> impl Iterator<Item = String> {
    let accepted = vectors.lines().filter(|line| line.starts_with("accept\t"));
    let inputs = accepted.filter_map(|line| line.split('\t').nth(2));
    let texts = inputs.filter_map(|input| String::from_utf8(unescaped(input)).ok());
    let texts: Vec<String> = texts.filter(|text| text.len() <= 40).collect();
    let step = texts.len() / 20 + 1;
    texts.into_iter().step_by(step).flat_map(|text| {
        let mut runs = Vec::new();
        for (at, own) in text.char_indices().chain([(text.len(), 'a')]) {
            let (before, after) = text.split_at(at);
            for count in 0..=17 {
                let run = own.to_string().repeat(count);
                for other in ["", "\0", "/", "~", "\x7F", "\u{80}", "\u{10FFFF}"] {
                    runs.push(format!("{before}{run}{other}{after}"));
                }
            }
        }
        runs
    })
}

/// Compares a type's verdict on a text with that of the rule's table.
fn by_table(rule: &str) -> impl Fn(&str, Result<(), TextError>) {
    let tables = PACKAGE::DEFINITION.tables(urigram_engine::Reading::Corrected).all;
    let table = tables.iter().find(|table| table.rule() == rule).expect("the rule has a table");
    |text, found| {
        let is_syntax = !matches!(found, Err(TextError::Syntax(_)));
        assert_eq!(is_syntax, table.accepts(text.as_bytes()), "{text:?}");
    }
}
"#;

/// The part of the test that is the same for all packages.
const READER: &str = r#"// @generated by `urigram generate`. Change the rules, not this file.
//! The types say what the conformance vectors say.

use PACKAGE::{Span, TextError};

/// Components that are present: name, first byte and end.
type Places = Vec<(String, usize, usize)>;

fn places(names: &[&str], place: impl Fn(&str) -> Option<Span>) -> Places {
    let one = |name: &&str| {
        let span = place(name)?;
        Some(((*name).to_owned(), span.start as usize, span.end as usize))
    };
    names.iter().filter_map(one).collect()
}

fn check(vectors: &str, parse: impl Fn(&str) -> Result<Places, TextError>) {
    let mut seen = 0;
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t').map(str::to_owned);
        let mut column = || columns.next().unwrap_or_default();
        let (verdict, offset, input, spans) = (column(), column(), column(), column());
        // A type takes text; vectors that are not UTF-8 are for parsers of bytes.
        let Ok(text) = String::from_utf8(unescaped(&input)) else { continue };
        let wanted: Places = spans.split(' ').filter_map(place).collect();
        match parse(&text) {
            Ok(found) => assert_eq!((&*verdict, found), ("accept", wanted), "{line}"),
            Err(TextError::Syntax(error)) => {
                assert_eq!((&*verdict, offset), ("reject", error.offset().to_string()), "{line}");
            }
            Err(_) => assert_eq!(verdict, "accept", "{line}"),
        }
        seen += 1;
    }
    assert!(seen > 1, "the vectors are missing");
}

fn place(text: &str) -> Option<(String, usize, usize)> {
    let (name, span) = text.split_once('=')?;
    let (start, end) = span.split_once("..")?;
    Some((name.to_owned(), start.parse().ok()?, end.parse().ok()?))
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (byte, length) = match rest.get(..2) {
            Some("\\\\") => (b'\\', 2),
            Some("\\x") => (u8::from_str_radix(&rest[2..4], 16).expect("two digits"), 4),
            _ => (first as u8, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}
"#;
