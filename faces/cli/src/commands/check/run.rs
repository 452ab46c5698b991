//! The lines of all files, checked in blocks on all processors and written in order.

use std::io::Write;

use urigram_answers::escape::unescaped;
use urigram_answers::Refusal;

use super::causes::Causes;
use super::line::Line;
use super::totals::{Accepting, Totals};
use super::verdict::{Judge, Known, Verdict};
use super::work::Work;
use super::write::{self, Column};
use super::{Arguments, Only, Shown};
use crate::bulk::{too_long, Append, Block, End, Heads, Input, Reader};
use crate::exit::Failure;
use crate::options::Format;

/// The answer so far.
#[derive(Default)]
pub(super) struct Done {
    pub(super) totals: Totals,
    pub(super) causes: Causes,
    written: u64,
    /// True if the last line written has no end, because its file ended there.
    is_open: bool,
}

pub(super) struct Check<'a> {
    pub(super) format: Format,
    pub(super) arguments: &'a Arguments,
    pub(super) judge: &'a Judge,
    pub(super) shown: Shown,
    pub(super) append: &'a Append<Column>,
    pub(super) colored: bool,
    /// The width of the terminal that shows the verdicts. Elsewhere nothing is cut.
    pub(super) columns: Option<usize>,
}

impl Check<'_> {
    /// Checks the blocks of all files on all processors, and writes in order.
    pub(super) fn all(
        &self,
        reader: &Reader<'_>,
        done: &mut Done,
        out: &mut dyn Write,
    ) -> Result<End, Failure> {
        let mut goes_on = self.arguments.max_count != Some(0);
        let is_copied = matches!(self.shown, Shown::Lines(_) | Shown::Rows(_));
        let heads = is_copied.then(|| Heads::new(&self.append.names));
        let batches = reader.batches(heads);
        let mut batches = batches.in_any_order(self.shown == Shown::Nothing);
        let work = |input: &Input, block: &mut Block<Work>| self.block(input, block, None);
        while goes_on && let Some((input, blocks)) = batches.next(out, work)? {
            for block in blocks {
                goes_on = goes_on && self.take(input, block, done, out)?;
            }
        }
        out.flush()?;
        batches.end()
    }

    /// Takes the answer to a block; returns false if enough lines are written.
    fn take(
        &self,
        input: &Input,
        block: &mut Block<Work>,
        done: &mut Done,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        let left = self.arguments.max_count.map(|most| most - done.written);
        let is_last = left.is_some_and(|left| block.work.written >= left);
        if is_last {
            // Totals and status are those of the lines up to the last one written, even if threads
            // read more.
            block.work = Work::default();
            self.block(input, block, left);
        }
        let Work { text, written, totals, causes } = &mut block.work;
        done.totals.take(totals);
        done.causes.take(causes);
        done.written += std::mem::take(written);
        if !text.is_empty() {
            if done.is_open {
                out.write_all(&[input.framing.terminator()])?;
            }
            out.write_all(text)?;
            // Verdicts end in line feeds, even if the records do not.
            let is_raw = matches!(self.shown, Shown::Lines(_));
            done.is_open = is_raw && text.last() != Some(&input.framing.terminator());
        }
        Ok(!is_last)
    }

    /// Checks the lines of a block, at most until `most` of them are written.
    fn block(&self, input: &Input, block: &mut Block<Work>, most: Option<u64>) {
        block.work.text.clear();
        block.work.written = 0;
        let most = most.unwrap_or(u64::MAX);
        let escaped = self.arguments.escaped;
        if !input.is_lines() || escaped || most < u64::MAX {
            input.each::<_, 1>(block, |record, work| {
                let line = |field: &[u8], verdict: Result<&Verdict, &Refusal>, work: &mut Work| {
                    let line = Line { number: record.number, field, raw: record.raw };
                    self.line(input, line, verdict, work);
                };
                if work.written >= most {
                    return;
                }
                match &record.fields {
                    Ok([field]) => {
                        let read = if escaped { unescaped(field).ok() } else { None };
                        let field = read.as_deref().unwrap_or(field);
                        line(field, Ok(&self.judge.verdict(field, Known::Nothing)), work);
                    }
                    Err(problem) => line(b"", Err(problem), work),
                }
            });
            return;
        }
        let (mut number, excess) = (block.first, block.too_long);
        let (bytes, work) = block.lines_and_work();
        if self.shown == Shown::Nothing {
            self.judge.count(bytes, &mut work.totals);
        } else if let Shown::Lines(only) = self.shown {
            number += self.copy(bytes, only, work);
        } else {
            let mut start = 0;
            self.judge.lines(bytes, |field, known| {
                let end = end_of_line(bytes, start + field.len());
                let line = Line { number, field, raw: &bytes[start..end] };
                self.line(input, line, Ok(&self.judge.verdict(field, known)), work);
                start = end;
                number += 1;
            });
        }
        if let Some(length) = excess {
            let line = Line { number, field: b"", raw: b"" };
            self.line(input, line, Err(&too_long(length)), work);
        }
    }

    /// Copies the lines with a verdict as they were read, those that follow each other at once.
    /// Returns the number of all lines.
    fn copy(&self, bytes: &[u8], only: Only, work: &mut Work) -> u64 {
        let Work { text, written, totals, .. } = work;
        // The lines from `run` to `at` are to be copied.
        let (mut run, mut at, mut lines) = (0, 0, 0);
        // Lines that follow each other are mostly accepted by the same grammars.
        let (mut last, mut count) = (None, 0);
        self.judge.lines(bytes, |field, known| {
            let set = self.judge.accepting(field, known);
            let end = end_of_line(bytes, at + field.len());
            let is_copied = set.map(|set| set.is_empty() == (only == Only::Rejected));
            if is_copied == Some(true) {
                *written += 1;
            } else {
                text.extend_from_slice(&bytes[run..at]);
                run = end;
            }
            at = end;
            lines += 1;
            if set != last {
                totals.add_lines(last, count);
                (last, count) = (set, 0);
            }
            count += 1;
        });
        totals.add_lines(last, count);
        text.extend_from_slice(&bytes[run..at]);
        lines
    }

    fn line(
        &self,
        input: &Input,
        line: Line<'_>,
        verdict: Result<&Verdict, &Refusal>,
        work: &mut Work,
    ) {
        let set = match verdict {
            Ok(verdict) => verdict.accepting(),
            Err(problem) if problem.is_limit() => None,
            Err(_) => Some(Accepting::NONE),
        };
        work.totals.add(set);
        let is = |only: Only| set.map(|set| set.is_empty() == (only == Only::Rejected));
        match self.shown {
            Shown::Nothing => return,
            Shown::Causes => {
                if is(Only::Rejected) == Some(true) {
                    work.causes.add(self.judge, input, line, verdict);
                }
                return;
            }
            Shown::Lines(only) => {
                if is(only) != Some(true) {
                    return;
                }
                work.text.extend_from_slice(line.raw);
            }
            Shown::Rows(only) => {
                if only.and_then(is) == Some(false) {
                    return;
                }
                let shown = write::Shown { input, line, judge: self.judge, verdict };
                shown.row(&mut work.text, self.append);
            }
            // A line that is not decided might be either.
            Shown::Verdicts(only) => {
                if only.and_then(is) == Some(false) {
                    return;
                }
                let shown = write::Shown { input, line, judge: self.judge, verdict };
                self.format.add(
                    &mut work.text,
                    || shown.object(),
                    |out| shown.text(out, self.columns, self.colored),
                );
            }
        }
        work.written += 1;
    }
}

/// Returns the offset after the line end at an offset, if there is one.
fn end_of_line(bytes: &[u8], at: usize) -> usize {
    match bytes[at..] {
        [b'\r', b'\n', ..] => at + 2,
        [b'\n', ..] => at + 1,
        _ => at,
    }
}
