//! Components by every engine, compared with pest's trees: on accepted strings of every length, on
//! short ones of delimiters, with every delimiter at the edges of blocks, and at every alignment in
//! memory.

use rayon::prelude::*;
use urigram_automata::Random;
use urigram_conform::{
    at_offset, differences, disagreement, is_compared, moved, Sample, Subject, BEGINNINGS,
};
use urigram_grammars::{Grammar, Reading, Table};
use urigram_parsers::reference::parse_by_pest;

/// Engines against each other and the automaton, and against the tree; whether the tree could be
/// compared.
fn judge(subject: &Subject, text: &str) -> Result<bool, String> {
    if let Some(found) = disagreement(subject, text.as_bytes()).or_else(|| moved(subject, text)) {
        return Err(found);
    }
    let Subject { grammar, reading, table, .. } = *subject;
    let tree = parse_by_pest(grammar, reading, Some(table.rule()), text.as_bytes());
    match (tree, table.split(text, reading)) {
        (Ok(tree), Ok(parts)) if is_compared(subject) => {
            let differences = differences(grammar, reading, table, text, &tree, &parts);
            if differences.is_empty() {
                Ok(true)
            } else {
                Err(differences.join("\n"))
            }
        }
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => Ok(false),
        (tree, _) => Err(format!("{}: pest says {}", subject.shown(text.as_bytes()), tree.is_ok())),
    }
}

/// Runs a check on every rule. Prints the number of checked texts, the number of those compared
/// with a tree, and the errors.
fn run_all(work: impl Fn(&Subject) -> Vec<String> + Sync) {
    let tables: Vec<(Grammar, Reading, &Table)> = Subject::every_table();
    let one = |&(grammar, reading, table): &(Grammar, Reading, &'static Table)| {
        let subject = Subject::new(grammar, reading, table);
        let (mut texts, mut trees, mut complaints) = (0, 0, Vec::new());
        for text in work(&subject) {
            texts += 1;
            match judge(&subject, &text) {
                Ok(compared) => trees += usize::from(compared),
                Err(complaint) => complaints.push(complaint),
            }
        }
        println!("{grammar} {reading} {}: {texts} texts, {trees} trees", table.rule());
        complaints.truncate(10);
        complaints
    };
    let complaints: Vec<String> = tables.par_iter().with_max_len(1).flat_map_iter(one).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Returns accepted texts of each length to 300: by one beginning, or by six where trees compare.
fn every_length(subject: &Subject) -> Vec<String> {
    let each = if is_compared(subject) { 6 } else { 1 };
    let sample = Sample::new(subject, 300);
    let mut random = Random::seeded(2396);
    let mut texts = Vec::new();
    for length in 0..=300 {
        let mut drawn = 0;
        for turn in 0..BEGINNINGS.len() {
            let beginning = BEGINNINGS[(length * 7 + turn) % BEGINNINGS.len()];
            let text = sample.draw(beginning.as_bytes(), length, &mut random);
            let text = text.and_then(|text| String::from_utf8(text).ok());
            drawn += usize::from(text.is_some());
            texts.extend(text);
            if drawn == each {
                break;
            }
        }
    }
    texts
}

#[test]
#[ignore = "half a minute in release: `cargo test --release -p urigram-conform -- --ignored --nocapture`"]
fn accepted_strings_of_every_length_are_split_as_their_trees() {
    run_all(every_length);
}

/// Returns a random sample of the texts at each offset: one of 30 accepted texts, and fewer
/// rejected ones.
fn edges(subject: &Subject) -> Vec<String> {
    let mut random = Random::seeded(3986);
    let mut is_of_use = |text: &String| {
        let share = if subject.table.accepts(text.as_bytes()) { 30 } else { 480 };
        random.below(share) == 0
    };
    (60..=67).chain(124..=131).flat_map(at_offset).filter(|text| is_of_use(text)).collect()
}

#[test]
#[ignore = "half a minute in release: `cargo test --release -p urigram-conform -- --ignored --nocapture`"]
fn delimiters_at_the_edges_of_blocks_are_found() {
    run_all(edges);
}

/// Returns the accepted texts of up to three tokens after some beginnings, where trees compare.
fn short(subject: &Subject) -> Vec<String> {
    const TOKENS: [&str; 11] = ["a", "1", ":", "/", "//", "?", "#", "@", ";", "[::]", "%2F"];
    if !is_compared(subject) {
        return Vec::new();
    }
    let mut last: Vec<String> = ["", "a:", "a://", "//a:1", "urn:ab:c"].map(String::from).to_vec();
    let mut all = last.clone();
    for _ in 0..3 {
        let longer = |text: &String| TOKENS.map(|token| text.to_owned() + token);
        last = last.iter().flat_map(longer).collect();
        all.extend_from_slice(&last);
    }
    all.retain(|text| subject.table.accepts(text.as_bytes()));
    all
}

#[test]
#[ignore = "half a minute in release: `cargo test --release -p urigram-conform -- --ignored --nocapture`"]
fn short_strings_of_delimiters_are_split_as_their_trees() {
    run_all(short);
}
