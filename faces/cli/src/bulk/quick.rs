//! A table of lines that need no second look, made for inputs that are worth it.

use std::sync::OnceLock;

use urigram::lines::LineTable;

use super::block::{Block, SIZE};

/// A table that is made when the first block comes that is large enough: for a few lines, making it
/// would cost more than it saves.
pub(crate) struct Quick<F> {
    table: OnceLock<Option<LineTable>>,
    make: F,
}

impl<F: Fn() -> Option<LineTable>> Quick<F> {
    /// The size of a block that is worth making the table.
    const WORTH: usize = SIZE / 2;

    pub(crate) fn new(make: F) -> Quick<F> {
        Quick { table: OnceLock::new(), make }
    }

    /// Returns the table for a block; `None` if there isn't one, or the blocks are small.
    pub(crate) fn of<W>(&self, block: &Block<W>) -> Option<&LineTable> {
        match self.table.get() {
            Some(table) => table.as_ref(),
            None if block.bytes().len() < Self::WORTH => None,
            None => self.table.get_or_init(&self.make).as_ref(),
        }
    }
}
