//! An answer for each record, in order.

use std::io::Write;

use serde::Serialize;
use urigram::lines::LineTable;
use urigram::Grammar;
use urigram_answers::json::{ErrorJson, NoAnswer, Placed};
use urigram_answers::Refusal;

use crate::bulk::{Append, Block, Heads, Input, Judged, Quick, Reader, Record, SIZE};
use crate::exit::{Failure, Outcome};
use crate::options::Format;
use crate::output;
use crate::rejection::Rejection;
use crate::values::{Row, Single};

/// The answers to the records of a block.
#[derive(Default)]
pub(crate) struct Answers {
    /// The bytes for standard output.
    pub(crate) text: Vec<u8>,
    /// The lines for standard error.
    pub(crate) errors: Vec<u8>,
    single: Single,
    format: Format,
    outcome: Option<Outcome>,
}

/// The place of a record: its file, if there are several, and its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u64,
}

impl Answers {
    /// The bytes that answers keep for the next block. One long record must not keep its memory for
    /// ever.
    const KEPT: usize = 2 * SIZE;

    /// Removes the answers.
    fn clear(&mut self) {
        for bytes in [&mut self.text, &mut self.errors] {
            bytes.clear();
            bytes.shrink_to(Answers::KEPT);
        }
        self.outcome = None;
    }

    /// Adds an object.
    pub(crate) fn json(&mut self, place: Place<'_>, answer: &impl Serialize) {
        let Place { file, line } = place;
        output::push_json(&mut self.text, &Placed { file, line, answer });
    }

    /// Adds an answer in the format that was asked for, and returns the outcome: an object with
    /// this outcome, or what `text` adds and returns.
    pub(crate) fn answer<J: Serialize>(
        &mut self,
        place: Place<'_>,
        outcome: Outcome,
        json: impl FnOnce() -> J,
        text: impl FnOnce(&mut Answers) -> Outcome,
    ) -> Outcome {
        if self.format == Format::Text {
            return text(self);
        }
        self.json(place, &json());
        outcome
    }

    /// Adds a value as a record of its own, and returns the outcome.
    #[inline]
    pub(crate) fn value(&mut self, place: Place<'_>, value: &[u8]) -> Outcome {
        match self.single.write(&mut self.text, value) {
            Ok(()) => Outcome::Done,
            Err(refusal) => {
                self.error(place, refusal.message());
                Outcome::Rejected
            }
        }
    }

    /// Adds a value that may be absent as a record of its own.
    pub(crate) fn optional(&mut self, place: Place<'_>, value: Option<&[u8]>) {
        match value {
            Some(value) => {
                let outcome = self.value(place, value);
                self.add(outcome);
            }
            None => self.single.absent(&mut self.text),
        }
    }

    /// Adds a record with the values that `write` adds to it. Of a record that is too long only
    /// the values are there, and standard error says so.
    pub(crate) fn appended(
        &mut self,
        input: &Input,
        place: Place<'_>,
        record: &Record<'_, 1>,
        write: impl FnOnce(&mut Row<'_>),
    ) {
        if let Err(Refusal::Limit(message)) = &record.fields {
            self.error(place, &format!("{message}; its text is left out"));
        }
        input.append(record.raw, &mut self.text, write);
    }

    /// Adds that a record has no value, and why.
    pub(crate) fn absent(&mut self, place: Place<'_>, message: &str) {
        self.single.absent(&mut self.text);
        self.error(place, message);
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

/// Answers all records as [`run`] does. Runs of lines that a table accepts go to `plain`.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn run_quickly(
    format: Format,
    reader: &Reader<'_>,
    quick: &Quick<impl Fn() -> Option<LineTable> + Sync>,
    plain: impl Fn(&[u8], &mut Answers) -> Outcome + Sync,
    answer: impl Fn(Place<'_>, [&[u8]; 1], &mut Answers) -> Outcome + Sync,
) -> Result<Outcome, Failure> {
    let each = |place: Place<'_>, record: &Record<'_, 1>, answers: &mut Answers| {
        let outcome = answer_to(place, record, answers, &answer);
        answers.add(outcome);
    };
    all(format, reader, None, |input, block| {
        let table = if input.is_lines() { quick.of(block) } else { None };
        let Some(table) = table else {
            return input
                .each_answer::<1>(block, |_, place, record, answers| each(place, record, answers));
        };
        input.judge(block, table, |judged, answers| match judged {
            Judged::Accepted { lines, .. } => {
                let outcome = plain(lines, answers);
                answers.add(outcome);
            }
            Judged::Other(record) => each(input.place(&record), &record, answers),
        });
    })
}

/// Answers all records: `answer` gets each that has its columns, and returns the outcome. Of the
/// others, text says `\N` and the reason on standard error, and JSON has an object with the reason.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn run<const N: usize>(
    format: Format,
    reader: &Reader<'_>,
    answer: impl Fn(Place<'_>, [&[u8]; N], &mut Answers) -> Outcome + Sync,
) -> Result<Outcome, Failure> {
    blocks::<N>(format, reader, None, |_, place, record, answers| {
        let outcome = answer_to(place, record, answers, &answer);
        answers.add(outcome);
    })
}

/// Adds the answer to a record, or the reason why there isn't one, and returns the outcome.
#[inline]
pub(crate) fn answer_to<const N: usize>(
    place: Place<'_>,
    record: &Record<'_, N>,
    answers: &mut Answers,
    answer: impl Fn(Place<'_>, [&[u8]; N], &mut Answers) -> Outcome,
) -> Outcome {
    match &record.fields {
        Ok(fields) => answer(place, fields.each_ref().map(|field| &**field), answers),
        Err(problem) => refuse(place, problem, answers),
    }
}

/// Answers that a record has no identifier.
fn refuse(place: Place<'_>, problem: &Refusal, answers: &mut Answers) -> Outcome {
    let json = || NoAnswer { error: ErrorJson::of(problem.message()) };
    let outcome = Rejection::Refused(problem.clone()).outcome();
    answers.answer(place, outcome, json, |answers| {
        answers.absent(place, problem.message());
        outcome
    })
}

/// Answers that an input has no answer: `\N` and the reason on standard error, or in JSON an
/// object.
pub(crate) fn reject(
    place: Place<'_>,
    grammar: Grammar,
    inputs: &[(&'static str, &[u8])],
    rejection: &Rejection,
    answers: &mut Answers,
) -> Outcome {
    let outcome = rejection.outcome();
    answers.answer(
        place,
        outcome,
        || rejection.rejected(grammar, inputs),
        |answers| {
            answers.absent(place, &rejection.message());
            outcome
        },
    )
}

/// Handles all records, and writes what is added to the answers, below the headers if these are
/// kept.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn blocks<const N: usize>(
    format: Format,
    reader: &Reader<'_>,
    heads: Option<Heads<'_>>,
    each: impl Fn(&Input, Place<'_>, &Record<'_, N>, &mut Answers) + Sync,
) -> Result<Outcome, Failure> {
    all(format, reader, heads, |input, block| input.each_answer(block, &each))
}

/// Adds columns to all records. `answer` returns the value of each column, or the reason why there
/// isn't one.
///
/// # Errors
/// The errors of the output, which end the command.
pub(crate) fn append<T: Copy + Sync, V: AsRef<[u8]>>(
    reader: &Reader<'_>,
    append: &Append<T>,
    answer: impl Fn(&[u8], T) -> Result<Option<V>, Rejection> + Sync,
) -> Result<Outcome, Failure> {
    let heads = Some(Heads::new(&append.names));
    blocks::<1>(Format::Text, reader, heads, |input, place, record, answers| {
        let mut values: Vec<Option<V>> = Vec::with_capacity(append.columns.len());
        let mut outcome = Outcome::Done;
        for &column in &append.columns {
            let value = match &record.fields {
                Ok([field]) => answer(field, column),
                Err(problem) => Err(Rejection::Refused(problem.clone())),
            };
            values.push(value.unwrap_or_else(|rejection| {
                if outcome == Outcome::Done {
                    outcome = rejection.outcome();
                    // `appended` tells of a record whose text is left out.
                    if !matches!(rejection, Rejection::Refused(Refusal::Limit(_))) {
                        answers.error(place, &rejection.message());
                    }
                }
                None
            }));
        }
        let values = append.names.iter().zip(values.iter().map(Option::as_ref));
        answers.add(outcome);
        answers.appended(input, place, record, |row| {
            values.for_each(|(name, value)| row.value(name, value.map(AsRef::as_ref)));
        });
    })
}

impl Input {
    /// Returns the place of a record.
    fn place<const N: usize>(&self, record: &Record<'_, N>) -> Place<'_> {
        Place { file: self.label.as_deref(), line: record.number }
    }

    /// Calls `each` with every record of a block, and its place.
    #[inline]
    fn each_answer<const N: usize>(
        &self,
        block: &mut Block<Answers>,
        each: impl Fn(&Input, Place<'_>, &Record<'_, N>, &mut Answers),
    ) {
        self.each::<Answers, N>(block, |record, answers| {
            each(self, self.place(&record), &record, answers);
        });
    }
}

/// Handles all blocks, and writes what is added to their answers.
fn all(
    format: Format,
    reader: &Reader<'_>,
    heads: Option<Heads<'_>>,
    work: impl Fn(&Input, &mut Block<Answers>) + Sync,
) -> Result<Outcome, Failure> {
    let single = reader.single();
    let work = |input: &Input, block: &mut Block<Answers>| {
        // Its memory is used again.
        block.work.clear();
        block.work.single = single;
        block.work.format = format;
        work(input, block);
    };
    let mut outcome = Outcome::Done;
    let mut out = output::bytes();
    let mut batches = reader.batches(heads);
    while let Some((_, blocks)) = batches.next(&mut out, work)? {
        for Block { work: answers, .. } in blocks {
            out.write_all(&answers.text)?;
            if !answers.errors.is_empty() {
                // The lines before an error are seen before it.
                out.flush()?;
            }
            outcome = outcome.and(answers.report());
        }
    }
    out.flush()?;
    batches.end()?.outcome(outcome)
}
