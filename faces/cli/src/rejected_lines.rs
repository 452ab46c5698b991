//! The number of lines that are rejected, for standard error.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::per_line::{self, Answers, Place};

/// The number of rejected lines.
#[derive(Default)]
pub(crate) struct RejectedLines(AtomicU64);

impl RejectedLines {
    /// Answers all records as [`per_line::run`] does, and counts those that are rejected.
    ///
    /// # Errors
    /// The errors of the output, which end the command.
    pub(crate) fn run(
        self,
        globals: &Globals,
        reader: &Reader<'_>,
        answer: impl Fn(Place<'_>, &[u8], &mut Answers) -> Outcome + Sync,
    ) -> Result<Outcome, Failure> {
        let outcome =
            per_line::blocks::<1>(globals.format, reader, None, |_, place, record, answers| {
                let answer = |place: Place<'_>, [input]: [&[u8]; 1], answers: &mut Answers| {
                    answer(place, input, answers)
                };
                let outcome = per_line::answer_to(place, record, answers, answer);
                answers.add(self.counted(outcome));
            });
        self.told(outcome)
    }

    /// Counts a line with this outcome, and returns the outcome.
    pub(crate) fn counted(&self, outcome: Outcome) -> Outcome {
        if outcome == Outcome::Rejected {
            self.0.fetch_add(1, Relaxed);
        }
        outcome
    }

    /// Writes the number of rejected lines to standard error if there are any, and returns the
    /// outcome of all lines.
    pub(crate) fn told(self, outcome: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
        match self.0.into_inner() {
            0 => {}
            1 => crate::message::to_stderr(format_args!("1 line rejected")),
            lines => crate::message::to_stderr(format_args!("{lines} lines rejected")),
        }
        outcome
    }
}
