//! No backend: every input is left to the table.

use super::{Handover, ScanSpec};
use crate::Parts;

/// Leaves an input to the table.
///
/// # Errors
/// Always, with a handover of the whole input.
#[inline(always)]
pub(crate) fn split(_: &ScanSpec, _: &[u8], _: &mut Parts) -> Result<(), Handover> {
    Err(Handover::NOTHING)
}

/// Returns the name of the engine that checks inputs: `"table"`, because this build does not scan.
#[inline]
pub fn engine_name() -> &'static str {
    "table"
}
