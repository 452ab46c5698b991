use alloc::borrow::Cow;
use alloc::string::String;

use crate::search;

/// A text with some ranges replaced, copied only from the first difference on.
pub(crate) struct Rewrite<'a> {
    source: &'a str,
    out: String,
    copied: usize,
}

impl<'a> Rewrite<'a> {
    /// What a normal form may be longer than what it is made of, so that one allocation is enough for most: a slash for
    /// an empty path, and `/.` before a path that would look like an authority.
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

    /// Replaces a percent-encoding by the character of US-ASCII that it stands for.
    pub(crate) fn decode(&mut self, at: usize, byte: u8) {
        self.copy_to(at);
        self.out.push(char::from(byte));
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
        self.copy_to(at);
        let from = self.out.len();
        self.out.push_str(&self.source[at..at + 3]);
        self.out[from..].make_ascii_uppercase();
        self.copied = at + 3;
    }

    fn copy_to(&mut self, start: usize) {
        if self.out.capacity() == 0 {
            self.out.reserve(self.source.len() + Self::LONGER);
        }
        self.out.push_str(&self.source[self.copied..start]);
    }

    pub(crate) fn finish(mut self) -> Cow<'a, str> {
        if self.copied == 0 && self.out.is_empty() {
            return Cow::Borrowed(self.source);
        }
        self.out.push_str(&self.source[self.copied..]);
        Cow::Owned(self.out)
    }
}

/// The octet of the percent-encoding that begins at `at`.
pub(crate) fn octet(bytes: &[u8], at: usize) -> Option<u8> {
    match *bytes.get(at..at + 3)? {
        [b'%', high, low] => Some((hex(high)? << 4) | hex(low)?),
        _ => None,
    }
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' | b'a'..=b'f' => Some((digit | 0x20) - b'a' + 10),
        _ => None,
    }
}
