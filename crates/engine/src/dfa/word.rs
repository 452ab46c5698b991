//! Eight bytes at a time, for the matchers that are generated as code.
//!
//! A word holds eight bytes of the input, the first one lowest, and a class of bytes is a function
//! from a word to the high bits of its lanes. `within(word, '0', '9')` sets the high bit of each
//! lane that holds a digit. It adds to each lane a number that carries into the high bit from `0`
//! on, and another that does so after `9`:
//!
//! ```text
//!   input        a    1    9    :
//!   lane        61   31   39   3A
//!   + 80 - 30   B1   81   89   8A    high bit: not below '0'
//!   + 7F - 39   A7   77   7F   80    high bit: above '9'
//!   inside       0   80   80    0    the first and not the second
//! ```
//!
//! Lanes are below 80 when numbers are added, so nothing carries into the next lane. A byte of 80
//! or more is within no range.

/// The high bit of each lane.
pub const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns the high bits of the lanes whose byte is within the lane's own range. Bounds are below
/// 80 in each lane.
#[inline(always)]
pub const fn within(word: u64, low: u64, high: u64) -> u64 {
    let lanes = word & !HIGH;
    (lanes + (HIGH - low)) & !(lanes + (!HIGH - high)) & !word & HIGH
}

/// Returns the offset of the first byte from an offset on that is not in a class, which is a
/// function of bytes, and one of words like [`within`].
///
/// One byte is looked at before a word is, because most runs in versions of packages end after a
/// byte: without that, SemVer takes a quarter more time. The last bytes of an input that
/// is longer than a word are looked at in a word that begins before them. A shorter input has no
/// such word, and is read byte by byte; to put a word together takes longer.
#[inline(always)]
pub fn run(
    input: &[u8],
    from: usize,
    is_inside: impl Fn(u8) -> bool,
    inside: impl Fn(u64) -> u64,
) -> usize {
    let mut at = from;
    if !input.get(at).is_some_and(|&byte| is_inside(byte)) {
        return at;
    }
    at += 1;
    while let Some(word) = input[at..].first_chunk() {
        let outside = !inside(u64::from_le_bytes(*word)) & HIGH;
        if outside != 0 {
            return at + (outside.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let left = input.len() - at;
    if left == 0 {
        return at;
    }
    if let Some(word) = input.last_chunk() {
        // Zeros follow the last byte, and some classes have zero.
        let outside = !inside(u64::from_le_bytes(*word) >> (64 - 8 * left)) & HIGH;
        return at + ((outside.trailing_zeros() / 8) as usize).min(left);
    }
    while input.get(at).is_some_and(|&byte| is_inside(byte)) {
        at += 1;
    }
    at
}

/// Returns the word at an offset of a piece whose length is known while compiling, so that no
/// bound is checked.
///
/// # Panics
/// If the word ends after the piece.
#[inline(always)]
pub const fn word<const N: usize>(piece: &[u8; N], at: usize) -> u64 {
    u64::from_le_bytes([
        piece[at],
        piece[at + 1],
        piece[at + 2],
        piece[at + 3],
        piece[at + 4],
        piece[at + 5],
        piece[at + 6],
        piece[at + 7],
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn all(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }

    /// Every byte, by ranges at the borders of what a lane holds, beside bytes that could carry.
    #[test]
    fn a_lane_is_within_its_own_range() {
        for (low, high) in [(0, 0x7F), (0, 0), (0x7F, 0x7F), (b'0', b'9'), (b'a', b'f'), (1, 0x7E)]
        {
            for byte in 0..=u8::MAX {
                for other in [0, low, high, 0x7F, 0x80, 0xFF] {
                    let word = u64::from_le_bytes([other, byte, other, byte, 0, 1, byte, other]);
                    let inside = within(word, all(low), all(high));
                    let wanted =
                        word.to_le_bytes().map(|lane| u8::from((low..=high).contains(&lane)) << 7);
                    assert_eq!(
                        inside.to_le_bytes(),
                        wanted,
                        "{low:x}..{high:x} {byte:x} {other:x}"
                    );
                }
            }
        }
    }

    /// Runs of each length from each offset, with each byte after them, and with nothing.
    #[test]
    fn a_run_ends_where_a_loop_ends() {
        let ranges: [&dyn Fn(u64) -> u64; 2] =
            [&|word| within(word, all(b'a'), all(b'z')), &|word| {
                !within(word, all(b'~'), all(b'~'))
            }];
        let is_inside: [fn(u8) -> bool; 2] =
            [|byte| byte.is_ascii_lowercase(), |byte| byte != b'~'];
        for (inside, is_inside) in ranges.into_iter().zip(is_inside) {
            for length in 0..=33 {
                for stop in [b'~', b'a', 0, 0x80, 0xFF] {
                    let mut input = [b'q'; 33];
                    let input = &mut input[..length];
                    for place in 0..=length {
                        if let Some(byte) = input.get_mut(place) {
                            *byte = stop;
                        }
                        for from in 0..=length {
                            let more = input[from..].iter().take_while(|&&byte| is_inside(byte));
                            assert_eq!(run(input, from, is_inside, inside), from + more.count());
                        }
                        if let Some(byte) = input.get_mut(place) {
                            *byte = b'q';
                        }
                    }
                }
            }
        }
    }
}
