//! The answer to a block of lines.

use super::causes::Causes;
use super::totals::Totals;

/// The answer to a block.
#[derive(Default)]
pub(super) struct Work {
    pub(super) text: Vec<u8>,
    /// The number of lines in the text.
    pub(super) written: u64,
    pub(super) totals: Totals,
    pub(super) causes: Causes,
}
