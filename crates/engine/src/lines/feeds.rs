//! The offsets of line feeds.

use crate::scan::find as equal;

/// The number of bytes that are searched together.
const BLOCK: usize = 64;

/// Writes the offset of every line feed to the beginning of a list and returns their number. The
/// list must have at least one more element than there are bytes.
pub(super) fn find(bytes: &[u8], list: &mut [u16]) -> usize {
    let mut count = 0;
    let mut put = |base: usize, mut found: u64| {
        // A block has at most two line feeds as a rule, and their number is unpredictable. Two
        // offsets are written without a branch; `count` advances only for actual line feeds.
        for _ in 0..2 {
            list[count] = (base + (found | 1 << 63).trailing_zeros() as usize) as u16;
            count += usize::from(found != 0);
            found &= found.wrapping_sub(1);
        }
        while found != 0 {
            list[count] = (base + found.trailing_zeros() as usize) as u16;
            count += 1;
            found &= found - 1;
        }
    };
    let mut base = 0;
    while let Some(block) = bytes[base..].first_chunk() {
        put(base, equal(block, b'\n'));
        base += BLOCK;
    }
    let (mut last, rest) = ([0; BLOCK], &bytes[base..]);
    last[..rest.len()].copy_from_slice(rest);
    put(base, equal(&last, b'\n'));
    count
}

/// Returns the offset of the first line feed, or the length.
pub(super) fn first(bytes: &[u8]) -> usize {
    let mut base = 0;
    while let Some(block) = bytes[base..].first_chunk() {
        let found = equal(block, b'\n');
        if found != 0 {
            return base + found.trailing_zeros() as usize;
        }
        base += BLOCK;
    }
    bytes[base..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| base + at)
}

/// Returns the number of line feeds.
pub(super) fn count(bytes: &[u8]) -> usize {
    let count = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    // A chunk's count fits in a byte, so vectors of bytes are added.
    bytes.chunks(192).map(|bytes| usize::from(count(bytes))).sum()
}
