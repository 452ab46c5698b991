//! Positions in an input.

/// A component's position in an input, in bytes.
///
/// ```
/// use urigram::{uri, Component};
///
/// let uri = uri!("http://a/b");
/// let path = uri.parts().get(Component::Path).unwrap();
/// assert_eq!((path.start, path.end, path.of(uri.as_str())), (8, 10, "/b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

impl Span {
    /// The longest input whose positions fit.
    #[doc(hidden)]
    pub const LONGEST: usize = u32::MAX as usize - 1;

    /// Returns the text of the span.
    ///
    /// # Panics
    /// When `text` is not the input that the span was made from.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// Returns a range of the input.
pub(crate) const fn slice(input: &[u8], start: usize, end: usize) -> &[u8] {
    input.split_at(end).0.split_at(start).1
}
