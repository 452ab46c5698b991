//! Words of a text: schemes, punctuation and delimiters.

/// A scheme longer than this is not recognised.
pub(super) const LONGEST_SCHEME: usize = 64;

/// Returns the start of the scheme that ends at a colon, or at the end of the text. The search came
/// to `from` before: a scheme begins there at the earliest.
///
/// A scheme begins with a letter that no letter or digit precedes, and goes on with letters,
/// digits, `+`, `-` and `.`: of `2a+b.c` it is `b.c`, because `a` follows a digit and `b` follows
/// the `+`.
pub(super) fn scheme_before(text: &[u8], from: usize, colon: usize) -> Option<usize> {
    let is_of_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let run = colon - text[from..colon].iter().rev().take_while(is_of_scheme).count();
    // What precedes the run is neither a letter nor a digit, unless the search began in a word.
    let mut in_word = run == from && from > 0 && text[from - 1].is_ascii_alphanumeric();
    let mut scheme = None;
    for (at, byte) in text.iter().enumerate().take(colon).skip(run) {
        scheme = scheme.filter(|start| at - start <= LONGEST_SCHEME);
        if byte.is_ascii_alphanumeric() {
            if byte.is_ascii_alphabetic() && !in_word {
                scheme = Some(at);
            }
            in_word = true;
        } else if scheme.is_none() {
            in_word = false;
        }
    }
    scheme.filter(|start| colon - start <= LONGEST_SCHEME)
}

pub(super) fn is_white_space(byte: u8) -> bool {
    // Without a branch between the tests, the compiler tests many bytes together.
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) | (byte == 0)
}

/// Returns true if a byte ends every word: white space, a control character, an angle bracket or a
/// double quote.
pub(super) fn is_delimiter(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F)
}

/// Returns true if a byte ends a clause of a sentence.
pub(super) fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'')
}

/// Marks that enclose words, in pairs.
const PAIRS: [(&str, &str); 11] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("|", "|"),
    ("`", "`"),
    ("'", "'"),
    ("\u{2018}", "\u{2019}"),
    ("\u{201C}", "\u{201D}"),
    ("\u{201E}", "\u{201C}"),
    ("\u{2039}", "\u{203A}"),
    ("\u{AB}", "\u{BB}"),
];

/// Returns true if the marks before and after a word are a pair, as in `(http://a/){#b}`.
pub(super) fn is_enclosed(before: &[u8], after: &[u8]) -> bool {
    PAIRS.iter().any(|(open, close)| {
        before.ends_with(open.as_bytes()) && after.starts_with(close.as_bytes())
    })
}

/// Returns the number of bytes of white space that a text begins with.
pub(super) fn white_space(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_white_space(byte)).count()
}

/// Returns true if something follows `scheme:` or `scheme://`.
pub(super) fn has_content(found: &[u8]) -> bool {
    let after =
        found.iter().position(|&byte| byte == b':').map_or(&[][..], |colon| &found[colon + 1..]);
    !after.strip_prefix(b"//").unwrap_or(after).is_empty()
}

/// Returns the length without the punctuation that ends a clause and without unopened closing
/// brackets.
pub(super) fn length_without_punctuation(found: &[u8]) -> usize {
    let count = |wanted: u8| found.iter().filter(|&&byte| byte == wanted).count() as isize;
    let mut open =
        [count(b'(') - count(b')'), count(b'[') - count(b']'), count(b'{') - count(b'}')];
    let mut len = found.len();
    while let Some(&last) = found[..len].last() {
        let bracket = match last {
            _ if is_punctuation(last) => {
                len -= 1;
                continue;
            }
            b')' => 0,
            b']' => 1,
            b'}' => 2,
            _ => break,
        };
        if open[bracket] >= 0 {
            break;
        }
        open[bracket] += 1;
        len -= 1;
    }
    len
}

/// Returns the length of `URL:` or `URL: ` at the end of a text; 0 if it ends otherwise.
pub(super) fn length_of_prefix(before: &[u8]) -> usize {
    let rest = before.strip_suffix(b" ").unwrap_or(before);
    let Some(start) = rest.len().checked_sub(4) else { return 0 };
    if rest[start..].eq_ignore_ascii_case(b"URL:") {
        before.len() - start
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{length_without_punctuation, scheme_before};

    /// Returns the start of a scheme before a colon, with one look at each byte from the start of
    /// the search on: the reference for the search backwards.
    fn scheme_by_every_byte(text: &[u8], from: usize, colon: usize) -> Option<usize> {
        let mut in_word = from > 0 && text[from - 1].is_ascii_alphanumeric();
        let mut scheme: Option<usize> = None;
        for (at, byte) in text.iter().enumerate().take(colon).skip(from) {
            if scheme.is_some_and(|start| at - start > 64) {
                scheme = None;
            }
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' => {
                    if !in_word {
                        scheme = Some(at);
                    }
                    in_word = true;
                }
                b'0'..=b'9' => in_word = true,
                b'+' | b'-' | b'.' if scheme.is_some() => {}
                _ => {
                    scheme = None;
                    in_word = false;
                }
            }
        }
        scheme.filter(|start| colon - start <= 64)
    }

    #[test]
    fn schemes_are_found_backwards_as_by_every_byte() {
        for length in 0..=6u32 {
            for code in 0..5usize.pow(length) {
                let byte = |place| b"a1+ -"[code / 5usize.pow(place) % 5];
                let text: Vec<u8> = (0..length).map(byte).collect();
                for from in 0..=text.len() {
                    assert_eq!(
                        scheme_before(&text, from, text.len()),
                        scheme_by_every_byte(&text, from, text.len()),
                        "{} from {from}",
                        text.escape_ascii()
                    );
                }
            }
        }
        for length in [62, 63, 64, 65, 66, 130] {
            for text in ["a".repeat(length), "a+".repeat(length), "+a.1".repeat(length)] {
                assert_eq!(
                    scheme_before(text.as_bytes(), 0, text.len()),
                    scheme_by_every_byte(text.as_bytes(), 0, text.len()),
                    "{text}"
                );
            }
        }
    }

    // Mutants of the pairs of brackets survived.
    #[test]
    fn a_closing_bracket_belongs_to_an_identifier_that_opens_it() {
        for (text, len) in [
            ("a)", 1),
            ("a]", 1),
            ("a}", 1),
            ("(a)", 3),
            ("[a]", 3),
            ("{a}", 3),
            ("(a))", 3),
            ("[a]]", 3),
            ("{a}}", 3),
            ("((a))", 5),
            ("a))", 1),
            ("a]})", 1),
            ("[a])", 3),
            ("(a]", 2),
            ("(a).", 3),
            ("a.).", 1),
            ("a,.!?':;", 1),
            ("(", 1),
            ("", 0),
        ] {
            assert_eq!(length_without_punctuation(text.as_bytes()), len, "{text}");
        }
    }
}
