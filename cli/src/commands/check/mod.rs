//! `urigram check`: a verdict on each line.

mod causes;
mod count;
mod totals;
mod verdict;
mod write;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use urigram::GrammarSet;
use urigram_answers::escape::unescaped;

use crate::bulk::{self, Block, Input, Problem, Reader};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::{output, rule_ref, strict};
use causes::Causes;
use totals::Totals;
use verdict::{Judge, Verdict};

/// Check every line of files by one grammar, several, or all
///
/// Each line is an input; it ends in LF or CRLF, and an empty line is an input, too. Without
/// --grammar, all grammars are used. The status is 1 if all grammars reject a line. Totals come at
/// the end: in text on standard error, in JSON as a last line {"totals": …} with a count of
/// accepted lines for each grammar. Memory does not grow with the files. Files compressed by gzip,
/// zstd, xz or bzip2 are decompressed.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files to read; `-` is standard input, as is none
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    /// Reject inputs that break a document's constraints, too, although its rules accept them
    #[arg(long)]
    strict: bool,

    /// Reject lines in which the grammars that accept them find different schemes, userinfos, hosts
    /// or ports
    #[arg(long)]
    agree: bool,

    /// Only totals and exit status
    #[arg(short, long, group = "shown")]
    quiet: bool,

    /// Only the verdicts on lines that are accepted by any, or rejected by all
    #[arg(long, value_enum, value_name = "VERDICT", group = "shown")]
    only: Option<Only>,

    /// Write the accepted lines as they were read, byte for byte; in JSON, only their objects
    #[arg(long, conflicts_with = "only", conflicts_with = "rejected", conflicts_with = "quiet")]
    accepted: bool,

    /// Write the rejected lines as they were read, byte for byte; in JSON, only their objects
    #[arg(long, conflicts_with = "only", conflicts_with = "quiet")]
    rejected: bool,

    /// Write only the number of accepted lines, or of rejected ones with --rejected
    #[arg(short, long, group = "shown")]
    count: bool,

    /// Stop after so many lines were written; totals are those of the lines up to there
    #[arg(short, long, value_name = "N", conflicts_with_all = ["quiet", "count", "causes"])]
    max_count: Option<u64>,

    /// Write a table of the causes of rejections: rule, section, culprit, lines, first examples
    #[arg(long, group = "shown", conflicts_with_all = ["accepted", "rejected"])]
    causes: bool,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the lines as escapes; a line with a wrong escape is
    /// read as it is
    #[arg(short, long)]
    escaped: bool,

    #[command(flatten)]
    records: bulk::Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    Accepted,
    Rejected,
}

/// The lines to write, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// The verdicts on all lines, or on some.
    Verdicts(Option<Only>),
    /// Lines as they were read.
    Lines(Only),
    /// The causes of rejections.
    Causes,
    Nothing,
}

impl Arguments {
    fn shown(&self, is_json: bool) -> Shown {
        let which = match (self.accepted, self.rejected) {
            (true, _) => Some(Only::Accepted),
            (_, true) => Some(Only::Rejected),
            _ => None,
        };
        match which {
            _ if self.quiet || self.count => Shown::Nothing,
            _ if self.causes => Shown::Causes,
            Some(which) if !is_json => Shown::Lines(which),
            _ => Shown::Verdicts(which.or(self.only)),
        }
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if arguments.strict && globals.rule.is_some() {
        return Err(Failure::Usage(
            "--strict checks whole identifiers and takes no --rule".to_owned(),
        ));
    }
    if arguments.count && globals.json() {
        return Err(Failure::Usage("--count writes text: in JSON, use --quiet".to_owned()));
    }
    let rules = rule_ref::rules(globals)?;
    if let (true, [one]) = (arguments.agree, &rules[..]) {
        return Err(Failure::Usage(format!(
            "--agree compares grammars, but only {} is asked: name another one",
            one.grammar
        )));
    }
    if arguments.strict {
        rules.iter().for_each(|rule| strict::note_unchecked(rule.grammar));
    }
    let judge = Judge::new(rules, arguments.strict, arguments.agree);
    let shown = arguments.shown(globals.json());
    let is_silent = matches!(shown, Shown::Nothing | Shown::Causes);
    let reader = Reader::new(&arguments.records, &arguments.files, 1, is_silent)?;
    let colored = output::colored();
    let columns = io::stdout().is_terminal().then(output::width);
    let check = Check { globals, arguments, judge: &judge, shown, colored, columns };
    let mut done = Done::default();
    // The filter that removes colours scans every byte and would alter lines. Without colours it is
    // bypassed.
    let end = if globals.json() || (colored && matches!(shown, Shown::Verdicts(_))) {
        check.all(&reader, &mut done, out)?
    } else {
        check.all(&reader, &mut done, &mut output::bytes())?
    };
    let Done { totals, causes, .. } = done;
    if end.is_unread {
        return end.outcome(Outcome::Done);
    }
    match shown {
        Shown::Causes if globals.json() => causes.json(out)?,
        Shown::Causes => causes.text(out)?,
        _ => {}
    }
    if arguments.count {
        writeln!(out, "{}", totals.count(arguments.rejected))?;
    } else if globals.json() {
        output::json_line(out, &totals.json(judge.targets()))?;
    }
    out.flush()?;
    if !globals.json() && !arguments.count {
        totals.show(judge.targets())?;
    }
    end.outcome(totals.outcome())
}

/// The answer to a block.
#[derive(Default)]
struct Work {
    text: Vec<u8>,
    /// The number of lines in the text.
    written: u64,
    totals: Totals,
    causes: Causes,
}

/// The answer so far.
#[derive(Default)]
struct Done {
    totals: Totals,
    causes: Causes,
    written: u64,
    /// True if the last line written has no end, because its file had none there.
    is_open: bool,
}

struct Check<'a> {
    globals: &'a Globals,
    arguments: &'a Arguments,
    judge: &'a Judge,
    shown: Shown,
    colored: bool,
    /// The width of the terminal that shows the verdicts. Elsewhere nothing is cut.
    columns: Option<usize>,
}

impl Check<'_> {
    /// Checks the blocks of all files on all processors, and writes in order.
    fn all(
        &self,
        reader: &Reader<'_>,
        done: &mut Done,
        out: &mut dyn Write,
    ) -> Result<bulk::End, Failure> {
        let mut goes_on = self.arguments.max_count != Some(0);
        let end = reader.files(|input, mut source, progress| {
            if !goes_on {
                return Ok(None);
            }
            let is_counted = self.shown == Shown::Nothing && input.is_lines();
            if let (true, Some(ranges)) = (is_counted, source.ranges()) {
                let mut count =
                    count::count(ranges, progress, |block| self.block(input, block, None));
                done.totals.take(&mut count.totals);
                source.leave(count.end, count.failure);
            }
            let ended = bulk::in_order(
                source,
                progress,
                out,
                |block| self.block(input, block, None),
                |block, out| self.take(input, block, done, out),
            )?;
            goes_on = ended.goes_on;
            Ok(ended.failure)
        })?;
        out.flush()?;
        Ok(end)
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
            // Totals and status are those of the lines up to the last one written, whatever the
            // threads did.
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
            // Verdicts end in line feeds, whatever the records end in.
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
                let line = |field: &[u8], verdict: Result<&Verdict, &Problem>, work: &mut Work| {
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
                        line(field, Ok(&self.judge.verdict(field)), work);
                    }
                    Err(problem) => line(b"", Err(problem), work),
                }
            });
            return;
        }
        let (mut number, too_long) = (block.first, block.too_long);
        let (bytes, work) = block.lines_and_work();
        if self.shown == Shown::Nothing {
            self.judge.count(bytes, &mut work.totals);
        } else if let Shown::Lines(only) = self.shown {
            number += self.copy(bytes, only, work);
        } else {
            let mut start = 0;
            self.judge.verdicts(bytes, |field, verdict| {
                let end = end_of_line(bytes, start + field.len());
                let line = Line { number, field, raw: &bytes[start..end] };
                self.line(input, line, Ok(&verdict), work);
                start = end;
                number += 1;
            });
        }
        if let Some(length) = too_long {
            let line = Line { number, field: b"", raw: b"" };
            self.line(input, line, Err(&Problem::too_long(length)), work);
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
        self.judge.sets(bytes, |field, set| {
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
        verdict: Result<&Verdict, &Problem>,
        work: &mut Work,
    ) {
        let set = match verdict {
            Ok(verdict) => self.judge.set(verdict),
            Err(problem) if problem.is_limit => None,
            Err(_) => Some(GrammarSet::EMPTY),
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
            // A line that is not decided might be either.
            Shown::Verdicts(only) => {
                if only.and_then(is) == Some(false) {
                    return;
                }
                let shown = write::Shown { input, line, judge: self.judge, verdict };
                if self.globals.json() {
                    shown.json(&mut work.text);
                } else {
                    shown.text(&mut work.text, self.columns, self.colored);
                }
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

/// A line with its number.
#[derive(Clone, Copy)]
struct Line<'b> {
    number: u64,
    /// The identifier.
    field: &'b [u8],
    /// The bytes of the line with its end.
    raw: &'b [u8],
}
