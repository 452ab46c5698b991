//! Scans for the bytes that normal forms seldom have, 32 bytes of a text at a time.
//!
//! The scans use arithmetic on words, which compilers always turn into vector instructions.
//! Comparisons of bytes become vector instructions only if a branch follows at once.

/// The lowest bit of each byte of a word, and the lowest seven.
const LOW: u64 = 0x0101_0101_0101_0101;
const SEVEN: u64 = LOW * 0x7F;

/// Bytes in a block.
pub(super) const SIZE: usize = 32;

/// A block, and the byte after it.
pub(super) type Block = [u8; SIZE + 1];

/// Calls `marked` with each block, and the offset where it begins, that has a `%`, a slash before a
/// dot, or an upper-case letter before `head`. A block may overlap the one before it, and what is
/// missing in a short text is NUL.
#[inline(always)]
pub(super) fn marked_blocks(bytes: &[u8], head: usize, mut marked: impl FnMut(usize, &Block)) {
    let mut padded = [0; SIZE + 1];
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
        at += SIZE;
    }
    if has_mark_after(last_block, at - last) || (last < head && has_letter(last_block, head - last))
    {
        marked(last, last_block);
    }
}

#[inline(always)]
fn has_mark(block: &Block) -> bool {
    let pairs = block[..SIZE].iter().zip(&block[1..]);
    let is_mark = |first, second| (first == b'%') | ((first == b'/') & (second == b'.'));
    pairs.fold(false, |found, (&first, &second)| found | is_mark(first, second))
}

/// Like [`has_mark`], from an offset in the block on.
#[inline(always)]
fn has_mark_after(block: &Block, seen: usize) -> bool {
    let found =
        |first, second| has_zero(first ^ (LOW * b'%' as u64)) | has_zero(slash_dots(first, second));
    any_byte(block, ones(seen), |first, second, seen| found(first, second) & !seen)
}

/// Returns true if a slash occurs before a dot.
#[inline(always)]
pub(super) fn has_slash_dot(block: &Block) -> bool {
    any_byte(block, ones(0), |first, second, _| has_zero(slash_dots(first, second)))
}

/// Returns words whose bytes are all ones for the first bytes of a block.
#[inline(always)]
fn ones(count: usize) -> &'static [u8] {
    static ONES: [u8; 2 * SIZE] = {
        let mut ones = [0; 2 * SIZE];
        let mut at = 0;
        while at < SIZE {
            ones[at] = 0xFF;
            at += 1;
        }
        ones
    };
    let from = SIZE - count.min(SIZE);
    &ONES[from..from + SIZE]
}

/// Returns zero where the one word has a slash and the other a dot.
#[inline(always)]
fn slash_dots(first: u64, second: u64) -> u64 {
    (first ^ (LOW * b'/' as u64)) | (second ^ (LOW * b'.' as u64))
}

/// Sets the highest bit of some byte if one is zero.
#[inline(always)]
fn has_zero(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word
}

/// Whether the test sets the highest bit of some byte: of a word of the block, the same a byte
/// later, and of the mask.
#[inline(always)]
fn any_byte(block: &Block, mask: &[u8], test: impl Fn(u64, u64, u64) -> u64) -> bool {
    let words =
        block[..SIZE].chunks_exact(8).zip(block[1..].chunks_exact(8)).zip(mask.chunks_exact(8));
    let test = |found, ((first, second), mask)| {
        found | test(word_of(first), word_of(second), word_of(mask))
    };
    words.fold(0, test) & !SEVEN != 0
}

/// Whether one of the first bytes, as many as the head has, is a letter in upper case.
#[inline(always)]
pub(super) fn has_letter(block: &Block, head: usize) -> bool {
    let is_letter = |word: u64| {
        let ascii = word & SEVEN;
        // The highest bit of each byte: not before `A`, and not after `Z`.
        ((ascii + LOW * (0x80 - b'A' as u64)) ^ (ascii + LOW * (0x7F - b'Z' as u64))) & !word
    };
    any_byte(block, ones(head), |word, _, head| is_letter(word) & head)
        | ((head > SIZE) & block[SIZE].is_ascii_uppercase())
}

#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
}

/// Returns a bit for each place where the byte occurs.
#[inline(always)]
pub(super) fn bits_of(block: &[u8; SIZE], byte: u8) -> u32 {
    let mut bits = 0;
    for (index, word) in block.chunks_exact(8).enumerate() {
        let zero_where_found = word_of(word) ^ (LOW * u64::from(byte));
        let found = !(((zero_where_found & SEVEN) + SEVEN) | zero_where_found | SEVEN) >> 7;
        // The lowest bits of the bytes come together in the lowest byte.
        let pairs = found | found >> 7;
        let fours = pairs | pairs >> 14;
        let eight = (fours | fours >> 28) & 0xFF;
        bits |= (eight as u32) << (8 * index);
    }
    bits
}

/// Returns the offset of the first slash before a dot.
pub(super) fn slash_dot(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    while bytes[from..].first_chunk().is_some_and(|block| !has_slash_dot(block)) {
        from += SIZE;
    }
    bytes[from..].windows(2).position(|pair| pair == b"/.").map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{bits_of, marked_blocks, slash_dot, SIZE};

    #[test]
    fn a_bit_for_each_byte() {
        for at in 0..SIZE {
            for byte in [0, b'%', b'$', b'&', 0xA5, 0xFF] {
                let mut block = [b'%'; SIZE];
                block[at] = byte;
                let expected: Vec<usize> = (0..SIZE).filter(|&at| block[at] == byte).collect();
                let bits = bits_of(&block, byte);
                assert_eq!(
                    (0..SIZE).filter(|at| bits >> at & 1 == 1).collect::<Vec<_>>(),
                    expected
                );
            }
        }
    }

    #[test]
    fn a_slash_before_a_dot_at_every_place() {
        for len in 0..100 {
            let mut text = vec![b'a'; len];
            assert_eq!(slash_dot(&text), None);
            for at in 0..len.saturating_sub(1) {
                text[at] = b'/';
                assert_eq!(slash_dot(&text), None);
                text[at + 1] = b'.';
                assert_eq!(slash_dot(&text), Some(at), "{len}");
                text[at] = b'.';
                assert_eq!(slash_dot(&text), None);
                text[at..at + 2].fill(b'a');
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
