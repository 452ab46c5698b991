//! The verdict on a line.

use urigram::constraints::violations;
use urigram::{Constraint, GrammarSet, SyntaxError};

use crate::target::Target;

/// Judges lines by some targets.
pub(super) struct Judge {
    targets: Vec<Target>,
    /// Whether what the prose forbids counts as rejected.
    strict: bool,
}

/// What the targets say of a line.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    /// By one target: accepted, or why not.
    One(Option<SyntaxError>),
    /// By one target: accepted by the rules and forbidden by the prose, from this byte on.
    Forbidden(&'static Constraint, usize),
    /// By several: who accepts.
    Many(GrammarSet),
    /// The line is longer than the limit; its length.
    TooLong(u64),
}

impl Judge {
    pub(super) fn new(targets: Vec<Target>, strict: bool) -> Judge {
        Judge { targets, strict }
    }

    pub(super) fn targets(&self) -> &[Target] {
        &self.targets
    }

    pub(super) fn verdict(&self, line: &[u8]) -> Verdict {
        match &self.targets[..] {
            [one] => match one.table.check(line, one.reading) {
                Err(error) => Verdict::One(Some(error)),
                Ok(()) => match self.forbidden(one, line) {
                    Some((constraint, start)) => Verdict::Forbidden(constraint, start),
                    None => Verdict::One(None),
                },
            },
            many => {
                let accepts = |target: &&Target| target.table.accepts(line) && self.forbidden(target, line).is_none();
                let accept = many.iter().filter(accepts);
                Verdict::Many(accept.map(|target| target.grammar).collect())
            }
        }
    }

    /// The first demand of the prose that an accepted line does not meet, where that counts.
    fn forbidden(&self, target: &Target, line: &[u8]) -> Option<(&'static Constraint, usize)> {
        if !self.strict {
            return None;
        }
        let first = violations(target.grammar, target.reading, line).into_iter().next()?;
        Some((first.constraint, first.range.start))
    }
}

impl Verdict {
    /// Whether any target accepts; `None` when nothing is decided.
    pub(super) fn accepted(&self) -> Option<bool> {
        match self {
            Verdict::One(None) => Some(true),
            Verdict::One(Some(error)) if error.is_limit() => None,
            Verdict::One(Some(_)) | Verdict::Forbidden(..) => Some(false),
            Verdict::Many(grammars) => Some(!grammars.is_empty()),
            Verdict::TooLong(_) => None,
        }
    }
}
