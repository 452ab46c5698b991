//! The comparison of the engines on one input.

use crate::{Subject, Truth};
use urigram_grammars::{Engine, Found};
use urigram_parsers::reference::parse_by_pest;

/// Returns the first difference between an engine and the automaton, or between two engines, on an
/// input; `None` if there isn't one.
///
/// Compares verdicts, offsets of errors, longest prefixes and components of the table's own run, of
/// the faster engines, and of the shape's slow splitting.
pub fn disagreement(subject: &Subject, input: &[u8]) -> Option<String> {
    let truth = subject.truth(input);
    let found = verdicts(subject, input, truth).or_else(|| components(subject, input, truth))?;
    Some(format!("{}: {found}, but it is {truth:?}", subject.shown(input)))
}

/// Returns the first difference between the automaton and what is slow, on an input: the naive
/// matcher of the ABNF, pest, and what an error says that could stand there.
///
/// The naive matcher gives up on some inputs; the second value says whether it decided.
pub fn slow_disagreement(subject: &Subject, input: &[u8]) -> (Option<String>, bool) {
    let truth = subject.truth(input);
    let naive = subject.naively(input);
    let Subject { grammar, reading, table, .. } = *subject;
    let by_pest = parse_by_pest(grammar, reading, Some(table.rule()), input).is_ok();
    let found = if naive.is_some_and(|accepted| accepted != truth.accepted) {
        Some("the naive matcher says otherwise".to_owned())
    } else if by_pest != truth.accepted {
        Some(format!("pest says {by_pest}"))
    } else {
        expectation(subject, input, truth)
    };
    let found =
        found.map(|found| format!("{}: {found}, but it is {truth:?}", subject.shown(input)));
    (found, naive.is_some())
}

/// Returns what an error wrongly expects, or wrongly does not.
fn expectation(subject: &Subject, input: &[u8], truth: Truth) -> Option<String> {
    let error = subject.table.check(input, subject.reading).err()?;
    if (error.offset() == input.len()) != (error.found() == Found::End) {
        return Some(format!("at {} is {}", error.offset(), error.found()));
    }
    let before = &input[..truth.characters];
    let state = before.iter().fold(0, |state, &byte| subject.dfa.next(state, byte));
    let expected = error.expected();
    if expected.end() != subject.dfa.is_accepting(state) {
        return Some(format!("that it may end there is said to be {}", expected.end()));
    }
    let is_wrong = |byte: &u8| {
        subject.is_dead(subject.dfa.next(state, *byte)) == expected.bytes().contains(*byte)
    };
    let wrong = (0..=255u8).find(is_wrong)?;
    Some(format!("{wrong:02X} is wrongly expected, or wrongly not"))
}

fn verdicts(subject: &Subject, input: &[u8], truth: Truth) -> Option<String> {
    let Subject { table, reading, .. } = subject;
    let accepts = table.accepts(input);
    if accepts != truth.accepted {
        return Some(format!("`accepts` says {accepts}"));
    }
    let otherwise =
        Engine::ALL.into_iter().find(|&engine| table.accepts_by(engine, input) != truth.accepted);
    if let Some(engine) = otherwise {
        return Some(format!("{engine:?} says otherwise"));
    }
    let offset = table.check(input, *reading).err().map(|error| error.offset());
    if offset != truth.offset() {
        return Some(format!("`check` says {offset:?}"));
    }
    let prefix = table.prefix(input);
    if (prefix.accepted, prefix.viable) != (truth.prefix, truth.viable) {
        return Some(format!("`prefix` says {prefix:?}"));
    }
    None
}

fn components(subject: &Subject, input: &[u8], truth: Truth) -> Option<String> {
    let Subject { table, reading, .. } = subject;
    let text = std::str::from_utf8(input).ok()?;
    let split = table.split(text, *reading);
    if split.err().map(|error| error.offset()) != truth.offset() {
        return Some(format!("`split` says {split:?}"));
    }
    // The same components, or the same error.
    let mut others =
        Engine::ALL.into_iter().map(|engine| (engine, table.split_by(engine, text, *reading)));
    let (engine, other) = others.find(|(_, other)| *other != split)?;
    Some(format!("{engine:?} says {other:?}, `split` says {split:?}"))
}
