//! The end of a scan: components, or a handover to the table.

use super::authority::Authority;
use super::{AfterDelimiter, AfterScheme, Handover, Opaque, Region, Remaining};
use crate::Parts;

/// The value for an absent component in [`Parts`].
const NONE: u32 = u32::MAX;

/// The offsets that are known before the first `?` or `#`.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) scheme_end: usize,
    /// The offset after the scheme's colon.
    pub(super) body: usize,
    pub(super) authority: Authority,
    pub(super) path_start: usize,
    /// Whether `?` is a byte of the path.
    pub(super) is_whole: bool,
}

/// The first `?` from the path on, and the first `#`; the input's length where there isn't one.
#[derive(Clone, Copy)]
pub(super) struct Delimiters {
    pub(super) question: usize,
    pub(super) hash: usize,
}

/// A byte that is not legal, or a broken escape.
#[derive(Clone, Copy)]
pub(super) struct ScanError {
    /// The delimiters before the offset.
    pub(super) delimiters: Delimiters,
    /// The offset of the byte, beyond the input's length if there isn't one.
    offset: usize,
}

/// The place where the table goes on.
#[derive(Clone, Copy)]
struct TableStart {
    offset: usize,
    /// Whether an escape begins there, or the input ends.
    is_escape: bool,
}

impl ScanError {
    #[inline(always)]
    pub(super) fn new(delimiters: Delimiters, offset: usize) -> ScanError {
        ScanError { delimiters, offset }
    }
}

/// Returns true if the bytes hold two slashes side by side.
#[inline(never)]
pub(super) fn has_empty_segment(bytes: &[u8]) -> bool {
    // Without an early end, so that compilers make vector instructions of the loop.
    bytes.windows(2).fold(false, |found, two| found | (two[0] == b'/') & (two[1] == b'/'))
}

/// Writes the components of an input without errors.
#[inline(always)]
pub(super) fn finish(
    after: &AfterScheme,
    input: &[u8],
    layout: Layout,
    delimiters: Delimiters,
    parts: &mut Parts,
) -> Result<(), Handover> {
    let len = input.len();
    let Delimiters { question, hash } = delimiters;
    if !after.fragment && hash < len {
        if layout.authority.start == 0 {
            return Err(Handover::NOTHING);
        }
        return Err(ScanError::new(delimiters, hash).hand_over(after, input, layout));
    }
    let has_query = question < hash && !layout.is_whole;
    *parts = Parts {
        scheme_end: layout.scheme_end as u32,
        authority_start: layout.authority.start,
        host_start: layout.authority.host_start,
        host_end: layout.authority.host_end,
        path_start: layout.path_start as u32,
        path_end: if has_query { question } else { hash } as u32,
        query_end: if has_query { hash as u32 } else { NONE },
        len: len as u32,
    };
    Ok(())
}

/// Like [`finish`] for an input with an error, or with a part that the table must check.
#[inline(never)]
pub(super) fn finish_oddly(
    after: &AfterScheme,
    input: &[u8],
    layout: Layout,
    error: ScanError,
    parts: &mut Parts,
) -> Result<(), Handover> {
    let len = input.len();
    let mut delimiters = error.delimiters;
    let asks_after_question =
        after.after_question != AfterDelimiter::Legal && delimiters.question < delimiters.hash;
    let (delimiter, rule) = if asks_after_question {
        (delimiters.question, after.after_question)
    } else {
        (delimiters.hash, after.after_hash)
    };
    match rule {
        AfterDelimiter::Unknown if delimiter < len && error.offset > delimiter => {
            Err(Handover::NOTHING)
        }
        AfterDelimiter::Table(state) if delimiter < len && error.offset > delimiter => {
            // The error may have ended the search before the fragment.
            let hash = input[delimiter..].iter().position(|&byte| byte == b'#');
            delimiters.hash = hash.map_or(len, |at| delimiter + at);
            finish(after, input, layout, delimiters, parts)?;
            Err(Handover::at(delimiter + 1, state, Remaining::Verdict))
        }
        _ if error.offset > len => finish(after, input, layout, delimiters, parts),
        _ => Err(error.hand_over(after, input, layout)),
    }
}

impl AfterScheme {
    /// Returns whether the bytes before `rest` and after two slashes are an authority, and not the
    /// beginning of a path; `None` if it is not known.
    #[inline(always)]
    pub(super) fn keeps_authority(&self, rest: &[u8]) -> Option<bool> {
        let Some(following) = self.after_authority else { return Some(true) };
        let is_known = match rest {
            [] | [b'#', ..] => following.nothing,
            [b'?', ..] if following.path => return Some(false),
            [b'?', ..] => following.query,
            [_, b'/', ..] => following.slashes,
            _ => true,
        };
        is_known.then_some(true)
    }

    /// Returns the handover at the beginning of an escape or at a byte that is not legal.
    #[inline(always)]
    fn stuck(&self, region: Region, start: TableStart) -> Handover {
        // The table finds the byte that breaks an escape.
        match self.reject(region, start.offset) {
            Some(handover) if !start.is_escape => handover,
            _ => self.hand_over(region, start.offset),
        }
    }
}

impl ScanError {
    /// Returns the place where the table may begin: the byte, or the escape that it breaks.
    fn table_start(&self, input: &[u8]) -> TableStart {
        let back = (1..=2).find(|&back| self.offset >= back && input[self.offset - back] == b'%');
        let offset = self.offset - back.unwrap_or(0);
        TableStart { offset, is_escape: input.get(offset).is_none_or(|&byte| byte == b'%') }
    }

    /// Returns the handover with the highest offset whose state is known.
    #[cold]
    pub(super) fn hand_over(self, after: &AfterScheme, input: &[u8], layout: Layout) -> Handover {
        if layout.authority.start == 0 {
            return self.without_authority(after, input, layout.body);
        }
        self.with_authority(after, input, layout.authority.start, layout.path_start)
    }

    fn without_authority(self, after: &AfterScheme, input: &[u8], body: usize) -> Handover {
        let start = self.table_start(input);
        let (Delimiters { question, hash }, offset) = (self.delimiters, start.offset);
        // Where everything is one path, `?` is one of its bytes.
        let has_query = after.opaque == Opaque::Path
            || matches!(input.get(body), None | Some(b'/' | b'?' | b'#'));
        let region = if offset < question.min(hash) {
            Some(Region::Rootless).filter(|_| body < offset && input[body] != b'/')
        } else if offset > hash {
            Some(Region::Fragment).filter(|_| after.is_alike && has_query)
        } else {
            Some(Region::Query).filter(|_| after.is_alike && has_query && offset > question + 1)
        };
        let handover = region.map(|region| after.stuck(region, start));
        let handover = handover.filter(|&handover| handover != Handover::NOTHING);
        handover.unwrap_or_else(|| after.hand_over(Region::Start, body))
    }

    /// Like [`ScanError::hand_over`], for an authority that begins at `net` and a path at `path`. A
    /// layout would be written to memory for each error.
    #[cold]
    #[inline(never)]
    pub(super) fn with_authority(
        self,
        after: &AfterScheme,
        input: &[u8],
        net: u32,
        path: usize,
    ) -> Handover {
        let Delimiters { question, hash } = self.delimiters;
        let start = if self.offset > hash && !after.fragment {
            TableStart { offset: hash, is_escape: false }
        } else {
            self.table_start(input)
        };
        let offset = start.offset;
        let path_end = question.min(hash);
        let region = if offset > hash {
            Region::Fragment
        } else if offset > question + 1 && after.states[Region::Query as usize].is_some() {
            Region::Query
        } else if offset > path && path_end > path {
            if after.states[Region::Path as usize].is_none() {
                return after.hand_over_after_slash(input, path, offset.min(path_end));
            }
            if offset > path_end {
                return after.hand_over(Region::Path, path_end);
            }
            Region::Path
        } else {
            return after.hand_over(Region::Net, net as usize);
        };
        after.stuck(region, start)
    }
}
