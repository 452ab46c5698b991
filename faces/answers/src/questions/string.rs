//! One string, all documents.

use serde::{Serialize, Serializer};
use urigram::{Grammar, Reading, Select};

use super::{Params, Question};
use crate::escape::escaped;
use crate::json::{key, Bytes};
use crate::line::{Line, Mark};
use crate::parse::{self, Report};
use crate::refusal::Refusal;

/// A string and each document's verdict on it, in order of date.
pub(super) struct OneString {
    pub(super) input: Vec<u8>,
    reading: Reading,
}

/// A string with the verdicts.
#[derive(Serialize)]
pub(super) struct AnswerJson<'q> {
    /// The input, if all of it is in the line.
    #[serde(flatten)]
    input: Option<Bytes<'q, key::Input>>,
    bytes: usize,
    #[serde(flatten)]
    shown: Shown,
    reading: &'static str,
    /// The document that is selected without a name, and the reason.
    selected: Option<&'static str>,
    selected_by: String,
    documents: Vec<ByDocument<'q>>,
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
        Ok(self.answer_json())
    }
}

impl OneString {
    pub(super) fn answer_json(&self) -> AnswerJson<'_> {
        let OneString { input, reading } = self;
        let shown = Shown::new(input);
        let selection = Select::Auto.select(input, *reading);
        let documents = Grammar::ALL.iter();
        let documents =
            documents.map(|&grammar| ByDocument::new(grammar, *reading, input, &shown.line));
        AnswerJson {
            documents: documents.collect(),
            input: shown.line.is_whole().then(|| input.into()),
            bytes: input.len(),
            shown,
            reading: reading.id(),
            selected: selection.grammar.map(Grammar::as_str),
            selected_by: selection.reason.to_string(),
        }
    }
}

/// Returns the marks of the components that a grammar finds in an input; none if it rejects it.
pub(super) fn marks(report: &Report<'_>, line: &Line) -> Vec<Mark> {
    report.listed().iter().map(|part| Mark::new(part, line)).collect()
}

/// One document's verdict: as JSON the object of `urigram parse --format json`, without what is the
/// same for all documents, and where its components are in the line.
pub(super) struct ByDocument<'q> {
    report: Report<'q>,
    marks: Vec<Mark>,
    caret: Option<usize>,
    is_whole: bool,
}

#[derive(Serialize)]
struct ByDocumentJson<'q> {
    #[serde(flatten)]
    verdict: parse::VerdictJson<'q>,
    #[serde(flatten)]
    choice: parse::ChoiceJson<'q>,
    marks: &'q [Mark],
    /// The column of the first character that cannot be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    caret: Option<usize>,
}

impl ByDocument<'_> {
    pub(super) fn new<'q>(
        grammar: Grammar,
        reading: Reading,
        input: &'q [u8],
        line: &Line,
    ) -> ByDocument<'q> {
        let report = Report::by_start(input, grammar, reading);
        let elements = parse::elements(&report).filter(|_| line.is_whole());
        let mut marks: Vec<Mark> = elements.map(|one| Mark::of_element(one, line)).collect();
        // A citation consists of elements; its scheme component is only the beginning of one.
        if marks.is_empty() {
            marks = self::marks(&report, line);
        }
        let error = report.choice.error.as_ref();
        let caret = error.and_then(|error| Some(line.column(error.offset()?)));
        ByDocument { report, marks, caret, is_whole: line.is_whole() }
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.report.is_accepted(false)
    }

    pub(super) fn has(&self, component: &str) -> bool {
        self.marks.iter().any(|mark| mark.name == component)
    }
}

impl Serialize for ByDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parse::ParsedJson { mut verdict, choice, .. } = self.report.json(false, false);
        if !self.is_whole {
            // Their texts would repeat the input once for each document.
            (verdict.components, verdict.elements) = (None, Vec::new());
        }
        let (marks, caret) = (&self.marks, self.caret);
        ByDocumentJson { verdict, choice, marks, caret }.serialize(serializer)
    }
}

impl Mark {
    fn new(part: &parse::Component, line: &Line) -> Mark {
        let rule = part.rule.map(str::to_owned);
        Mark { name: part.name, rule, from: line.column(part.start), to: line.column(part.end) }
    }

    /// Returns the mark of an element: its kind as the name, its scheme or field name as the rule.
    fn of_element(element: parse::ElementJson, line: &Line) -> Mark {
        let (from, to) = (line.column(element.start), line.column(element.end));
        Mark { name: element.kind, rule: Some(element.label), from, to }
    }
}

/// Returns true if a text field can hold the input as it is.
fn is_plain(input: &[u8]) -> bool {
    std::str::from_utf8(input).is_ok_and(|text| !text.chars().any(char::is_control))
}
