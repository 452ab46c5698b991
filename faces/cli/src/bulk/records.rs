//! The records of a block, one by one or as a table judges them.

use std::borrow::Cow;

use urigram::lines::LineTable;
use urigram_answers::Refusal;

use super::block::Block;
use super::framing::Framing;
use super::input::Input;
use crate::input::{without_line_end, LONGEST};

/// A record with the columns that the command reads.
pub(crate) struct Record<'b, const N: usize> {
    pub(crate) number: u64,
    /// The bytes of the record with its end; empty for a record that is too long.
    pub(crate) raw: &'b [u8],
    /// The columns, or the reason why the record holds no identifier.
    pub(crate) fields: Result<[Cow<'b, [u8]>; N], Refusal>,
}

/// Records that are lines, as a table judges them.
pub(crate) enum Judged<'b> {
    /// Consecutive lines that the table accepts, with their ends, which are line feeds.
    Accepted { lines: &'b [u8], count: u64 },
    /// Any other line.
    Other(Record<'b, 1>),
}

/// Returns the reason why a record of this length is not decided.
pub(crate) fn too_long(length: u64) -> Refusal {
    Refusal::Limit(format!("the line has {length} bytes, more than {LONGEST}"))
}

impl Input {
    /// Calls `each` with every record of a block.
    #[inline]
    pub(crate) fn each<'b, W, const N: usize>(
        &self,
        block: &'b mut Block<W>,
        mut each: impl FnMut(Record<'b, N>, &mut W),
    ) {
        let (mut number, excess) = (block.first, block.too_long);
        let (bytes, work) = block.lines_and_work();
        if self.is_lines() {
            // One search for all line ends is faster than one for each.
            let mut start = 0;
            let ends = memchr::memchr_iter(b'\n', bytes).map(|end| end + 1);
            // The last line may have no end.
            let last = (bytes.last() != Some(&b'\n') && !bytes.is_empty()).then_some(bytes.len());
            for end in ends.chain(last) {
                let raw = &bytes[start..end];
                let line = without_line_end(raw);
                let fields = Ok(std::array::from_fn(|_| Cow::Borrowed(line)));
                each(Record { number, raw, fields }, work);
                number += 1;
                start = end;
            }
        } else {
            number = self.each_other(bytes, number, |record| each(record, work));
        }
        if let Some(length) = excess {
            each(Record { number, raw: &[], fields: Err(too_long(length)) }, work);
        }
    }

    /// Calls `each` with every record of bytes that are not lines, and returns the number of the
    /// record after them.
    fn each_other<'b, const N: usize>(
        &self,
        bytes: &'b [u8],
        mut number: u64,
        mut each: impl FnMut(Record<'b, N>),
    ) -> u64 {
        for raw in self.framing.records(bytes) {
            let fields = self.columns.fields(self.framing.content(raw));
            each(Record { number, raw, fields });
            number += match self.framing {
                Framing::Csv(_) => memchr::memchr_iter(b'\n', raw).count() as u64,
                Framing::Line | Framing::Nul => 1,
            };
        }
        number
    }

    /// Calls `each` with every record of a block of lines, and with those together that follow each
    /// other and that a table accepts.
    pub(crate) fn judge<'b, W>(
        &self,
        block: &'b mut Block<W>,
        table: &LineTable,
        mut each: impl FnMut(Judged<'b>, &mut W),
    ) {
        let (mut number, excess) = (block.first, block.too_long);
        let (bytes, work) = block.lines_and_work();
        // The lines from `run` to `at` are accepted and not yet given away.
        let (mut run, mut at, mut count) = (0, 0, 0);
        table.judge(bytes, |line, accepts| {
            let end = at + line.len();
            if accepts && bytes.get(end) == Some(&b'\n') {
                at = end + 1;
                count += 1;
                return;
            }
            if count > 0 {
                each(Judged::Accepted { lines: &bytes[run..at], count }, work);
                number += count;
                count = 0;
            }
            let feed = match bytes[end..] {
                [b'\r', b'\n', ..] => 2,
                [b'\n', ..] => 1,
                _ => 0,
            };
            let raw = &bytes[at..end + feed];
            each(Judged::Other(Record { number, raw, fields: Ok([Cow::Borrowed(line)]) }), work);
            number += 1;
            at = end + feed;
            run = at;
        });
        if count > 0 {
            each(Judged::Accepted { lines: &bytes[run..at], count }, work);
            number += count;
        }
        if let Some(length) = excess {
            let fields = Err(too_long(length));
            each(Judged::Other(Record { number, raw: &[], fields }), work);
        }
    }
}
