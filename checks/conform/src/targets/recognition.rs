//! Engines against each other, the automaton, and pest.

use super::{subject, table};
use crate::{differences, disagreement, is_compared, parse_by_pest, Subject};
use std::sync::OnceLock;
use urigram_grammars::{Grammar, GrammarSet, LineClassifier, LineCount, LineTable, Reading, Table};

/// pest takes long for long inputs.
const SHORT: usize = 200;

/// Checks an input by all engines, and by pest if it is short. The first byte selects a rule; the
/// rest is the input.
///
/// # Panics
/// If two engines disagree.
pub fn engines(data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else { return };
    let subject = subject(choice);
    if let Some(found) = disagreement(subject, input) {
        panic!("{found}");
    }
    if input.len() > SHORT {
        return;
    }
    let Subject { grammar, reading, table, .. } = *subject;
    let tree = parse_by_pest(grammar, reading, Some(table.rule()), input).ok();
    assert_eq!(tree.is_some(), table.accepts(input), "pest: {}", subject.shown(input));
    let parts = std::str::from_utf8(input)
        .ok()
        .and_then(|text| Some((text, table.split(text, reading).ok()?)));
    if let (Some(tree), Some((text, parts)), true) = (tree, parts, is_compared(subject)) {
        let found = differences(grammar, reading, table, text, &tree, &parts);
        assert!(found.is_empty(), "{found:?}");
    }
}

/// Checks that lines in bulk get the same verdicts as single inputs, from a rule and from all
/// grammars at once. The first byte selects the rule; the rest is a buffer of lines.
///
/// # Panics
/// If a line is missing, or gets another verdict.
pub fn lines(data: &[u8]) {
    let Some((&choice, buffer)) = data.split_first() else { return };
    // A carriage return that no line feed follows is a byte of its line.
    let ended = |line: &'_ [u8]| {
        line.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line).len())
    };
    let lines = buffer.split_inclusive(|&byte| byte == b'\n');
    let lines: Vec<&[u8]> = lines.map(|line| &line[..ended(line).unwrap_or(line.len())]).collect();

    let (_, (.., table)) = table(choice);
    let mut found = Vec::new();
    // Preparing a table takes longer than checking a few lines.
    static MANY: [OnceLock<LineTable>; 256] = [const { OnceLock::new() }; 256];
    let many = MANY[usize::from(choice)].get_or_init(|| LineTable::new(table));
    many.judge(buffer, |line, accepts| found.push((line, accepts)));
    let expected: Vec<_> = lines.iter().map(|&line| (line, accepts(table, line))).collect();
    assert_eq!(found, expected, "{}", table.rule());
    let accepted = expected.iter().filter(|(_, accepts)| *accepts).count();
    assert_eq!(
        many.count(buffer),
        LineCount { accepted, rejected: expected.len() - accepted },
        "{}",
        table.rule()
    );

    static CLASSIFIERS: [OnceLock<LineClassifier>; 2] = [const { OnceLock::new() }; 2];
    for reading in Reading::ALL {
        let classifier = CLASSIFIERS[reading as usize].get_or_init(|| LineClassifier::new(reading));
        let mut found = Vec::new();
        classifier.judge(buffer, |line, set| found.push((line, set)));
        let expected: Vec<_> = lines.iter().map(|&line| (line, by_tables(line, reading))).collect();
        assert_eq!(found, expected, "{reading}");
    }
}

/// By the table alone, a step at a time.
fn accepts(table: &Table, input: &[u8]) -> bool {
    table.prefix(input).accepted == Some(input.len())
}

fn by_tables(input: &[u8], reading: Reading) -> GrammarSet {
    let start = |grammar: &Grammar| grammar.tables(reading).start();
    Grammar::ALL.iter().copied().filter(|grammar| accepts(start(grammar), input)).collect()
}

/// Checks that the pass over all grammars gives the verdicts of their tables, in both readings.
///
/// # Panics
/// If a verdict differs.
pub fn accepting(input: &[u8]) {
    for reading in Reading::ALL {
        let expected = by_tables(input, reading);
        assert_eq!(
            GrammarSet::accepting(input, reading),
            expected,
            "{reading} {}",
            input.escape_ascii()
        );
    }
}
