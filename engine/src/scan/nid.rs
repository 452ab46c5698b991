//! A namespace identifier where a path would begin.

use super::Nid;

impl Nid {
    /// Whether one begins at `start`, with its colon and a first byte of what it names. It is short: byte by byte.
    #[inline(always)]
    pub(super) fn begins(self, input: &[u8], start: usize) -> bool {
        let mut end = start;
        // No closures here, for the vector engines would call them.
        let most = input.len().min(start + Nid::LONGEST + 1);
        while end < most && HELD[input[end] as usize] {
            end += 1;
        }
        self.ends(input, start, end)
    }

    /// The same where letters, digits and hyphens go from `start` to `end`.
    #[inline(always)]
    pub(super) fn ends(self, input: &[u8], start: usize, end: usize) -> bool {
        let least = usize::from(self.least);
        end + 1 < input.len()
            && input[end] == b':'
            && end - start >= least
            && end - start <= Nid::LONGEST
            && input[start] != b'-'
            && (self.last_hyphen || input[end - 1] != b'-')
            && !matches!(input[end + 1], b'/' | b'?' | b'#')
    }
}

/// Letters, digits and the hyphen.
const HELD: [bool; 256] = {
    let mut held = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        held[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'-';
        byte += 1;
    }
    held
};
