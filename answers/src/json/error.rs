//! The error object, the same in every answer.

use serde::Serialize;
use urigram::documents::Constraint;
use urigram::SyntaxError;

/// A rejection: the offset, the expected characters, and the rule.
///
/// An error without a place has only `message`: nothing is decided after a limit was hit, and some
/// reasons are no rule. A constraint has its id as `constraint` in place of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson {
    #[serde(flatten)]
    place: Option<PlaceJson>,
    message: String,
}

#[derive(Clone, Debug, Serialize)]
struct PlaceJson {
    offset: usize,
    expected: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<&'static str>,
    section: &'static str,
    /// The erratum that says why case counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    erratum: Option<&'static str>,
}

impl ErrorJson {
    /// Returns the object of an error.
    pub fn new(error: &SyntaxError) -> ErrorJson {
        let place = || PlaceJson {
            offset: error.offset(),
            expected: error.expected().items(),
            rule: Some(error.rule()),
            constraint: None,
            section: error.section(),
            erratum: error.case_erratum().map(|erratum| erratum.id),
        };
        ErrorJson { place: (!error.is_limit()).then(place), message: error.to_string() }
    }

    /// Returns the object of a constraint that an input breaks from a byte on.
    pub fn forbidden(constraint: &Constraint, offset: usize) -> ErrorJson {
        let place = PlaceJson {
            offset,
            expected: Vec::new(),
            rule: None,
            constraint: Some(constraint.id),
            section: constraint.section,
            erratum: None,
        };
        ErrorJson { place: Some(place), message: constraint.message.to_owned() }
    }

    /// Returns the object of an error without a place.
    pub fn of(message: impl ToString) -> ErrorJson {
        ErrorJson { place: None, message: message.to_string() }
    }
}
