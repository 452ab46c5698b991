//! A pass from the end of an input to its beginning, for rules that no byte decides.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::net::Net;
use super::numbers::{items, Numbers};

/// The table of a pass from the end, which writes a letter for each byte. The automaton with a
/// stack then reads letters in place of bytes.
///
/// It is made by `urigram-generate`. A table that is made otherwise cannot do harm: what refers to
/// nothing is the letter 255.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The class of each byte, 256 of them.
    pub classes: Cow<'static, [u8]>,
    /// The number of classes.
    pub width: u32,
    /// For each state behind a byte and class the state before the byte. The pass begins in
    /// state 0.
    pub next: Numbers<2>,
    /// For each state behind a byte and class the letter.
    pub letters: Cow<'static, [u8]>,
    /// The rules that the automaton is made of, for the places of errors, and for literals.
    pub net: Net,
}

impl Ahead {
    /// Returns the letters of an input, one for each byte.
    pub(super) fn letters(&self, input: &[u8]) -> Vec<u8> {
        let mut letters = alloc::vec![0; input.len()];
        let mut state = 0;
        for (&byte, letter) in input.iter().zip(&mut letters).rev() {
            (*letter, state) = self.before(state, byte);
        }
        letters
    }

    /// Returns the letter of a byte and the state before it, from the state behind it.
    fn before(&self, state: u16, byte: u8) -> (u8, u16) {
        let classes = items(&self.classes);
        let class = if (byte as usize) < classes.len() { classes[byte as usize] } else { 0 };
        let cell = state as usize * self.width as usize + class as usize;
        let letters = items(&self.letters);
        if cell < letters.len() && cell < self.next.len() {
            (letters[cell], self.next.get(cell) as u16)
        } else {
            (u8::MAX, 0)
        }
    }
}
