//! Identifiers in the values of a column. Each value is a text.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use urigram_answers::Refusal;

use super::left_out::LeftOut;
use super::search::Search;
use super::write::Format;
use crate::bulk::{Append, Block, Input, Reader};
use crate::exit::{Failure, Outcome};
use crate::per_line;

/// The answer to a block.
#[derive(Default)]
struct Work {
    found: Vec<u8>,
    left_out: LeftOut,
    without: Without,
}

/// The records without a text in the column.
#[derive(Default)]
struct Without {
    count: u64,
    /// The number of the first one, and the reason.
    first: Option<(u64, String)>,
    /// True if one is too long to be read.
    is_limit: bool,
}

impl Without {
    fn add(&mut self, number: u64, problem: &Refusal) {
        self.count += 1;
        self.is_limit |= problem.is_limit();
        self.first.get_or_insert_with(|| (number, problem.to_string()));
    }

    /// Adds the records of the next block.
    fn take(&mut self, next: Without) {
        self.count += next.count;
        self.is_limit |= next.is_limit;
        self.first = self.first.take().or(next.first);
    }

    /// Says on standard error how many records of a file there are, if any.
    fn report(&self, file: Option<&str>) {
        if let Some((number, message)) = &self.first {
            let file = file.map_or(String::new(), |file| format!("{file}: "));
            let (count, s) = (self.count, if self.count == 1 { "" } else { "s" });
            crate::message::to_stderr(format_args!(
                "note: {file}{count} record{s} without a text; the first is {number}: {message}"
            ));
        }
    }
}

/// Searches all records, and writes what is found in their order.
///
/// # Errors
/// The errors of the output, which end the command.
pub(super) fn run(
    reader: &Reader<'_>,
    search: &Search<'_>,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut any = false;
    let mut left_out = LeftOut::default();
    // The records without a text of each file.
    let mut without: Vec<(usize, Option<String>, Without)> = Vec::new();
    let work = |input: &Input, block: &mut Block<Work>| {
        let format = Format { file: input.label.as_deref(), ..search.format };
        let search = Search { format, ..*search };
        block.work = Work::default();
        input.each::<Work, 1>(block, |record, work| match &record.fields {
            Ok([field]) => {
                let (found, left_out) = search.value(field, record.number);
                work.found.extend(found);
                work.left_out.take(left_out);
            }
            Err(problem) => work.without.add(record.number, problem),
        });
    };
    let mut batches = reader.batches(None);
    while let Some((input, blocks)) = batches.next(out, work)? {
        if without.last().is_none_or(|(index, ..)| *index != input.index) {
            without.push((input.index, input.label.clone(), Without::default()));
        }
        for block in blocks {
            let Work { found, left_out: more, without: next } = std::mem::take(&mut block.work);
            left_out.take(more);
            if let Some((.., all)) = without.last_mut() {
                all.take(next);
            }
            any |= !found.is_empty();
            out.write_all(&found)?;
        }
    }
    out.flush()?;
    left_out.report();
    without.iter().for_each(|(_, file, without)| without.report(file.as_deref()));
    let is_limit = without.iter().any(|(.., without)| without.is_limit);
    batches.end()?.outcome(if is_limit && !any { Outcome::Undecided } else { Outcome::of(any) })
}

/// A column that is added to a record.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Column {
    First,
    All,
    Count,
}

/// Adds columns about the identifiers of each record.
///
/// # Errors
/// The errors of the output, which end the command.
pub(super) fn append(
    reader: Reader<'_>,
    search: &Search<'_>,
    append: &Append<Column>,
) -> Result<Outcome, Failure> {
    let any = AtomicBool::new(false);
    let all_left_out = Mutex::new(LeftOut::default());
    let lock = || all_left_out.lock().unwrap_or_else(PoisonError::into_inner);
    let reader = reader.adding(&append.names);
    let outcome = per_line::append(&reader, append, |field, column| {
        let (mut found, left_out) = search.identifiers(field);
        any.fetch_or(!found.is_empty(), Ordering::Relaxed);
        // Each column finds the same.
        if append.columns.first() == Some(&column) {
            lock().take(left_out);
        }
        Ok(match column {
            Column::First if found.is_empty() => None,
            Column::First => Some(found.swap_remove(0)),
            Column::All => Some(found.join(&b' ')),
            Column::Count => Some(found.len().to_string().into_bytes()),
        })
    })?;
    lock().report();
    Ok(outcome.and(Outcome::of(any.into_inner())))
}
