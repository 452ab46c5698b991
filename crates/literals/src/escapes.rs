//! The way from a byte of a literal's value back to the character of the source that wrote it.

/// Returns the offset in a literal's source of byte `offset` of its value, both in bytes. If the
/// value ends there, this is the offset of the closing quote.
///
/// The literal must be one that the compiler accepted. Linear in the literal.
pub(crate) fn source_offset(literal: &str, offset: usize) -> usize {
    let bytes = literal.as_bytes();
    let Some(quote) = bytes.iter().position(|&byte| byte == b'"') else {
        return 0;
    };
    let start = quote + 1;
    if literal[..quote].contains('r') {
        return literal.len().min(start + offset);
    }
    let mut at = start;
    let mut value = 0;
    loop {
        // Breaks after a backslash are not in the value, so they are skipped even if the offset is
        // reached.
        if bytes.get(at) == Some(&b'\\') && matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) {
            let rest = &literal[at + 1..];
            at += 1 + (rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len());
            continue;
        }
        if value >= offset || at >= bytes.len() {
            return at;
        }
        let (written, stands_for) = escape(&literal[at..]);
        if value + stands_for > offset {
            return at;
        }
        at += written;
        value += stands_for;
    }
}

/// Returns the range of source of the character at byte `offset` of a literal's value; an escape is
/// a whole.
pub(crate) fn source_range(literal: &str, offset: usize) -> std::ops::Range<usize> {
    let at = source_offset(literal, offset);
    let raw = literal.split('"').next().is_some_and(|prefix| prefix.contains('r'));
    let rest = literal.get(at..).unwrap_or("");
    let written = if raw { rest.chars().next().map_or(0, char::len_utf8) } else { escape(rest).0 };
    at..literal.len().min(at + written)
}

/// Returns the length in source bytes of the first character, and its length in bytes of the value.
fn escape(rest: &str) -> (usize, usize) {
    let mut chars = rest.chars();
    match chars.next() {
        Some('\\') => {}
        Some(c) => return (c.len_utf8(), c.len_utf8()),
        None => return (1, 1),
    }
    match chars.next() {
        // Above 7F it is one byte of a byte string; below, one of either kind.
        Some('x') => (4, 1),
        Some('u') => {
            let written = rest.find('}').map_or(rest.len(), |end| end + 1);
            let digits: String = rest[2..written].chars().filter(char::is_ascii_hexdigit).collect();
            let c = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
            (written, c.map_or(1, char::len_utf8))
        }
        _ => (2, 1),
    }
}

/// Returns line and column (both from 1, columns in characters) of a byte offset in a token that
/// begins at `line`, `column`.
pub(crate) fn line_and_column(
    token: &str,
    offset: usize,
    line: usize,
    column: usize,
) -> (usize, usize) {
    let before = &token[..offset.min(token.len())];
    match before.rfind('\n') {
        Some(at) => (line + before.matches('\n').count(), before[at + 1..].chars().count() + 1),
        None => (line, column + before.chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the source from the character of byte `offset` on.
    fn rest(literal: &str, offset: usize) -> &str {
        &literal[source_offset(literal, offset)..]
    }

    #[test]
    fn escapes_are_counted_by_what_they_stand_for() {
        assert_eq!(rest(r#""abc""#, 0), "abc\"");
        assert_eq!(rest(r#""abc""#, 3), "\"");
        assert_eq!(rest(r#""a\tb""#, 1), "\\tb\"");
        assert_eq!(rest(r#""a\tb""#, 2), "b\"");
        assert_eq!(rest(r#""\x41b""#, 1), "b\"");
        assert_eq!(rest(r#""\u{1F_600}b""#, 4), "b\"");
        assert_eq!(rest(r#""\u{1F600}b""#, 2), "\\u{1F600}b\"");
        assert_eq!(rest(r#""éb""#, 2), "b\"");
        assert_eq!(rest(r#""\"b""#, 1), "b\"");
        assert_eq!(rest(r#"b"\xFFb""#, 1), "b\"");
        assert_eq!(rest("r##\"a\\tb\"##", 2), "tb\"##");
        assert_eq!(rest("br\"ab\"", 1), "b\"");
        assert_eq!(rest("\"a\\\n   \n  b\"", 1), "b\"");
    }

    #[test]
    fn an_escape_is_underlined_as_a_whole() {
        let range = |literal: &'static str, offset| &literal[source_range(literal, offset)];
        assert_eq!(range(r#""a\u{e9}b""#, 1), r"\u{e9}");
        assert_eq!(range(r#""a\0""#, 1), r"\0");
        assert_eq!(range(r#""é""#, 0), "é");
        assert_eq!(range("r\"\\n\"", 0), "\\");
        assert_eq!(range("\"a\"", 1), "\"");
    }

    #[test]
    fn an_offset_beyond_the_literal_stays_inside() {
        for literal in ["\"\"", "r\"a\"", "\"\\u{41}\"", "b\"\"", "5"] {
            assert!(source_offset(literal, 100) <= literal.len(), "{literal}");
        }
    }

    /// Compares the mapping with the compiler's own decoding, which syn has.
    #[test]
    fn every_byte_maps_to_where_the_value_up_to_it_is_written() {
        for literal in [
            r#""http://\u{e9}\x20é\\\"\0x""#,
            "\"a\\\n  \\\n  b\\nc\\\n \"",
            "\"\\u{0041}\\u{10FFFF}z\"",
        ] {
            let value = |source: &str| syn::parse_str::<syn::LitStr>(source).unwrap().value();
            let whole = value(literal);
            for (offset, _) in whole.char_indices() {
                let head = format!("{}\"", &literal[..source_offset(literal, offset)]);
                assert_eq!(value(&head), whole[..offset], "{literal} at {offset}");
            }
        }
    }

    #[test]
    fn lines_begin_anew() {
        assert_eq!(line_and_column("\"abc", 2, 7, 10), (7, 12));
        assert_eq!(line_and_column("\"a\n\n éb", 7, 7, 10), (9, 3));
    }
}
