use core::fmt;

use crate::{ByteSet, Class, Table};

/// The continuations that are possible at a position: characters, under the document's own class
/// names where one fits, or the end.
///
/// ```
/// use urigram::Uri;
///
/// let expected = Uri::parse("http://a/b c").unwrap_err().expected();
/// assert!(expected.bytes().contains(b'%') && expected.end());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    bytes: ByteSet,
    end: bool,
    classes: &'static [Class],
    /// Whether most characters are named by the missing ones, as in errors of recursive rules.
    #[cfg(feature = "nested")]
    names_most: bool,
}

/// The most printable characters that are named where all others can follow.
#[cfg(feature = "nested")]
const MOST_WITHOUT: usize = 15;

/// The printable characters of US-ASCII, and the others.
#[cfg(feature = "nested")]
const PRINTABLE: ByteSet = ByteSet::from_words([0xFFFF_FFFF_0000_0000, u64::MAX >> 1, 0, 0]);
#[cfg(feature = "nested")]
const CONTROLS: ByteSet = ByteSet::from_words([0xFFFF_FFFF, 1 << 63, 0, 0]);

/// One item of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A rule of the document that matches exactly one character.
    Class(&'static str),
    /// The characters from one byte to another: digits or letters.
    Range(u8, u8),
    /// Printable characters without some, and whether control characters and characters beyond
    /// US-ASCII belong to them.
    #[cfg(feature = "nested")]
    Most { without: ByteSet, controls: bool, beyond: bool },
    /// Characters beyond US-ASCII.
    Beyond,
    /// The end of the input.
    End,
}

impl Expected {
    pub(crate) fn new(table: &Table, state: u16) -> Expected {
        Expected {
            bytes: table.automaton.following(state),
            end: table.automaton.accepts(usize::from(state)),
            classes: table.document().classes,
            #[cfg(feature = "nested")]
            names_most: false,
        }
    }

    /// Returns what is possible by a grammar without names for its characters.
    #[cfg(feature = "nested")]
    pub(crate) fn of_bytes(bytes: ByteSet, end: bool) -> Expected {
        Expected { bytes, end, classes: &[], names_most: true }
    }

    /// Returns the possible next bytes: the first bytes of characters.
    #[inline]
    pub fn bytes(&self) -> ByteSet {
        self.bytes
    }

    /// Whether the input could end at the position.
    #[inline]
    pub fn end(&self) -> bool {
        self.end
    }

    /// Returns the items, each as the text that a message shows: a class's name, a quoted
    /// character, a range, the end.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn items(&self) -> alloc::vec::Vec<alloc::string::String> {
        let mut items = alloc::vec::Vec::new();
        let _ = self.each(&mut |item| {
            items.push(alloc::format!("{item}"));
            Ok(())
        });
        items
    }

    /// Largest classes first, then what they leave. Not inlined, because `show` would be copied to
    /// each call.
    #[inline(never)]
    fn each(&self, show: &mut dyn FnMut(Item) -> fmt::Result) -> fmt::Result {
        let mut left = self.bytes;
        for class in self.classes {
            let news = class.bytes.intersection(&left).len();
            if class.bytes.len() > 2
                && self.bytes.is_superset(&class.bytes)
                && news * 2 > class.bytes.len()
            {
                show(Item::Class(class.name))?;
                left = left.without(&class.bytes);
            }
        }
        #[cfg(feature = "nested")]
        if self.names_most && PRINTABLE.without(&left).len() <= MOST_WITHOUT {
            let (without, controls) = (PRINTABLE.without(&left), left.is_superset(&CONTROLS));
            show(Item::Most { without, controls, beyond: !left.is_ascii() })?;
            left = if controls { ByteSet::EMPTY } else { left.intersection(&CONTROLS) };
        }
        let mut byte = 0u8;
        while byte < 0x80 {
            let first = byte;
            // A range has digits or letters, and does not run over what is between them.
            while left.contains(byte) && row(byte) == row(first) && byte < 0x80 {
                byte += 1;
            }
            match byte - first {
                0 => byte += 1,
                1..=3 => (first..byte).try_for_each(|one| show(Item::Range(one, one)))?,
                _ => show(Item::Range(first, byte - 1))?,
            }
        }
        if !left.is_ascii() {
            show(Item::Beyond)?;
        }
        if self.end {
            show(Item::End)?;
        }
        Ok(())
    }
}

/// Returns the first byte of a byte's row: digits, letters of one case, or control characters. Any
/// other byte is a row.
fn row(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'0',
        b'A'..=b'Z' => b'A',
        b'a'..=b'z' => b'a',
        0..=0x1F => 0,
        other => other,
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |f: &mut fmt::Formatter<'_>, byte: u8| match byte {
            b' ' => f.write_str("space"),
            b'"' => f.write_str("`\"`"),
            0x21..=0x7E => write!(f, "\"{}\"", char::from(byte)),
            _ => write!(f, "%x{byte:02X}"),
        };
        match *self {
            Item::Class(name) => f.write_str(name),
            Item::Range(first, last) if first == last => one(f, first),
            Item::Range(first, last) => {
                one(f, first)?;
                f.write_str(" to ")?;
                one(f, last)
            }
            #[cfg(feature = "nested")]
            Item::Most { without, controls, beyond } => {
                f.write_str(match (beyond, controls) {
                    (true, true) => "any character",
                    (true, false) => "any printable character",
                    (false, true) => "any US-ASCII character",
                    (false, false) => "any US-ASCII printable character",
                })?;
                let mut between = " except ";
                for byte in without.iter() {
                    f.write_str(core::mem::replace(&mut between, " and "))?;
                    one(f, byte)?;
                }
                Ok(())
            }
            Item::Beyond => f.write_str("a character beyond US-ASCII"),
            Item::End => f.write_str("the end"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut held: Option<Item> = None;
        let mut shown = 0;
        self.each(&mut |item| {
            if let Some(before) = held.replace(item) {
                write!(f, "{}{before}", if shown > 0 { ", " } else { "" })?;
                shown += 1;
            }
            Ok(())
        })?;
        match held {
            Some(last) if shown > 0 => write!(f, " or {last}"),
            Some(last) => write!(f, "{last}"),
            None => f.write_str("nothing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn set(bytes: &[u8]) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        bytes.iter().for_each(|&byte| set.insert(byte));
        set
    }

    /// A class is named if all of it can follow, if it has more than two characters, and if the
    /// classes before it leave more than half of it.
    #[test]
    fn classes_are_named_where_they_say_more_than_their_characters() {
        static CLASSES: [Class; 3] = [
            Class { name: "digit", bytes: ByteSet::from_words([0x03FF_0000_0000_0000, 0, 0, 0]) },
            Class { name: "even", bytes: ByteSet::from_words([0x0155_0800_0000_0000, 0, 0, 0]) },
            Class { name: "sign", bytes: ByteSet::from_words([0x0000_2800_0000_0000, 0, 0, 0]) },
        ];
        for (bytes, end, shown) in [
            (&b"0123456789"[..], false, "digit"),
            (b"0123456789+", true, "digit, \"+\" or the end"),
            (b"02468+", false, "even"),
            (b"0246", false, "\"0\", \"2\", \"4\" or \"6\""),
            (b"012345678", false, "\"0\" to \"8\""),
            (b"+-", false, "\"+\" or \"-\""),
            (b"VWXYZ[]", false, "\"V\" to \"Z\", \"[\" or \"]\""),
            (b"a\xC3", true, "\"a\", a character beyond US-ASCII or the end"),
            (b"", true, "the end"),
            (b"", false, "nothing"),
        ] {
            let expected = Expected {
                bytes: set(bytes),
                end,
                classes: &CLASSES,
                #[cfg(feature = "nested")]
                names_most: false,
            };
            assert_eq!(format!("{expected}"), shown);
        }
    }

    #[cfg(feature = "nested")]
    #[test]
    fn many_characters_are_named_by_those_that_are_missing() {
        let all: ByteSet = (0..=255).collect();
        let quote: ByteSet = set(b"\"\\");
        let controls: ByteSet = (0..0x20).collect();
        let ascii: ByteSet = (0..0x80).collect();
        for (bytes, shown) in [
            (all, "any character"),
            (all.without(&quote), "any character except `\"` and \"\\\""),
            (ascii.without(&set(b"-")), "any US-ASCII character except \"-\""),
            (all.without(&controls), "any printable character or %x7F"),
            (all.without(&controls).union(&set(b"\t")), "any printable character, %x09 or %x7F"),
        ] {
            assert_eq!(format!("{}", Expected::of_bytes(bytes, false)), shown);
        }
    }
}
