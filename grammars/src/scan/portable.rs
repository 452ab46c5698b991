//! Classes by a table, eight bytes at a time, and bit planes by transposing eight bytes of classes: safe code for any
//! processor, and what the vector modules are compared with.

use super::planes::{Lanes, Names, Planes, BLOCK};
use super::Fast;

#[derive(Clone, Copy)]
pub(super) struct Portable;

/// Splits without vector instructions.
pub(super) fn split(fast: &Fast, input: &[u8]) -> Result<crate::Parts, super::Known> {
    super::components::split(Portable, fast, input)
}

impl Lanes for Portable {
    #[inline(always)]
    fn planes(self, input: &[u8], base: usize, fast: &Fast) -> Planes {
        let mut planes = [0u64; 8];
        let block = &input[base..input.len().min(base + BLOCK)];
        for (index, bytes) in block.chunks(8).enumerate() {
            let mut row = [0; 8];
            for (class, &byte) in row.iter_mut().zip(bytes) {
                *class = fast.classes[usize::from(byte)];
            }
            let columns = transpose(u64::from_le_bytes(row)).to_le_bytes();
            for (plane, column) in planes.iter_mut().zip(columns) {
                *plane |= u64::from(column) << (8 * index);
            }
        }
        let [legal, hex, percent, colon, slash, question, hash, at] = planes;
        Planes { legal, hex, percent, colon, slash, question, hash, at }
    }

    #[inline(always)]
    fn scheme(self, input: &[u8], fast: &Fast) -> u64 {
        // Schemes are short: what follows the first byte that is none does not matter.
        let held = input.iter().take(BLOCK).take_while(|&&byte| fast.scheme.bytes.contains(byte)).count();
        super::planes::below(held)
    }

    #[inline(always)]
    fn names(self, input: &[u8]) -> Names {
        let mask = |is: fn(u8) -> bool| mask(input, is);
        Names {
            alpha: mask(|byte| byte.is_ascii_alphabetic()),
            digit: mask(|byte| byte.is_ascii_digit()),
            dot: mask(|byte| byte == b'.'),
            hyphen: mask(|byte| byte == b'-'),
        }
    }

    #[inline(always)]
    fn digits(self, input: &[u8]) -> u64 {
        mask(input, |byte| byte.is_ascii_digit())
    }
}

#[inline(always)]
fn mask(input: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    let block = &input[..input.len().min(BLOCK)];
    block.iter().enumerate().fold(0, |mask, (index, &byte)| mask | u64::from(is(byte)) << index)
}

/// Row i, column j to row j, column i of eight rows of eight bits (Warren, Hacker's Delight, 7-3).
#[inline(always)]
const fn transpose(rows: u64) -> u64 {
    let mut x = rows;
    let mut t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn every_bit_changes_places() {
        for bit in 0..64 {
            assert_eq!(transpose(1 << bit), 1 << (bit % 8 * 8 + bit / 8));
        }
    }
}
