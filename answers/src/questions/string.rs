//! One string, all documents.

use serde::Serialize;
use serde_json::{json, Value};
use urigram::{Grammar, Reading, Select};

use super::line::Line;
use super::{known, Params};
use crate::escape::escaped;
use crate::json::{extend, KeyedBytes};
use crate::parse;
use crate::refusal::Refusal;

/// Answers `string`: the objects of `urigram parse --format json` by each document, in order of
/// date.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let input = params.input("input")?;
    let reading = params.reading("reading")?;
    let line = Line::new(&input);
    let selection = Select::Auto.select(&input, reading);
    let documents: Vec<Value> = known::all()
        .into_iter()
        .map(|grammar| by(grammar, reading, &input, &line))
        .collect::<Result<_, _>>()?;
    let mut answer = json!({
        "escaped": if line.is_whole() { escaped(&input) } else { String::new() },
        "bytes": input.len(),
        "plain": is_plain(&input),
        "reading": reading.id(),
        "selected": selection.grammar.map(Grammar::as_str),
        "selected_by": selection.reason.to_string(),
        "documents": documents,
    });
    if line.is_whole() {
        extend(&mut answer, &KeyedBytes("input", Some(&input)))?;
    }
    answer["line"] = serde_json::to_value(line)?;
    Ok(answer)
}

/// Returns the marks of the components that a grammar finds in an input; none if it rejects it.
pub(super) fn marks(
    grammar: Grammar,
    reading: Reading,
    input: &[u8],
    line: &Line,
) -> Result<Value, Refusal> {
    let verdict = parse::Verdict::new(input, grammar, reading);
    let marks: Vec<Mark> = verdict.components().iter().map(|part| Mark::new(part, line)).collect();
    Ok(serde_json::to_value(marks)?)
}

/// Returns one document's verdict, with the columns of its marks.
fn by(grammar: Grammar, reading: Reading, input: &[u8], line: &Line) -> Result<Value, Refusal> {
    let verdict = parse::Verdict::new(input, grammar, reading);
    let mut parts: Vec<Mark> =
        verdict.components().iter().map(|part| Mark::new(part, line)).collect();
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
struct Mark {
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
