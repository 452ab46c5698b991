//! BEGIN and END, which come in pairs (rule 9).

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::{Keyword, Kind, Structor, Urc};

impl Urc<'_> {
    /// Checks that every BEGIN has its END and every END its BEGIN. Time is linear in the text;
    /// memory is that of the open groups.
    ///
    /// # Errors
    /// [`StructorError`] for `<END*;>` and `<BEGIN*;>`.
    pub fn check_structors(&self) -> Result<(), StructorError> {
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut after = None;
        for element in self.elements() {
            match element.kind {
                Kind::Structor(Structor { keyword: Keyword::Begin, .. }) => {
                    open.push(element.range);
                }
                Kind::Structor(_) => {
                    if open.pop().is_none() {
                        return Err(StructorError::Unopened { end: element.range, after });
                    }
                    after = Some(element.range);
                }
                _ => {}
            }
        }
        match open.pop() {
            None => Ok(()),
            Some(begin) => Err(StructorError::Unclosed {
                begin,
                expected: self.as_bytes().len().saturating_sub(1),
            }),
        }
    }
}

/// A BEGIN or an END without a partner, with its range and the offset where the partner is missing.
///
/// ```
/// use urigram::{urc::StructorError, Urc};
///
/// let error = Urc::parse(b"<END*;>")?.check_structors().unwrap_err();
/// assert_eq!(error, StructorError::Unopened { end: 1..5, after: None });
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructorError {
    /// A BEGIN without an END; the innermost, if there are several.
    Unclosed {
        /// The range of the BEGIN.
        begin: Range<usize>,
        /// The last possible offset of the missing END: before the final `>`.
        expected: usize,
    },
    /// An END without a BEGIN.
    Unopened {
        /// The range of the END.
        end: Range<usize>,
        /// The range of the END before it, which closed the last open group.
        after: Option<Range<usize>>,
    },
}

impl StructorError {
    /// Returns the range of the structor.
    pub fn range(&self) -> Range<usize> {
        match self {
            StructorError::Unclosed { begin, .. } => begin.clone(),
            StructorError::Unopened { end, .. } => end.clone(),
        }
    }
}

impl fmt::Display for StructorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StructorError::Unclosed { begin, expected } => {
                write!(f, "BEGIN at byte {} has no END before byte {expected}", begin.start)?;
            }
            StructorError::Unopened { end, after: None } => {
                write!(f, "END at byte {} has no BEGIN before it", end.start)?;
            }
            StructorError::Unopened { end, after: Some(after) } => {
                write!(
                    f,
                    "END at byte {}: the last group was closed at byte {}",
                    end.start, after.start
                )?;
            }
        }
        f.write_str(" (urc-1993, BNF, rule 9)")
    }
}

impl core::error::Error for StructorError {}
