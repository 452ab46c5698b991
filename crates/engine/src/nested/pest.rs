//! The names of pest's modules, so that code for pest's pairs needs no others.
//!
//! `use pest::iterators::Pair;` becomes `use mine::pest::iterators::Pair;` with a generated package
//! `mine`, and the parser is the package's.
//!
//! Pairs, spans and places have pest's methods except those of the builder of pairs.
//! Tokens go forward only. A `Span` is equal to another of the same text in an equal input, and
//! `Pos` has no order. `Error` has no path, no line and no attempts; its [`error::ErrorVariant`]
//! has the error of urigram.

pub use super::pair_span::{
    merge_spans, PairPosition as Position, PairSpan as Span, RuleName as RuleType,
};
pub use super::pairs::{PairToken as Token, RuleParser as Parser};

/// Errors.
pub mod error {
    pub use crate::nested::pairs_error::{
        PairsError as Error, PairsOffset as InputLocation, PairsPlace as LineColLocation,
        PairsReason as ErrorVariant,
    };
}

/// Nodes.
pub mod iterators {
    pub use crate::nested::pairs::{FlatPairs, Pair, PairTokens as Tokens, Pairs};
}

/// Operators with precedence.
pub mod pratt_parser {
    pub use crate::nested::pratt::{Assoc, Op, PrattParser, PrattParserMap};
}
