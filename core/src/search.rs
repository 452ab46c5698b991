//! Searches that look at sixteen bytes at once: loops over arrays, which compilers turn into vector instructions.

const BLOCK: usize = 16;
pub(crate) const TWO_BLOCKS: usize = 2 * BLOCK;

/// Whether some byte passes the test.
#[inline(always)]
pub(crate) fn any(bytes: &[u8], test: impl Fn(u8) -> bool + Copy) -> bool {
    let Some(last) = bytes.last_chunk::<BLOCK>() else {
        return match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            (Some(first), Some(last)) => any_of(first, test) | any_of(last, test),
            _ => bytes.iter().any(|&byte| test(byte)),
        };
    };
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        if any_of(block, test) {
            return true;
        }
        rest = after;
    }
    any_of(last, test)
}

#[inline(always)]
fn any_of<const N: usize>(block: &[u8; N], test: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(false, |found, &byte| found | test(byte))
}

/// Where the byte stands first.
#[inline]
pub(crate) fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        if let Some(at) = position_in_word(*word, byte) {
            return Some(bytes.len() - rest.len() + at);
        }
        rest = after;
    }
    match bytes.last_chunk() {
        // What the word has of those before was looked at and is not the byte.
        Some(word) => position_in_word(*word, byte).map(|at| bytes.len() - 8 + at),
        None => bytes.iter().position(|&other| other == byte),
    }
}

/// The lowest bit of each byte, and the lowest seven.
const LOW: u64 = 0x0101_0101_0101_0101;
const SEVEN: u64 = LOW * 0x7F;

#[inline(always)]
fn position_in_word(word: [u8; 8], byte: u8) -> Option<usize> {
    let zero_where_found = u64::from_le_bytes(word) ^ (LOW * u64::from(byte));
    // The lowest bit that is set stands for the first zero; those above it may be wrong.
    let found = zero_where_found.wrapping_sub(LOW) & !zero_where_found & (LOW << 7);
    (found != 0).then_some(found.trailing_zeros() as usize / 8)
}

/// Calls `found` with each offset from `from` on where the byte stands, as long as it returns something.
///
/// A word of bits for a block, and one loop over the bits, leave a processor less to guess than a search for each.
#[inline(always)]
pub(crate) fn each(bytes: &[u8], from: usize, byte: u8, mut found: impl FnMut(usize) -> Option<()>) -> Option<()> {
    let mut take = |mut bits: u32, at: usize| {
        while bits != 0 {
            found(at + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
        }
        Some(())
    };
    let mut at = from;
    while let Some(block) = bytes[at..].first_chunk() {
        take(bits_of(block, byte), at)?;
        at += TWO_BLOCKS;
    }
    match bytes.last_chunk() {
        Some(block) => {
            let last = bytes.len() - TWO_BLOCKS;
            let seen = (at - last) as u32;
            take(bits_of(block, byte).checked_shr(seen).unwrap_or(0), at)
        }
        None => {
            let mut padded = [!byte; TWO_BLOCKS];
            padded.iter_mut().zip(&bytes[at..]).for_each(|(to, &from)| *to = from);
            take(bits_of(&padded, byte), at)
        }
    }
}

/// A bit for each place where the byte stands.
#[inline(always)]
pub(crate) fn bits_of(block: &[u8; TWO_BLOCKS], byte: u8) -> u32 {
    let mut bits = 0;
    for (index, word) in block.chunks_exact(8).enumerate() {
        let zero_where_found = word_of(word) ^ (LOW * u64::from(byte));
        let found = !(((zero_where_found & SEVEN) + SEVEN) | zero_where_found | SEVEN) >> 7;
        // Moves the lowest bit of each byte into the highest byte.
        let gathered = found.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= (gathered as u32) << (8 * index);
    }
    bits
}

/// Whether a slash stands before a dot.
#[inline]
pub(crate) fn has_slash_dot(bytes: &[u8]) -> bool {
    pairs(bytes, |first, second| (first == b'/') & (second == b'.'))
}

/// Where a slash first stands before a dot.
pub(crate) fn slash_dot(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    while bytes[from..].first_chunk().is_some_and(|block| !has_slash_dot_in(block)) {
        from += TWO_BLOCKS;
    }
    bytes[from..].windows(2).position(|pair| pair == b"/.").map(|at| from + at)
}

/// A block, and the byte after it.
pub(crate) type Pairs = [u8; TWO_BLOCKS + 1];

/// Calls `marked` with each block, and the offset where it begins, that has a `%`, a slash before a dot, or an upper-case
/// letter before `head`. A block may overlap the one before it, and what is missing in a short text is NUL.
#[inline(always)]
pub(crate) fn marked_blocks(bytes: &[u8], head: usize, mut marked: impl FnMut(usize, &Pairs)) {
    let mut padded = [0; TWO_BLOCKS + 1];
    let last_block = bytes.last_chunk().unwrap_or_else(|| {
        padded[..bytes.len()].copy_from_slice(bytes);
        &padded
    });
    let last = bytes.len().saturating_sub(last_block.len());
    let mut at = 0;
    while at < last {
        let Some(block) = bytes[at..].first_chunk() else { return };
        if has_mark(block) || (at < head && has_letter(block, head - at)) {
            marked(at, block);
        }
        at += TWO_BLOCKS;
    }
    if has_mark_after(last_block, at - last) || (last < head && has_letter(last_block, head - last)) {
        marked(last, last_block);
    }
}

#[inline(always)]
fn has_mark(pairs: &Pairs) -> bool {
    let (first, second) = (pairs.first_chunk::<TWO_BLOCKS>(), pairs.last_chunk::<TWO_BLOCKS>());
    let is_mark = |first, second| (first == b'%') | ((first == b'/') & (second == b'.'));
    first.zip(second).is_some_and(|(first, second)| any_pair(first, second, is_mark))
}

// Arithmetic on words, which compilers turn into vector instructions wherever it stands; of comparisons of bytes they do
// where a branch follows at once.

/// The same, from an offset in the block on.
#[inline(always)]
fn has_mark_after(pairs: &Pairs, seen: usize) -> bool {
    let found = |first, second| has_zero(first ^ (LOW * b'%' as u64)) | has_zero(slash_dots(first, second));
    any_byte(pairs, ones(seen), |first, second, seen| found(first, second) & !seen)
}

/// Whether a slash stands before a dot.
#[inline(always)]
pub(crate) fn has_slash_dot_in(pairs: &Pairs) -> bool {
    any_byte(pairs, ones(0), |first, second, _| has_zero(slash_dots(first, second)))
}

/// Ones for the first bytes of a block.
#[inline(always)]
fn ones(count: usize) -> &'static [u8] {
    static ONES: [u8; 2 * TWO_BLOCKS] = {
        let mut ones = [0; 2 * TWO_BLOCKS];
        let mut at = 0;
        while at < TWO_BLOCKS {
            ones[at] = 0xFF;
            at += 1;
        }
        ones
    };
    let from = TWO_BLOCKS - count.min(TWO_BLOCKS);
    &ONES[from..from + TWO_BLOCKS]
}

/// Zero where the one word has a slash and the other a dot.
#[inline(always)]
fn slash_dots(first: u64, second: u64) -> u64 {
    (first ^ (LOW * b'/' as u64)) | (second ^ (LOW * b'.' as u64))
}

/// Sets the highest bit of some byte if one is zero.
#[inline(always)]
fn has_zero(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word
}

/// Whether the test sets the highest bit of some byte: of a word of the block, the same a byte later, and of the mask.
#[inline(always)]
fn any_byte(pairs: &Pairs, mask: &[u8], test: impl Fn(u64, u64, u64) -> u64) -> bool {
    let words = pairs[..TWO_BLOCKS].chunks_exact(8).zip(pairs[1..].chunks_exact(8)).zip(mask.chunks_exact(8));
    let test = |found, ((first, second), mask)| found | test(word_of(first), word_of(second), word_of(mask));
    words.fold(0, test) & !SEVEN != 0
}

/// Whether one of the first bytes, as many as the head has, is a letter in upper case.
#[inline(always)]
pub(crate) fn has_letter(pairs: &Pairs, head: usize) -> bool {
    let is_letter = |word: u64| {
        let ascii = word & SEVEN;
        // The highest bit of each byte: not before `A`, and not after `Z`.
        ((ascii + LOW * (0x80 - b'A' as u64)) ^ (ascii + LOW * (0x7F - b'Z' as u64))) & !word
    };
    any_byte(pairs, ones(head), |word, _, head| is_letter(word) & head)
        | ((head > TWO_BLOCKS) & pairs[TWO_BLOCKS].is_ascii_uppercase())
}

#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
}

/// Whether some byte and the one after it pass the test.
#[inline(always)]
fn pairs(bytes: &[u8], test: impl Fn(u8, u8) -> bool + Copy) -> bool {
    let Some((_, seconds)) = bytes.split_first() else { return false };
    let firsts = &bytes[..seconds.len()];
    let (Some(last_first), Some(last_second)) = (firsts.last_chunk::<BLOCK>(), seconds.last_chunk::<BLOCK>()) else {
        let ends = |a: &[u8; 8], b: &[u8; 8]| any_pair(a, b, test);
        return match (firsts.first_chunk(), seconds.first_chunk(), firsts.last_chunk(), seconds.last_chunk()) {
            (Some(a), Some(b), Some(c), Some(d)) => ends(a, b) | ends(c, d),
            _ => firsts.iter().zip(seconds).any(|(&first, &second)| test(first, second)),
        };
    };
    let (mut a, mut b) = (firsts, seconds);
    while let (Some((first, after)), Some((second, later))) = (a.split_first_chunk::<BLOCK>(), b.split_first_chunk()) {
        if any_pair(first, second, test) {
            return true;
        }
        (a, b) = (after, later);
    }
    any_pair(last_first, last_second, test)
}

#[inline(always)]
fn any_pair<const N: usize>(first: &[u8; N], second: &[u8; N], test: impl Fn(u8, u8) -> bool) -> bool {
    first.iter().zip(second).fold(false, |found, (&first, &second)| found | test(first, second))
}

#[cfg(test)]
mod tests {
    use super::{any, each, has_slash_dot, marked_blocks, position, slash_dot};
    use alloc::vec;
    use alloc::vec::Vec;

    /// A vector loop can miss what stands at the edge of a block or at an end.
    #[test]
    fn every_length_and_every_place() {
        for len in 0..70 {
            let empty = vec![b'a'; len];
            assert!(!any(&empty, |byte| byte == b'%') && !has_slash_dot(&empty) && slash_dot(&empty).is_none());
            for at in 0..len {
                let mut text = empty.clone();
                text[at] = b'%';
                assert!(any(&text, |byte| byte == b'%'), "{len} {at}");
                assert_eq!(position(&text, b'%'), Some(at), "{len}");
                text[len - 1] = b'%';
                assert_eq!(position(&text, b'%'), Some(at), "{len}");
                for from in 0..=len {
                    let mut found = vec![];
                    let all = each(&text, from, b'%', |at| {
                        found.push(at);
                        Some(())
                    });
                    assert!(all.is_some());
                    let expected: Vec<usize> = (from..len).filter(|&at| text[at] == b'%').collect();
                    assert_eq!(found, expected, "{len} {at} {from}");
                }
                text[len - 1] = if at == len - 1 { b'%' } else { b'a' };
                assert_eq!((position(&text, b'&'), position(&text, b'$')), (None, None));
                assert!(!has_slash_dot(&text));
                text[at] = b'/';
                assert!(!has_slash_dot(&text) && slash_dot(&text).is_none(), "a slash alone");
                if at + 1 < len {
                    text[at + 1] = b'.';
                    assert!(has_slash_dot(&text), "{len} {at}");
                    assert_eq!(slash_dot(&text), Some(at), "{len}");
                    text[at] = b'.';
                    assert!(!has_slash_dot(&text) && slash_dot(&text).is_none());
                }
            }
        }
    }

    #[test]
    fn a_mark_at_every_place_of_every_length() {
        // Whether a block is shown that has the byte.
        let is_shown = |text: &[u8], head, at| {
            let mut shown = false;
            marked_blocks(text, head, |from, block| {
                let part = &text[from..text.len().min(from + block.len())];
                assert_eq!(part, &block[..part.len()]);
                assert!(block[part.len()..].iter().all(|&byte| byte == 0));
                shown |= (from..from + part.len()).contains(&at);
            });
            shown
        };
        for len in 1..140 {
            for head in (0..=len).step_by(if len < 70 { 1 } else { 13 }) {
                for at in 0..len {
                    let mut text = vec![b'a'; len];
                    text[at] = b'Z';
                    assert_eq!(is_shown(&text, head, at), at < head, "{len} {head} {at}");
                    if at + 1 < len {
                        text[at] = b'%';
                        assert!(is_shown(&text, head, at), "{len} {head} {at}");
                        text[at] = b'/';
                        text[at + 1] = b'.';
                        assert!(is_shown(&text, head, at), "{len} {head} {at}");
                    }
                }
            }
            assert!(!is_shown(&vec![b'a'; len], len, 0), "a block without a mark");
        }
    }
}
