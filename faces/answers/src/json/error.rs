//! The error object, the same in every answer.

use std::fmt::Write;

use serde::Serialize;
use urigram::errors::{Objected, Objection};
use urigram::SyntaxError;
use urigram_generate::nested::{Error, Open, Tree};
use urigram_study::constraints::Violation;

/// The reason why there is no answer: the offset, the expected characters, and the rule.
///
/// An error without a place has only `message`: nothing is decided after a limit was hit, and some
/// reasons are not a rule. A constraint has its id as `constraint` in place of a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ErrorJson {
    #[serde(flatten)]
    place: Option<Box<Place>>,
    /// The error in words.
    message: String,
}

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Place {
    /// The byte where the input cannot be right.
    offset: usize,
    /// The cause: `no-scheme`, `host`, `port` …, where an automaton rejects the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The line of the byte, from 1, where a rule without a table rejects the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the byte in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The characters, texts and rules that may be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Vec<String>>,
    /// True if the place is that of the first byte that cannot be right, false if it is the
    /// furthest failure of a PEG; only where a rule without a table rejects the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// The bytes that may be there, where a rule without a table rejects the input and the place is
    /// exact. Then `expected` has rules and words.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Vec<String>>,
    /// The rule of the document where the error lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The id of the constraint that the input breaks, in place of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<&'static str>,
    /// The section of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
    /// The erratum that says why case counts, where the letter is allowed in the other case.
    #[serde(skip_serializing_if = "Option::is_none")]
    erratum: Option<&'static str>,
    /// The rules that are open there, outermost first, where a rule without a table rejects.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<OpenRule>>,
}

/// A rule that is open, with the byte where it begins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct OpenRule {
    rule: String,
    start: usize,
}

impl ErrorJson {
    fn at(place: Place, message: String) -> ErrorJson {
        ErrorJson { place: Some(Box::new(place)), message }
    }

    /// Returns the object of the reason why an input is not accepted.
    pub fn of_objection(input: &[u8], objection: &Objection) -> ErrorJson {
        match objection {
            Objection::Syntax(error) => ErrorJson::new(error),
            Objection::Program(objected) => ErrorJson::objected(objected),
            Objection::Constraint(broken) => ErrorJson::forbidden(broken),
            Objection::Stack(error) => ErrorJson::nested(input, error),
            other => ErrorJson::of(other),
        }
    }

    /// Returns the object of an error.
    pub fn new(error: &SyntaxError) -> ErrorJson {
        if error.is_limit() {
            return ErrorJson::of(error);
        }
        let place = Place {
            offset: error.offset(),
            kind: Some(error.kind().as_str()),
            expected: Some(error.expected().items()),
            rule: Some(error.rule().to_owned()),
            section: Some(error.section()),
            erratum: error.case_erratum().map(|erratum| erratum.id),
            ..Place::default()
        };
        ErrorJson::at(place, error.to_string())
    }

    /// Returns the object of the text that the program of a practice objects to.
    fn objected(objected: &Objected) -> ErrorJson {
        let place = Place {
            offset: objected.range.start,
            expected: Some(Vec::new()),
            rule: Some(objected.rule.to_owned()),
            section: Some(objected.section),
            ..Place::default()
        };
        ErrorJson::at(place, objected.to_string())
    }

    /// Returns the object of a constraint that an input breaks.
    pub fn forbidden(broken: &Violation) -> ErrorJson {
        let place = Place {
            offset: broken.range.start,
            expected: Some(Vec::new()),
            constraint: Some(broken.id()),
            section: Some(broken.section()),
            ..Place::default()
        };
        ErrorJson::at(place, broken.message().to_owned())
    }

    /// Returns the object of an error without a place.
    pub fn of(message: impl ToString) -> ErrorJson {
        ErrorJson { place: None, message: message.to_string() }
    }

    /// Returns the object of an error of a rule without a table, with its place in the input unless
    /// nothing is decided.
    fn nested(input: &[u8], error: &Error) -> ErrorJson {
        let Error::Rejected { offset, expected, bytes, open, .. } = error else {
            return ErrorJson::of(error);
        };
        let before = String::from_utf8_lossy(&input[..*offset]);
        let (line, column) = Tree::line_col(&before, before.len());
        let reason = error.reason();
        let mut message = format!("line {line}, column {column} (byte {offset}): {reason}");
        if !open.is_empty() {
            message.push_str(", in ");
            message.push_str(&chain(open));
        }
        let each = |open: &Open| OpenRule { rule: open.rule.clone(), start: open.start };
        let place = Place {
            offset: *offset,
            line: Some(line),
            column: Some(column),
            expected: Some(expected.clone()),
            exact: Some(bytes.is_some()),
            bytes: bytes.as_ref().map(urigram::errors::Expected::items),
            rule: open.last().map(|open| open.rule.clone()),
            open: Some(open.iter().map(each).collect()),
            ..Place::default()
        };
        ErrorJson::at(place, message)
    }

    /// Returns the error in words.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns true if the error has a place in the input.
    pub fn has_place(&self) -> bool {
        self.place.is_some()
    }
}

/// Returns the innermost rules that are open, in words.
fn chain(open: &[Open]) -> String {
    let skipped = open.len().saturating_sub(8);
    let mut text = String::new();
    if skipped > 0 {
        let _ = write!(text, "… {skipped} more > ");
    }
    let named =
        open[skipped..].iter().map(|open| format!("{} from byte {}", open.rule, open.start));
    text.push_str(&named.collect::<Vec<_>>().join(" > "));
    text
}
