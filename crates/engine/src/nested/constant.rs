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
//! Where no automaton decides, `readings` does, with all rules.

mod readings;

use super::numbers::{items, NONE};
use super::pushdown::Pushdown;

/// The bytes of a symbol.
const SYMBOL: usize = 4 * Pushdown::NUMBERS;

impl Pushdown {
    /// The most symbols on the stack of [`Pushdown::accepts_in_constant`].
    pub const DEPTH_IN_CONSTANT: usize = 128;

    /// Returns whether the rule derives a text; `None` if a constant has no room to decide it, as
    /// for more than [`Pushdown::DEPTH_IN_CONSTANT`] symbols on the stack. Runs while compiling.
    #[doc(hidden)]
    pub const fn accepts_in_constant(&self, text: &str) -> Option<bool> {
        let input = text.as_bytes();
        if self.has_all_readings() {
            return readings::accepts(&self.net, input);
        }
        // Calls take most of the time while compiling. So tables are taken out of `self` here, and
        // bytes are read one by one.
        let (ends, moves) = (items(&self.ends), self.moves.bytes());
        let (pushes, popped) = (self.pushes.items.bytes(), self.popped.items.bytes());
        let symbols = self.symbols.bytes();
        let (mut frames, mut top) = ([0; Self::DEPTH_IN_CONSTANT], 0);
        let (mut state, mut at) = (0, 0);
        // No automaton has more classes, and no product below overflows.
        while state < ends.len() && self.width <= 256 {
            let is_end = ends[state] == 1;
            if at == input.len() {
                return Some(is_end && follows(symbols, &frames, top, None));
            }
            let byte = input[at];
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
                        return None;
                    }
                    top += 1;
                    frames[top] = pushes[item] as u32 | (pushes[item + 1] as u32) << 8;
                    item += 2;
                }
                state = pushes[item] as usize | (pushes[item + 1] as usize) << 8;
            }
            at += 1;
        }
        Some(false)
    }
}

/// Returns true if a byte, or the end of the text, can follow when the call above a frame ends. The
/// frames beneath are asked as long as the calls of those above may then also end.
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
