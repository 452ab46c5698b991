//! `urigram split`: the components of each line.

use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;

use clap::Args;
use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::{Component, Components, Grammar, Select, SyntaxError, UnknownName};
use urigram_answers::json::{bytes_entry, ErrorJson};

use crate::absent::value;
use crate::bulk::{self, Reader};
use crate::exit::{Failure, Outcome};
use crate::line_grammar::LineGrammar;
use crate::messages;
use crate::options::Globals;
use crate::per_line::{self, Place};
use crate::texts::Texts;

/// Write the components of each line, as columns or as JSON
///
/// Text has a column for each name after --get, separated by tabs, and one for the error, which is
/// empty where the line is accepted. An absent component is `\N`, as databases read and write it;
/// an empty one is an empty column. Tabs, line ends and backslashes are escaped (`\t`, `\n`, `\\`).
/// JSON has an object for each line. The order of the lines is kept. The status is 1 if a line is
/// rejected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files to read; `-` is standard input, as is none
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    /// The columns: components (`host`), parts inside them (`user`, `typecode`), `input`, `line`,
    /// `file` or `grammar`. By default, text has the components of RFC 3986, and JSON has all that
    /// are there
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    get: Vec<Get>,

    /// Select the grammar of each line in this way if none is named: auto, newest, oldest, or the
    /// newest by a day
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "grammars")]
    select: Select,

    /// Leave out the column of errors: a rejected line has absent components only
    #[arg(long)]
    no_errors: bool,

    #[command(flatten)]
    records: bulk::Options,
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
    fn all() -> Vec<(&'static str, Get)> {
        let components = Component::ALL.map(|one| (one.name(), Get::Component(one)));
        let others = [
            ("input", Get::Input),
            ("line", Get::Line),
            ("file", Get::File),
            ("grammar", Get::Grammar),
        ];
        let parts = Grammar::ALL.iter().flat_map(|grammar| grammar.document().parts);
        let parts = parts.map(|part| (part.name, Get::Part(part.name)));
        components.into_iter().chain(others).chain(parts).collect()
    }
}

impl FromStr for Get {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Get, UnknownName> {
        UnknownName::resolve("column", name, Get::all(), |(name, _)| name).map(|(_, get)| get)
    }
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
        })
    }
}

type Split<'a> = Result<(Grammar, Components<'a>), Option<SyntaxError>>;

pub(crate) fn run(globals: &Globals, arguments: &Arguments) -> Result<Outcome, Failure> {
    globals.refuse_in_json(&[(arguments.no_errors, "--no-errors")])?;
    let grammars = LineGrammar::new(globals, arguments.select, "split")?;
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let get = if arguments.get.is_empty() { &USUAL[..] } else { &arguments.get };
    if globals.json() {
        return per_line::run::<1>(globals, &reader, |place, [input], answers| {
            let given = grammars.given(input);
            let split = grammars.with_components(&given, |grammar, all| (grammar, *all));
            answers.json(place, &Json { input, split: &split, get: &arguments.get });
            split.as_ref().map_or_else(|error| rejected(error.as_ref()), |_| Outcome::Done)
        });
    }
    per_line::blocks::<1>(&reader, |place, record, answers| {
        let (outcome, error) = match &record.fields {
            Ok([input]) => {
                let given = grammars.given(input);
                let text = &mut answers.text;
                let split = grammars.with_components(&given, |grammar, components| {
                    row(text, get, place, input, Some((grammar, components)));
                });
                match split {
                    Ok(()) => (Outcome::Done, None),
                    Err(error) => {
                        row(&mut answers.text, get, place, input, None);
                        let message = match &error {
                            Some(error) => messages::message(error),
                            None => LineGrammar::NONE.to_owned(),
                        };
                        (rejected(error.as_ref()), Some(message))
                    }
                }
            }
            Err(problem) => {
                row(&mut answers.text, get, place, b"", None);
                let outcome = if problem.is_limit { Outcome::Undecided } else { Outcome::Rejected };
                (outcome, Some(problem.message.clone()))
            }
        };
        if !arguments.no_errors {
            answers.text.push(b'\t');
            value(&mut answers.text, Some(error.unwrap_or_default().as_bytes()));
        }
        answers.text.push(b'\n');
        answers.add(outcome);
    })
}

/// Returns the outcome of a line that is not accepted.
fn rejected(error: Option<&SyntaxError>) -> Outcome {
    match error {
        Some(error) if error.is_limit() => Outcome::Undecided,
        _ => Outcome::Rejected,
    }
}

/// Writes the columns of a line.
#[inline]
fn row(
    out: &mut Vec<u8>,
    get: &[Get],
    place: Place<'_>,
    input: &[u8],
    split: Option<(Grammar, &Components<'_>)>,
) {
    for (index, column) in get.iter().enumerate() {
        if index > 0 {
            out.push(b'\t');
        }
        let components = split.map(|(_, components)| components);
        match column {
            Get::Component(component) => {
                value(out, components.and_then(|all| all.text(*component)));
            }
            Get::Part(name) => value(out, components.and_then(|all| part(all, name))),
            Get::Input => value(out, Some(input)),
            Get::Line => value(out, Some(place.line.to_string().as_bytes())),
            Get::File => value(out, Some(place.file.unwrap_or("-").as_bytes())),
            Get::Grammar => value(out, split.map(|(grammar, _)| grammar.id().as_bytes())),
        }
    }
}

/// Returns the first part of that name.
fn part<'a>(components: &Components<'a>, name: &str) -> Option<&'a [u8]> {
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
                map.serialize_entry("grammar", grammar.id())?;
                if self.get.is_empty() {
                    map.serialize_entry("components", &Texts(components))?;
                } else {
                    map.serialize_entry("components", &Wanted { components, get: self.get })?;
                }
            }
            Err(Some(error)) => {
                map.serialize_entry("grammar", error.document().id)?;
                map.serialize_entry("error", &ErrorJson::new(error))?;
            }
            Err(None) => map.serialize_entry("error", &ErrorJson::of(LineGrammar::NONE))?,
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
                Get::Part(name) => part(self.components, name),
                Get::Input | Get::Line | Get::File | Get::Grammar => None,
            };
            if let Some(text) = text {
                bytes_entry(&mut map, &column.to_string(), text)?;
            }
        }
        map.end()
    }
}
