//! The check of a literal, which runs while compiling.
//!
//! It is the run of [`Pushdown::check`] with a stack of fixed size, since constants have no heap.
//! Each frame holds what can follow when the call above it ends, as there. With `[[1` read of JSON,
//! the stack is
//!
//! ```text
//! bottom         the end
//! the text       the end: what can follow the outer array, beside white space
//! outer array    `,` and `]`: what can follow the inner array, beside white space
//! ```

use super::net::{items, NONE};
use super::pushdown::{Pushdown, Symbol};
use crate::ByteSet;

/// A symbol on the stack, and what can follow when the call above it ends.
#[derive(Clone, Copy)]
struct Frame {
    symbol: u32,
    follow: ByteSet,
    end: bool,
}

impl Pushdown {
    /// The most symbols on the stack of [`Pushdown::refused_in_constant`].
    pub const DEPTH_IN_CONSTANT: usize = 128;

    /// Returns `None` if the rule derives a text in which at most
    /// [`Pushdown::DEPTH_IN_CONSTANT`] symbols are on the stack at once, and else the byte offset
    /// from which on it is refused: `usize::MAX` if the automaton looks ahead, as no constant finds
    /// the place then. Runs while compiling.
    ///
    /// # Cost
    /// Linear in the text; quadratic if the automaton looks ahead.
    pub const fn refused_in_constant(&self, text: &str) -> Option<usize> {
        match self.refused_at(text) {
            Some(_) if self.ahead.is_some() => Some(usize::MAX),
            found => found,
        }
    }

    const fn refused_at(&self, text: &str) -> Option<usize> {
        let (input, states) = (text.as_bytes(), items(&self.ends).len());
        let bottom = Frame { symbol: 0, follow: ByteSet::EMPTY, end: true };
        let mut frames = [bottom; Self::DEPTH_IN_CONSTANT];
        let (mut top, mut state, mut at) = (0, 0, 0);
        while at < input.len() {
            let byte = match &self.ahead {
                Some(ahead) => ahead.letter(input, at),
                None => input[at],
            };
            if state < states && items(&self.ends)[state] && frames[top].follow.contains(byte) {
                state = self.popped(state, frames[top].symbol);
                if top == 0 {
                    return Some(at);
                }
                top -= 1;
                continue;
            }
            let cell = state * self.width as usize + self.classes[byte as usize] as usize;
            if cell >= items(&self.moves).len() || items(&self.moves)[cell] == NONE {
                return Some(at);
            }
            let next = items(&self.moves)[cell] as usize;
            if next < states {
                state = next;
            } else if next - states < items(&self.pushes).len() {
                let push = &items(&self.pushes)[next - states];
                let pushed = items(&push.symbols);
                let mut number = 0;
                while number < pushed.len() {
                    if top + 1 == Self::DEPTH_IN_CONSTANT {
                        return Some(at);
                    }
                    frames[top + 1] = self.above(frames[top], pushed[number]);
                    top += 1;
                    number += 1;
                }
                state = push.state as usize;
            } else {
                return Some(at);
            }
            at += 1;
        }
        if state < states && items(&self.ends)[state] && frames[top].end {
            None
        } else {
            Some(at)
        }
    }

    /// Returns the frame of a symbol above another frame.
    const fn above(&self, beneath: Frame, symbol: u32) -> Frame {
        let symbols = items(&self.symbols);
        let mut frame = Frame { symbol, follow: ByteSet::EMPTY, end: false };
        if (symbol as usize) < symbols.len() {
            let Symbol { follow, ends } = symbols[symbol as usize];
            frame.follow = follow;
            if ends {
                frame.follow = follow.union(&beneath.follow);
                frame.end = beneath.end;
            }
        }
        frame
    }

    /// Returns the state after a symbol is taken from the stack; a number that is none if it cannot
    /// be there.
    const fn popped(&self, state: usize, symbol: u32) -> usize {
        let rows = items(&self.popped);
        if state < rows.len() {
            let row = items(&rows[state]);
            let mut at = 0;
            while at < row.len() {
                if row[at].0 == symbol {
                    return row[at].1 as usize;
                }
                at += 1;
            }
        }
        NONE as usize
    }
}

/// Ends the evaluation of a constant with the byte at which a literal is refused; with
/// `usize::MAX` without one.
///
/// # Panics
/// Always.
#[doc(hidden)]
pub const fn refuse_literal(offset: usize) -> ! {
    if offset == usize::MAX {
        panic!("the rule does not derive the literal");
    }
    let mut message = *b"byte                     : the rule derives no text that goes on so";
    let (mut rest, mut at) = (offset, 24);
    loop {
        message[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
        at -= 1;
    }
    // The digits move to the word before them.
    let mut to = 5;
    while at < message.len() {
        message[to] = message[at];
        at += 1;
        to += 1;
    }
    let (message, _) = message.split_at(to);
    match core::str::from_utf8(message) {
        Ok(message) => panic!("{}", message),
        Err(_) => panic!("the rule does not derive the literal"),
    }
}
