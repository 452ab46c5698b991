//! The check of a literal, which runs while compiling.
//!
//! It is the run of [`Pushdown::check`] with a stack of fixed size, since constants have no heap.
//! A frame is a symbol. With `[[1` read of JSON, and `]` next, the frames are asked from the top:
//!
//! ```text
//! inner array    `,` and `]` can follow the inner array's value, beside white space
//! outer array    `,` and `]` again: asked only if the inner array could end without a `]`
//! bottom         the end
//! ```

use super::numbers::{items, read};
use super::pushdown::Pushdown;

/// The bytes of a symbol.
const SYMBOL: usize = 4 * Pushdown::NUMBERS;

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
        // Tables are taken out of `self` here, as calls take most of the time while compiling.
        let (input, ends, moves) = (text.as_bytes(), items(&self.ends), self.moves.bytes());
        let (mut frames, mut top) = ([0; Self::DEPTH_IN_CONSTANT], 0);
        let (mut state, mut at) = (0, 0);
        // No automaton has more classes, and no product below overflows.
        while state < ends.len() && self.width <= 256 {
            let is_end = ends[state] == 1;
            if at == input.len() {
                let may_end = is_end && self.follows(&frames, top, None);
                return if may_end { None } else { Some(at) };
            }
            let byte = match &self.ahead {
                Some(ahead) => ahead.letter(input, at),
                None => input[at],
            };
            if is_end && self.follows(&frames, top, Some(byte)) {
                state = self.popped.second(state, frames[top]) as usize;
                top -= 1;
                continue;
            }
            let cell = 2 * (state * self.width as usize + self.classes[byte as usize] as usize);
            if cell >= moves.len() {
                return Some(at);
            }
            let next = moves[cell] as usize | (moves[cell + 1] as usize) << 8;
            if next < ends.len() {
                state = next;
            } else {
                let push = self.pushes.list(next - ends.len());
                if push.len() < 2 {
                    return Some(at);
                }
                let mut symbol = 0;
                while symbol + 2 < push.len() {
                    if top + 1 == Self::DEPTH_IN_CONSTANT {
                        return Some(at);
                    }
                    top += 1;
                    frames[top] = read::<2>(push, symbol);
                    symbol += 2;
                }
                state = read::<2>(push, symbol) as usize;
            }
            at += 1;
        }
        Some(at)
    }

    /// Returns true if a byte, or the end of the text, can follow when the call above a frame ends.
    /// The frames beneath are asked as long as the calls of those above may end then, too.
    const fn follows(
        &self,
        frames: &[u32; Self::DEPTH_IN_CONSTANT],
        mut top: usize,
        byte: Option<u8>,
    ) -> bool {
        let symbols = self.symbols.bytes();
        while top > 0 {
            let symbol = SYMBOL * frames[top] as usize;
            if symbol + SYMBOL > symbols.len() {
                return false;
            }
            if let Some(byte) = byte {
                if symbols[symbol + (byte >> 3) as usize] >> (byte & 7) & 1 == 1 {
                    return true;
                }
            }
            if symbols[symbol + SYMBOL - 4] != 1 {
                return false;
            }
            top -= 1;
        }
        byte.is_none()
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
