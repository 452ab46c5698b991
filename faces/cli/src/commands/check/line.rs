//! A line of a file.

/// A line with its number.
#[derive(Clone, Copy)]
pub(super) struct Line<'b> {
    pub(super) number: u64,
    /// The identifier.
    pub(super) field: &'b [u8],
    /// The bytes of the line with its end.
    pub(super) raw: &'b [u8],
}
