//! The length of labels and segments, which the rules leave open.

/// Returns true if no label between dots is longer than 63 characters.
pub fn are_short(text: &str) -> bool {
    text.split('.').all(|label| label.len() <= 63)
}
