//! The characters beyond US-ASCII of RFC 3987, section 2.2.

/// Returns true if the character is a `ucschar`.
pub(crate) const fn is_ucschar(c: char) -> bool {
    match c as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        code @ 0x10000..=0xDFFFF => code & 0xFFFF <= 0xFFFD,
        code @ 0xE1000..=0xEFFFF => code & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// Returns true if the character is an `iprivate`, which a query may hold.
pub(crate) const fn is_iprivate(c: char) -> bool {
    match c as u32 {
        0xE000..=0xF8FF => true,
        code @ 0xF0000..=0x10FFFF => code & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}
