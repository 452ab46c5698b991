use serde::Serialize;
use urigram_study::cautions::Warning;
use urigram_study::constraints::Violation;

/// A place in an accepted input that a document forbids or advises against.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RemarkJson<'a> {
    id: &'static str,
    grammar: &'static str,
    section: &'static str,
    message: &'static str,
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reads_as: Option<&'a str>,
}

impl From<&Violation> for RemarkJson<'_> {
    fn from(violation: &Violation) -> Self {
        RemarkJson {
            id: violation.id(),
            grammar: violation.document.id,
            section: violation.section(),
            message: violation.message(),
            start: violation.range.start,
            end: violation.range.end,
            reads_as: None,
        }
    }
}

impl<'a> From<&'a Warning> for RemarkJson<'a> {
    fn from(warning: &'a Warning) -> RemarkJson<'a> {
        RemarkJson {
            id: warning.id(),
            grammar: warning.document.id,
            section: warning.section(),
            message: warning.message(),
            start: warning.range.start,
            end: warning.range.end,
            reads_as: warning.reads_as.as_deref(),
        }
    }
}
