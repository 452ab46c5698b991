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
//!
//! If the automaton looks ahead, the place of an error is found by `readings`, with all rules.

mod readings;
mod refusal;

pub use refusal::{refuse_literal, Refusal};

use super::ahead::BLOCK;
use super::numbers::{items, NONE};
use super::pushdown::Pushdown;
use crate::ByteSet;

/// The bytes of a symbol.
const SYMBOL: usize = 4 * Pushdown::NUMBERS;

impl Pushdown {
    /// The most symbols on the stack of [`Pushdown::refused_in_constant`].
    pub const DEPTH_IN_CONSTANT: usize = 128;

    /// Returns `None` if the rule derives a text in which at most
    /// [`Pushdown::DEPTH_IN_CONSTANT`] symbols are on the stack at once, and else the reason why it
    /// is refused, with the place. Runs while compiling.
    ///
    /// # Cost
    /// Linear in the text; if the automaton looks ahead, a pass over the rest for each 256 bytes.
    #[doc(hidden)]
    pub const fn refused_in_constant(&self, text: &str) -> Option<Refusal> {
        let input = text.as_bytes();
        let found = match (self.refused(input, false), &self.ahead) {
            (None, _) => return None,
            (Some(Refusal::TooDeep), _) => return Some(Refusal::TooDeep),
            (Some(_), Some(ahead)) => readings::refusal(&ahead.net, input),
            (Some(found), None) => found,
        };
        let Refusal::At { offset, .. } = found else { return Some(found) };
        let mut start = offset;
        while start < input.len() && input[start] & 0xC0 == 0x80 {
            start -= 1;
        }
        if start == offset {
            return Some(found);
        }
        // Inside a character: what can follow is told where it begins.
        let (before, _) = input.split_at(start);
        Some(match &self.ahead {
            Some(ahead) => readings::refusal(&ahead.net, before),
            None => match self.refused(before, true) {
                Some(refusal) => refusal,
                None => Refusal::Somewhere,
            },
        })
    }

    /// Returns the reason why an input is refused; what can follow all of it, if that `is_begin` of
    /// a text and no text itself.
    const fn refused(&self, input: &[u8], is_begin: bool) -> Option<Refusal> {
        // Calls take most of the time while compiling. So tables are taken out of `self` here, and
        // bytes are read one by one.
        let (ends, moves) = (items(&self.ends), self.moves.bytes());
        let (pushes, popped) = (self.pushes.items.bytes(), self.popped.items.bytes());
        let symbols = self.symbols.bytes();
        let (mut frames, mut top) = ([0; Self::DEPTH_IN_CONSTANT], 0);
        let (mut state, mut at) = (0, 0);
        let (mut letters, mut known) = ([0; BLOCK], 0);
        // No automaton has more classes, and no product below overflows.
        while state < ends.len() && self.width <= 256 {
            let is_end = ends[state] == 1;
            if at == input.len() {
                if is_end && !is_begin && follows(symbols, &frames, top, None) {
                    return None;
                }
                break;
            }
            let byte = match &self.ahead {
                Some(ahead) => {
                    if at == known {
                        ahead.block(input, at, &mut letters);
                        known += BLOCK;
                    }
                    letters[at % BLOCK]
                }
                None => input[at],
            };
            if is_end && follows(symbols, &frames, top, Some(byte)) {
                let (mut pair, end) = bounds(self.popped.starts.bytes(), state, popped.len());
                state = NONE as usize;
                while pair + 3 < end {
                    if popped[pair] as u32 | (popped[pair + 1] as u32) << 8 == frames[top] {
                        state = popped[pair + 2] as usize | (popped[pair + 3] as usize) << 8;
                        break;
                    }
                    pair += 4;
                }
                top -= 1;
                continue;
            }
            let cell = 2 * (state * self.width as usize + self.classes[byte as usize] as usize);
            if cell >= moves.len() {
                break;
            }
            let next = moves[cell] as usize | (moves[cell + 1] as usize) << 8;
            if next < ends.len() {
                state = next;
            } else {
                let number = next - ends.len();
                let (mut item, end) = bounds(self.pushes.starts.bytes(), number, pushes.len());
                if item == end {
                    break;
                }
                while item + 2 < end {
                    if top + 1 == Self::DEPTH_IN_CONSTANT {
                        return Some(Refusal::TooDeep);
                    }
                    top += 1;
                    frames[top] = pushes[item] as u32 | (pushes[item + 1] as u32) << 8;
                    item += 2;
                }
                state = pushes[item] as usize | (pushes[item + 1] as usize) << 8;
            }
            at += 1;
        }
        Some(self.refusal(at, state, &frames, top))
    }

    /// Returns the refusal at a place, from the state and the stack there.
    const fn refusal(
        &self,
        offset: usize,
        state: usize,
        frames: &[u32; Self::DEPTH_IN_CONSTANT],
        top: usize,
    ) -> Refusal {
        let (ends, symbols) = (items(&self.ends), self.symbols.bytes());
        let (mut bytes, mut byte) = (ByteSet::EMPTY, 0);
        let is_end = state < ends.len() && ends[state] == 1;
        while state < ends.len() && byte < 256 {
            let cell = state * self.width as usize + self.classes[byte] as usize;
            let moves = (self.moves.get(cell) as usize) < ends.len() + self.pushes.len();
            if moves || is_end && follows(symbols, frames, top, Some(byte as u8)) {
                bytes = bytes.with(byte as u8);
            }
            byte += 1;
        }
        Refusal::At { offset, bytes, end: is_end && follows(symbols, frames, top, None) }
    }
}

/// Returns true if a byte, or the end of the text, can follow when the call above a frame ends. The
/// frames beneath are asked as long as the calls of those above may end then, too.
const fn follows(
    symbols: &[u8],
    frames: &[u32; Pushdown::DEPTH_IN_CONSTANT],
    mut top: usize,
    byte: Option<u8>,
) -> bool {
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

/// Returns the offsets of a list among `most` bytes of items, which have two bytes each; those of
/// an empty list if there is no such list.
const fn bounds(starts: &[u8], list: usize, most: usize) -> (usize, usize) {
    let mut bounds = [0, 0];
    let mut at = 4 * list + 8;
    if at > starts.len() {
        return (0, 0);
    }
    while at > 4 * list {
        at -= 1;
        let which = at / 4 - list;
        bounds[which] = bounds[which] << 8 | starts[at] as usize;
    }
    let [start, end] = bounds;
    if start <= end && end <= most / 2 {
        (2 * start, 2 * end)
    } else {
        (0, 0)
    }
}
