//! Lines of a file or a stream, in blocks for several threads and in constant memory.
//!
//! A [`Source`] fills lists of [`Block`]s, each of whole lines. A regular file is split into
//! [`Ranges`], which several threads read at once; everything else is read as a stream.

mod block;
mod blocks;
mod ranges;
mod source;

pub(crate) use block::{Block, SIZE};
pub(crate) use ranges::Ranges;
pub(crate) use source::Source;

/// Returns the lines of a block one by one, without their line ends.
pub(crate) fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    block.split_inclusive(|&byte| byte == b'\n').map(crate::input::without_line_end)
}
