//! The error object, the same in every answer.

use serde::Serialize;
use urigram::SyntaxError;

/// A rejection: the offset, what could stand there, and the rule that says so.
///
/// Where a limit was hit nothing is decided, so only `message` is there.
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
    rule: &'static str,
    section: &'static str,
}

impl ErrorJson {
    /// Returns the object of an error.
    pub fn new(error: &SyntaxError) -> ErrorJson {
        let place = || PlaceJson {
            offset: error.offset(),
            expected: error.expected().items(),
            rule: error.rule(),
            section: error.section(),
        };
        ErrorJson { place: (!error.is_limit()).then(place), message: error.to_string() }
    }
}
