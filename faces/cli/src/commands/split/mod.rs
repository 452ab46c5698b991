//! `urigram split`: the components of each line.

mod columns;
pub(super) mod json;
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

use crate::bulk::{self, Added, Heads, Reader};
use crate::exit::{Failure, Outcome};
use crate::grammar::LineGrammar;
use crate::options::{AnyRule, Globals, ABOUT_TEXT};
use crate::output::{self, Out};
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
    string: bulk::StringInput,

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

/// The way that a line is written.
enum Way {
    /// An object, with these lists unless columns are named.
    Object { lists: Vec<Get> },
    /// The record as it was read, with columns added.
    Appended,
    /// One value, without escapes.
    Value,
    /// A row of columns.
    Row(Style),
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    globals.refuse_if_nested(&[(arguments.strict, "--strict")])?;
    let is_named = !arguments.get.is_empty() || arguments.append.is_given();
    if let Some(rule) = globals.nested.filter(|_| !is_named) {
        return Err(Failure::Usage(format!(
            "`{}` has no components: name the rules to write with --get",
            rule.name()
        )));
    }
    let grammars = LineGrammar::new(globals, arguments.select, "split")?;
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let (way, sheet) = way(arguments, &grammars, out.is_json(), reader.delimiter())?;
    if let (true, Some(Matcher::Table(named))) = (arguments.strict, grammars.named()) {
        strict::note_unchecked(named.grammar);
    }
    let heads = matches!(way, Way::Appended).then(|| Heads::new(&sheet.names));
    let reader = reader.or_string(&arguments.string);
    let reader = if heads.is_some() { reader.adding(&sheet.names) } else { reader };
    if let Way::Row(style @ Style::Csv(_)) = way {
        let mut header = Vec::new();
        let mut row = Row::new(&mut header, style);
        sheet.names.iter().for_each(|name| row.value(name, Some(name.as_bytes())));
        header.push(b'\n');
        output::bytes().write_all(&header)?;
    }
    let recursive = globals.nested.map(NestedRule::id);
    let rejected = RejectedLines::default();
    let outcome =
        per_line::blocks::<1>(out.format(), &reader, heads, |input, place, record, answers| {
            let outcome = match &way {
                Way::Object { lists } => {
                    per_line::answer_to(place, record, answers, |place, [input], answers| {
                        let verdict = grammars.verdict(input);
                        let split = split_of(arguments.strict, input, verdict.as_ref());
                        let json = Json { input, split: &split, sheet: &sheet, lists, recursive };
                        let (object, outcome) = json.object();
                        answers.json(place, &object);
                        outcome
                    })
                }
                Way::Appended => {
                    let mut outcome = Outcome::Done;
                    answers.appended(input, place, record, |row| {
                        outcome = sheet.fill(row, place, record);
                    });
                    outcome
                }
                Way::Value => sheet.each(place, record, |_, value| answers.optional(place, value)),
                Way::Row(style) => {
                    let mut row = Row::new(&mut answers.text, *style);
                    let outcome = sheet.fill(&mut row, place, record);
                    answers.text.push(b'\n');
                    outcome
                }
            };
            answers.add(rejected.counted(outcome));
        });
    rejected.report(outcome)
}

/// Returns the way that lines are written, and their columns.
fn way<'a>(
    arguments: &'a Arguments,
    grammars: &'a LineGrammar,
    is_json: bool,
    delimiter: u8,
) -> Result<(Way, Sheet<'a>), Failure> {
    let mut columns = Columns::of(grammars.named());
    let wanted = arguments.get.iter().map(|name| columns.find("--get", name));
    let mut get: Vec<Get> = wanted.collect::<Result<_, _>>()?;
    let mut names = None;
    let way = if is_json {
        Way::Object { lists: if get.is_empty() { columns.lists()? } else { Vec::new() } }
    } else if arguments.append.is_given() {
        let find = |name: &str| columns.find("--append", name);
        let append = arguments.append.columns_by(find)?;
        (get, names) = (append.columns, Some(append.names));
        Way::Appended
    } else {
        if get.is_empty() {
            get = usual(arguments, &mut columns)?;
        }
        match arguments.written {
            As::Csv => Way::Row(Style::Csv(delimiter)),
            As::Tsv if get.len() == 1 => Way::Value,
            As::Tsv if output::is_terminal() => Way::Row(Style::Terminal),
            As::Tsv => Way::Row(Style::Tsv),
        }
    };
    let separator = arguments.list_separator.as_deref().map(str::as_bytes);
    // JSON has arrays.
    if let (false, None, Some(name)) = (is_json, separator, columns.list_among(&get)) {
        return Err(Failure::Usage(format!(
            "{name} is a list: name a --list-separator, or write it as an array with --format json"
        )));
    }
    let names = names.unwrap_or_else(|| get.iter().map(|get| get.name().to_owned()).collect());
    let (strict, places) = (arguments.strict, columns.into_places());
    Ok((way, Sheet { grammars, strict, get, names, places, separator }))
}

/// Returns the columns by default, with a note for each that is a list and left out.
fn usual(arguments: &Arguments, columns: &mut Columns) -> Result<Vec<Get>, Failure> {
    let mut get = columns.usual()?;
    if arguments.list_separator.is_none() {
        while let Some(name) = columns.list_among(&get) {
            crate::message::to_stderr(format_args!(
                "{name} is a list and left out: name a --list-separator, or write JSON"
            ));
            get.retain(|get| get.name() != name);
        }
    }
    get.push(Get::Error);
    Ok(get)
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
