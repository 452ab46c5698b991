//! The elements of a citation (URC), decoded, in their groups.

use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;
use urigram::urc::{Element, Keyword, Kind, Urc, Value};
use urigram::Form;

use super::Report;
use crate::bytes::{clipped, escaped};
use crate::output::{columns, BAD, DIM, HEAD, NAME};

/// Rows before the rest is only counted.
const ROWS: usize = 40;

/// One element as JSON shows it; absent parts are left out.
#[derive(Default, Serialize)]
pub(crate) struct Row {
    kind: &'static str,
    start: usize,
    end: usize,
    /// How many groups it stands in.
    depth: usize,
    /// The scheme, the field name, or the comment of a structor.
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    representation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charset: Option<String>,
    /// The value, decoded by the special encodings and the character set.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Why the value cannot be decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The elements of an accepted citation; none for anything else.
pub(super) fn elements<'a>(report: &Report<'a>) -> impl Iterator<Item = Row> + use<'a> {
    let target = report.choice.target;
    let is_start = std::ptr::eq(target.table, target.grammar.tables(target.reading).start());
    let is_citation = target.grammar.document().form == Form::Urc && is_start && report.choice.error.is_none();
    let urc = is_citation.then(|| Urc::parse_by(target.grammar, target.reading, report.input).ok()).flatten();
    urc.into_iter().flat_map(elements_of)
}

/// The elements in their order.
pub(crate) fn elements_of(urc: Urc<'_>) -> impl Iterator<Item = Row> + use<'_> {
    let mut depth = 0_usize;
    urc.elements().map(move |element| {
        let keyword = match &element.kind {
            Kind::Structor(structor) => Some(structor.keyword),
            _ => None,
        };
        depth = depth.saturating_sub(usize::from(keyword == Some(Keyword::End)));
        let row = row(&element, depth);
        depth += usize::from(keyword == Some(Keyword::Begin));
        row
    })
}

fn row(element: &Element<'_>, depth: usize) -> Row {
    let of = |kind, label: &str| {
        let (start, end) = (element.range.start, element.range.end);
        Row { kind, start, end, depth, label: label.to_owned(), ..Row::default() }
    };
    match &element.kind {
        Kind::Url(locator) => of("url", locator.scheme).with(&locator.value, locator.charset),
        Kind::Urn(locator) => of("urn", locator.scheme).with(&locator.value, locator.charset),
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => {
            let kind = if matches!(element.kind, Kind::Urf(_)) { "urf" } else { "urd" };
            let row = of(kind, descriptor.field_name).with(&descriptor.value, descriptor.charset());
            let language = descriptor.language.map(|tag| tag.to_string());
            Row { language, representation: descriptor.representation.map(|tag| tag.to_string()), ..row }
        }
        Kind::Structor(structor) => {
            let kind = if structor.keyword == Keyword::Begin { "begin" } else { "end" };
            of(kind, &String::from_utf8_lossy(structor.label()))
        }
        _ => of("element", ""),
    }
}

impl Row {
    /// The element in a few words: `urd Author=Tim Berners-Lee`.
    pub(crate) fn told(&self, longest: usize) -> String {
        let label = escaped(self.label.as_bytes());
        let between = if matches!(self.kind, "url" | "urn") { ":" } else { "=" };
        let value = match (&self.text, &self.error) {
            (Some(text), _) => format!("{between}{}", clipped(text.as_bytes(), longest)),
            (None, Some(error)) => format!("{between}({error})"),
            (None, None) => String::new(),
        };
        format!("{} {label}{value}", self.kind)
    }

    fn with(self, value: &Value<'_>, charset: Option<&str>) -> Row {
        let (text, error) = match value.text(charset) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Row { text, error, charset: charset.map(str::to_owned), ..self }
    }
}

/// The elements as a table, indented by their groups.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let mut elements = elements(report).peekable();
    if elements.peek().is_none() {
        return Ok(());
    }
    let title = |text: &str| (HEAD, text.to_owned());
    let mut rows = vec![vec![title("element"), title("label"), title("language"), title("value")]];
    for row in elements.by_ref().take(ROWS) {
        // Groups may be nested deeper than lines are wide.
        let indent = "  ".repeat(row.depth.min(8));
        let value = match (&row.text, &row.error) {
            (Some(text), _) => (Style::new(), clipped(text.as_bytes(), (width / 2).max(20))),
            (None, Some(error)) => (BAD, error.clone()),
            (None, None) => (DIM, String::new()),
        };
        rows.push(vec![
            (NAME, format!("{indent}{}", row.kind)),
            (Style::new(), escaped(row.label.as_bytes())),
            (Style::new(), row.language.unwrap_or_default()),
            value,
        ]);
    }
    writeln!(out)?;
    columns(out, 0, &rows)?;
    match elements.count() {
        0 => Ok(()),
        more => writeln!(out, "{DIM}… {more} more; --format json has all{DIM:#}"),
    }
}
