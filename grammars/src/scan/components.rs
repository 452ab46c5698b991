//! From planes to components.

use super::authority::{self, Authority};
use super::planes::{below, lowest, Lanes, Planes, BLOCK, SHORTEST};
use super::{Fast, Known, Opaque, Part};
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
    let padded;
    let bytes = match len < SHORTEST {
        true => {
            padded = pad(input);
            &padded[..]
        }
        false => input,
    };

    let head = lanes.planes(bytes, 0, fast);
    let here = below(len);
    let ends = (head.colon | head.slash | head.question | head.hash) & here;
    let first = ends.trailing_zeros() as usize;
    let has_scheme = head.colon & lowest(ends) != 0;
    let body = if has_scheme {
        let held = lanes.scheme(bytes, fast) & below(first) == below(first);
        if !held || first == 0 || !fast.first.contains(bytes[0]) {
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
    if body > BLOCK - 3 {
        return Err(Known::NOTHING);
    }

    let mut path_start = body;
    let mut authority = Authority::ABSENT;
    let mut is_whole = false;
    if (head.slash & here) >> body & 3 == 3 {
        let start = body + 2;
        let stops = (head.slash | head.question | head.hash) & here & !below(start);
        if stops == 0 && len > BLOCK {
            return Err(Known::NOTHING);
        }
        path_start = if stops == 0 { len } else { stops.trailing_zeros() as usize };
        if !fast.pathless_query && path_start < len && bytes[path_start] == b'?' {
            return Err(Known::NOTHING);
        }
        authority = authority::split(lanes, fast, &head, bytes, start, path_start).ok_or(Known::NOTHING)?;
    } else if body == len || matches!(bytes[body], b'?' | b'#') {
        let known = if has_scheme { fast.bare } else { fast.empty };
        if !known {
            return Err(Known::NOTHING);
        }
    } else if has_scheme && bytes[body] != b'/' {
        match fast.opaque {
            Opaque::Unknown => return Err(Known::NOTHING),
            Opaque::Path => {}
            Opaque::Whole => is_whole = true,
        }
    }

    let marks = marks(lanes, fast, bytes, len, head, path_start, authority.brackets);
    let marks = match marks {
        Ok(marks) => marks,
        Err(stuck) if has_scheme && authority.is_present => return Err(stuck.known(fast, bytes, path_start)),
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
struct Marks {
    question: usize,
    hash: usize,
}

/// Checks all bytes; `head` is the first block and `exempt` are its bits that another rule has checked.
#[inline(always)]
fn marks<L: Lanes>(
    lanes: L,
    fast: &Fast,
    bytes: &[u8],
    len: usize,
    head: Planes,
    path_start: usize,
    exempt: u64,
) -> Result<Marks, Stuck> {
    let here = below(len);
    let hash = head.hash & here;
    let question = head.question & here & !below(path_start);
    let mut bad = here & !head.legal & !lowest(hash) & !exempt;
    let percent = head.percent & here;
    bad |= (percent << 1 | percent << 2) & !(head.hex & here);
    let mut marks = Marks {
        question: if question == 0 { len } else { question.trailing_zeros() as usize },
        hash: if hash == 0 { len } else { hash.trailing_zeros() as usize },
    };
    if len <= BLOCK {
        return match bad == 0 && (len < BLOCK || percent >> (BLOCK - 2) == 0) {
            true => Ok(marks),
            false => Err(Stuck { marks, offset: len.min(bad.trailing_zeros() as usize) }),
        };
    }
    let mut due = percent >> 63 | percent >> 62;
    let mut base = BLOCK;
    while base < len {
        if bad != 0 {
            return Err(Stuck { marks, offset: base - BLOCK + bad.trailing_zeros() as usize });
        }
        let block = lanes.planes(bytes, base, fast);
        let here = below(len - base);
        let hash = block.hash & here;
        let question = block.question & here;
        bad = here & !block.legal;
        if marks.hash == len && hash != 0 {
            marks.hash = base + hash.trailing_zeros() as usize;
            bad &= !lowest(hash);
        }
        if marks.question == len && question != 0 {
            marks.question = base + question.trailing_zeros() as usize;
        }
        let percent = block.percent & here;
        bad |= (percent << 1 | percent << 2 | due) & !(block.hex & here);
        due = percent >> 63 | percent >> 62;
        base += BLOCK;
    }
    if bad == 0 && due == 0 {
        return Ok(marks);
    }
    Err(Stuck { marks, offset: len.min(base - BLOCK + bad.trailing_zeros() as usize) })
}

/// Where a byte is wrong, and what was found before.
struct Stuck {
    marks: Marks,
    offset: usize,
}

impl Stuck {
    /// Where the table may begin: at the byte, or at the escape that it breaks.
    #[cold]
    fn known(self, fast: &Fast, bytes: &[u8], path_start: usize) -> Known {
        let back = (1..=2).find(|&back| self.offset >= back && bytes[self.offset - back] == b'%').unwrap_or(0);
        let offset = self.offset - back;
        let part = if offset > self.marks.hash {
            if !fast.fragment {
                return Known::NOTHING;
            }
            Part::Fragment
        } else if self.marks.question < self.marks.hash && offset > self.marks.question {
            if fast.states[Part::Query as usize].is_none() && self.marks.question > path_start {
                // From the end of the path, then.
                return Known { offset: self.marks.question, part: Some(Part::Path) };
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

/// A short input and zeros; two overlapping copies of fixed size instead of one of any size.
#[inline(always)]
fn pad(input: &[u8]) -> [u8; SHORTEST] {
    let mut padded = [0; SHORTEST];
    let len = input.len();
    if len >= 16 {
        padded[..16].copy_from_slice(&input[..16]);
        padded[len - 16..len].copy_from_slice(&input[len - 16..]);
    } else if len >= 8 {
        padded[..8].copy_from_slice(&input[..8]);
        padded[len - 8..len].copy_from_slice(&input[len - 8..]);
    } else {
        for (to, &from) in padded.iter_mut().zip(input) {
            *to = from;
        }
    }
    padded
}
