//! Character references of HTML and escapes of JSON, read as what they stand for.

use clap::ValueEnum;
use memchr::memchr;

/// The notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Notation {
    /// `&amp;`, `&quot;`, `&#38;` and the like, in HTML and XML
    Html,
    /// `\/`, `\u0026` and the like, in JSON and JavaScript
    Json,
}

/// Text that was decoded, and the offsets of the source that it was made from.
#[derive(Default)]
pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    /// The offset of the first byte of `text` in the whole decoded text.
    pub(super) base: u64,
    /// After each escape, the offset in the whole decoded text and the number of bytes that escapes
    /// took more than what they stand for, in all. In order.
    marks: Vec<(u64, u64)>,
    /// The beginning of an escape whose end is not read yet.
    begun: Vec<u8>,
}

/// The longest escape, in bytes: `\uD83D\uDE00`.
const LONGEST: usize = 12;

impl Decoded {
    /// Adds bytes of the source; `complete` if they are the last.
    pub(super) fn add(&mut self, bytes: &[u8], notation: Option<Notation>, complete: bool) {
        let Some(notation) = notation else { return self.text.extend_from_slice(bytes) };
        let joined;
        let mut rest = bytes;
        if !self.begun.is_empty() {
            self.begun.extend_from_slice(bytes);
            joined = std::mem::take(&mut self.begun);
            rest = &joined;
        }
        let sign = match notation {
            Notation::Html => b'&',
            Notation::Json => b'\\',
        };
        while let Some(at) = memchr(sign, rest) {
            self.text.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            if rest.len() < LONGEST && !complete {
                self.begun = rest.to_vec();
                return;
            }
            let decoded = match notation {
                Notation::Html => reference(rest),
                Notation::Json => escape(rest),
            };
            let Some((character, length)) = decoded else {
                self.text.push(sign);
                rest = &rest[1..];
                continue;
            };
            let before = self.text.len();
            // A line end that was escaped is none of the file's: a carriage return breaks lines,
            // too, and is not counted.
            let character = if character == '\n' { '\r' } else { character };
            self.text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            let longer = (length - (self.text.len() - before)) as u64;
            let all = self.marks.last().map_or(0, |(_, all)| *all);
            self.marks.push((self.base + self.text.len() as u64, all + longer));
            rest = &rest[length..];
        }
        self.text.extend_from_slice(rest);
    }

    /// Removes the first bytes.
    pub(super) fn drop_first(&mut self, bytes: usize) {
        self.text.drain(..bytes);
        self.base += bytes as u64;
        // The last mark before the text counts for its first bytes.
        let passed = self.marks.partition_point(|(at, _)| *at <= self.base);
        self.marks.drain(..passed.saturating_sub(1));
    }

    /// Returns the offset in the source of a byte of the text.
    pub(super) fn source(&self, at: usize) -> u64 {
        let at = self.base + at as u64;
        let mark = self.marks.partition_point(|(offset, _)| *offset <= at);
        at + if mark > 0 { self.marks[mark - 1].1 } else { 0 }
    }
}

/// Returns the character of a reference and its length: one of the five names of XML, or a number.
fn reference(text: &[u8]) -> Option<(char, usize)> {
    let end = text.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let name = std::str::from_utf8(&text[1..end]).ok()?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix(['x', 'X']) {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            digits.bytes().next().filter(u8::is_ascii_hexdigit)?;
            char::from_u32(u32::from_str_radix(digits, radix).ok()?)?
        }
    };
    Some((character, end + 1))
}

/// Returns the character of an escape and its length.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
        u16::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()
    };
    let character = match text.get(1)? {
        byte @ (b'"' | b'\\' | b'/') => char::from(*byte),
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let units = [unit(0)?, unit(6).unwrap_or_default()];
            let character = char::decode_utf16(units).next()?.ok()?;
            return Some((character, 6 * character.len_utf16()));
        }
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(notation: Notation, source: &[u8], piece: usize) -> Decoded {
        let mut decoded = Decoded::default();
        let count = source.len().div_ceil(piece);
        for (index, bytes) in source.chunks(piece).enumerate() {
            decoded.add(bytes, Some(notation), index + 1 == count);
        }
        decoded
    }

    /// However the source is cut, the text is the same, and every byte knows its place in the
    /// source.
    #[test]
    fn escapes_are_decoded_and_offsets_kept() {
        for (notation, source, expected) in [
            (
                Notation::Html,
                &b"a&amp;b&#38;c&#x26;d&lt;&gt;&quot;&apos;&nope;&#;&#xZZ;& &amp"[..],
                "a&b&c&d<>\"'&nope;&#;&#xZZ;& &amp".as_bytes(),
            ),
            (
                Notation::Json,
                br#"http:\/\/a\/\u0026\"\\\n\uD83D\uDE00\uD83Dx\q\u12"#,
                "http://a/&\"\\\r\u{1F600}\\uD83Dx\\q\\u12".as_bytes(),
            ),
        ] {
            for piece in 1..=source.len() {
                let found = decoded(notation, source, piece);
                assert_eq!(found.text, expected, "{}", String::from_utf8_lossy(&found.text));
                assert_eq!(found.source(0), 0);
                assert_eq!(found.source(expected.len()), source.len() as u64);
                let mut dropped = decoded(notation, source, piece);
                for bytes in 1..expected.len() {
                    let at: Vec<u64> =
                        (0..=expected.len() - bytes).map(|at| found.source(at + bytes)).collect();
                    dropped.drop_first(1);
                    let kept: Vec<u64> =
                        (0..=expected.len() - bytes).map(|at| dropped.source(at)).collect();
                    assert_eq!(kept, at);
                }
            }
        }
    }

    #[test]
    fn line_ends_of_the_file_are_its_own() {
        for (notation, source) in [(Notation::Html, &b"&#10;\n"[..]), (Notation::Json, b"\\n\n")] {
            assert_eq!(decoded(notation, source, 100).text, b"\r\n");
        }
    }
}
