use alloc::borrow::Cow;
use alloc::string::String;

/// A text with some ranges replaced, copied only from the first difference on.
pub(crate) struct Rewrite<'a> {
    source: &'a str,
    out: String,
    copied: usize,
}

impl<'a> Rewrite<'a> {
    pub(crate) fn of(source: &'a str) -> Rewrite<'a> {
        Rewrite { source, out: String::new(), copied: 0 }
    }

    /// Replaces a range that begins at or after the end of the last one replaced.
    pub(crate) fn replace(&mut self, start: usize, end: usize, with: &str) {
        if &self.source[start..end] == with {
            return;
        }
        self.out.push_str(&self.source[self.copied..start]);
        self.out.push_str(with);
        self.copied = end;
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
    char::from(digit).to_digit(16).map(|value| value as u8)
}
