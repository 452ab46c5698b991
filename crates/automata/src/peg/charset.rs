//! The sets of characters that pest builds in.

use super::CharSet;

/// Returns true if pest has a set of characters with this name.
pub(super) fn is_builtin(name: &str) -> bool {
    name == "ANY"
        || name.starts_with("ASCII") && builtin(name).is_some()
        || pest::unicode::by_name(name).is_some()
}

/// Returns the characters of one of pest's built-in rules for one character, or `None` if there is
/// no such rule.
///
/// A Unicode property costs one look at every character.
pub(super) fn builtin(name: &str) -> Option<CharSet> {
    let ranges: &[(char, char)] = match name {
        "ANY" => return Some(CharSet::all()),
        "ASCII" => &[('\0', '\x7F')],
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_BIN_DIGIT" => &[('0', '1')],
        "ASCII_OCT_DIGIT" => &[('0', '7')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('A', 'Z'), ('a', 'z')],
        "ASCII_ALPHANUMERIC" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        _ => {
            let has = pest::unicode::by_name(name)?;
            return Some(CharSet::from_ranges(
                ('\0'..=char::MAX).filter(|&c| has(c)).map(|c| (c, c)),
            ));
        }
    };
    Some(CharSet::from_ranges(ranges.iter().copied()))
}
