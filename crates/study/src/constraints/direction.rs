//! Requirements on the direction of writing (RFC 3987, 4).

use std::ops::Range;

use super::right_to_left::RIGHT_TO_LEFT;
use super::Subject;

fn is_right_to_left(character: char) -> bool {
    let after = RIGHT_TO_LEFT.partition_point(|&(start, _)| start <= character);
    after > 0 && character <= RIGHT_TO_LEFT[after - 1].1
}

/// Returns true for letters that are not written from right to left. Unicode's class L contains a
/// few more marks, but no text has them without letters.
fn is_left_to_right(character: char) -> bool {
    character.is_alphabetic() && !is_right_to_left(character)
}

/// Finds the formatting characters U+200E, U+200F and U+202A to U+202E (RFC 3987, 4.1).
pub(super) fn no_formatting(subject: &Subject<'_>) -> Option<Range<usize>> {
    let is_formatting = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    let (at, found) = subject.text.char_indices().find(|&(_, c)| is_formatting(c))?;
    Some(at..at + found.len_utf8())
}

/// Returns the first piece between delimiters that has a right-to-left character and is bad.
fn piece(subject: &Subject<'_>, is_bad: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    if subject.text.is_ascii() {
        return None;
    }
    let mut at = 0;
    for piece in subject.text.split(|c: char| ":/?#[]@!$&'()*+,;=.".contains(c)) {
        if !piece.is_ascii() && piece.contains(is_right_to_left) && is_bad(piece) {
            return Some(at..at + piece.len());
        }
        at += piece.len() + 1;
    }
    None
}

pub(super) fn one_direction(subject: &Subject<'_>) -> Option<Range<usize>> {
    piece(subject, |piece| piece.contains(is_left_to_right))
}

pub(super) fn ends(subject: &Subject<'_>) -> Option<Range<usize>> {
    piece(subject, |piece| {
        !(piece.starts_with(is_right_to_left) && piece.ends_with(is_right_to_left))
    })
}
