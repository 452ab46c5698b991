//! Typing mistakes in a folder: a scheme, a field, the name of a draft and the words of an example
//! must appear in the document or in other rows, and no list may have an item twice.

use std::collections::{HashMap, HashSet};

use toml::Value;
use urigram_engine::Finds;

use crate::folder::Folder;

/// Returns a line for each scheme, field, name of a draft and example with a word that nothing else
/// has.
///
/// `schemes = ["mailtp"]` is refused if no rule, sentence or example has `mailtp`.
pub(super) fn check(folder: &Folder) -> Vec<String> {
    let mut known: HashSet<String> = HashSet::new();
    let mut add = |text: &str| known.extend(words(text).into_iter().map(str::to_lowercase));
    for rules in std::iter::once(&folder.printed).chain(&folder.corrected) {
        add(&rules.abnf.text);
        add(&rules.pest.text);
    }
    add(&folder.examples);
    add(folder.sections_text.as_deref().unwrap_or_default());
    prose(folder.facts.source, &mut add);
    let examples = examples(folder);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in examples.iter().flat_map(|(_, example)| words(example)) {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    // A word that two examples share is not a typo.
    known.extend(counts.into_iter().filter(|(_, count)| *count > 1).map(|(word, _)| word));
    let facts = &folder.facts;
    let mut complaints = Vec::new();
    let number = if facts.number.starts_with("draft-") { words(&facts.number) } else { vec![] };
    let unknown = number.iter().filter(|word| !known.contains(&word.to_lowercase()));
    complaints.extend(unknown.map(|word| format!("number: the word {word:?} occurs nowhere else")));
    complaints.extend(twice(facts.source));
    for (row, example) in examples {
        let unknown = words(example).into_iter().filter(|it| !known.contains(&it.to_lowercase()));
        complaints.extend(unknown.map(|word| {
            let why = "in its example occurs in no rule, sentence or other example";
            format!("{row}: the word {word:?} {why}")
        }));
    }
    for scheme in schemes(folder) {
        let is_known = words(scheme).iter().all(|word| known.contains(&word.to_lowercase()));
        if !is_known {
            complaints.push(format!("{scheme:?}: it occurs in no rule and no example"));
        }
    }
    complaints
}

/// Returns the examples of rows, each with the name of its row.
fn examples(folder: &Folder) -> Vec<(String, &str)> {
    let facts = &folder.facts;
    let mut all: Vec<(String, &str)> = Vec::new();
    for row in &facts.erratum {
        all.extend(row.keys.example.map(|it| (format!("erratum {}", row.id), it)));
    }
    for row in &facts.equivalence {
        let name = format!("equivalence {}", row.id);
        all.extend(row.example.map(|it| (name.clone(), it)));
    }
    for row in &facts.constraint {
        let both = [row.example, row.keys.accepted].into_iter().flatten();
        all.extend(both.map(|it| (format!("constraint {}", row.id), it)));
    }
    for row in &facts.caution {
        all.push((format!("caution {}", row.id), row.example));
    }
    for row in &facts.part {
        let texts = row.keys.example.into_iter().flatten();
        all.extend(texts.map(|it| (format!("part {}", row.name), it)));
    }
    all
}

/// Calls a function with each sentence and each printed text of `document.toml`.
fn prose(source: &str, add: &mut impl FnMut(&str)) {
    const KEYS: &[&str] =
        &["title", "notation", "summary", "says", "message", "note", "printed", "repair"];
    let Ok(value) = toml::from_str::<Value>(source) else { return };
    let mut remaining = vec![("", &value)];
    while let Some((key, value)) = remaining.pop() {
        match value {
            Value::String(text) if KEYS.contains(&key) => add(text),
            Value::Table(table) => remaining.extend(table.iter().map(|(key, it)| (&**key, it))),
            Value::Array(items) => remaining.extend(items.iter().map(|it| (key, it))),
            _ => {}
        }
    }
}

/// Returns a line for each list that has an item twice. The two texts of an example may be equal.
fn twice(source: &str) -> Vec<String> {
    let Ok(value) = toml::from_str::<Value>(source) else { return Vec::new() };
    let (mut remaining, mut complaints) = (vec![("", &value)], Vec::new());
    while let Some((key, value)) = remaining.pop() {
        match value {
            Value::Table(table) => remaining.extend(table.iter().map(|(key, it)| (&**key, it))),
            Value::Array(items) => {
                let mut seen = HashSet::new();
                let scalars = items.iter().filter(|item| item.is_str() || item.is_integer());
                let again = scalars.map(Value::to_string).find(|item| !seen.insert(item.clone()));
                if let Some(item) = again.filter(|_| key != "example") {
                    complaints.push(format!("{key}: {item} is listed twice"));
                }
                remaining.extend(items.iter().map(|it| (key, it)));
            }
            _ => {}
        }
    }
    complaints
}

/// Returns the words of a text: runs of three letters and more that are not all the same. The
/// digits of percent-encodings are not letters.
fn words(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for (at, piece) in text.split('%').enumerate() {
        let is_escape = at > 0 && piece.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
        // Letters after an escape are the rest of a word.
        let rest =
            if is_escape { piece[2..].trim_start_matches(char::is_alphabetic) } else { piece };
        let runs = rest.split(|c: char| !c.is_ascii_alphabetic());
        let is_word = |run: &&str| {
            let is_one = run.bytes().all(|byte| run.as_bytes().first() == Some(&byte));
            run.len() > 2 && !is_one
        };
        all.extend(runs.filter(is_word));
    }
    all
}

/// Returns the schemes and the names of fields that rows list.
fn schemes(folder: &Folder) -> Vec<&'static str> {
    let mut facts = folder.facts.clone();
    let of_rows = facts.equivalence.iter().filter_map(|row| row.schemes);
    let names = facts.caution.iter().filter_map(|row| match row.finds {
        Finds::FieldName(names) => Some(names),
        _ => None,
    });
    let forms = folder.shape.forms.iter().map(|(schemes, _)| schemes.names());
    let mut all: Vec<&[&str]> = of_rows.chain(names).chain(forms).collect();
    all.extend(facts.sets_of_schemes().into_iter().map(|schemes| schemes.names()));
    all.into_iter().flatten().copied().collect()
}
