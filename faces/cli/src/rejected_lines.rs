//! The number of lines that are rejected, for standard error.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::exit::{Failure, Outcome};

/// The number of rejected lines.
#[derive(Default)]
pub(crate) struct RejectedLines(AtomicU64);

impl RejectedLines {
    /// Counts a line with this outcome, and returns the outcome.
    pub(crate) fn counted(&self, outcome: Outcome) -> Outcome {
        if outcome == Outcome::Rejected {
            self.0.fetch_add(1, Relaxed);
        }
        outcome
    }

    /// Writes the number of rejected lines to standard error if there are any, and returns the
    /// outcome of all lines.
    pub(crate) fn report(self, outcome: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
        match self.0.into_inner() {
            0 => {}
            1 => crate::message::to_stderr(format_args!("1 line rejected")),
            lines => crate::message::to_stderr(format_args!("{lines} lines rejected")),
        }
        outcome
    }
}
