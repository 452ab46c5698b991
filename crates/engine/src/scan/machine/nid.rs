//! Namespace identifiers of URNs, where a path would begin.

use super::Nid;

impl Nid {
    /// Returns true if one begins at `start`, with its colon and a first byte of the specific
    /// string.
    ///
    /// `fast-opaque-start` in `model.rs`.
    #[inline(always)]
    pub(super) fn begins(self, input: &[u8], start: usize) -> bool {
        // Byte by byte, as most have two to seven bytes. No closures, which vector engines would
        // call.
        let mut end = start;
        let most = input.len().min(start + Nid::LONGEST + 1);
        while end < most && IN_NID[input[end] as usize] {
            end += 1;
        }
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
const IN_NID: [bool; 256] = {
    let mut held = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        held[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'-';
        byte += 1;
    }
    held
};
