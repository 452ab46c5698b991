//! `urigram check`: a verdict on each line.

mod count;
mod totals;
mod verdict;
mod write;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::mem;

use clap::{Args, ValueEnum};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use urigram_page::escape::unescaped;

use crate::bulk::{Block, Source};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::progress::Progress;
use crate::{bulk, input, output, rule_ref};
use totals::Totals;
use verdict::{Judge, Verdict};

/// Check every line of a file by one grammar, several, or all
///
/// Each line is an input; it ends in LF or CRLF, and an empty line is an input, too. Without --grammar, all grammars
/// are used. The status is 1 if all grammars reject a line. Totals come at the end: in text on standard error, in
/// JSON as a last line {"totals": …} with a count of accepted lines for each grammar. Memory does not grow with the file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: OsString,

    /// Reject inputs that break a document's constraints, too, although its rules accept them
    #[arg(long)]
    strict: bool,

    /// Only totals and exit status
    #[arg(short, long, conflicts_with = "only")]
    quiet: bool,

    /// Only lines that are accepted by any, or rejected by all
    #[arg(long, value_enum, value_name = "VERDICT")]
    only: Option<Only>,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the lines as escapes; a line with a wrong escape is read as it is
    #[arg(short, long)]
    escaped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    Accepted,
    Rejected,
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
    let name = arguments.file.to_string_lossy();
    let unreadable = |error: io::Error| Failure::Usage(format!("{name}: {error}"));
    let judge = Judge::new(rule_ref::rules(globals)?, arguments.strict);
    let file = if arguments.file == "-" {
        input::stdin_file()
    } else {
        Some(File::open(&arguments.file).map_err(unreadable)?)
    };
    let source = match &file {
        Some(file) => Source::file(file),
        None => Source::stream(io::stdin(), io::stdin().is_terminal()),
    };
    let progress =
        file.as_ref().map_or_else(Progress::none, |file| Progress::of(file, arguments.quiet));
    let colored = output::colored();
    let check = Check { globals, arguments, judge: &judge, colored };
    let mut totals = Totals::default();
    // The filter that removes colours scans every byte. Without colours it is bypassed.
    let failure = if globals.json() || colored {
        check.all(source, progress, &mut totals, out)?
    } else {
        check.all(source, progress, &mut totals, &mut io::stdout().lock())?
    };
    if let Some(error) = failure {
        out.flush()?;
        return Err(unreadable(error));
    }
    if globals.json() {
        output::json_line(out, &totals.json(judge.targets()))?;
    }
    out.flush()?;
    if !globals.json() {
        totals.show(judge.targets())?;
    }
    Ok(totals.outcome())
}

/// The answer to a block.
#[derive(Default)]
struct Work {
    text: Vec<u8>,
    totals: Totals,
}

struct Check<'a> {
    globals: &'a Globals,
    arguments: &'a Arguments,
    judge: &'a Judge,
    colored: bool,
}

impl Check<'_> {
    /// Checks blocks on all processors while the next ones are read, and writes in order. Lines read before an
    /// error are checked.
    fn all(
        &self,
        mut source: Source<'_>,
        mut progress: Progress,
        totals: &mut Totals,
        out: &mut dyn Write,
    ) -> Result<Option<io::Error>, Failure> {
        if let (true, Some(ranges)) = (self.arguments.quiet, source.ranges()) {
            let mut count = count::count(ranges, &mut progress, |block| self.block(block));
            totals.take(&mut count.totals);
            source.leave(count.end, count.failure);
        }
        // At a terminal the answer to a line must not wait for the next line.
        let most = if source.is_prompt() { 1 } else { 2 * rayon::current_num_threads() };
        let (mut now, mut next): (Vec<Block<Work>>, Vec<Block<Work>>) = (Vec::new(), Vec::new());
        source.fill(&mut now, most);
        while !now.is_empty() {
            let judge =
                |now: &mut Vec<Block<Work>>| now.par_iter_mut().for_each(|block| self.block(block));
            if source.is_prompt() {
                judge(&mut now);
            } else {
                rayon::join(|| source.fill(&mut next, most), || judge(&mut now));
            }
            for block in &mut now {
                totals.take(&mut block.work.totals);
                out.write_all(&block.work.text)?;
            }
            progress.at(source.read());
            if source.is_prompt() {
                out.flush()?;
                source.fill(&mut next, most);
            }
            mem::swap(&mut now, &mut next);
        }
        Ok(source.failure())
    }

    fn block(&self, block: &mut Block<Work>) {
        let (first, too_long) = (block.first, block.too_long);
        let (bytes, Work { text: answer, totals }) = block.lines_and_work();
        answer.clear();
        let mut number = first;
        if self.arguments.escaped {
            for line in bulk::lines(bytes) {
                let read = unescaped(line);
                let line = read.as_deref().unwrap_or(line);
                self.line(number, line, &self.judge.verdict(line), answer, totals);
                number += 1;
            }
        } else if self.arguments.quiet {
            self.judge.count(bytes, totals);
        } else {
            self.judge.verdicts(bytes, |line, verdict| {
                self.line(number, line, &verdict, answer, totals);
                number += 1;
            });
        }
        if let Some(length) = too_long {
            self.line(number, &[], &Verdict::TooLong(length), answer, totals);
        }
    }

    fn line(
        &self,
        number: u64,
        line: &[u8],
        verdict: &Verdict,
        answer: &mut Vec<u8>,
        totals: &mut Totals,
    ) {
        let set = self.judge.set(verdict);
        totals.add(set);
        let wanted = match self.arguments.only {
            None => !self.arguments.quiet,
            Some(only) => set.is_none_or(|set| set.is_empty() == (only == Only::Rejected)),
        };
        if wanted {
            if self.globals.json() {
                write::json(answer, number, line, verdict);
            } else {
                write::text(
                    answer,
                    number,
                    line,
                    verdict,
                    self.judge.targets().len(),
                    self.colored,
                );
            }
        }
    }
}
