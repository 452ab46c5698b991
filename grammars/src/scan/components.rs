//! From planes to components.

use super::authority::{self, Authority};
use super::planes::{after_percent, below_lowest, carried, from, lowest, Lanes, Planes, BLOCK};
use super::{Fast, Host, Known, Opaque, Part};
use crate::Parts;

/// Absent, as [`Parts`] writes it.
const NONE: u32 = u32::MAX;

/// Splits an input of the language that `fast` describes.
#[inline(always)]
pub(super) fn split<L: Lanes>(lanes: L, fast: &Fast, input: &[u8]) -> Result<Parts, Known> {
    let len = input.len();
    if len >= NONE as usize {
        return Err(Known::NOTHING);
    }
    let block = lanes.head(input);
    let head = lanes.planes(block, fast);
    let more = lanes.delimiters(block);
    let beyond = from(len);

    let ends = (more.colon | more.slash | head.question | head.hash) & !beyond;
    let first = ends.trailing_zeros() as usize;
    let has_scheme = more.colon & lowest(ends) != 0;
    let body = if has_scheme {
        let other = !lanes.scheme(block, fast) & below_lowest(ends);
        if first == 0 || first > L::SCHEME.min(BLOCK - 4) || other != 0 || !fast.first.contains(input[0]) {
            return Err(Known::NOTHING);
        }
        first + 1
    } else {
        // A first segment that goes on beyond the block could still hold a colon.
        if !fast.relative || (ends == 0 && len > BLOCK) {
            return Err(Known::NOTHING);
        }
        0
    };

    let mut path_start = body;
    let mut authority = Authority::ABSENT;
    let mut is_whole = false;
    if (more.slash & !beyond) >> body & 3 == 3 {
        let start = body + 2;
        let stops = (more.slash | head.question | head.hash) & from(start) | beyond;
        path_start = stops.trailing_zeros() as usize;
        if stops == 0 && len > BLOCK {
            return Err(Known::NOTHING);
        }
        if !fast.pathless_query && path_start < len && input[path_start] == b'?' {
            return Err(Known::NOTHING);
        }
        let region = below_lowest(stops) & from(start);
        authority = match (more.at | more.colon | !head.legal) & region {
            0 => Authority::name(start, path_start),
            _ => {
                let (ats, colons) = (more.at & region, more.colon & region);
                authority::split(fast, input, ats, colons, (start, path_start)).ok_or(Known::NOTHING)?
            }
        };
        if let Host::Server(hostport) = fast.host {
            if start == path_start {
                // An empty authority has no host, and a host that is empty beside something else is not known.
                authority = Authority { is_present: true, ..Authority::ABSENT };
            } else if authority.brackets == 0 {
                let host = (authority.host_start as usize, authority.host_end as usize);
                let is_name = authority::is_name(lanes.names(block), input, host);
                if !is_name && !hostport.accepts(&input[host.0..path_start]) {
                    return Err(Known::NOTHING);
                }
            }
        }
    } else if body == len || matches!(input[body], b'?' | b'#') {
        let known = if has_scheme { fast.bare } else { fast.empty };
        if !known {
            return Err(Known::NOTHING);
        }
    } else if has_scheme && input[body] != b'/' {
        match fast.opaque {
            Opaque::Unknown => return Err(Known::NOTHING),
            Opaque::Path => {}
            Opaque::Whole => is_whole = true,
        }
    }

    let marks = match marks(lanes, fast, input, (block, head), path_start, authority.brackets) {
        Ok(marks) => marks,
        Err(stuck) if has_scheme && authority.is_present => return Err(stuck.known(fast, input, path_start)),
        Err(_) => return Err(Known::NOTHING),
    };
    if marks.hash < len && !fast.fragment {
        return Err(Known::NOTHING);
    }
    let has_query = marks.question < marks.hash && !is_whole;
    Ok(Parts::from_raw([
        if has_scheme { first as u32 } else { 0 },
        if authority.is_present { body as u32 + 2 } else { 0 },
        authority.host_start,
        authority.host_end,
        path_start as u32,
        if has_query { marks.question } else { marks.hash } as u32,
        if has_query { marks.hash as u32 } else { NONE },
        len as u32,
    ]))
}

/// Where the first `?` of the path and the first `#` stand, or the length.
#[derive(Clone, Copy)]
struct Marks {
    question: usize,
    hash: usize,
}

/// Checks all bytes, and escapes. Of the first block, `exempt` are the bits that another rule has checked.
#[inline(always)]
fn marks<L: Lanes>(
    lanes: L,
    fast: &Fast,
    input: &[u8],
    (block, head): (L::Block, Planes),
    path_start: usize,
    exempt: u64,
) -> Result<Marks, Stuck> {
    let len = input.len();
    let beyond = from(len);
    let percent = head.percent & !beyond;
    // Where there is none, the first bit beyond the input stands for it.
    let question = head.question & from(path_start) | beyond;
    let hash = head.hash & !beyond;
    let mut bad = !(head.legal | beyond | exempt) & !lowest(hash);
    if percent != 0 {
        bad |= after_percent(percent) & (!lanes.hex(block) | beyond);
    }
    let mut due = carried(percent);
    let mut marks =
        Marks { question: question.trailing_zeros() as usize, hash: (hash | beyond).trailing_zeros() as usize };
    if len <= BLOCK {
        if bad == 0 && (due == 0 || len < BLOCK) {
            return Ok(marks);
        }
        return Err(Stuck::new(marks, len.min(bad.trailing_zeros() as usize)));
    }
    if question == 0 {
        marks.question = len;
    }
    if hash == 0 {
        marks.hash = len;
    }
    let mut base = 0;
    let mut end = BLOCK;
    while end < len {
        if bad != 0 {
            return Err(Stuck::new(marks, base + bad.trailing_zeros() as usize));
        }
        // The last block overlaps the one before it.
        base = end.min(len - BLOCK);
        let old = end - base;
        let block = lanes.block(input, base);
        let planes = lanes.planes(block, fast);
        let hash = planes.hash & from(old);
        let question = planes.question & from(old);
        bad = !planes.legal & from(old);
        if marks.hash == len && hash != 0 {
            marks.hash = base + hash.trailing_zeros() as usize;
            bad &= !lowest(hash);
        }
        if marks.question == len && question != 0 {
            marks.question = base + question.trailing_zeros() as usize;
        }
        if planes.percent | due != 0 {
            bad |= (after_percent(planes.percent) | due << old) & !lanes.hex(block) & from(old);
        }
        due = carried(planes.percent);
        end = base + BLOCK;
    }
    if bad == 0 && due == 0 {
        return Ok(marks);
    }
    Err(Stuck::new(marks, len.min(base + bad.trailing_zeros() as usize)))
}

/// Where a byte is wrong, and what was found before.
pub(super) struct Stuck {
    /// The first `?` of the path and the first `#`, or the length.
    pub(super) question: usize,
    pub(super) hash: usize,
    pub(super) offset: usize,
}

impl Stuck {
    #[inline(always)]
    fn new(Marks { question, hash }: Marks, offset: usize) -> Stuck {
        Stuck { question, hash, offset }
    }

    /// Where the table may begin: at the byte, or at the escape that it breaks.
    #[cold]
    pub(super) fn known(self, fast: &Fast, bytes: &[u8], path_start: usize) -> Known {
        let back = (1..=2).find(|&back| self.offset >= back && bytes[self.offset - back] == b'%').unwrap_or(0);
        let offset = self.offset - back;
        let part = if offset > self.hash {
            if !fast.fragment {
                return Known::NOTHING;
            }
            Part::Fragment
        } else if self.question < self.hash && offset > self.question {
            if fast.states[Part::Query as usize].is_none() && self.question > path_start {
                // From the end of the path, then.
                return Known { offset: self.question, part: Some(Part::Path) };
            }
            Part::Query
        } else if offset > path_start {
            Part::Path
        } else {
            return Known::NOTHING;
        };
        Known { offset, part: Some(part) }
    }
}
