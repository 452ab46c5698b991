//! The pairs of published grammars between which a value moves without a parse.
//!
//! A pair is two definitions, and each row rests on theorems that `tests/values/subsets.rs` decides
//! for the rows of this very table: the IRIs in US-ASCII are the URIs, and both grammars split them
//! by one shape. A loaded grammar is never in a row.

use urigram_grammars::Grammar;

/// Two grammars: the IRIs of the first that are in US-ASCII are the URIs of the second, with the
/// same components, in both readings.
const PAIRS: [(Grammar, Grammar); 1] = [(Grammar::Rfc3987, Grammar::Rfc3986)];

/// Returns the pairs, for the test that decides their theorems.
#[doc(hidden)]
#[inline]
pub const fn pairs_of_iris_and_uris() -> &'static [(Grammar, Grammar)] {
    &PAIRS
}

/// Returns the grammar of URIs that the grammar's IRIs in US-ASCII match.
#[inline]
pub(crate) fn uris_of(iris: Grammar) -> Option<Grammar> {
    PAIRS.into_iter().find_map(|(one, uris)| (one == iris).then_some(uris))
}

/// Returns the grammar of IRIs that the grammar's URIs match.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn iris_of(uris: Grammar) -> Option<Grammar> {
    PAIRS.into_iter().find_map(|(iris, one)| (one == uris).then_some(iris))
}
