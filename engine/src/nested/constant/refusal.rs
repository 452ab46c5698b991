//! The message of a literal that is refused.

use crate::ByteSet;

/// A reason why a literal is refused.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No derived text goes on behind the offset but with these bytes, or ends there.
    At {
        /// The byte offset.
        offset: usize,
        /// The bytes that can follow.
        bytes: ByteSet,
        /// True if the text can end there.
        end: bool,
    },
    /// More symbols are on the stack than a constant has room for.
    TooDeep,
    /// The place is not found with the room that a constant has.
    Somewhere,
}

/// The room for a message. The longest one has 96 bytes of the 128, no four of them in a row.
const LONGEST: usize = 700;

/// A message that is being written.
struct Message {
    text: [u8; LONGEST],
    length: usize,
}

impl Message {
    const fn add(&mut self, text: &str) {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            self.text[self.length + at] = text[at];
            at += 1;
        }
        self.length += at;
    }

    /// Adds a byte of US-ASCII.
    const fn add_byte(&mut self, byte: u8) {
        self.text[self.length] = byte;
        self.length += 1;
    }

    const fn add_number(&mut self, number: usize) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.add_byte(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }

    /// Adds a byte as errors at run time show it.
    const fn add_shown(&mut self, byte: u8) {
        match byte {
            b' ' => self.add("space"),
            b'"' => self.add("`\"`"),
            0x21..=0x7E => {
                self.add("\"");
                self.add_byte(byte);
                self.add("\"");
            }
            _ => {
                let hex = b"0123456789ABCDEF";
                self.add("%x");
                self.add_byte(hex[(byte >> 4) as usize]);
                self.add_byte(hex[(byte & 15) as usize]);
            }
        }
    }

    /// Adds what can follow, as errors at run time show it: up to three bytes in a row one by one,
    /// more of them from the first to the last.
    const fn add_expected(&mut self, bytes: &ByteSet, end: bool) {
        let beyond = !bytes.is_ascii();
        let all = items(bytes) + beyond as usize + end as usize;
        let mut left = all;
        if all == 0 {
            self.add("nothing");
        }
        let mut byte = 0;
        while byte < 0x80 {
            let length = run(bytes, byte);
            let behind = byte + length;
            if length > 3 {
                self.add_comma(left, all);
                left -= 1;
                self.add_shown(byte);
                self.add(" to ");
                self.add_shown(behind - 1);
                byte = behind;
            }
            while byte < behind {
                self.add_comma(left, all);
                left -= 1;
                self.add_shown(byte);
                byte += 1;
            }
            // This byte is none of the set.
            byte += 1;
        }
        if beyond {
            self.add_comma(left, all);
            left -= 1;
            self.add("a character beyond US-ASCII");
        }
        if end {
            self.add_comma(left, all);
            self.add("the end");
        }
    }

    /// Adds what is between two items, before one behind which some are left.
    const fn add_comma(&mut self, left: usize, all: usize) {
        if left == all {
            return;
        }
        self.add(if left == 1 { " or " } else { ", " });
    }
}

/// Returns the number of bytes of a set in a row, up to US-ASCII's end.
const fn run(bytes: &ByteSet, first: u8) -> u8 {
    let mut byte = first;
    while byte < 0x80 && bytes.contains(byte) {
        byte += 1;
    }
    byte - first
}

/// Returns the number of items that US-ASCII's bytes of a set are shown as.
const fn items(bytes: &ByteSet) -> usize {
    let (mut byte, mut items) = (0, 0);
    while byte < 0x80 {
        let length = run(bytes, byte);
        items += if length > 3 { 1 } else { length as usize };
        byte += if length == 0 { 1 } else { length };
    }
    items
}

/// Ends the evaluation of a constant with the reason why a literal is refused.
///
/// # Panics
/// Always.
#[doc(hidden)]
pub const fn refuse_literal(refusal: Refusal) -> ! {
    let mut message = Message { text: [0; LONGEST], length: 0 };
    match refusal {
        Refusal::At { offset, bytes, end } => {
            message.add("byte ");
            message.add_number(offset);
            message.add(": expected ");
            message.add_expected(&bytes, end);
        }
        Refusal::TooDeep => message.add("the calls inside each other are too many for a constant"),
        Refusal::Somewhere => {
            message.add("the rule does not derive the literal; the place takes too long to find");
        }
    }
    let (text, _) = message.text.split_at(message.length);
    match core::str::from_utf8(text) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("the rule does not derive the literal"),
    }
}
