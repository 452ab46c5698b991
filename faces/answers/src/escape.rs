//! Bytes as visible text, and that text back as bytes.
//!
//! A terminal can show the text, a page can show it, and `--escaped` reads it back:
//!
//! ```
//! use urigram_answers::escape::{escaped, unescaped};
//! assert_eq!(escaped(b"a\n\xFF"), r"a\n\xFF");
//! assert_eq!(unescaped(br"a\n\xFF").as_deref(), Ok(&b"a\n\xFF"[..]));
//! ```

use unicode_width::UnicodeWidthChar;

use crate::refusal::Refusal;

/// Returns the bytes with everything escaped that does not print: `\n`, `\x00`, `\u{200B}`; a
/// backslash becomes `\\`.
pub fn escaped(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push_escaped(&mut out, c));
        chunk.invalid().iter().for_each(|byte| out.push_str(&format!("\\x{byte:02X}")));
    }
    out
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        ' '..='~' => out.push(c),
        '\0'..='\x7F' => out.push_str(&format!("\\x{:02X}", c as u32)),
        // Combining marks and characters without a width would stick to their neighbours.
        _ if c.width().unwrap_or(0) == 0 || c.escape_debug().count() > 1 => {
            out.push_str(&format!("\\u{{{:X}}}", c as u32));
        }
        _ => out.push(c),
    }
}

/// Returns the bytes that [`escaped`] wrote as `text`.
///
/// # Errors
/// A message with the byte offset, for `\` unless it is followed by `\`, `n`, `r`, `t`, `xHH` or
/// `u{H…}`.
pub fn unescaped(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte != b'\\' {
            out.push(byte);
            at += 1;
            continue;
        }
        let (value, long) = escape(&text[at + 1..]).ok_or_else(|| {
            format!("byte {at}: an escape is \\\\, \\n, \\r, \\t, \\xHH or \\u{{H…}}")
        })?;
        out.extend(value);
        at += 1 + long;
    }
    Ok(out)
}

/// Returns the bytes of an escape, and its length in bytes after the backslash.
fn escape(rest: &[u8]) -> Option<(Vec<u8>, usize)> {
    let hex = |digits: &[u8]| {
        let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        u32::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| all)?, 16).ok()
    };
    Some(match rest.first()? {
        b'\\' => (vec![b'\\'], 1),
        b'n' => (vec![b'\n'], 1),
        b'r' => (vec![b'\r'], 1),
        b't' => (vec![b'\t'], 1),
        b'x' => (vec![hex(rest.get(1..3)?)? as u8], 3),
        b'u' => {
            let digits = rest.strip_prefix(b"u{")?;
            let long = digits.iter().take(8).position(|&byte| byte == b'}')?;
            let c = char::from_u32(hex(&digits[..long])?)?;
            (c.to_string().into_bytes(), long + 3)
        }
        _ => return None,
    })
}

/// Returns true if [`escaped`] changes nothing: printable ASCII without a backslash.
pub fn is_plain(bytes: &[u8]) -> bool {
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) & (byte != b'\\');
    // A fold without an early exit lets the compiler test a chunk's bytes together. The last chunk
    // overlaps the one before it.
    let is_plain = |chunk: &[u8; 16]| chunk.iter().fold(true, |all, &byte| all & plain(byte));
    match bytes.last_chunk() {
        Some(last) => {
            let mut chunks = bytes.chunks_exact(16).filter_map(|chunk| chunk.first_chunk());
            is_plain(last) && chunks.all(is_plain)
        }
        None => bytes.iter().all(|&byte| plain(byte)),
    }
}

/// Returns [`escaped`] bytes, shortened in the middle to at most `columns` columns.
pub fn clipped(bytes: &[u8], columns: usize) -> String {
    if is_plain(bytes) {
        let text = String::from_utf8_lossy;
        if bytes.len() <= columns {
            return text(bytes).into_owned();
        }
        let room = columns.saturating_sub(1);
        let (head, tail) = (&bytes[..room - room / 2], &bytes[bytes.len() - room / 2..]);
        return [&text(head), "…", &text(tail)].concat();
    }
    // A character takes a column and at most four bytes: bytes that cannot be shown need no
    // escaping.
    let most = columns.saturating_mul(4).saturating_add(4);
    if bytes.len() <= most.saturating_mul(2) {
        return middle(&escaped(bytes), columns, false);
    }
    let head = escaped(&bytes[..most]);
    let tail = escaped(&bytes[bytes.len() - most..]);
    middle(&(head + &tail), columns, true)
}

/// Returns text shortened in the middle to at most `columns` columns. `cut` means that its middle
/// is missing already.
fn middle(text: &str, columns: usize, cut: bool) -> String {
    let width = |c: char| c.width().unwrap_or(0);
    if !cut && text.chars().map(width).sum::<usize>() <= columns {
        return text.to_owned();
    }
    let take = |chars: &mut dyn Iterator<Item = char>, most: usize| {
        let mut used = 0;
        let fits = |c: &char| {
            used += width(*c);
            used <= most
        };
        chars.take_while(fits).collect::<String>()
    };
    let room = columns.saturating_sub(1);
    let head = take(&mut text.chars(), room - room / 2);
    let tail: String = take(&mut text.chars().rev(), room / 2).chars().rev().collect();
    format!("{head}…{tail}")
}

/// Returns a string of an answer: [`escaped`], and in words or in quotation marks where it could
/// not be seen or its ends could not.
pub fn witness(bytes: &[u8]) -> String {
    match bytes {
        [] => "(the empty string)".to_owned(),
        [b' ', ..] | [.., b' '] => format!("\"{}\"", escaped(bytes)),
        _ => escaped(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_reads_back() {
        for bytes in [
            &b"http://a/b"[..],
            b"",
            b"\\x",
            b"\0\x7F\x1B[31m",
            b"\xFF\xFEa\xC3",
            "\u{200B}\u{301}é\u{9B}".as_bytes(),
        ] {
            let shown = escaped(bytes);
            assert!(shown.chars().all(|c| !c.is_control() && c.width() != Some(0)), "{shown}");
            assert_eq!(unescaped(shown.as_bytes()).as_deref(), Ok(bytes), "{shown}");
        }
    }

    #[test]
    fn wrong_escapes_are_refused() {
        for text in [
            "\\",
            "a\\",
            "\\q",
            "\\x",
            "\\x4",
            "\\xG0",
            "\\x+1",
            "\\u{}",
            "\\u{D800}",
            "\\u{110000}",
            "\\u{41",
        ] {
            assert!(unescaped(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn long_text_loses_its_middle() {
        assert_eq!(clipped(b"abcdefghij", 10), "abcdefghij");
        assert_eq!(clipped(b"abcdefghijk", 10), "abcde…hijk");
        assert_eq!(clipped(&[b'a'; 1_000_000], 5), "aa…aa");
        assert_eq!(clipped("äöü€äöü€".as_bytes(), 5), "äö…ü€");
        assert_eq!(clipped(b"abc", 0), "…");
        for length in 0..30 {
            let plain = &b"The quick brown fox jumps over"[..length];
            assert!(is_plain(plain) && !is_plain(&[plain, b"\n"].concat()));
            for columns in 0..30 {
                assert_eq!(clipped(plain, columns), middle(&escaped(plain), columns, false));
            }
        }
    }
}
