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
}

/// One item of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A rule of the document that matches exactly one character.
    Class(&'static str),
    /// The characters from one byte to another.
    Range(u8, u8),
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
        }
    }

    /// Returns what is possible by a grammar without names for its characters.
    #[cfg(feature = "nested")]
    pub(crate) fn of_bytes(bytes: ByteSet, end: bool) -> Expected {
        Expected { bytes, end, classes: &[] }
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

    /// Returns the items, each as the text in which a message shows it: a class's name, a quoted
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
        let mut byte = 0u8;
        while byte < 0x80 {
            let first = byte;
            while byte < 0x80 && left.contains(byte) {
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
            (b"a\xC3", true, "\"a\", a character beyond US-ASCII or the end"),
            (b"", true, "the end"),
            (b"", false, "nothing"),
        ] {
            let expected = Expected { bytes: set(bytes), end, classes: &CLASSES };
            assert_eq!(format!("{expected}"), shown);
        }
    }
}
