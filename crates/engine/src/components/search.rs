//! Searches that look at sixteen bytes at once: loops over arrays, which compilers turn into vector
//! instructions.

const BLOCK: usize = 16;

/// Returns true if some byte passes the test.
#[inline(always)]
pub fn any(bytes: &[u8], test: impl Fn(u8) -> bool + Copy) -> bool {
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

/// Returns the offset of the first occurrence of a byte.
#[inline]
pub const fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        if let Some(at) = position_in_word(*word, byte) {
            return Some(bytes.len() - rest.len() + at);
        }
        rest = after;
    }
    if let Some(word) = bytes.last_chunk() {
        // The bytes that this word shares with the one before it are known to differ.
        return match position_in_word(*word, byte) {
            Some(at) => Some(bytes.len() - 8 + at),
            None => None,
        };
    }
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[inline(always)]
const fn position_in_word(word: [u8; 8], byte: u8) -> Option<usize> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    let zero_where_found = u64::from_le_bytes(word) ^ (LOW * byte as u64);
    // The lowest set bit marks the first zero; higher bits may be wrong.
    let found = zero_where_found.wrapping_sub(LOW) & !zero_where_found & (LOW << 7);
    if found == 0 {
        return None;
    }
    Some(found.trailing_zeros() as usize / 8)
}

/// Calls `found` with the offset of each occurrence of a byte from an offset on, until `found`
/// returns `None`.
pub fn each(
    bytes: &[u8],
    from: usize,
    byte: u8,
    mut found: impl FnMut(usize) -> Option<()>,
) -> Option<()> {
    let mut at = from;
    while let Some(step) = position(&bytes[at..], byte) {
        found(at + step)?;
        at += step + 1;
    }
    Some(())
}

/// Returns true if a dot follows a slash somewhere.
#[inline]
pub fn has_slash_dot(bytes: &[u8]) -> bool {
    pairs(bytes, |first, second| (first == b'/') & (second == b'.'))
}

/// Returns true if some byte and its successor pass the test.
#[inline(always)]
fn pairs(bytes: &[u8], test: impl Fn(u8, u8) -> bool + Copy) -> bool {
    let Some((_, seconds)) = bytes.split_first() else { return false };
    let firsts = &bytes[..seconds.len()];
    let (Some(last_first), Some(last_second)) =
        (firsts.last_chunk::<BLOCK>(), seconds.last_chunk::<BLOCK>())
    else {
        let ends = |a: &[u8; 8], b: &[u8; 8]| any_pair(a, b, test);
        return match (
            firsts.first_chunk(),
            seconds.first_chunk(),
            firsts.last_chunk(),
            seconds.last_chunk(),
        ) {
            (Some(a), Some(b), Some(c), Some(d)) => ends(a, b) | ends(c, d),
            _ => firsts.iter().zip(seconds).any(|(&first, &second)| test(first, second)),
        };
    };
    let (mut a, mut b) = (firsts, seconds);
    while let (Some((first, after)), Some((second, later))) =
        (a.split_first_chunk::<BLOCK>(), b.split_first_chunk())
    {
        if any_pair(first, second, test) {
            return true;
        }
        (a, b) = (after, later);
    }
    any_pair(last_first, last_second, test)
}

#[inline(always)]
fn any_pair<const N: usize>(
    first: &[u8; N],
    second: &[u8; N],
    test: impl Fn(u8, u8) -> bool,
) -> bool {
    first.iter().zip(second).fold(false, |found, (&first, &second)| found | test(first, second))
}

#[cfg(test)]
mod tests {
    use super::{any, each, has_slash_dot, position};
    use alloc::vec;
    use alloc::vec::Vec;

    /// A vector loop can miss bytes at the edge of a block or at an end.
    #[test]
    fn every_length_and_every_place() {
        for len in 0..70 {
            let empty = vec![b'a'; len];
            assert!(!any(&empty, |byte| byte == b'%') && !has_slash_dot(&empty));
            for at in 0..len {
                let mut text = empty.clone();
                text[at] = b'%';
                assert!(any(&text, |byte| byte == b'%'), "{len} {at}");
                assert_eq!(position(&text, b'%'), Some(at), "{len}");
                text[len - 1] = b'%';
                assert!(any(&text, |byte| byte == b'%'), "two in a block: {len} {at}");
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
                assert!(!has_slash_dot(&text), "a slash alone");
                if at + 1 < len {
                    text[at + 1] = b'.';
                    assert!(has_slash_dot(&text), "{len} {at}");
                    if at + 3 < len {
                        text[at + 2..at + 4].copy_from_slice(b"/.");
                        assert!(has_slash_dot(&text), "two in a block: {len} {at}");
                        text[at + 2..at + 4].fill(b'a');
                    }
                    text[at] = b'.';
                    assert!(!has_slash_dot(&text));
                }
            }
        }
    }
}
