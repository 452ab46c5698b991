//! A namespace identifier where a path would begin.

use super::Nid;

impl Nid {
    /// Whether one begins at `start`, with its colon and a first byte of what it names. It is short: byte by byte.
    #[inline(always)]
    pub(super) fn begins(self, input: &[u8], start: usize) -> bool {
        let held = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let end = start + input[start..].iter().take(Nid::LONGEST + 1).take_while(|byte| held(byte)).count();
        input.get(end) == Some(&b':')
            && (usize::from(self.least)..=Nid::LONGEST).contains(&(end - start))
            && input[start] != b'-'
            && (self.last_hyphen || input[end - 1] != b'-')
            && !matches!(input.get(end + 1), None | Some(b'/' | b'?' | b'#'))
    }
}
