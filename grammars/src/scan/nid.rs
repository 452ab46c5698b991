//! A namespace identifier where a path would begin.

use super::planes::{from, Names, BLOCK};
use super::Nid;

impl Nid {
    /// Whether one begins at `start`, with its colon and a first byte of what it names; by masks of the first block, of
    /// which `colons` are those from there on.
    #[inline(always)]
    pub(super) fn begins(self, input: &[u8], start: usize, colons: u64, names: Names) -> bool {
        let end = colons.trailing_zeros() as usize;
        let others = from(start) & !from(end) & (names.dot | !names.byte);
        end < BLOCK && others == 0 && self.is_right(input, start, end)
    }

    /// The same, byte by byte.
    pub(super) fn begins_slowly(self, input: &[u8], start: usize) -> bool {
        let held = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let end = start + input[start..].iter().take(Nid::LONGEST + 1).take_while(|byte| held(byte)).count();
        input.get(end) == Some(&b':') && self.is_right(input, start, end)
    }

    /// Its length, its edges, and what follows.
    #[inline(always)]
    fn is_right(self, input: &[u8], start: usize, end: usize) -> bool {
        (usize::from(self.least)..=Nid::LONGEST).contains(&(end - start))
            && input[start] != b'-'
            && (self.last_hyphen || input[end - 1] != b'-')
            && !matches!(input.get(end + 1), None | Some(b'/' | b'?' | b'#'))
    }
}
