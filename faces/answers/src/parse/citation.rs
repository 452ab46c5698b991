//! The elements of a citation (URC), decoded, with the depth of their groups.

use serde::Serialize;
use urigram::documents::Form;
use urigram::Urc;
use urigram_urc::{Element, Keyword, Kind, Value};

use super::Report;
use crate::escape::{clipped, escaped};

/// An element of a citation; absent parts are left out of its JSON.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ElementJson {
    /// The kind: `url`, `urn`, `urd`, `urf`, `begin` or `end`.
    pub kind: &'static str,
    /// The byte offset of its beginning.
    pub start: usize,
    /// The byte offset of its end.
    pub end: usize,
    /// The number of groups around it.
    pub depth: usize,
    /// The scheme, the field name, or the comment of a structor.
    pub label: String,
    /// The language tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The representation tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representation: Option<String>,
    /// The character set of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charset: Option<String>,
    /// The value, decoded by the special encodings and the character set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reason why the value cannot be decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Returns the elements of an accepted citation; none for any other input.
pub fn elements<'a>(report: &Report<'a>) -> impl Iterator<Item = ElementJson> + use<'a> {
    let target = report.choice.target;
    let is_urc = target.grammar.document().form == Form::Urc && target.is_start();
    let is_citation = is_urc && report.choice.error.is_none();
    let urc = is_citation
        .then(|| Urc::parse_by(target.grammar, target.reading, report.input).ok())
        .flatten();
    urc.into_iter().flat_map(elements_of)
}

/// Returns the elements in their order.
pub fn elements_of(urc: Urc<'_>) -> impl Iterator<Item = ElementJson> + use<'_> {
    let mut depth = 0_usize;
    urigram_urc::elements(urc).map(move |element| {
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

fn row(element: &Element<'_>, depth: usize) -> ElementJson {
    let of = |kind, label: &str| {
        let (start, end) = (element.range.start, element.range.end);
        ElementJson { kind, start, end, depth, label: label.to_owned(), ..ElementJson::default() }
    };
    match &element.kind {
        Kind::Url(locator) => of("url", locator.scheme).with(&locator.value, locator.charset),
        Kind::Urn(locator) => of("urn", locator.scheme).with(&locator.value, locator.charset),
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => {
            let kind = if matches!(element.kind, Kind::Urf(_)) { "urf" } else { "urd" };
            let row = of(kind, descriptor.field_name).with(&descriptor.value, descriptor.charset());
            let language = descriptor.language.map(|tag| tag.to_string());
            ElementJson {
                language,
                representation: descriptor.representation.map(|tag| tag.to_string()),
                ..row
            }
        }
        Kind::Structor(structor) => {
            let kind = if structor.keyword == Keyword::Begin { "begin" } else { "end" };
            of(kind, &String::from_utf8_lossy(structor.label()))
        }
        _ => of("element", ""),
    }
}

impl ElementJson {
    /// Returns the element in a few words: `urd Author=Tim Berners-Lee`. Its value takes at most
    /// `longest` columns.
    pub fn summary(&self, longest: usize) -> String {
        let label = escaped(self.label.as_bytes());
        let between = if matches!(self.kind, "url" | "urn") { ":" } else { "=" };
        let value = match (&self.text, &self.error) {
            (Some(text), _) => format!("{between}{}", clipped(text.as_bytes(), longest)),
            (None, Some(error)) => format!("{between}({error})"),
            (None, None) => String::new(),
        };
        format!("{} {label}{value}", self.kind)
    }

    fn with(self, value: &Value<'_>, charset: Option<&str>) -> ElementJson {
        let (text, error) = match value.text(charset) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(error.to_string())),
        };
        ElementJson { text, error, charset: charset.map(str::to_owned), ..self }
    }
}
