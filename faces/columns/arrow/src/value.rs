//! The values of columns.

use urigram::parts::Span;

/// A value of a column: text, or bytes.
pub(crate) trait Value {
    fn bytes(&self) -> &[u8];

    /// Returns the value as text; `None` where it is not UTF-8.
    fn text(&self) -> Option<&str>;

    /// Returns a part of the value.
    fn part(&self, span: Span) -> &Self;

    fn of_text(text: &str) -> &Self;

    /// Returns bytes as a value; `None` where a text would not be UTF-8.
    fn of_bytes(bytes: &[u8]) -> Option<&Self>;
}

impl Value for str {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn text(&self) -> Option<&str> {
        Some(self)
    }

    fn part(&self, span: Span) -> &str {
        span.of(self)
    }

    fn of_text(text: &str) -> &str {
        text
    }

    fn of_bytes(bytes: &[u8]) -> Option<&str> {
        std::str::from_utf8(bytes).ok()
    }
}

impl Value for [u8] {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self).ok()
    }

    fn part(&self, span: Span) -> &[u8] {
        &self[span.start as usize..span.end as usize]
    }

    fn of_text(text: &str) -> &[u8] {
        text.as_bytes()
    }

    fn of_bytes(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }
}
