//! BEGIN and END, which come in pairs (rule 9).

use std::fmt;
use std::ops::Range;

use urigram_core::Urc;

use crate::element::{elements, Keyword, Kind};

/// Checks that every BEGIN has its END and every END its BEGIN. Time is linear in the text; memory
/// is that of the open groups.
///
/// # Errors
/// [`StructorError`] for `<END*;>` and `<BEGIN*;>`.
pub fn check_structors(urc: Urc<'_>) -> Result<(), StructorError> {
    let mut open: Vec<Range<usize>> = Vec::new();
    for element in elements(urc) {
        match element.kind {
            Kind::Structor(structor) if structor.keyword == Keyword::Begin => {
                open.push(element.range);
            }
            Kind::Structor(_) if open.pop().is_none() => {
                return Err(StructorError { keyword: Keyword::End, range: element.range });
            }
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some(range) => Err(StructorError { keyword: Keyword::Begin, range }),
    }
}

/// A BEGIN or an END without a partner: the first such END, else the innermost such BEGIN.
///
/// ```
/// use urigram::{urc::check_structors, Urc};
///
/// let error = check_structors(Urc::parse(b"<END*;>")?).unwrap_err();
/// assert_eq!(error.range, 1..5);
/// assert_eq!(error.to_string(), "END at byte 1 has no BEGIN (urc-1993, BNF, rule 9)");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StructorError {
    /// The keyword of the structor.
    pub keyword: Keyword,
    /// The range of the structor.
    pub range: Range<usize>,
}

impl fmt::Display for StructorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (own, other) = match self.keyword {
            Keyword::Begin => ("BEGIN", "END"),
            Keyword::End => ("END", "BEGIN"),
        };
        let at = self.range.start;
        write!(f, "{own} at byte {at} has no {other} (urc-1993, BNF, rule 9)")
    }
}

impl std::error::Error for StructorError {}
