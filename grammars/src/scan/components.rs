//! From planes to components.

use super::authority::{self, Authority};
use super::planes::{below, lowest, Lanes, Planes, BLOCK, SHORTEST};
use super::{Fast, Opaque};
use crate::Parts;

/// Absent, as [`Parts`] writes it.
const NONE: u32 = u32::MAX;

/// Splits an input of the language that `fast` describes; `None` for any other.
#[inline(always)]
pub(super) fn split<L: Lanes>(lanes: L, fast: &Fast, input: &[u8]) -> Option<Parts> {
    let len = input.len();
    if len >= NONE as usize {
        return None;
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
            return None;
        }
        first + 1
    } else {
        // A first segment that goes on beyond the block could still hold a colon.
        if !fast.relative || (ends == 0 && len > BLOCK) {
            return None;
        }
        0
    };
    if body > BLOCK - 3 {
        return None;
    }

    let mut path_start = body;
    let mut authority = Authority::ABSENT;
    let mut is_whole = false;
    if (head.slash & here) >> body & 3 == 3 {
        let start = body + 2;
        let stops = (head.slash | head.question | head.hash) & here & !below(start);
        if stops == 0 && len > BLOCK {
            return None;
        }
        path_start = if stops == 0 { len } else { stops.trailing_zeros() as usize };
        if !fast.pathless_query && path_start < len && bytes[path_start] == b'?' {
            return None;
        }
        authority = authority::split(lanes, fast, &head, bytes, start, path_start)?;
    } else if body == len || matches!(bytes[body], b'?' | b'#') {
        let known = if has_scheme { fast.bare } else { fast.empty };
        if !known {
            return None;
        }
    } else if has_scheme && bytes[body] != b'/' {
        match fast.opaque {
            Opaque::Unknown => return None,
            Opaque::Path => {}
            Opaque::Whole => is_whole = true,
        }
    }

    let marks = marks(lanes, fast, bytes, len, head, path_start, authority.brackets)?;
    if marks.hash < len && !fast.fragment {
        return None;
    }
    let has_query = marks.question < marks.hash && !is_whole;
    Some(Parts::from_raw([
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
) -> Option<Marks> {
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
        return if bad == 0 && (len < BLOCK || percent >> (BLOCK - 2) == 0) { Some(marks) } else { None };
    }
    let mut due = percent >> 63 | percent >> 62;
    let mut base = BLOCK;
    while base < len {
        if bad != 0 {
            return None;
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
        Some(marks)
    } else {
        None
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
