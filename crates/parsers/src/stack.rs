//! The stack that a parser needs.

use pest::error::{Error, ErrorVariant};

use urigram_grammars::tree::TreeError;

/// The stack, in bytes, that a parse is sure to have. pest refuses to go on at 64 KiB, and the
/// deepest grammar, built without optimization, needs less than 256 KiB. A thread of the standard
/// library has 2 MiB.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 512 * 1024;

/// Calls a function on a stack of at least [`STACK`] bytes: the caller's, or a new one.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn on_enough_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(STACK, 2 * STACK, work)
}

/// Calls a function. WebAssembly has no second stack, and its only one is large.
#[cfg(target_family = "wasm")]
pub(crate) fn on_enough_stack<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Returns the reason why pest gave up. A limit is not a mismatch.
pub(crate) fn failure<R>(error: &Error<R>) -> TreeError {
    match error.variant {
        ErrorVariant::ParsingError { .. } => TreeError::NoMatch,
        ErrorVariant::CustomError { .. } => TreeError::Limit,
    }
}
