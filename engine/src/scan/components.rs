//! What all ways to split have in common: from what was found to the components, or to what the table is to do.

use super::authority::Authority;
use super::{After, Due, Form, Known, Opaque, Part};
use crate::Parts;

/// Absent, as [`Parts`] writes it.
const NONE: u32 = u32::MAX;

/// Whether two slashes stand side by side; in a part behind the path they are unknown all the same.
pub(super) fn has_empty_segment(rest: &[u8]) -> bool {
    // Without an early end, so that it is a vector loop.
    rest.windows(2).fold(false, |found, two| found | (two[0] == b'/') & (two[1] == b'/'))
}

/// Where components begin that are known before the first mark: the scheme's end, what follows it, and the path.
type Places = (usize, usize, usize);

/// The components, once all bytes are found right.
#[inline(always)]
pub(super) fn finish(
    form: &Form,
    len: usize,
    (scheme_end, body, path_start): Places,
    authority: Authority,
    marks: Marks,
    is_whole: bool,
    parts: &mut Parts,
) -> Result<(), Known> {
    if !form.fragment && marks.hash < len {
        return Err(marks.without_fragment(form, (scheme_end, body, path_start), authority.start != 0));
    }
    let has_query = marks.question < marks.hash && !is_whole;
    *parts = Parts::from_raw([
        scheme_end as u32,
        authority.start,
        authority.host_start,
        authority.host_end,
        path_start as u32,
        if has_query { marks.question } else { marks.hash } as u32,
        if has_query { marks.hash as u32 } else { NONE },
        len as u32,
    ]);
    Ok(())
}

/// The components where something more is to be seen to: a byte that is wrong, or a part that the table is to judge.
#[inline(never)]
pub(super) fn finish_oddly(
    form: &Form,
    input: &[u8],
    places: Places,
    authority: Authority,
    stuck: Stuck,
    is_whole: bool,
    parts: &mut Parts,
) -> Result<(), Known> {
    let len = input.len();
    let mut marks = Marks { question: stuck.question, hash: stuck.hash };
    let (mark, after) = match form.after_question {
        After::Table(_) | After::Unknown if marks.question < marks.hash => (marks.question, form.after_question),
        _ => (marks.hash, form.after_hash),
    };
    match after {
        After::Unknown if mark < len && stuck.offset > mark => Err(Known::NOTHING),
        After::Table(state) if mark < len && stuck.offset > mark => {
            // What stopped the search may have stopped it before the fragment.
            marks.hash = input[mark..].iter().position(|&byte| byte == b'#').map_or(len, |at| mark + at);
            finish(form, len, places, authority, marks, is_whole, parts)?;
            Err(Known::at(mark + 1, state, Due::Verdict))
        }
        _ if stuck.offset > len => finish(form, len, places, authority, marks, is_whole, parts),
        _ if authority.start != 0 => Err(stuck.known(form, input, places)),
        _ => Err(stuck.known_without_authority(form, input, places)),
    }
}

impl Form {
    /// Whether what precedes `rest` after two slashes is an authority, and not the beginning of a path; `None` where nothing
    /// is known.
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
}

/// Where the first `?` of the path and the first `#` stand, or the length.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) question: usize,
    pub(super) hash: usize,
}

impl Marks {
    /// With nothing wrong before the end of an input of this length, nor there.
    pub(super) fn at(self, len: usize) -> Stuck {
        Stuck::new(self, len + 1)
    }

    /// What is known where the mark of a fragment is wrong.
    #[cold]
    #[inline(never)]
    fn without_fragment(self, form: &Form, places: Places, has_authority: bool) -> Known {
        if !has_authority {
            return Known::NOTHING;
        }
        Stuck::new(self, self.hash).known_at(form, self.hash, false, places)
    }
}

/// Where a byte is wrong, and what was found before.
pub(super) struct Stuck {
    /// The first `?` of the path and the first `#`, or the length.
    pub(super) question: usize,
    pub(super) hash: usize,
    /// Beyond the length where nothing is wrong.
    pub(super) offset: usize,
}

impl Stuck {
    #[inline(always)]
    pub(super) fn new(Marks { question, hash }: Marks, offset: usize) -> Stuck {
        Stuck { question, hash, offset }
    }

    /// Where the table may begin: at the byte, or at the escape that it breaks.
    fn offset(&self, bytes: &[u8]) -> usize {
        let back = (1..=2).find(|&back| self.offset >= back && bytes[self.offset - back] == b'%');
        self.offset - back.unwrap_or(0)
    }

    /// What is known where no authority is.
    #[cold]
    fn known_without_authority(self, form: &Form, bytes: &[u8], (_, body, _): Places) -> Known {
        let offset = self.offset(bytes);
        // Where all is one path, a question mark is one of its bytes.
        let has_query = form.opaque == Opaque::Path || matches!(bytes.get(body), None | Some(b'/' | b'?' | b'#'));
        let part = if offset < self.question.min(self.hash) {
            Some(Part::Rootless).filter(|_| body < offset && bytes[body] != b'/')
        } else if offset > self.hash {
            Some(Part::Fragment).filter(|_| form.is_alike && has_query)
        } else {
            Some(Part::Query).filter(|_| form.is_alike && has_query && offset > self.question + 1)
        };
        let known = part.map(|part| form.stuck(part, offset, is_escape(bytes, offset)));
        known.filter(|&known| known != Known::NOTHING).unwrap_or_else(|| form.from(Part::Start, body))
    }

    /// What is known where an authority is.
    #[cold]
    pub(super) fn known(self, form: &Form, bytes: &[u8], places: Places) -> Known {
        if self.offset > self.hash && !form.fragment {
            let marks = Marks { question: self.question, hash: self.hash };
            return marks.without_fragment(form, places, true);
        }
        let offset = self.offset(bytes);
        self.known_at(form, offset, is_escape(bytes, offset), places)
    }

    #[inline(always)]
    fn known_at(self, form: &Form, offset: usize, is_escape: bool, (_, body, path_start): Places) -> Known {
        let path_end = self.question.min(self.hash);
        let part = if offset > self.hash {
            Part::Fragment
        } else if offset > self.question + 1 && form.places[Part::Query as usize].is_some() {
            Part::Query
        } else if offset > path_start && path_end > path_start {
            if offset > path_end {
                return form.from(Part::Path, path_end);
            }
            Part::Path
        } else {
            return form.from(Part::Net, body + 2);
        };
        form.stuck(part, offset, is_escape)
    }
}

/// Whether the table is to find where an escape goes wrong, or whether there is anything.
fn is_escape(bytes: &[u8], offset: usize) -> bool {
    bytes.get(offset).is_none_or(|&byte| byte == b'%')
}
