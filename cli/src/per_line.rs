//! An answer for each record, in order.

use std::io::Write;

use serde::Serialize;
use urigram::Grammar;
use urigram_page::json::ErrorJson;

use crate::absent::ABSENT;
use crate::bulk::{End, Input, Problem, Reader, Record};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::rejection::{Rejected, Rejection};

/// The answers to the records of a block.
#[derive(Default)]
pub(crate) struct Answers {
    /// The bytes for standard output.
    pub(crate) text: Vec<u8>,
    /// The lines for standard error.
    pub(crate) errors: Vec<u8>,
    outcome: Option<Outcome>,
}

/// The place of a record: its file, if there are several, and its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u64,
}

/// An object with its place.
#[derive(Serialize)]
struct Placed<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(flatten)]
    answer: T,
}

/// The answer to a record without an identifier.
#[derive(Serialize)]
struct NoAnswer {
    error: ErrorJson,
}

impl Answers {
    /// Adds an object.
    pub(crate) fn json(&mut self, place: Place<'_>, answer: &impl Serialize) {
        let Place { file, line } = place;
        // Neither does writing to memory fail nor such an object.
        let _ = serde_json::to_writer(&mut self.text, &Placed { file, line, answer });
        self.text.push(b'\n');
    }

    /// Adds a line for standard error.
    pub(crate) fn error(&mut self, place: Place<'_>, message: &str) {
        let Place { file, line } = place;
        let file = file.map_or(String::new(), |file| format!("{file}:"));
        let _ = writeln!(self.errors, "{file}{line}: {message}");
    }

    /// Writes the lines for standard error, and returns the outcome of the records.
    pub(crate) fn report(&self) -> Outcome {
        if !self.errors.is_empty() {
            // As for every message, a failure is ignored: the exit status says how the command
            // ended.
            // No line is styled, so the filter that removes colours is not needed.
            let _ = std::io::stderr().lock().write_all(&self.errors);
        }
        self.outcome.unwrap_or(Outcome::Done)
    }

    /// Adds the outcome of a record.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        self.outcome = Some(self.outcome.map_or(outcome, |before| before.and(outcome)));
    }
}

/// Answers all records: `answer` gets each that has its columns, and returns the outcome. Of the
/// others, text says `\N` and the reason on standard error, and JSON has an object with the reason.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn run<const N: usize>(
    globals: &Globals,
    reader: &Reader<'_>,
    answer: impl Fn(Place<'_>, [&[u8]; N], &mut Answers) -> Outcome + Sync,
) -> Result<Outcome, Failure> {
    let refuse = |place: Place<'_>, problem: &Problem, answers: &mut Answers| {
        if globals.json() {
            answers.json(place, &NoAnswer { error: ErrorJson::of(&problem.message) });
        } else {
            answers.text.extend_from_slice(ABSENT.as_bytes());
            answers.text.push(b'\n');
            answers.error(place, &problem.message);
        }
        if problem.is_limit {
            Outcome::Undecided
        } else {
            Outcome::Rejected
        }
    };
    blocks::<N>(reader, |place, record, answers| {
        let outcome = match &record.fields {
            Ok(fields) => answer(place, fields.each_ref().map(|field| &**field), answers),
            Err(problem) => refuse(place, problem, answers),
        };
        answers.add(outcome);
    })
}

/// Answers that an input has no answer: `\N` and the reason on standard error, or in JSON an
/// object.
pub(crate) fn reject(
    globals: &Globals,
    place: Place<'_>,
    grammar: Grammar,
    inputs: &[(&'static str, &[u8])],
    rejection: &Rejection,
    answers: &mut Answers,
) -> Outcome {
    if globals.json() {
        answers.json(place, &Rejected { grammar, inputs, rejection });
    } else {
        answers.text.extend_from_slice(ABSENT.as_bytes());
        answers.text.push(b'\n');
        answers.error(place, &rejection.message());
    }
    rejection.outcome()
}

/// Handles all records, and writes what is added to the answers.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn blocks<const N: usize>(
    reader: &Reader<'_>,
    each: impl Fn(Place<'_>, &Record<'_, N>, &mut Answers) + Sync,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut out = output::bytes();
    let end: End = reader.blocks(
        &mut out,
        |input: &Input, block| {
            block.work = Answers::default();
            input.each::<Answers, N>(block, |record, answers| {
                let place = Place { file: input.label.as_deref(), line: record.number };
                each(place, &record, answers);
            });
        },
        |_, block, out| {
            let answers = std::mem::take(&mut block.work);
            out.write_all(&answers.text)?;
            if !answers.errors.is_empty() {
                // The lines before an error are seen before it.
                out.flush()?;
            }
            outcome = outcome.and(answers.report());
            Ok(true)
        },
    )?;
    out.flush()?;
    end.outcome(outcome)
}
