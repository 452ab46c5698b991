//! The automaton of UTF-8 itself.

use crate::{ByteClasses, Dfa};

impl Dfa {
    /// Returns the automaton of valid UTF-8 (RFC 3629, section 4): shortest forms only, no
    /// surrogates, nothing above 10FFFF.
    ///
    /// A complement contains byte strings that are no text; its intersection with this automaton
    /// does not.
    pub fn utf8() -> Dfa {
        const DEAD: u32 = 1;
        // State 0 is between characters; 2, 3 and 4 await one, two and three bytes from 80 to BF; 5
        // to 8 await as many as 3, 3, 4 and 4, the first of them in a smaller range.
        let step = |state: u32, byte: u8| match (state, byte) {
            (0, 0..=0x7F) => 0,
            (0, 0xC2..=0xDF) => 2,
            (0, 0xE0) => 5,
            (0, 0xED) => 6,
            (0, 0xE1..=0xEF) => 3,
            (0, 0xF0) => 7,
            (0, 0xF1..=0xF3) => 4,
            (0, 0xF4) => 8,
            (2, 0x80..=0xBF) => 0,
            (3, 0x80..=0xBF) | (5, 0xA0..=0xBF) | (6, 0x80..=0x9F) => 2,
            (4, 0x80..=0xBF) | (7, 0x90..=0xBF) | (8, 0x80..=0x8F) => 3,
            _ => DEAD,
        };
        let classes = ByteClasses::by_key(|byte| {
            std::array::from_fn::<u32, 9, _>(|state| step(state as u32, byte))
        });
        let row = |state| {
            classes.representatives().iter().map(move |&byte| step(state, byte)).collect::<Vec<_>>()
        };
        let next = (0..9).flat_map(row).collect();
        let accepting = (0..9).map(|state| state == 0).collect();
        Dfa::from_table(classes, next, accepting)
    }
}
