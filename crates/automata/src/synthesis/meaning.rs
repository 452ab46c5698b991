//! Rules as characters.

use crate::peg::CharSet;
use crate::Dfa;

/// Returns the characters of a language, if its strings are single ASCII characters.
pub(super) fn class(dfa: &Dfa) -> Option<CharSet> {
    let mut found = Vec::new();
    for byte in 0..=255u8 {
        let next = dfa.next(0, byte);
        if dfa.is_dead(next) {
            continue;
        }
        let last =
            dfa.is_accepting(next) && (0..=255).all(|byte| dfa.is_dead(dfa.next(next, byte)));
        if !last || byte >= 128 {
            return None;
        }
        found.push((char::from(byte), char::from(byte)));
    }
    (!found.is_empty() && !dfa.is_accepting(0)).then(|| CharSet::from_ranges(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{abnf, Limits, Terminals};

    #[test]
    fn a_class_has_single_ascii_characters() {
        let class = |rule: &str| {
            let grammar = abnf::Grammar::parse(&format!("r = {rule}\n")).unwrap();
            class(&grammar.dfa("r", Terminals::CodePoints, Limits::default()).unwrap())
        };
        let set = |ranges: &[(char, char)]| Some(CharSet::from_ranges(ranges.iter().copied()));
        assert_eq!(
            class("%x30-39 / \"-\" / %x7F"),
            set(&[('-', '-'), ('0', '9'), ('\x7F', '\x7F')])
        );
        assert_eq!(class("\"a\""), set(&[('A', 'A'), ('a', 'a')]));
        for rule in ["\"ab\"", "\"a\" / \"ab\"", "[ \"a\" ]", "\"\"", "%x7F-80", "%xE9", "1*\"a\""]
        {
            assert_eq!(class(rule), None, "{rule}");
        }
    }
}
