//! Expressions as text, with the position of each expression in the text.

use std::ops::Range;

/// An expression in its notation, with the span of every expression in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The notation.
    pub text: String,
    /// The bytes of each expression in the text. An expression comes before those inside it.
    pub spans: Vec<Range<usize>>,
}

impl Written {
    /// Returns what a function writes.
    pub(crate) fn by(write: impl FnOnce(&mut Written)) -> Written {
        let mut written = Written { text: String::new(), spans: Vec::new() };
        write(&mut written);
        written
    }

    /// Writes an expression, between brackets if `closed`.
    pub(crate) fn expr(
        &mut self,
        closed: bool,
        [before, behind]: [&str; 2],
        write: impl FnOnce(&mut Written),
    ) {
        let number = self.spans.len();
        self.spans.push(self.text.len()..self.text.len());
        self.text.push_str(if closed { before } else { "" });
        write(self);
        self.text.push_str(if closed { behind } else { "" });
        self.spans[number].end = self.text.len();
    }

    /// Writes parts with a text between them.
    pub(crate) fn list<E>(
        &mut self,
        parts: &[E],
        between: &str,
        mut write: impl FnMut(&mut Written, &E),
    ) {
        for (index, part) in parts.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { between });
            write(self, part);
        }
    }
}
