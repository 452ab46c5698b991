//! Errors by the names that pest's users know: of a parser, or of the code that reads its pairs.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use super::pair_span::{PairPosition, PairSpan, RuleName};
use super::Error;

/// An error with its place in the input.
///
/// ```
/// use urigram_engine::nested::pest::error::{Error, ErrorVariant, LineColLocation};
/// use urigram_engine::nested::pest::Position;
/// urigram_engine::nested_rules! { enum Rule { number } }
///
/// let variant = ErrorVariant::CustomError { message: "too large".to_owned() };
/// let error: Error<Rule> = Error::new_from_pos(variant, Position::new("1\n300", 2).unwrap());
/// assert_eq!(error.line_col, LineColLocation::Pos((2, 1)));
/// assert_eq!(error.to_string(), "line 2, column 1, too large");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairsError<R> {
    /// The reason.
    pub variant: PairsReason<R>,
    /// The byte offset.
    pub location: PairsOffset,
    /// The line and the column.
    pub line_col: PairsPlace,
}

/// A reason for an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairsReason<R> {
    /// A rule does not match.
    ParsingError {
        /// The rule.
        rule: R,
        /// The error.
        error: Box<Error>,
    },
    /// The code that reads the pairs does not take them.
    CustomError {
        /// The message.
        message: String,
    },
}

/// The byte offset of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairsOffset {
    /// One place.
    Pos(usize),
    /// The first byte, and the byte behind the last one.
    Span((usize, usize)),
}

/// The line and the column of an error, each from 1, the column in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairsPlace {
    /// One place.
    Pos((usize, usize)),
    /// The first character, and the place behind the last one.
    Span((usize, usize), (usize, usize)),
}

impl<R> PairsError<R> {
    /// Makes an error at one place.
    pub fn new_from_pos(variant: PairsReason<R>, at: PairPosition<'_>) -> PairsError<R> {
        let (location, line_col) = (PairsOffset::Pos(at.pos()), PairsPlace::Pos(at.line_col()));
        PairsError { variant, location, line_col }
    }

    /// Makes an error about a part of the input.
    pub fn new_from_span(variant: PairsReason<R>, span: PairSpan<'_>) -> PairsError<R> {
        let (start, end) = (span.start_pos(), span.end_pos());
        let location = PairsOffset::Span((start.pos(), end.pos()));
        let line_col = PairsPlace::Span(start.line_col(), end.line_col());
        PairsError { variant, location, line_col }
    }
}

impl<R: RuleName> PairsError<R> {
    /// Gives the rules that are open at the error other names in its message.
    #[must_use]
    pub fn renamed_rules(mut self, mut name: impl FnMut(&R) -> String) -> PairsError<R> {
        if let PairsReason::ParsingError { error, .. } = &mut self.variant {
            if let Error::Rejected { open, .. } = &mut **error {
                for rule in open.iter_mut().map(|open| &mut open.rule) {
                    if let Some(known) = R::of(rule) {
                        *rule = name(&known);
                    }
                }
            }
        }
        self
    }
}

impl<R: RuleName> PairsReason<R> {
    /// Returns the reason in words.
    pub fn message(&self) -> Cow<'_, str> {
        match self {
            PairsReason::ParsingError { error, .. } => error.to_string().into(),
            PairsReason::CustomError { message } => message.into(),
        }
    }
}

impl<R: RuleName> fmt::Display for PairsError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let PairsReason::ParsingError { rule, .. } = &self.variant {
            write!(f, "{}: ", rule.name())?;
        }
        let (PairsPlace::Pos((line, column)) | PairsPlace::Span((line, column), _)) = self.line_col;
        write!(f, "line {line}, column {column}, {}", self.variant.message())
    }
}

impl<R: RuleName> core::error::Error for PairsError<R> {}
