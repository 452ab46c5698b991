//! `urigram check`: a verdict on each line.

mod allow;
mod causes;
pub(super) mod json;
mod line;
mod run;
mod totals;
mod verdict;
mod work;
mod write;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use urigram_answers::Matcher;

use crate::bulk::{self, Added, Reader};
use crate::exit::{Failure, Outcome};
use crate::options::{AnyRule, Globals, ABOUT_TEXT};
use crate::output::{self, Out};
use crate::{grammar, strict};
use run::{Check, Done};
use verdict::Judge;
use write::COLUMNS;

/// Check every line of files by the start rule, or --rule, of one grammar, several, or all
///
/// Each line is an input and ends in LF or CRLF; an empty line is an input too. Without --grammar,
/// all grammars are used. The status is 1 if all grammars reject a line. Totals follow at the end:
/// as text on standard error, in JSON as a last line {"totals": …} with a count of accepted lines
/// for each grammar. Memory does not grow with the files. Files compressed by gzip, zstd, xz or
/// bzip2 are decompressed.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files to read; `-`, or no file, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    string: bulk::StringInput,

    /// Also reject inputs that break a document's constraints although its rules accept them. The
    /// prose is about whole identifiers: with --rule, it applies to inputs where the rule finds a
    /// scheme and all that the start rule finds
    #[arg(long)]
    strict: bool,

    /// Reject lines where the grammars that accept them find different schemes, userinfos, hosts or
    /// ports
    #[arg(long)]
    agree: bool,

    /// Accept only lines that every grammar resolves to a host on a list, one entry per line:
    /// `scheme https`, `host good.example`, `suffix good.example` (the names below), `port 8443`,
    /// `any-host`, `private`. The grammars, and RFC 3986, are the readers. Implies --agree
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strict", "rule"], requires = "grammars")]
    allow: Option<PathBuf>,

    /// Only totals and exit status
    #[arg(short, long, group = "shown", conflicts_with = "append")]
    quiet: bool,

    /// Write only the verdicts on lines that some grammar accepts, or that all reject
    #[arg(long, value_enum, value_name = "VERDICT", group = "shown")]
    only: Option<Only>,

    /// Write the accepted lines as they were read, byte for byte, below the header; in JSON, only
    /// their objects
    #[arg(long, conflicts_with = "only", conflicts_with = "rejected", conflicts_with = "quiet")]
    accepted: bool,

    /// Write the rejected lines as they were read, byte for byte, below the header; in JSON, only
    /// their objects
    #[arg(long, conflicts_with = "only", conflicts_with = "quiet")]
    rejected: bool,

    /// Write only the number of accepted lines, or of rejected ones with --rejected
    #[arg(short, long, groups = ["shown", ABOUT_TEXT], conflicts_with = "append")]
    count: bool,

    /// Stop after writing N lines; the totals cover the lines up to there
    #[arg(short, long, value_name = "N", conflicts_with_all = ["quiet", "count", "causes"])]
    max_count: Option<u64>,

    /// Write a table of the causes of rejections: rule, section, culprit, lines, first examples
    #[arg(long, group = "shown", conflicts_with_all = ["accepted", "rejected", "append"])]
    causes: bool,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the lines as escapes; a line with a wrong escape is
    /// read as it is
    #[arg(short, long)]
    escaped: bool,

    #[command(flatten)]
    append: Added,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: AnyRule,
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
    /// Records with added columns, all of them or some.
    Rows(Option<Only>),
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
            which if self.append.is_given() => Shown::Rows(which.or(self.only)),
            Some(which) if !is_json => Shown::Lines(which),
            _ => Shown::Verdicts(which.or(self.only)),
        }
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    globals.refuse_if_nested(&[
        (arguments.strict, "--strict"),
        (arguments.agree, "--agree"),
        (arguments.allow.is_some(), "--allow"),
        (arguments.causes, "--causes"),
    ])?;
    let rules = grammar::matchers(globals)?;
    let allow = allow::list(globals, arguments.allow.as_deref())?;
    let must_agree = arguments.agree || allow.is_some();
    if let (true, None, [one]) = (arguments.agree, &allow, &rules[..]) {
        return Err(Failure::Usage(format!(
            "--agree compares grammars, but only {} is asked: name another one",
            one.id()
        )));
    }
    if arguments.strict {
        let tables = rules.iter().filter_map(Matcher::table);
        tables.for_each(|rule| strict::note_unchecked(rule.grammar));
    }
    let append = arguments.append.columns(&COLUMNS)?;
    let judge = Judge::new(rules, arguments.strict, must_agree, allow);
    let (is_json, format) = (out.is_json(), out.format());
    let shown = arguments.shown(is_json);
    let is_silent = matches!(shown, Shown::Nothing | Shown::Causes);
    let reader = Reader::new(&arguments.records, &arguments.files, 1, is_silent)?;
    let reader = reader.or_string(&arguments.string).adding(&append.names);
    let colored = output::colored();
    let columns = io::stdout().is_terminal().then(output::width);
    let check =
        Check { format, arguments, judge: &judge, shown, append: &append, colored, columns };
    let mut done = Done::default();
    // The filter that removes colours scans every byte and would alter lines. Without colours it is
    // bypassed.
    let end = if is_json || (colored && matches!(shown, Shown::Verdicts(_))) {
        check.all(&reader, &mut done, out)?
    } else {
        check.all(&reader, &mut done, &mut output::bytes())?
    };
    let Done { totals, causes, .. } = done;
    if end.is_unread {
        return end.outcome(Outcome::Done);
    }
    if shown == Shown::Causes {
        out.answers(|| causes.json(), |out| causes.text(out))?;
    }
    if arguments.count {
        writeln!(out, "{}", totals.count(arguments.rejected))?;
    } else {
        // The lines are seen before their totals, which text has on standard error.
        let json = || totals.json(judge.targets());
        out.answer(json, |out| out.flush().and_then(|()| totals.show(judge.targets())))?;
    }
    out.flush()?;
    end.outcome(totals.outcome())
}
