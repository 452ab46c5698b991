//! The verdict on a line.

use urigram::{GrammarSet, SyntaxError};

use crate::target::Target;

/// Judges lines by some targets.
pub(super) struct Judge {
    targets: Vec<Target>,
}

/// What the targets say of a line.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    /// By one target: accepted, or why not.
    One(Option<SyntaxError>),
    /// By several: who accepts.
    Many(GrammarSet),
    /// The line is longer than the limit; its length.
    TooLong(u64),
}

impl Judge {
    pub(super) fn new(targets: Vec<Target>) -> Judge {
        Judge { targets }
    }

    pub(super) fn targets(&self) -> &[Target] {
        &self.targets
    }

    pub(super) fn verdict(&self, line: &[u8]) -> Verdict {
        match &self.targets[..] {
            [one] => Verdict::One(one.table.check(line, one.reading).err()),
            many => {
                let accept = many.iter().filter(|target| target.table.accepts(line));
                Verdict::Many(accept.map(|target| target.grammar).collect())
            }
        }
    }
}

impl Verdict {
    /// Whether any target accepts; `None` when nothing is decided.
    pub(super) fn accepted(&self) -> Option<bool> {
        match self {
            Verdict::One(None) => Some(true),
            Verdict::One(Some(error)) if error.is_limit() => None,
            Verdict::One(Some(_)) => Some(false),
            Verdict::Many(grammars) => Some(!grammars.is_empty()),
            Verdict::TooLong(_) => None,
        }
    }
}
