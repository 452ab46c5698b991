//! An input shown on one line, cut around a position.

use alloc::string::String;

/// Characters of input shown before and after the position.
const BEFORE: usize = 60;
const AFTER: usize = 30;

/// Returns the input around an offset on one line, and the terminal column of the offset in it.
///
/// Control characters, invisible ones and bytes that are not UTF-8 show as one replacement each.
#[inline]
pub(crate) fn excerpt(input: &[u8], offset: usize) -> (String, usize) {
    let from = offset.saturating_sub(4 * BEFORE);
    let to = input.len().min(offset + 4 * AFTER);
    let before = shown(&input[from..offset]);
    let after = shown(&input[offset..to]);
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let mut line = String::new();
    if from > 0 || skipped > 0 {
        line.push('…');
    }
    line.extend(before.chars().skip(skipped));
    let column = line.chars().map(width).sum();
    line.extend(after.chars().take(AFTER));
    if to < input.len() || after.chars().count() > AFTER {
        line.push('…');
    }
    (line, column)
}

#[inline]
fn shown(bytes: &[u8]) -> String {
    let visible = |c: char| match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        // Marks that hide or reorder text would make the line lie.
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => '\u{FFFD}',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(visible).collect()
}

/// Columns of a terminal, near enough for a caret: combining marks take none, East Asian letters
/// and emoji two.
#[inline]
fn width(c: char) -> usize {
    match c {
        '\0'..='\u{2FF}' => 1,
        '\u{300}'..='\u{36F}'
        | '\u{1AB0}'..='\u{1AFF}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{FE00}'..='\u{FE0F}' => 0,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1F64F}'
        | '\u{1F680}'..='\u{1F6FF}'
        | '\u{1F900}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// Returns the excerpt of a text and the column of its caret.
    fn at(input: &str, offset: usize) -> (String, usize) {
        excerpt(input.as_bytes(), offset)
    }

    #[test]
    fn the_caret_counts_columns_not_bytes() {
        assert_eq!(at("http://é/ x", 10), ("http://é/ x".into(), 9));
        assert_eq!(at("日本 x", 6).1, 4);
        assert_eq!(at("e\u{301} x", 3).1, 1);
        assert_eq!(at("a\tb", 1), ("a␉b".into(), 1));
        assert_eq!(excerpt(b"\xFFa ", 2), ("\u{FFFD}a ".into(), 2));
    }

    #[test]
    fn a_long_input_is_cut_around_the_caret() {
        let long = format!("{}!{}", "a".repeat(1000), "b".repeat(1000));
        let (line, column) = at(&long, 1000);
        assert_eq!(line.chars().count(), 1 + BEFORE + AFTER + 1);
        assert_eq!(line.chars().nth(column), Some('!'));
    }

    #[test]
    fn an_ellipsis_is_where_something_is_left_out() {
        for (before, after) in [(0, 0), (BEFORE, AFTER), (BEFORE + 1, AFTER), (BEFORE, AFTER + 1)] {
            let line = at(&format!("{}{}", "a".repeat(before), "b".repeat(after)), before).0;
            assert_eq!(line.starts_with('…'), before > BEFORE, "{line}");
            assert_eq!(line.ends_with('…'), after > AFTER, "{line}");
        }
    }

    #[test]
    fn marks_that_reorder_are_not_printed() {
        assert_eq!(at("a\u{202E}b", 0).0, "a\u{FFFD}b");
    }
}
