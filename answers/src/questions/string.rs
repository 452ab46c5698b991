//! One string, all documents.

use serde::Serialize;
use serde_json::Value;
use urigram::{Grammar, Reading, Select};

use super::line::Line;
use super::{known, Params, Question};
use crate::escape::escaped;
use crate::json::KeyedBytes;
use crate::parse;
use crate::refusal::Refusal;

/// A string and each document's verdict on it, in order of date.
pub(super) struct OneString {
    pub(super) input: Vec<u8>,
    reading: Reading,
}

/// A string with the verdicts.
#[derive(Serialize)]
pub(super) struct Told<'q> {
    /// The input, if all of it is in the line.
    #[serde(flatten)]
    input: Option<KeyedBytes<'q>>,
    bytes: usize,
    #[serde(flatten)]
    shown: Shown,
    reading: &'static str,
    /// The document that is selected without a name, and the reason.
    selected: Option<&'static str>,
    selected_by: String,
    /// The objects of `urigram parse --format json`.
    documents: Vec<Value>,
}

/// An input as the page shows it.
#[derive(Serialize)]
pub(super) struct Shown {
    /// The input with escapes; empty if it is not all in the line.
    escaped: String,
    /// Whether a text field can hold the input as it is.
    plain: bool,
    pub(super) line: Line,
}

impl Shown {
    pub(super) fn new(input: &[u8]) -> Shown {
        let line = Line::new(input);
        let escaped = if line.is_whole() { escaped(input) } else { String::new() };
        Shown { escaped, plain: is_plain(input), line }
    }
}

impl Question for OneString {
    const NAME: &'static str = "string";

    fn read(params: &Params) -> Result<OneString, Refusal> {
        Ok(OneString { input: params.input("input")?, reading: params.reading("reading")? })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        self.told()
    }
}

impl OneString {
    pub(super) fn told(&self) -> Result<Told<'_>, Refusal> {
        let OneString { input, reading } = self;
        let shown = Shown::new(input);
        let selection = Select::Auto.select(input, *reading);
        let documents = known::all().into_iter();
        let documents = documents.map(|grammar| by(grammar, *reading, input, &shown.line));
        Ok(Told {
            documents: documents.collect::<Result<_, _>>()?,
            input: shown.line.is_whole().then_some(KeyedBytes("input", Some(input))),
            bytes: input.len(),
            shown,
            reading: reading.id(),
            selected: selection.grammar.map(Grammar::as_str),
            selected_by: selection.reason.to_string(),
        })
    }
}

/// Returns the marks of the components that a grammar finds in an input; none if it rejects it.
pub(super) fn marks(grammar: Grammar, reading: Reading, input: &[u8], line: &Line) -> Vec<Mark> {
    marks_of(&parse::Verdict::new(input, grammar, reading), line)
}

fn marks_of(verdict: &parse::Verdict<'_>, line: &Line) -> Vec<Mark> {
    verdict.components().iter().map(|part| Mark::new(part, line)).collect()
}

/// Returns one document's verdict, with the columns of its marks.
fn by(grammar: Grammar, reading: Reading, input: &[u8], line: &Line) -> Result<Value, Refusal> {
    let verdict = parse::Verdict::new(input, grammar, reading);
    let mut parts = marks_of(&verdict, line);
    let mut value = serde_json::to_value(verdict.json())?;
    if let Some(object) = value.as_object_mut() {
        object.remove("input");
        object.remove("input_hex");
        object.remove("accepted_by");
        if !line.is_whole() {
            // Their texts would repeat the input once for each document.
            object.remove("components");
            object.remove("elements");
        }
        if let Some(elements) = object.get("elements").and_then(Value::as_array) {
            // A citation consists of elements; its scheme component is only the beginning of one.
            parts = elements.iter().filter_map(|element| Mark::of_element(element, line)).collect();
        }
        object.insert("marks".to_owned(), serde_json::to_value(parts)?);
        if let Some(error) = verdict.error() {
            object.insert("caret".to_owned(), line.column(error.offset()).into());
        }
    }
    Ok(value)
}

/// A component in the line.
#[derive(Serialize)]
pub(super) struct Mark {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    from: usize,
    to: usize,
}

impl Mark {
    fn new(part: &parse::Component, line: &Line) -> Mark {
        let (name, rule) = (part.name.to_owned(), part.rule.map(str::to_owned));
        Mark { name, rule, from: line.column(part.start), to: line.column(part.end) }
    }

    /// Returns the mark of an element: its kind as the name, its scheme or field name as the rule.
    fn of_element(element: &Value, line: &Line) -> Option<Mark> {
        let text = |key: &str| element[key].as_str().map(str::to_owned);
        let column = |key: &str| Some(line.column(usize::try_from(element[key].as_u64()?).ok()?));
        Some(Mark {
            name: text("kind")?,
            rule: text("label"),
            from: column("start")?,
            to: column("end")?,
        })
    }
}

/// Returns true if a text field can hold the input as it is.
pub(super) fn is_plain(input: &[u8]) -> bool {
    std::str::from_utf8(input).is_ok_and(|text| !text.chars().any(char::is_control))
}
