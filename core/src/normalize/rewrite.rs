use alloc::borrow::Cow;
use alloc::string::String;

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
        if &self.source[start..end] == with {
            return;
        }
        if self.out.capacity() == 0 {
            self.out.reserve(self.source.len() + Self::LONGER);
        }
        self.out.push_str(&self.source[self.copied..start]);
        self.out.push_str(with);
        self.copied = end;
    }

    /// [`Rewrite::replace`] by characters of US-ASCII.
    pub(crate) fn replace_by_ascii(&mut self, start: usize, end: usize, with: &[u8]) {
        self.replace(start, end, core::str::from_utf8(with).unwrap_or_default());
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
