//! The names of pest's modules, so that code for pest's pairs needs no others.
//!
//! `use pest::iterators::Pair;` becomes `use mine::pest::iterators::Pair;` with a generated package
//! `mine`, and the parser is the package's.

pub use super::pair_span::{PairPosition as Position, PairSpan as Span, RuleName as RuleType};
pub use super::pairs::RuleParser as Parser;

/// Errors.
pub mod error {
    pub use crate::nested::pairs_error::{
        PairsError as Error, PairsOffset as InputLocation, PairsPlace as LineColLocation,
        PairsReason as ErrorVariant,
    };
}

/// Nodes.
pub mod iterators {
    pub use crate::nested::pairs::{FlatPairs, Pair, Pairs};
}

/// Operators with precedence.
pub mod pratt_parser {
    pub use crate::nested::pratt::{Assoc, Op, PrattParser, PrattParserMap};
}
