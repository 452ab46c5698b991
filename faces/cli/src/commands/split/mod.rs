//! `urigram split`: the components of each line.

mod columns;
mod json;
mod refused;
mod sheet;

use std::ffi::OsString;
use std::io::Write;

use clap::{Args, ValueEnum};
use columns::{Columns, Get};
use json::Json;
use refused::{Refused, Split};
use sheet::Sheet;
use urigram::errors::Objection;
use urigram::{Select, Verdict};
use urigram_answers::Matcher;
use urigram_generate::NestedRule;
use urigram_study::constraints::{violations, Violation};

use crate::bulk::{self, Added, Append, Heads, Reader};
use crate::exit::{Failure, Outcome};
use crate::grammar::LineGrammar;
use crate::options::{AnyRule, Globals, ABOUT_TEXT};
use crate::output;
use crate::per_line;
use crate::rejected_lines::RejectedLines;
use crate::strict;
use crate::values::{Row, Style};

/// Write the components of each line by a start rule, or --rule, as columns or as JSON
///
/// The start rule is that of RFC 3986, or of the grammar that is named. Text output has the columns
/// after --get, separated by tabs. Without --get, a column for the error follows the components; it
/// is empty if the line is accepted. An absent component is `\N`, as databases read and write it;
/// an empty one is an empty column. Tabs, line ends and backslashes are escaped (`\t`, `\n`, `\r`,
/// `\\`); all other bytes are written unchanged. A single column is written without escapes. JSON
/// output has an object for each line. Lines keep their order. All components of a rejected line
/// are absent. Rejected lines are counted on standard error, and the status is 1 if there are any.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files to read; `-`, or no file, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    given: bulk::Given,

    /// The columns: components (`host`), parts inside them (`user`, `typecode`), any rule of the
    /// grammar that reads (`reg-name`), `input`, `line`, `file`, `grammar` or `error`. By default,
    /// text has the components of RFC 3986, or those of your own grammar, and the error; JSON has
    /// every component that is present
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    get: Vec<String>,

    /// The text between the items of a column that is a list, such as `--get pchar`. JSON has an
    /// array instead. A line is rejected if an item contains this text
    #[arg(long, value_name = "TEXT", group = ABOUT_TEXT)]
    list_separator: Option<String>,

    /// Select the grammar of each line: auto, newest, oldest, or the newest as of a date
    #[arg(long, value_name = "HOW", conflicts_with = "grammars")]
    select: Option<Select>,

    /// Also reject lines that break a constraint of the document, as `check --strict` does
    #[arg(long, conflicts_with = "rule")]
    strict: bool,

    /// Write CSV with a header instead of TSV; --delimiter applies to CSV on both sides
    #[arg(id = "as", long = "as", value_enum, value_name = "FORMAT", default_value_t = As::Tsv)]
    #[arg(group = ABOUT_TEXT)]
    written: As,

    #[command(flatten)]
    append: Added,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

/// The format of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// Columns separated by tabs, escaped
    Tsv,
    /// Columns separated by commas, quoted where needed, below a header
    Csv,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments) -> Result<Outcome, Failure> {
    globals.refuse_if_recursive(&[(arguments.strict, "--strict")])?;
    let is_named = !arguments.get.is_empty() || arguments.append.is_given();
    if let Some(rule) = globals.recursive.filter(|_| !is_named) {
        return Err(Failure::Usage(format!(
            "`{}` is recursive: name the rules to write with --get",
            rule.name()
        )));
    }
    let grammars = LineGrammar::new(globals, arguments.select, "split")?;
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let reader = reader.given(&arguments.given);
    let mut columns = Columns::of(grammars.named());
    let wanted = arguments.get.iter().map(|name| columns.find("--get", name));
    let wanted: Vec<Get> = wanted.collect::<Result<_, _>>()?;
    if let (true, Some(Matcher::Table(named))) = (arguments.strict, grammars.named()) {
        strict::note_unchecked(named.grammar);
    }
    let rejected = RejectedLines::default();
    if globals.json() {
        let lists = if wanted.is_empty() { columns.lists()? } else { Vec::new() };
        let places = columns.into_places();
        return rejected.run(globals, &reader, |place, input, answers| {
            let verdict = grammars.verdict(input);
            let split = split_of(arguments.strict, input, verdict.as_ref());
            let (get, places, lists) = (&wanted[..], &places[..], &lists[..]);
            let recursive = globals.recursive.map(NestedRule::id);
            let json = Json { input, split: &split, get, places, lists, recursive };
            let (object, outcome) = json.object();
            answers.json(place, &object);
            outcome
        });
    }
    if arguments.append.is_given() {
        let Append { columns: get, names } =
            arguments.append.columns_by(|name| columns.find("--append", name))?;
        let separator = separator(arguments, &columns, &get)?;
        let places = columns.into_places();
        let (get, places) = (&get[..], &places[..]);
        let reader = reader.adding(&names);
        let strict = arguments.strict;
        let sheet = Sheet { grammars: &grammars, strict, get, names: &names, places, separator };
        let heads = Some(Heads::new(&names));
        let outcome = per_line::blocks::<1>(
            globals.format,
            &reader,
            heads,
            |input, place, record, answers| {
                let mut outcome = Outcome::Done;
                answers.appended(input, place, record, |row| {
                    outcome = sheet.fill(row, place, record);
                });
                answers.add(rejected.counted(outcome));
            },
        );
        return rejected.told(outcome);
    }
    let mut get = if wanted.is_empty() { columns.usual()? } else { wanted };
    if arguments.get.is_empty() && arguments.list_separator.is_none() {
        while let Some(name) = columns.list_among(&get) {
            crate::message::to_stderr(format_args!(
                "{name} is a list and left out: name a --list-separator, or write JSON"
            ));
            get.retain(|get| get.name() != name);
        }
    }
    let separator = separator(arguments, &columns, &get)?;
    let places = columns.into_places();
    if arguments.get.is_empty() {
        get.push(Get::Error);
    }
    let is_single = get.len() == 1 && arguments.written == As::Tsv;
    let names: Vec<String> = get.iter().map(|get| get.name().to_owned()).collect();
    let strict = arguments.strict;
    let (get, places) = (&get[..], &places[..]);
    let sheet = Sheet { grammars: &grammars, strict, get, names: &names, places, separator };
    if is_single {
        let outcome =
            per_line::blocks::<1>(globals.format, &reader, None, |_, place, record, answers| {
                let outcome = sheet.each(place, record, |_, value| answers.optional(place, value));
                answers.add(rejected.counted(outcome));
            });
        return rejected.told(outcome);
    }
    let style = match arguments.written {
        As::Csv => Style::Csv(reader.delimiter()),
        As::Tsv if output::is_terminal() => Style::Terminal,
        As::Tsv => Style::Tsv,
    };
    if let Style::Csv(_) = style {
        let mut header = Vec::new();
        let mut row = Row::new(&mut header, style);
        names.iter().for_each(|name| row.value(name, Some(name.as_bytes())));
        header.push(b'\n');
        output::bytes().write_all(&header)?;
    }
    let outcome =
        per_line::blocks::<1>(globals.format, &reader, None, |_, place, record, answers| {
            let mut row = Row::new(&mut answers.text, style);
            let outcome = sheet.fill(&mut row, place, record);
            answers.text.push(b'\n');
            answers.add(rejected.counted(outcome));
        });
    rejected.told(outcome)
}

/// Returns the components of a line.
fn split_of<'a>(
    strict: bool,
    line: &[u8],
    verdict: Option<&'a (Matcher, Verdict<'_>)>,
) -> Split<'a> {
    let (rule, verdict) = verdict.ok_or(Refused::None)?;
    let components = verdict.components().map_err(Refused::Objection)?;
    match strict.then(|| broken(rule, line)).flatten() {
        Some(broken) => Err(Refused::Objection(Objection::Constraint(broken))),
        None => Ok((*rule, components)),
    }
}

/// Returns the first constraint of the document that an accepted line breaks.
fn broken(rule: &Matcher, line: &[u8]) -> Option<Violation> {
    let rule = rule.table()?;
    violations(rule.grammar, rule.reading, line).into_iter().next()
}

/// Returns the text between the items of lists.
///
/// # Errors
/// [`Failure::Usage`] for a column that is a list if none is named.
fn separator<'a>(
    arguments: &'a Arguments,
    columns: &Columns,
    get: &[Get],
) -> Result<Option<&'a [u8]>, Failure> {
    match (&arguments.list_separator, columns.list_among(get)) {
        (None, Some(name)) => Err(Failure::Usage(format!(
            "{name} is a list: name a --list-separator, or write it as an array with --format json"
        ))),
        (given, _) => Ok(given.as_deref().map(str::as_bytes)),
    }
}
