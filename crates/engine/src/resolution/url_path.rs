//! The path of a URL (URL Standard, 4.1) as the list of segments that the parser makes of it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::Shape;

/// The kinds of schemes that the URL Standard treats apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The scheme `file`, which is also special, and has drive letters.
    File,
    /// Another special scheme.
    Special,
    /// A scheme that is not special.
    Other,
}

impl Kind {
    /// Returns the kind of a scheme by the way that a document splits.
    #[inline]
    pub fn of(shape: &Shape, scheme: &str) -> Kind {
        if shape.drives.has(scheme.as_bytes()) {
            Kind::File
        } else if shape.slashes.has(scheme.as_bytes()) {
            Kind::Special
        } else {
            Kind::Other
        }
    }

    /// Returns true if a byte separates segments.
    #[inline]
    pub(super) fn is_slash(self, byte: Option<&u8>) -> bool {
        matches!(byte, Some(b'/')) || self != Kind::Other && matches!(byte, Some(b'\\'))
    }
}

/// The segments of a path, without dot segments.
pub struct UrlPath {
    kind: Kind,
    segments: Vec<String>,
}

impl UrlPath {
    #[inline]
    pub(super) fn empty(kind: Kind) -> UrlPath {
        UrlPath { kind, segments: Vec::new() }
    }

    /// Reads the path of a URL ("path start state").
    #[inline]
    pub fn of(kind: Kind, text: &str) -> UrlPath {
        let mut path = UrlPath::empty(kind);
        if kind != Kind::Other || !text.is_empty() {
            let is_rooted = kind.is_slash(text.as_bytes().first());
            path.read(&text[usize::from(is_rooted)..]);
        }
        path
    }

    /// Reads the segments of a text ("path state").
    #[inline]
    pub(super) fn read(&mut self, text: &str) {
        let kind = self.kind;
        let is_separator = |c: char| c.is_ascii() && kind.is_slash(Some(&(c as u8)));
        let mut pieces = text.split(is_separator).peekable();
        while let Some(piece) = pieces.next() {
            let is_last = pieces.peek().is_none();
            match dots(piece) {
                Some(count) => {
                    if count == 2 {
                        self.shorten();
                    }
                    if is_last {
                        self.segments.push(String::new());
                    }
                }
                None if kind == Kind::File
                    && self.segments.is_empty()
                    && is_drive_letter(piece) =>
                {
                    self.segments.push(format!("{}:", &piece[..1]));
                }
                None => self.segments.push(piece.into()),
            }
        }
    }

    /// Removes the last segment, unless it is a drive letter ("shorten").
    #[inline]
    pub(super) fn shorten(&mut self) {
        if self.drive().is_none() || self.segments.len() > 1 {
            self.segments.pop();
        }
    }

    /// Begins with the drive letter of another path, if it begins with one.
    #[inline]
    pub(super) fn keep_drive(&mut self, other: &UrlPath) {
        self.segments.extend(other.drive().cloned());
    }

    /// Returns the drive letter that the path begins with.
    #[inline]
    fn drive(&self) -> Option<&String> {
        let first = self.segments.first().filter(|_| self.kind == Kind::File)?;
        (is_drive_letter(first) && first.ends_with(':')).then_some(first)
    }

    /// Returns the path as text. Without an authority before it, `/.` keeps two slashes from
    /// beginning one (4.5).
    #[inline]
    pub fn write(&self, has_authority: bool) -> String {
        let is_guarded = !has_authority && self.segments.len() > 1 && self.segments[0].is_empty();
        let guard = if is_guarded { "/." } else { "" };
        format!("{guard}{self}")
    }
}

impl fmt::Display for UrlPath {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.segments.iter().try_for_each(|segment| write!(f, "/{segment}"))
    }
}

/// Returns the number of dots of a dot segment. A dot may be percent-encoded.
#[inline]
fn dots(segment: &str) -> Option<usize> {
    let (mut rest, mut count) = (segment, 0);
    while !rest.is_empty() && count < 3 {
        let is_encoded = rest.get(..3).is_some_and(|first| first.eq_ignore_ascii_case("%2e"));
        rest = if is_encoded { &rest[3..] } else { rest.strip_prefix('.')? };
        count += 1;
    }
    matches!(count, 1 | 2).then_some(count)
}

/// Returns true for a Windows drive letter (4.2): a letter and `:` or `|`.
#[inline]
fn is_drive_letter(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Returns true for a text that starts with a Windows drive letter (4.2).
#[inline]
pub(super) fn starts_with_drive_letter(text: &str) -> bool {
    let end = text.find(['/', '\\', '?', '#']).unwrap_or(text.len());
    is_drive_letter(&text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_the_states_say() {
        for (kind, text, expected) in [
            (Kind::Special, "", "/"),
            (Kind::Special, "/a/./b/../c", "/a/c"),
            (Kind::Special, "\\a\\..", "/"),
            (Kind::Special, "/a/%2E%2e/b", "/b"),
            (Kind::Special, "/a/...", "/a/..."),
            (Kind::Special, "/..", "/"),
            (Kind::Special, "/a/.", "/a/"),
            (Kind::Special, "//a", "//a"),
            (Kind::Special, "/C|/..", "/"),
            (Kind::File, "/C|/..", "/C:/"),
            (Kind::File, "C|", "/C:"),
            (Kind::File, "/x/../C|", "/C:"),
            (Kind::File, "/C|x", "/C|x"),
            (Kind::Other, "", ""),
            (Kind::Other, "/a\\..", "/a\\.."),
            (Kind::Other, "/é/..", "/"),
        ] {
            assert_eq!(UrlPath::of(kind, text).write(true), expected, "{kind:?} {text}");
        }
        assert_eq!(UrlPath::of(Kind::Other, "/.//a").write(false), "/.//a");
        assert_eq!(UrlPath::of(Kind::Other, "/.//a").write(true), "//a");
        assert!(starts_with_drive_letter("c:") && starts_with_drive_letter("C|?"));
        assert!(!starts_with_drive_letter("C|x") && !starts_with_drive_letter("C"));
    }
}
