//! The numbers of rules with each result, and the words for those that are proved.

use crate::exit::Outcome;
use crate::output::Out;
use crate::style::{BAD, GOOD};

/// The numbers of rules with each result.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) proved: usize,
    pub(super) different: usize,
    pub(super) undecided: usize,
    /// The rules that the PEG does not have.
    pub(super) missing: usize,
    /// The rules of those proved that no string matches.
    pub(super) empty: usize,
}

impl Counts {
    /// Counts a rule that is proved.
    pub(super) fn add_proved(&mut self, empty: bool) {
        self.proved += 1;
        self.empty += usize::from(empty);
    }

    /// Writes the numbers to standard error, except with JSON, and returns the outcome.
    pub(super) fn outcome(&self, out: &Out<'_>) -> Outcome {
        let Counts { proved, different, undecided, missing, empty } = *self;
        if !out.is_json() {
            let mut line = format!("{proved} proved");
            for (count, what) in [
                (empty, "of these without a string"),
                (different, "different"),
                (undecided, "not decided"),
                (missing, "missing"),
            ] {
                if count > 0 {
                    line.push_str(&format!(", {count} {what}"));
                }
            }
            crate::message::to_stderr(format_args!("{line}"));
        }
        let limit = if undecided > 0 { Outcome::Undecided } else { Outcome::Done };
        Outcome::of(different == 0 && missing == 0 && empty == 0).and(limit)
    }
}

/// Returns that a rule is proved, in words.
pub(super) fn said_proved(states: usize, empty: bool) -> String {
    let plural = if states == 1 { "" } else { "s" };
    let proved = format!("{GOOD}proved{GOOD:#} ({states} state{plural})");
    if empty {
        format!("{proved}, {BAD}but no string matches{BAD:#}: the rule recurs without an end")
    } else {
        proved
    }
}

/// Returns that a recursive rule is proved, in words.
pub(super) fn said_proved_by_calls(states: usize, calls: usize) -> String {
    let plural = if calls == 1 { "" } else { "s" };
    format!("{GOOD}proved{GOOD:#} ({states} states, {calls} call{plural} as letters)")
}
