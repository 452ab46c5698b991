use core::fmt;

use crate::dfa::automaton::RejectState;
use crate::errors::position::Position;
use crate::{Document, Encoding, Expected, Reading, SectionRef, SyntaxErrorKind, Table};
#[cfg(feature = "commentary")]
use crate::{Erratum, ErratumExample};

/// The reason why an input is rejected: the place, what was there, what was expected, and the rule
/// of the document.
///
/// The offset is the length in bytes of the longest prefix that some accepted string begins with,
/// or, where that prefix ends inside a character, the offset of the character.
///
/// ```
/// use urigram::Uri;
///
/// let error = Uri::parse("http://a/b c").unwrap_err();
/// assert_eq!((error.offset(), error.rule(), error.section()), (10, "path-abempty", "3.3"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    table: &'static Table,
    reading: Reading,
    offset: u32,
    /// The state before the error.
    state: u16,
    pub(crate) cause: Option<&'static Cause>,
    found: Found,
}

/// A cause of an error other than the rules.
#[doc(hidden)]
pub struct Cause {
    pub(crate) kind: Option<SyntaxErrorKind>,
    pub(crate) section: fn(&Document) -> Option<&'static str>,
    pub(crate) write: fn(&SyntaxError, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// Causes are statics, which have one address each.
impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Cause {}

/// The character, byte or end where an input is rejected.
///
/// ```
/// use urigram::errors::Found;
/// use urigram::Uri;
///
/// let found = |text| Uri::parse(text).unwrap_err().found();
/// assert_eq!((found("http://a/b c"), found("http://[::1")), (Found::Char(' '), Found::End));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// The input ends too early.
    End,
    /// A character.
    Char(char),
    /// A byte that begins no UTF-8 character.
    Byte(u8),
    /// The input is longer than 4 GiB, which is more than positions can hold.
    TooLong,
}

impl Found {
    /// Returns the character or byte at an offset, or the end.
    #[inline(always)]
    pub(crate) fn at(input: &[u8], offset: usize) -> Found {
        match input.get(offset) {
            None => Found::End,
            Some(byte @ ..=0x7F) => Found::Char(char::from(*byte)),
            Some(_) => Found::beyond_ascii(&input[offset..]),
        }
    }

    /// Decodes the character of two to four bytes that begins the text.
    #[inline(never)]
    fn beyond_ascii(rest: &[u8]) -> Found {
        let Some(&first) = rest.first() else { return Found::End };
        let len = match first {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return Found::Byte(first),
        };
        let character = rest.get(..len).and_then(|bytes| core::str::from_utf8(bytes).ok());
        character.and_then(|text| text.chars().next()).map_or(Found::Byte(first), Found::Char)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Found::End => f.write_str("the end of the input"),
            Found::Char(' ') => f.write_str("a space"),
            Found::Char('\t') => f.write_str("a tab"),
            Found::Char('\n' | '\r') => f.write_str("a line break"),
            Found::Char('`') => f.write_str("a backquote"),
            Found::Char(c) if c.is_control() => {
                write!(f, "the control character U+{:04X}", c as u32)
            }
            Found::Char(c) if c.is_ascii() => write!(f, "`{c}`"),
            Found::Char(c) => write!(f, "`{}` (U+{:04X})", c.escape_debug(), c as u32),
            Found::Byte(byte) => write!(f, "the non-UTF-8 byte {byte:02X}"),
            Found::TooLong => f.write_str("more than 4 GiB of input"),
        }
    }
}

impl PartialEq for Table {
    #[inline]
    fn eq(&self, other: &Table) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Table {}

impl SyntaxError {
    /// Inlined, so that it is written in place: copying would stall on store forwarding.
    #[inline(always)]
    pub(crate) fn new(
        table: &'static Table,
        reading: Reading,
        input: &[u8],
        mut wrong: RejectState,
    ) -> SyntaxError {
        let found = if wrong.offset == RejectState::TOO_LONG.offset {
            Found::TooLong
        } else {
            if is_in_character(input, wrong.offset as usize) {
                wrong = at_character(table, input, wrong);
            }
            Found::at(input, wrong.offset as usize)
        };
        let RejectState { offset, state } = wrong;
        SyntaxError { table, reading, offset, state, cause: None, found }
    }

    /// Returns the error at an offset of a text for another cause than the rules.
    #[cold]
    #[doc(hidden)]
    pub fn of_cause(
        cause: &'static Cause,
        table: &'static Table,
        reading: Reading,
        text: &[u8],
        offset: usize,
    ) -> SyntaxError {
        let found = Found::at(text, offset);
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let (state, cause) = (table.automaton.start, Some(cause));
        SyntaxError { table, reading, offset, state, cause, found }
    }

    /// Returns the document whose rules reject the input.
    pub fn document(&self) -> &'static Document {
        self.table.document()
    }

    /// Returns the table that rejects the input.
    #[doc(hidden)]
    #[inline]
    pub fn table(&self) -> &'static Table {
        self.table
    }

    /// Returns the reading of the document.
    #[inline]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the byte offset of the first character that cannot be right, or the input's length
    /// where it ends too early. Where the input is not UTF-8, a byte that begins no character
    /// counts as one.
    pub fn offset(&self) -> usize {
        self.offset as usize
    }

    /// Returns the character or byte at the offset, or the end of the input.
    #[inline]
    pub fn found(&self) -> Found {
        self.found
    }

    /// Returns the characters that a longer valid input could have at the offset.
    pub fn expected(&self) -> Expected {
        Expected::new(self.table, self.state)
    }

    /// Returns the rule that the whole input was matched against.
    pub fn start_rule(&self) -> &'static str {
        self.table.rule()
    }

    /// Returns the document's innermost rule that contains every way to read the input up to the
    /// offset.
    pub fn rule(&self) -> &'static str {
        self.document().rule_names.name(self.table.label(self.state))
    }

    /// Returns the section of [`SyntaxError::rule`], or the one that removes a character or refuses
    /// a host.
    pub fn section(&self) -> &'static str {
        let other = self.cause.and_then(|cause| (cause.section)(self.document()));
        if let Some(section) = other {
            return section;
        }
        self.document().rule_names.section(self.table.label(self.state))
    }

    /// Returns the part of an identifier that the state before the error is in.
    pub(crate) fn position(&self) -> Position {
        if self.cause.is_some() {
            return Position::Other;
        }
        Position::of_number(self.table.positions.get(usize::from(self.state)).copied())
    }

    /// Returns the error with another offset: its place in a text from which characters were
    /// removed to get the checked input.
    #[doc(hidden)]
    pub fn moved_to(self, offset: u32) -> SyntaxError {
        SyntaxError { offset, ..self }
    }

    /// Returns the error of a text that ends where this one goes on.
    #[doc(hidden)]
    #[inline]
    pub fn at_end(self) -> SyntaxError {
        if self.is_limit() {
            return self;
        }
        SyntaxError { found: Found::End, ..self }
    }

    /// Whether the messages of both errors are the same, apart from the offset.
    #[doc(hidden)]
    #[inline]
    pub fn is_same_apart_from_offset(&self, other: &SyntaxError) -> bool {
        *self == SyntaxError { offset: self.offset, ..*other }
    }

    /// Whether the input is too long, so that nothing is decided.
    pub fn is_limit(&self) -> bool {
        self.found == Found::TooLong
    }

    /// Returns the erratum that says why the case of the rejected letter counts. `None` if the
    /// letter is not allowed in the other case either, or if the document leaves no doubt.
    ///
    /// The id of such an erratum ends in `-case`. It has no repair, and both readings reject its
    /// example, which its rule would accept in the other case.
    #[cfg(feature = "commentary")]
    #[doc(hidden)]
    pub fn case_erratum(&self) -> Option<&'static Erratum> {
        let Found::Char(found) = self.found() else { return None };
        let other = if found.is_ascii_alphabetic() { found as u8 ^ 0x20 } else { return None };
        if !self.expected().bytes().contains(other) {
            return None;
        }
        let is_rejected = |example: &ErratumExample| !example.printed && !example.corrected;
        self.document().commentary().errata.iter().find(|erratum| {
            let example = erratum.example.as_ref();
            erratum.id.ends_with("-case")
                && erratum.repair.is_none()
                && example.is_some_and(is_rejected)
        })
    }
}

/// Returns the indefinite article of a rule's name; `URI` is spelt out.
#[doc(hidden)]
pub fn article(rule: &str) -> &'static str {
    if rule.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) {
        "an"
    } else {
        "a"
    }
}

/// Whether an offset may be inside a character that begins before it.
#[inline(always)]
fn is_in_character(input: &[u8], offset: usize) -> bool {
    input.get(offset.wrapping_sub(1)).is_some_and(|&before| before >= 0x80)
}

/// Moves an error from inside a character to the beginning of the character, as the automaton reads
/// bytes.
///
/// ```text
/// http://a/\u{F8FF}      61 2F EF A3 BF
///                               ^       the automaton of rfc3987 stops here:
///                                       no `ucschar` begins with EF A3
///                            ^          the error's offset
/// ```
///
/// The bytes EF alone begin other characters that are legal, so the state before the character is
/// not the state where the automaton stopped: the automaton runs over the text before once more.
/// Only rejected inputs that are not US-ASCII pay for that.
#[cold]
#[inline(never)]
fn at_character(table: &Table, input: &[u8], wrong: RejectState) -> RejectState {
    let offset = wrong.offset as usize;
    if table.document().encoding == Encoding::Octets {
        return wrong;
    }
    match start_of_character(input, offset) {
        start if start < offset => table.automaton.before(&input[..start]),
        _ => wrong,
    }
}

/// Returns the offset of the character that an offset is inside of, or the offset itself.
pub(crate) fn start_of_character(input: &[u8], offset: usize) -> usize {
    // A character has four bytes at most, so that its first byte is at most three before the
    // offset.
    let begins = |&start: &usize| input[start] >= 0xC0;
    let Some(start) = (offset.saturating_sub(3)..offset).rev().find(begins) else { return offset };
    let is_complete = core::str::from_utf8(&input[start..offset]).is_ok();
    let follow = |&byte: &u8| byte & 0xC0 == 0x80;
    if is_complete || !input[start + 1..offset].iter().all(follow) {
        return offset;
    }
    start
}

impl fmt::Display for SyntaxError {
    /// Writes a sentence, and in parentheses the byte, the rule and its section. `{:#}` also writes
    /// the start rule, the reading and the characters that could have been there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)?;
        if self.is_limit() {
            return Ok(());
        }
        let section = SectionRef::of(self.document().id, self.section());
        write!(f, " (byte {}, rule `{}`, {section})", self.offset, self.rule())?;
        if !f.alternate() || self.cause.is_some() {
            return Ok(());
        }
        let (start, expected) = (self.start_rule(), self.expected());
        let by = self.document().in_reading(self.reading);
        write!(f, ": not {} `{start}` of {by}, expected {expected}", article(start))
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SyntaxError")
            .field("grammar", &self.document().id)
            .field("reading", &self.reading)
            .field("offset", &self.offset)
            .field("found", &self.found)
            .field("rule", &self.rule())
            .field("section", &self.section())
            .finish()
    }
}

impl core::error::Error for SyntaxError {}
