//! How the command ends: its exit status, and what it says when it cannot go on.

use std::fmt;
use std::io;
use std::process::ExitCode;

use urigram::proof::ProofError;
use urigram::UnknownName;

/// What an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Accepted, equal, or done: 0.
    Done,
    /// Rejected or different: 1.
    Rejected,
    /// A limit was hit and nothing is decided: 3.
    Undecided,
}

impl Outcome {
    /// `Rejected` unless it holds.
    pub(crate) fn of(holds: bool) -> Outcome {
        if holds {
            Outcome::Done
        } else {
            Outcome::Rejected
        }
    }

    /// Of two answers the one that the exit status tells: one rejection is certain, whatever else was not decided.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Rejected, _) | (_, Outcome::Rejected) => Outcome::Rejected,
            (Outcome::Undecided, _) | (_, Outcome::Undecided) => Outcome::Undecided,
            _ => Outcome::Done,
        }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something that was asked for does not exist or cannot be read.
    Usage(String),
    /// A limit was hit before anything could be said.
    Limit(String),
    /// The answer could not be written.
    Write(io::Error),
}

impl Failure {
    /// A name that nothing has, and what was looked for.
    pub(crate) fn unknown(name: &str, error: UnknownName) -> Failure {
        Failure::Usage(format!("{name:?}: {error}"))
    }

    /// A rule that has no automaton: unknown, or beyond a limit.
    pub(crate) fn rule(name: &str, place: impl fmt::Display, error: ProofError) -> Failure {
        match error {
            ProofError::UnknownRule(error) => Failure::Usage(format!("{name:?} in {place}: {error}")),
            error => Failure::Limit(format!("`{name}` of {place}: {error}")),
        }
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

/// Writes to standard error what went wrong, if anything did, and returns the exit status. A reader that closed the pipe
/// has what it wanted.
pub(crate) fn status(run: Result<Outcome, Failure>) -> ExitCode {
    let (code, message) = match run {
        Ok(Outcome::Done) => (0, None),
        Ok(Outcome::Rejected) => (1, None),
        Ok(Outcome::Undecided) => (3, None),
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => (0, None),
        Err(Failure::Write(error)) => (2, Some(format!("cannot write the answer: {error}"))),
        Err(Failure::Usage(message)) => (2, Some(message)),
        Err(Failure::Limit(message)) => (3, Some(format!("not decided: {message}"))),
    };
    if let Some(message) = message {
        let error = crate::output::ERROR;
        crate::output::to_stderr(format_args!("{error}error:{error:#} {message}"));
    }
    ExitCode::from(code)
}
