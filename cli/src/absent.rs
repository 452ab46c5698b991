//! Values as columns of text, told from absent ones.

use urigram_answers::escape::{escaped, is_plain};

/// The text that stands for an absent value. No escaped text is equal to it, because `N` is no
/// escape.
pub(crate) const ABSENT: &str = "\\N";

/// Writes a value, or that there is none.
pub(crate) fn value(out: &mut Vec<u8>, text: Option<&[u8]>) {
    match text {
        None => out.extend_from_slice(ABSENT.as_bytes()),
        Some(text) if is_plain(text) => out.extend_from_slice(text),
        Some(text) => out.extend_from_slice(escaped(text).as_bytes()),
    }
}
