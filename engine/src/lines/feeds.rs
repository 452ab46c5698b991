//! Where line feeds stand.

use crate::scan::find as equal;

/// Bytes that are looked at together.
const BLOCK: usize = 64;

/// Writes the offset of every line feed to the beginning of a list that has room for one more than there are bytes, and
/// returns how many there are.
pub(super) fn find(bytes: &[u8], list: &mut [u16]) -> usize {
    let mut count = 0;
    let mut put = |base: usize, mut found: u64| {
        // A block has one or two line feeds, or none, and which cannot be foreseen: a place is written in any case, and
        // only kept where there is one.
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

/// The offset of the first line feed, or the length.
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

/// How many line feeds there are.
pub(super) fn count(bytes: &[u8]) -> usize {
    let count = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    // So many that a small sum holds their count: more of those are added at once.
    bytes.chunks(192).map(|bytes| usize::from(count(bytes))).sum()
}
