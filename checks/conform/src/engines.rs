//! The comparison of the engines on one input.

use crate::{Subject, Truth};
use urigram_grammars::{Engine, Parts};

/// Returns the first difference between an engine and the automaton, or between two engines, on an
/// input; `None` if there is none.
///
/// Compares verdicts, offsets of errors, longest prefixes and components of the table's own run, of
/// the faster engines, and of the shape's slow splitting.
pub fn disagreement(subject: &Subject, input: &[u8]) -> Option<String> {
    let truth = subject.truth(input);
    let found = verdicts(subject, input, truth).or_else(|| components(subject, input, truth))?;
    Some(format!("{}: {found}, but it is {truth:?}", subject.shown(input)))
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
    let mut first: Option<Parts> = None;
    for engine in Engine::ALL {
        match table.split_by(engine, text, *reading) {
            Ok(_) if !truth.accepted => return Some(format!("{engine:?} splits it")),
            Err(error) if truth.offset() != Some(error.offset()) => {
                return Some(format!("{engine:?} says {}", error.offset()))
            }
            Ok(parts) if *first.get_or_insert(parts) != parts => {
                return Some(format!(
                    "{engine:?} says {parts:?}, {:?} says {first:?}",
                    Engine::ALL[0]
                ));
            }
            _ => {}
        }
    }
    let parts = table.split(text, *reading).ok();
    (parts != first).then(|| format!("`split` says {parts:?}, the engines say {first:?}"))
}
