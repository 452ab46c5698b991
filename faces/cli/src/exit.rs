//! The command's exit status, and its message when it cannot go on.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use urigram::errors::UnknownName;
use urigram::proof::ProofError;
use urigram_answers::Refusal;

use crate::style::ERROR;

/// The kind of an answer, which the exit status reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Accepted, equal, or done: 0.
    Done,
    /// Rejected, different or nothing found: 1.
    Rejected,
    /// A limit was hit and nothing is decided: 3.
    Undecided,
}

impl Outcome {
    /// Returns `Done` if `holds`, else `Rejected`.
    pub(crate) fn of(holds: bool) -> Outcome {
        if holds {
            Outcome::Done
        } else {
            Outcome::Rejected
        }
    }

    /// Returns the outcome of two answers together: one rejection decides it, even if the other
    /// answer is undecided.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Rejected, _) | (_, Outcome::Rejected) => Outcome::Rejected,
            (Outcome::Undecided, _) | (_, Outcome::Undecided) => Outcome::Undecided,
            _ => Outcome::Done,
        }
    }
}

/// A reason why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A name that does not exist, a file that cannot be read, or options that do not fit together.
    Usage(String),
    /// A limit was hit before anything could be said.
    Limit(String),
    /// The answer could not be written.
    Write(io::Error),
    /// A failure that is reported already, and its exit status.
    Reported(u8),
}

impl Failure {
    /// Returns the failure for a file or a folder.
    pub(crate) fn of_file(path: &Path, why: impl fmt::Display) -> Failure {
        Failure::Usage(format!("{}: {why}", path.display()))
    }

    /// Returns the failure for an unknown name.
    pub(crate) fn unknown(name: &str, error: UnknownName) -> Failure {
        Refusal::unknown(name, error).into()
    }

    /// Returns the failure for a name that `place` does not have.
    pub(crate) fn unknown_in(name: &str, place: impl fmt::Display, error: UnknownName) -> Failure {
        Refusal::unknown_in(name, place, error).into()
    }

    /// Returns the failure for a rule without an automaton: unknown, or beyond a limit.
    pub(crate) fn rule(name: &str, place: impl fmt::Display, error: ProofError) -> Failure {
        Refusal::rule(name, place, error).into()
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Usage(message) => Failure::Usage(message),
            Refusal::Limit(message) => Failure::Limit(message),
        }
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Usage(message.to_owned())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Write(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Write(error.into())
    }
}

/// Reports a failure on standard error and returns the exit status. A closed pipe is not a failure:
/// the reader has what it wanted.
pub(crate) fn status(run: Result<Outcome, Failure>) -> ExitCode {
    let (code, message) = match run {
        Ok(Outcome::Done) => (0, None),
        Ok(Outcome::Rejected) => (1, None),
        Ok(Outcome::Undecided) => (3, None),
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => (0, None),
        Err(Failure::Write(error)) => (2, Some(format!("cannot write the answer: {error}"))),
        Err(Failure::Usage(message)) => (2, Some(message)),
        Err(Failure::Limit(message)) => (3, Some(format!("not decided: {message}"))),
        Err(Failure::Reported(status)) => (status, None),
    };
    if let Some(message) = message {
        report(&message);
    }
    ExitCode::from(code)
}

/// Reports an error on standard error.
pub(crate) fn report(message: &str) {
    crate::message::to_stderr(format_args!("{ERROR}error:{ERROR:#} {message}"));
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Done, Rejected, Undecided};

    /// A rejection decides, and what is undecided comes before what is done.
    #[test]
    fn one_wins_over_three_and_three_over_zero() {
        for (a, b, both) in [
            (Done, Done, Done),
            (Done, Undecided, Undecided),
            (Done, Rejected, Rejected),
            (Undecided, Undecided, Undecided),
            (Undecided, Rejected, Rejected),
            (Rejected, Rejected, Rejected),
        ] {
            assert_eq!((a.and(b), b.and(a)), (both, both), "{a:?} {b:?}");
        }
    }
}
