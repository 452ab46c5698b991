//! Texts with some ranges replaced, and percent-encodings of single octets.

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem;

use urigram_grammars::search;

/// A text with some ranges replaced, copied only from the first difference on.
pub(crate) struct Rewrite<'a> {
    source: &'a str,
    out: String,
    copied: usize,
}

impl<'a> Rewrite<'a> {
    /// The number of bytes that a normal form can grow by without a second allocation. It covers a
    /// slash for an empty path, and `/.` before a path that would look like an authority.
    const LONGER: usize = 3;

    pub(crate) fn of(source: &'a str) -> Rewrite<'a> {
        Rewrite { source, out: String::new(), copied: 0 }
    }

    /// Replaces a range that begins at or after the end of the last one replaced.
    pub(crate) fn replace(&mut self, start: usize, end: usize, with: &str) {
        if &self.source[start..end] != with {
            self.copy_to(start);
            self.out.push_str(with);
            self.copied = end;
        }
    }

    /// Writes a slash before an offset.
    pub(crate) fn insert_slash(&mut self, at: usize) {
        self.copy_to(at);
        self.out.push('/');
        self.copied = at;
    }

    /// Replaces such a range by the output of a function.
    pub(crate) fn write(&mut self, start: usize, end: usize, with: impl FnOnce(&mut String)) {
        let before = self.state();
        self.copy_to(start);
        let from = self.out.len();
        with(&mut self.out);
        self.copied = end;
        if self.out[from..] == self.source[start..end] {
            self.back_to(before);
        }
    }

    /// Replaces a percent-encoding by the character of US-ASCII that it encodes.
    pub(crate) fn decode(&mut self, at: usize, byte: u8) {
        self.copy_to(at);
        self.out.push(char::from(byte & 0x7F));
        self.copied = at + 3;
    }

    /// Writes the letters of a range in lower case.
    pub(crate) fn lower_case(&mut self, start: usize, end: usize) {
        if search::any(&self.source.as_bytes()[start..end], |byte| byte.is_ascii_uppercase()) {
            self.copy_to(start);
            let from = self.out.len();
            self.out.push_str(&self.source[start..end]);
            self.out[from..].make_ascii_lowercase();
            self.copied = end;
        }
    }

    /// Writes the digits of a percent-encoding in upper case.
    pub(crate) fn upper_case(&mut self, at: usize) {
        self.copy_to(at + 3);
        let from = self.out.len() - 3;
        self.out[from..].make_ascii_uppercase();
        self.copied = at + 3;
    }

    /// Returns the offset in the source where the output so far ends.
    pub(super) fn copied(&self) -> usize {
        self.copied
    }

    /// Returns the state of the output, for [`Rewrite::back_to`].
    pub(crate) fn state(&self) -> (usize, usize) {
        (self.out.len(), self.copied)
    }

    pub(crate) fn back_to(&mut self, (written, copied): (usize, usize)) {
        self.out.truncate(written);
        self.copied = copied;
    }

    fn copy_to(&mut self, start: usize) {
        if self.out.capacity() == 0 {
            self.out = String::with_capacity(self.source.len() + Self::LONGER);
        }
        self.out.push_str(&self.source[self.copied..start]);
    }

    /// Returns the text as it is now, borrowed where nothing was replaced. The rewrite must not be
    /// used again.
    // Not `self`: to move what was written a moment ago is slow.
    pub(crate) fn finish(&mut self) -> Cow<'a, str> {
        if self.copied == 0 && self.out.is_empty() {
            return Cow::Borrowed(self.source);
        }
        self.out.push_str(&self.source[self.copied..]);
        Cow::Owned(mem::take(&mut self.out))
    }
}

/// Returns the octet of the percent-encoding that begins at `at`.
pub fn octet(bytes: &[u8], at: usize) -> Option<u8> {
    let [percent, high, low] = *bytes.get(at..)?.first_chunk()?;
    if percent != b'%' {
        return None;
    }
    let (high, low) = (VALUE[usize::from(high)], VALUE[usize::from(low)]);
    (high | low < 16).then_some(high << 4 | low)
}

/// The value of each byte as a hexadecimal digit, or 16.
static VALUE: [u8; 256] = {
    let mut values = [16; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Returns true if the percent-encoding at an offset has a letter in lower case.
pub(crate) fn has_lower_case_digit(bytes: &[u8], at: usize) -> bool {
    bytes[at + 1].is_ascii_lowercase() | bytes[at + 2].is_ascii_lowercase()
}

/// Returns the percent-encoding of an octet, with digits in upper case.
pub const fn triplet(byte: u8) -> [u8; 3] {
    let digits = b"0123456789ABCDEF";
    [b'%', digits[(byte >> 4) as usize], digits[(byte & 15) as usize]]
}
