//! `urigram check`: a verdict on each line. Reading, judging and writing are apart.

pub(crate) mod lines;
pub(crate) mod progress;
mod totals;
mod verdict;
mod write;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use clap::{Args, ValueEnum};

use crate::args::Globals;
use crate::bytes::unescaped;
use crate::exit::{Failure, Outcome};
use crate::{output, target};
use lines::{Line, Lines};
use progress::Progress;
use totals::Totals;
use verdict::{Judge, Verdict};

/// Judge every line of a file by one grammar, several, or all
///
/// One input a line, ended by LF or CRLF; empty lines are inputs. Without --grammar, every grammar is asked. The status
/// is 1 if a line is rejected by all grammars that are asked. Totals come at the end: in text on standard error, in
/// JSON as a last line {"totals": …} with a count of accepted lines for each grammar.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: OsString,

    /// Reject what a document's prose forbids, too, though its rules accept it
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

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if arguments.strict && globals.rule.is_some() {
        return Err(Failure::Usage("--strict goes with whole identifiers, not with --rule".to_owned()));
    }
    let judge = Judge::new(target::targets(globals)?, arguments.strict);
    let mut totals = Totals::new(judge.targets());
    let mut check = Check { globals, arguments, judge: &judge, totals: &mut totals, number: 0 };
    check.file(&arguments.file, out)?;
    if globals.json() {
        output::json_line(out, &totals.json())?;
    }
    out.flush()?;
    if !globals.json() {
        totals.show()?;
    }
    Ok(totals.outcome())
}

struct Check<'a> {
    globals: &'a Globals,
    arguments: &'a Arguments,
    judge: &'a Judge,
    totals: &'a mut Totals,
    number: u64,
}

impl Check<'_> {
    fn file(&mut self, name: &OsStr, out: &mut dyn Write) -> Result<(), Failure> {
        let unreadable = |error: io::Error| Failure::Usage(format!("{}: {error}", name.to_string_lossy()));
        if name == "-" {
            return self.lines(BufReader::with_capacity(BUFFER, io::stdin().lock()), Progress::none(), name, out);
        }
        let file = File::open(name).map_err(unreadable)?;
        let progress = Progress::of(&file, self.arguments.quiet);
        self.lines(BufReader::with_capacity(BUFFER, file), progress, name, out)
    }

    fn lines(
        &mut self,
        reader: impl BufRead,
        mut progress: Progress,
        name: &OsStr,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut lines = Lines::new(reader);
        loop {
            progress.at(lines.read);
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(()),
                Err(error) => {
                    out.flush()?;
                    return Err(Failure::Usage(format!("{}: {error}", name.to_string_lossy())));
                }
            };
            self.number += 1;
            match line {
                Line::Bytes(line) if self.arguments.escaped => {
                    let read = unescaped(line);
                    self.line(read.as_deref().unwrap_or(line), out)?;
                }
                Line::Bytes(line) => self.line(line, out)?,
                Line::TooLong(length) => self.verdict(&[], Verdict::TooLong(length), out)?,
            }
        }
    }

    fn line(&mut self, line: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
        self.verdict(line, self.judge.verdict(line), out)
    }

    fn verdict(&mut self, line: &[u8], verdict: Verdict, out: &mut dyn Write) -> Result<(), Failure> {
        self.totals.add(&verdict);
        let wanted = match self.arguments.only {
            None => !self.arguments.quiet,
            Some(only) => verdict.accepted().is_none_or(|accepted| accepted == (only == Only::Accepted)),
        };
        if !wanted {
            return Ok(());
        }
        match self.globals.json() {
            true => write::json(out, self.number, line, &verdict),
            false => write::text(out, self.number, line, &verdict, self.judge.targets().len()),
        }
    }
}

const BUFFER: usize = 256 * 1024;
