//! Wrong edits of `document.toml`, by fixed seeds: a folder that states something else is refused.
//!
//! An edit changes a value that is not prose: a letter, another value of the same key, a number, a
//! switch, an item of a list, or the whole key. What is not refused is listed, so that one sees
//! which facts have no teeth.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Value;
use urigram_automata::Random;
use urigram_core::proof::{PartsProof, Theorem, Transcriptions};
use urigram_core::{Grammar, Reading};
use urigram_engine::Definition;
use urigram_generate::{contradictions_at, load};

/// The keys whose values are prose, which only a reader can judge.
const PROSE: &[&str] =
    &["title", "authors", "notation", "summary", "says", "message", "note", "rfc_editor"];

/// The place of a value: keys and positions.
type Place = Vec<Step>;

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    At(usize),
}

/// Collects the places of all values that are not prose.
fn places(value: &Value, place: &mut Place, found: &mut Vec<Place>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table.iter().filter(|(key, _)| !PROSE.contains(&key.as_str())) {
                place.push(Step::Key(key.clone()));
                places(value, place, found);
                place.pop();
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (at, value) in items.iter().enumerate() {
                place.push(Step::At(at));
                places(value, place, found);
                place.pop();
            }
        }
        _ => found.push(place.clone()),
    }
}

fn at<'v>(value: &'v mut Value, place: &[Step]) -> &'v mut Value {
    place.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value.as_table_mut().unwrap()[key],
        Step::At(at) => &mut value.as_array_mut().unwrap()[*at],
    })
}

fn got<'v>(value: &'v Value, place: &[Step]) -> &'v Value {
    place.iter().fold(value, |value, step| match step {
        Step::Key(key) => &value.as_table().unwrap()[key],
        Step::At(at) => &value.as_array().unwrap()[*at],
    })
}

/// Returns the last key of a place.
fn key(place: &[Step]) -> &str {
    let key = |step: &Step| if let Step::Key(key) = step { Some(key.clone()) } else { None };
    let at = place.iter().rposition(|step| key(step).is_some()).unwrap();
    match &place[at] {
        Step::Key(key) => key,
        Step::At(_) => unreachable!(),
    }
}

fn shown(place: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::At(at) => at.to_string(),
    };
    place.iter().map(step).collect::<Vec<_>>().join(".")
}

/// Makes one wrong edit. Returns what it was, or `None` where it would change nothing.
fn edit(document: &mut Value, all: &[Place], random: &mut Random) -> Option<(Place, String)> {
    let place = all[random.below(all.len())].clone();
    let (last, parent) = place.split_last()?;
    if random.below(8) == 0 {
        // The key or the item is left out. What is left out has its default.
        let is_default = match got(document, &place) {
            Value::Boolean(is) => !is && last != &Step::Key("changes_language".to_owned()),
            Value::Array(items) => items.is_empty(),
            Value::String(text) => text == "utf-8",
            _ => false,
        };
        if is_default {
            return None;
        }
        match (at(document, parent), last) {
            (Value::Table(table), Step::Key(key)) => drop(table.remove(key)),
            (Value::Array(items), Step::At(at)) => drop(items.remove(*at)),
            _ => return None,
        }
        return Some((place.clone(), format!("{} left out", shown(&place))));
    }
    let others = all.iter().filter(|other| **other != place && key(other) == key(&place));
    let others: Vec<Value> = others.map(|other| got(document, other).clone()).collect();
    let value = at(document, &place);
    let before = value.clone();
    match value {
        Value::String(text) => {
            let other = others.get(random.below(others.len().max(1)));
            match other.and_then(Value::as_str).filter(|_| random.below(2) == 0) {
                Some(other) => *text = other.to_owned(),
                None if text.is_empty() => text.push('x'),
                None => {
                    let letters: Vec<char> = text.chars().collect();
                    let at = random.below(letters.len());
                    let next = match letters[at] {
                        'z' | 'Z' | '9' => 'a',
                        c if c.is_ascii_alphanumeric() => char::from(c as u8 + 1),
                        _ => 'x',
                    };
                    let changed = letters.iter().enumerate();
                    *text = changed.map(|(i, &c)| if i == at { next } else { c }).collect();
                }
            }
        }
        Value::Boolean(is) => *is = !*is,
        Value::Integer(number) => *number += 1,
        Value::Array(items) => items.push(Value::String("x".to_owned())),
        _ => return None,
    }
    if *value == before {
        return None;
    }
    let line = format!("{}: {before} to {value}", shown(&place));
    Some((place, line))
}

/// A folder of copies, removed when it is dropped.
struct Copies(PathBuf);

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copies(name: &str) -> Copies {
    let root = std::env::temp_dir().join(format!("urigram-edits-{}-{name}", std::process::id()));
    for id in Grammar::ALL.iter().map(|grammar| grammar.as_str()) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars").join(id);
        fs::create_dir_all(root.join(id)).unwrap();
        for file in fs::read_dir(from).unwrap() {
            let file = file.unwrap().path();
            fs::copy(&file, root.join(id).join(file.file_name().unwrap())).unwrap();
        }
    }
    Copies(root)
}

/// Returns the reason why a folder is refused. Its theorems are decided if an edit is about parts.
fn refusal(path: &Path, about_parts: bool, known: &[&'static Definition]) -> Option<String> {
    let loaded = match load(path, None, known) {
        Ok(loaded) => loaded,
        Err(error) => return Some(error.to_string()),
    };
    match contradictions_at(path, loaded.definition, known) {
        Ok(lines) if lines.is_empty() => {}
        Ok(lines) => return Some(lines.join("\n")),
        Err(error) => return Some(error.to_string()),
    }
    if !about_parts {
        return None;
    }
    let grammar = Grammar::new(loaded.definition);
    for reading in Reading::ALL {
        let hands = match Transcriptions::of(grammar, reading) {
            Ok(hands) => hands,
            Err(error) => return Some(error.to_string()),
        };
        let theorem = match Theorem::of(&hands) {
            Ok(theorem) => theorem,
            Err(error) => return Some(error.to_string()),
        };
        for component in theorem.components() {
            for answer in [theorem.hands(component), theorem.shape(component)] {
                let holds =
                    answer.map(|answer| answer.is_none_or(|answer| PartsProof::holds(&answer)));
                if !matches!(holds, Ok(true)) {
                    return Some(format!("{component:?}: no theorem"));
                }
            }
        }
    }
    None
}

/// Makes `count` wrong edits by a seed, and returns those that are not refused, and the number of
/// all by their first keys.
fn run(ids: &[&str], seed: u64, count: usize) -> (Vec<String>, BTreeMap<String, [usize; 2]>) {
    let copies = copies(&seed.to_string());
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let mut random = Random::seeded(seed);
    let (mut missed, mut made) = (Vec::new(), 0);
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    // Documents by the number of their values, so that each value is as likely as any other.
    let mut values: Vec<(usize, Place)> = Vec::new();
    let mut documents: Vec<(&str, Value, Vec<Place>)> = Vec::new();
    for id in ids {
        let text = fs::read_to_string(copies.0.join(id).join("document.toml")).unwrap();
        let value: Value = toml::from_str(&text).unwrap();
        let mut all = Vec::new();
        places(&value, &mut Vec::new(), &mut all);
        values.extend(all.iter().map(|place| (documents.len(), place.clone())));
        documents.push((id, value, all));
    }
    while made < count {
        let (document, _) = &values[random.below(values.len())];
        let (id, value, all) = &documents[*document];
        let mut edited = value.clone();
        let Some((place, what)) = edit(&mut edited, all, &mut random) else { continue };
        made += 1;
        let Some(Step::Key(first)) = place.first() else { continue };
        let path = copies.0.join(id);
        let file = path.join("document.toml");
        let before = fs::read_to_string(&file).unwrap();
        fs::write(&file, toml::to_string(&edited).unwrap()).unwrap();
        let about = ["components", "shape", "marking", "names", "start", "removed"];
        let why = refusal(&path, about.contains(&first.as_str()), &known);
        fs::write(&file, before).unwrap();
        let count = counts.entry(first.clone()).or_default();
        count[0] += 1;
        if why.is_none() {
            count[1] += 1;
            missed.push(format!("{id} {what}"));
        }
    }
    (missed, counts)
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn folders_without_an_edit_are_taken() {
    let copies = copies("none");
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    for id in ["rfc2141", "rfc6874"] {
        let path = copies.0.join(id);
        let value: Value =
            toml::from_str(&fs::read_to_string(path.join("document.toml")).unwrap()).unwrap();
        fs::write(path.join("document.toml"), toml::to_string(&value).unwrap()).unwrap();
        assert_eq!(refusal(&path, true, &known), None, "{id}");
    }
}

#[test]
fn wrong_edits_of_one_document_are_refused() {
    let (missed, _) = run(&["rfc2141"], 1, 40);
    assert!(missed.len() <= 2, "{missed:#?}");
}

/// Returns the reason why an edit is not refused, which follows from its key.
fn reason(edit: &str) -> &'static str {
    let place = edit.split([':', ' ']).nth(1).unwrap_or_default();
    let is = |key: &str| place.split('.').any(|step| step == key);
    let is_left_out = edit.ends_with(" left out");
    match () {
        () if is("example") => "The example shows the same with these letters.",
        () if is("rules") && is_left_out => {
            "The rule's name is a word of English, or not in `says`."
        }
        () if is("rules") => "The words or the reading of the example have this rule, too.",
        () if is("rule") && is("erratum") => "Both rules judge the example alike.",
        () if place.ends_with("section") => "No words of the section are quoted for this.",
        () => "No example and no words depend on this value.",
    }
}

/// Returns the text of the list of edits, each below its reason.
fn list(missed: &[String]) -> String {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    missed.iter().for_each(|edit| by_reason.entry(reason(edit)).or_default().push(edit));
    let mut text = String::from("# Of 1,000 wrong edits those that no check refuses.\n");
    for (reason, mut edits) in by_reason {
        edits.sort_unstable();
        text.push_str(&format!("\n# {reason}\n{}\n", edits.join("\n")));
    }
    text
}

/// The edits that are not refused, each below its reason.
const LISTED: &str = include_str!("edits-not-refused.txt");

/// Makes 1,000 edits in all documents by three seeds: at least 95 % are refused, and the others are
/// those of the list.
#[test]
#[ignore = "minutes; .ci/long runs it in release"]
fn wrong_edits_are_refused() {
    let ids: Vec<&str> = Grammar::ALL.iter().map(|grammar| grammar.as_str()).collect();
    let (mut missed, mut counts) = (Vec::new(), BTreeMap::<String, [usize; 2]>::new());
    let seeds = [(1993, 334), (2005, 333), (2026, 333)];
    let runs: Vec<_> = std::thread::scope(|scope| {
        let start = |(seed, count)| {
            scope.spawn({
                let ids = &ids;
                move || run(ids, seed, count)
            })
        };
        let started: Vec<_> = seeds.into_iter().map(start).collect();
        started.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for (lines, by_key) in runs {
        missed.extend(lines);
        for (key, [all, some]) in by_key {
            let count = counts.entry(key).or_default();
            *count = [count[0] + all, count[1] + some];
        }
    }
    println!("{} of 1000 edits are not refused", missed.len());
    counts.iter().for_each(|(key, [all, some])| println!("{key}: {some} of {all}"));
    missed.iter().for_each(|line| println!("  {line}"));
    let list = list(&missed);
    if std::env::var_os("BLESS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/edits-not-refused.txt");
        fs::write(file, &list).unwrap();
    } else {
        assert!(list == LISTED, "BLESS=1 writes the list:\n{list}");
    }
    assert!(missed.len() <= 50, "{} of 1000", missed.len());
}

/// Exchanges the words of neighbouring errata. Every second pair quotes, or names a rule that the
/// other row does not list; a paraphrase that does neither has no place, and nothing decides it.
#[test]
#[ignore = "minutes; .ci/long runs it in release"]
fn every_second_exchange_of_words_is_refused() {
    let copies = copies("swapped");
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let (mut made, mut refused) = (0, 0);
    for id in ["rfc1808", "rfc2141", "rfc2396", "rfc8141", "urn-2012"] {
        let file = copies.0.join(id).join("document.toml");
        let before = fs::read_to_string(&file).unwrap();
        let value: Value = toml::from_str(&before).unwrap();
        let count = value["erratum"].as_array().unwrap().len();
        for first in 0..count - 1 {
            let mut edited = value.clone();
            let rows = edited.get_mut("erratum").unwrap().as_array_mut().unwrap();
            let says = [first, first + 1].map(|row| rows[row]["says"].clone());
            rows[first]["says"] = says[1].clone();
            rows[first + 1]["says"] = says[0].clone();
            fs::write(&file, toml::to_string(&edited).unwrap()).unwrap();
            let why = refusal(&copies.0.join(id), false, &known);
            if why.is_none() {
                println!("{id}: {} is not refused", value["erratum"][first]["id"]);
            }
            (made, refused) = (made + 1, refused + usize::from(why.is_some()));
        }
        fs::write(&file, before).unwrap();
    }
    println!("{refused} of {made} exchanges are refused");
    assert!(refused >= made / 2, "{refused} of {made}");
}

/// A definition of two lines, whose words name a rule, is written anew on its first line: what is
/// left of the second one is a comment and no part of the rule.
#[test]
fn words_on_a_second_line_are_read_once() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("second-line");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("lines.abnf");
    let text = "a = \"x\" /\n    <DIGIT, see [RFC5234]>\nb = a \"!\"\n";
    std::fs::write(&file, text).unwrap();
    for (rule, input, is_accepted) in
        [("a", "x", true), ("a", "7", true), ("a", "x7", false), ("b", "7!", true)]
    {
        let loaded = urigram_generate::load(&file, Some(rule), &[]).unwrap();
        let table = loaded.definition.corrected.all[0];
        assert_eq!(table.accepts(input.as_bytes()), is_accepted, "{rule} {input}");
    }
}
