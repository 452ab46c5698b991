//! `urigram split`: the components of each line.

use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use clap::{Args, ValueEnum};
use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::constraints::Violation;
use urigram::{Component, Components, Grammar, Select, SyntaxError, UnknownName};
use urigram_answers::json::{bytes_entry, ErrorJson};
use urigram_answers::RuleRef;

use crate::bulk::{self, Added, Append, Heads, Reader, Record};
use crate::exit::{Failure, Outcome};
use crate::line_grammar::LineGrammar;
use crate::messages;
use crate::options::Globals;
use crate::output;
use crate::per_line::{self, Place};
use crate::strict;
use crate::texts::Texts;
use crate::values::{Row, Style};

/// Write the components of each line, as columns or as JSON
///
/// Text has a column for each name after --get, separated by tabs, and one for the error, which is
/// empty where the line is accepted. An absent component is `\N`, as databases read and write it;
/// an empty one is an empty column. Tabs, line ends and backslashes are escaped (`\t`, `\n`, `\r`,
/// `\\`), every other byte is written as it is. One column alone, with --no-errors, is written
/// without escapes. JSON has an object for each line. The order of the lines is kept. The status is
/// 1 if a line is rejected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files to read; `-` is standard input, as is none
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    given: bulk::Given,

    /// The columns: components (`host`), parts inside them (`user`, `typecode`), `input`, `line`,
    /// `file`, `grammar` or `error`. By default, text has the components of RFC 3986, or those of a
    /// grammar of your own, and JSON has all that are there
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    get: Vec<String>,

    /// Select the grammar of each line in this way if none is named: auto, newest, oldest, or the
    /// newest by a day
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "grammars")]
    select: Select,

    /// Reject lines that break a constraint of the document, too, as `check --strict` does
    #[arg(long)]
    strict: bool,

    /// Leave out the column of errors: a rejected line has absent components only
    #[arg(long)]
    no_errors: bool,

    /// Write CSV with a header instead of TSV; --delimiter applies to both sides
    #[arg(long = "as", value_enum, value_name = "FORMAT", default_value_t = As::Tsv)]
    written: As,

    #[command(flatten)]
    append: Added,

    #[command(flatten)]
    records: bulk::Options,
}

/// The format of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// Columns separated by tabs, escaped
    Tsv,
    /// Columns separated by commas, quoted where needed, below a header
    Csv,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Get {
    Component(Component),
    /// A part inside a component, by the name that some document gives it.
    Part(&'static str),
    Input,
    Line,
    File,
    Grammar,
    Error,
}

/// The columns of text by default: those of a generic identifier.
const USUAL: [Get; 7] = [
    Get::Component(Component::Scheme),
    Get::Component(Component::Userinfo),
    Get::Component(Component::Host),
    Get::Component(Component::Port),
    Get::Component(Component::Path),
    Get::Component(Component::Query),
    Get::Component(Component::Fragment),
];

impl Get {
    /// Returns all columns with their names, components first.
    fn all(named: Option<RuleRef>) -> Vec<(&'static str, Get)> {
        let own = named.and_then(|named| named.table.own_components()).into_iter().flatten();
        let own = own.map(|one| (one.name(), Get::Component(one)));
        let components = Component::ALL.map(|one| (one.name(), Get::Component(one)));
        let others = [
            ("input", Get::Input),
            ("line", Get::Line),
            ("file", Get::File),
            ("grammar", Get::Grammar),
            ("error", Get::Error),
        ];
        let named = named.map(|named| named.grammar);
        let grammars = Grammar::ALL.iter().copied().chain(named);
        let parts = grammars.flat_map(|grammar| grammar.document().parts);
        let parts = parts.map(|part| (part.name, Get::Part(part.name)));
        own.chain(components).chain(others).chain(parts).collect()
    }

    /// Returns the columns of text by default.
    fn usual(named: Option<RuleRef>) -> Vec<Get> {
        match named.and_then(|named| named.table.own_components()) {
            Some(own) => own.map(Get::Component).collect(),
            None => USUAL.to_vec(),
        }
    }
}

/// Returns the columns of some names.
fn columns(names: &[String], named: Option<RuleRef>) -> Result<Vec<Get>, Failure> {
    let all = Get::all(named);
    let column = |name: &String| {
        let found = UnknownName::resolve("column", name, all.iter().copied(), |(name, _)| name);
        let found = found.map_err(|error| Failure::Usage(format!("--get {name}: {error}")));
        Ok(found?.1)
    };
    names.iter().map(column).collect()
}

impl fmt::Display for Get {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Get::Component(component) => component.name(),
            Get::Part(name) => name,
            Get::Input => "input",
            Get::Line => "line",
            Get::File => "file",
            Get::Grammar => "grammar",
            Get::Error => "error",
        })
    }
}

type Split<'a> = Result<(Grammar, Components<'a>), Refused>;

/// A reason why a line has no components.
enum Refused {
    /// No grammar was published by the day that was asked for.
    None,
    /// The rules reject it.
    Syntax(SyntaxError),
    /// A constraint of the document forbids it.
    Forbidden(Violation),
}

impl Refused {
    fn message(&self) -> String {
        match self {
            Refused::None => LineGrammar::NONE.to_owned(),
            Refused::Syntax(error) => messages::message(error),
            Refused::Forbidden(violation) => violation.to_string(),
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Refused::Syntax(error) if error.is_limit() => Outcome::Undecided,
            _ => Outcome::Rejected,
        }
    }
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments) -> Result<Outcome, Failure> {
    globals.refuse_in_json(&[
        (arguments.no_errors, "--no-errors"),
        (arguments.written != As::Tsv, "--as"),
        (arguments.append.is_given(), "--append"),
    ])?;
    let grammars = LineGrammar::new(globals, arguments.select, "split")?;
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let reader = reader.given(&arguments.given)?;
    let wanted = columns(&arguments.get, grammars.named())?;
    if arguments.strict && globals.rule.is_some() {
        return Err(Failure::Usage(
            "--strict checks whole identifiers and takes no --rule".to_owned(),
        ));
    }
    if let Some(named) = grammars.named().filter(|_| arguments.strict) {
        strict::note_unchecked(named.grammar);
    }
    let forbidden =
        |grammar: Grammar, line: &[u8]| grammars.violation(grammar, line, arguments.strict);
    if globals.json() {
        return per_line::run::<1>(globals, &reader, |place, [input], answers| {
            let given = grammars.given(input);
            let split = grammars.with_components(&given, |grammar, all| (grammar, *all));
            let split = split.map_err(|error| error.map_or(Refused::None, Refused::Syntax));
            let split = split.and_then(|(grammar, all)| match forbidden(grammar, input) {
                Some(violation) => Err(Refused::Forbidden(violation)),
                None => Ok((grammar, all)),
            });
            answers.json(place, &Json { input, split: &split, get: &wanted });
            split.as_ref().map_or_else(Refused::outcome, |_| Outcome::Done)
        });
    }
    if arguments.append.is_given() {
        let Append { columns, names } = arguments.append.columns(&Get::all(grammars.named()))?;
        let reader = reader.adding(&names);
        let strict = arguments.strict;
        let sheet = Sheet { grammars: &grammars, strict, get: &columns, names: &names };
        let heads = Some(Heads::new(&names));
        return per_line::blocks::<1>(&reader, heads, |input, place, record, answers| {
            let mut outcome = Outcome::Done;
            answers.appended(input, place, record.raw, |row| {
                outcome = sheet.fill(row, place, record);
            });
            answers.add(outcome);
        });
    }
    let mut get = if wanted.is_empty() { Get::usual(grammars.named()) } else { wanted };
    let is_single = get.len() == 1 && arguments.no_errors && arguments.written == As::Tsv;
    if !arguments.no_errors && !get.contains(&Get::Error) {
        get.push(Get::Error);
    }
    let names: Vec<String> = get.iter().map(Get::to_string).collect();
    let strict = arguments.strict;
    let sheet = Sheet { grammars: &grammars, strict, get: &get, names: &names };
    if is_single {
        return per_line::blocks::<1>(&reader, None, |_, place, record, answers| {
            let outcome = sheet.each(place, record, |_, value| answers.optional(place, value));
            answers.add(outcome);
        });
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
        let _ = row.end(b"\n");
        output::bytes().write_all(&header)?;
    }
    per_line::blocks::<1>(&reader, None, |_, place, record, answers| {
        let mut row = Row::new(&mut answers.text, style);
        let outcome = sheet.fill(&mut row, place, record);
        // Both formats hold every value.
        let _ = row.end(b"\n");
        answers.add(outcome);
    })
}

/// The columns of many lines.
struct Sheet<'a> {
    grammars: &'a LineGrammar,
    strict: bool,
    get: &'a [Get],
    names: &'a [String],
}

impl Sheet<'_> {
    /// Writes the columns of a line, and returns its outcome.
    #[inline]
    fn fill(&self, row: &mut Row<'_>, place: Place<'_>, record: &Record<'_, 1>) -> Outcome {
        self.each(place, record, |name, value| row.value(name, value))
    }

    /// Calls `each` with the name and the value of each column of a line, and returns the line's
    /// outcome.
    #[inline]
    fn each(
        &self,
        place: Place<'_>,
        record: &Record<'_, 1>,
        mut each: impl FnMut(&str, Option<&[u8]>),
    ) -> Outcome {
        let input = match &record.fields {
            Ok([input]) => &**input,
            Err(problem) => {
                self.values(place, b"", Err(&|| problem.message.clone()), &mut each);
                let is_limit = problem.is_limit;
                return if is_limit { Outcome::Undecided } else { Outcome::Rejected };
            }
        };
        let given = self.grammars.given(input);
        let split = self.grammars.with_components(&given, |grammar, components| {
            let broken = self.grammars.violation(grammar, input, self.strict);
            if broken.is_none() {
                self.values(place, input, Ok((grammar, components)), &mut each);
            }
            broken
        });
        let refused = match split {
            Ok(None) => return Outcome::Done,
            Ok(Some(broken)) => Refused::Forbidden(broken),
            Err(error) => error.map_or(Refused::None, Refused::Syntax),
        };
        self.values(place, input, Err(&|| refused.message()), &mut each);
        refused.outcome()
    }

    #[inline]
    fn values(
        &self,
        place: Place<'_>,
        input: &[u8],
        split: Result<(Grammar, &Components<'_>), &dyn Fn() -> String>,
        each: &mut impl FnMut(&str, Option<&[u8]>),
    ) {
        let components = split.as_ref().ok().map(|(_, components)| *components);
        // One pass for all columns, where rules say the components.
        let marked = components.filter(|components| components.are_by_rules());
        let marked: Option<Vec<_>> = marked.map(|components| components.iter().collect());
        for (name, column) in self.names.iter().zip(self.get) {
            let mut put = |value: Option<&[u8]>| each(name, value);
            match column {
                Get::Component(component) => {
                    put(components.and_then(|all| match &marked {
                        Some(marked) => {
                            let found =
                                marked.iter().find(|found| found.component == *component)?;
                            Some(all.slice(found.span))
                        }
                        None => all.text(*component),
                    }));
                }
                Get::Part(part) => put(components.and_then(|all| first_part(all, part))),
                Get::Input => put(Some(input)),
                Get::Line => put(Some(place.line.to_string().as_bytes())),
                Get::File => put(Some(place.file.unwrap_or("-").as_bytes())),
                Get::Grammar => {
                    put(split.as_ref().ok().map(|(grammar, _)| grammar.as_str().as_bytes()));
                }
                Get::Error => match split {
                    Ok(_) => put(Some(b"")),
                    Err(message) => put(Some(message().as_bytes())),
                },
            }
        }
    }
}

/// Returns the first part of that name.
fn first_part<'a>(components: &Components<'a>, name: &str) -> Option<&'a [u8]> {
    let found = Component::ALL
        .into_iter()
        .filter(|component| components.span(*component).is_some())
        .flat_map(|component| components.parts(component))
        .find(|part| part.name == name)?;
    Some(components.slice(found.span))
}

struct Json<'a> {
    input: &'a [u8],
    split: &'a Split<'a>,
    get: &'a [Get],
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "input", self.input)?;
        match self.split {
            Ok((grammar, components)) => {
                map.serialize_entry("grammar", grammar.as_str())?;
                if self.get.is_empty() {
                    map.serialize_entry("components", &Texts(components))?;
                } else {
                    map.serialize_entry("components", &Wanted { components, get: self.get })?;
                }
            }
            Err(Refused::Syntax(error)) => {
                map.serialize_entry("grammar", error.document().id)?;
                map.serialize_entry("error", &ErrorJson::new(error))?;
            }
            Err(refused) => map.serialize_entry("error", &ErrorJson::of(refused.message()))?,
        }
        map.end()
    }
}

/// The components and parts that were asked for.
struct Wanted<'a> {
    components: &'a Components<'a>,
    get: &'a [Get],
}

impl Serialize for Wanted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for column in self.get {
            let text = match column {
                Get::Component(component) => self.components.text(*component),
                Get::Part(name) => first_part(self.components, name),
                _ => None,
            };
            if let Some(text) = text {
                bytes_entry(&mut map, &column.to_string(), text)?;
            }
        }
        map.end()
    }
}
