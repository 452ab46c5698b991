//! An input as one line of visible characters, and the columns of its bytes in that line.

use serde::Serialize;
use unicode_width::UnicodeWidthChar;

/// The characters shown of the beginning and of the end of a long input.
const HEAD: usize = 600;
const TAIL: usize = 100;

/// An input as one line.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    /// One visible character for each of the input's. A long input loses its middle.
    pub(crate) text: String,
    /// The indexes of the characters that take two columns.
    wide: Vec<usize>,
    /// The number of characters left out in the middle, if any are.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
    /// The byte offset of each character, and of the end.
    #[serde(skip)]
    offsets: Vec<usize>,
}

impl Line {
    pub(crate) fn new(input: &[u8]) -> Line {
        let (mut chars, mut offsets, mut at) = (Vec::new(), Vec::new(), 0);
        for chunk in input.utf8_chunks() {
            for c in chunk.valid().chars() {
                chars.push(visible(c));
                offsets.push(at);
                at += c.len_utf8();
            }
            for _ in chunk.invalid() {
                chars.push(char::REPLACEMENT_CHARACTER);
                offsets.push(at);
                at += 1;
            }
        }
        let mut left_out = None;
        if chars.len() > HEAD + TAIL + 1 {
            let end = chars.len() - TAIL;
            left_out = Some(end - HEAD);
            chars.splice(HEAD..end, ['…']);
            offsets.drain(HEAD + 1..end);
        }
        offsets.push(input.len());
        let wide = (0..chars.len()).filter(|&index| chars[index].width() == Some(2)).collect();
        Line { text: chars.into_iter().collect(), wide, left_out, offsets }
    }

    /// Returns true if every character of the input is in the line.
    pub(crate) fn is_whole(&self) -> bool {
        self.left_out.is_none()
    }

    /// Returns the index of the character at a byte offset; the number of characters for the end.
    pub(crate) fn column(&self, offset: usize) -> usize {
        self.offsets.partition_point(|&known| known <= offset).saturating_sub(1)
    }
}

/// A component in the line.
#[derive(Debug, Serialize)]
pub(crate) struct Mark {
    pub(crate) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<String>,
    /// The first column, and the column after it.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Returns a visible character that takes a column, for any character.
fn visible(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '\u{2421}',
        // Marks that would combine with their neighbours, and those that reverse the direction of
        // text.
        c if c.width().unwrap_or(0) == 0 => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_character() {
        let line = Line::new("a\0é\u{202E}漢".as_bytes());
        assert_eq!((&*line.text, &*line.wide), ("a␀é�漢", &[4][..]));
        let columns: Vec<usize> = (0..=10).map(|offset| line.column(offset)).collect();
        assert_eq!(columns, [0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5]);
        assert_eq!(Line::new(b"\xFF\xC3a").text, "��a");
        assert_eq!(Line::new(b"").column(0), 0);
    }

    /// The mark of what is left out would be as long as one character.
    #[test]
    fn a_middle_of_one_character_stays() {
        let of = |length| Line::new(&vec![b'a'; length]);
        for length in [HEAD + TAIL, HEAD + TAIL + 1] {
            assert_eq!((of(length).text.len(), of(length).is_whole()), (length, true));
        }
        let cut = of(HEAD + TAIL + 2);
        assert_eq!((cut.text.chars().count(), cut.left_out), (HEAD + TAIL + 1, Some(2)));
    }

    #[test]
    fn long_inputs_lose_their_middle() {
        let mut input = vec![b'a'; 100_000];
        input[99_999] = b'z';
        let line = Line::new(&input);
        assert_eq!(
            (line.text.chars().count(), line.left_out),
            (HEAD + TAIL + 1, Some(100_000 - HEAD - TAIL))
        );
        assert_eq!(line.column(99_999), HEAD + TAIL);
        assert_eq!(
            (line.column(HEAD - 1), line.column(HEAD), line.column(50_000)),
            (HEAD - 1, HEAD, HEAD)
        );
        assert_eq!(line.column(100_000), HEAD + TAIL + 1);
    }
}
