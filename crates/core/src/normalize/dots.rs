//! The removal of dot segments, from one to the next: the text between two of them is copied at
//! once. Tests compare it with the algorithms of the documents.

use alloc::string::String;
use core::ops::Range;

use urigram_grammars::Parts;

use super::blocks;
use crate::rewrite::Rewrite;

/// A dot segment of a path: `/.` or `/..`, or without the slash at the path's beginning.
#[derive(Clone, Copy)]
pub(super) struct DotSegment {
    start: usize,
    /// The offset of the slash after it, or the end of the path.
    end: usize,
    is_double: bool,
}

/// Returns the first dot segment.
fn first(path: &str) -> Option<DotSegment> {
    match dots(path.as_bytes(), 0) {
        Some((end, is_double)) => Some(DotSegment { start: 0, end, is_double }),
        None => after(path.as_bytes(), 0),
    }
}

/// Returns the first that begins with a slash, from an offset on.
fn after(path: &[u8], from: usize) -> Option<DotSegment> {
    let mut start = from;
    loop {
        start += blocks::slash_dot(&path[start..])?;
        if let Some((end, is_double)) = dots(path, start + 1) {
            return Some(DotSegment { start, end, is_double });
        }
        start += 2;
    }
}

/// Returns the end of the dots that are a whole segment beginning at `at`, and whether they are
/// two. A copy in each caller would make programs larger.
#[inline(never)]
fn dots(path: &[u8], at: usize) -> Option<(usize, bool)> {
    match path.get(at..)? {
        [b'.'] | [b'.', b'/', ..] => Some((at + 1, false)),
        [b'.', b'.'] | [b'.', b'.', b'/', ..] => Some((at + 2, true)),
        _ => None,
    }
}

/// The way that dot segments are removed.
pub(super) struct Removal {
    /// Whether a `..` that has nothing to take away stays, as in uri-2003 (6.2.2.3), where a path
    /// has a root; RFC 3986 drops it (5.2.4).
    pub(super) keeps_parents: bool,
    /// Whether the result may begin with two slashes; where it may not, a `/.` goes before it.
    pub(super) may_begin_with_two_slashes: bool,
}

impl Removal {
    /// Returns the way for an identifier with these components.
    pub(super) fn from(parts: &Parts, keeps_parents: bool) -> Removal {
        Removal { keeps_parents, may_begin_with_two_slashes: parts.authority().is_some() }
    }

    /// Returns the first dot segment if the path loses any.
    pub(super) fn first(&self, path: &str) -> Option<DotSegment> {
        first(path).filter(|_| !self.keeps_parents || path.starts_with('/'))
    }

    /// Replaces a range by a path without its dot segments, beginning with the given one.
    pub(super) fn replace(
        &self,
        range: Range<usize>,
        path: &str,
        first: DotSegment,
        rewrite: &mut Rewrite<'_>,
    ) {
        rewrite.write(range.start, range.end, |out| self.push(path, first, out));
    }

    /// Appends a path without its dot segments, beginning with the given one.
    pub(super) fn push(&self, path: &str, first: DotSegment, out: &mut String) {
        let bytes = path.as_bytes();
        let root = out.len();
        let (mut copied, mut next) = (0, Some(first));
        if !path.starts_with('/') {
            // 5.2.4, 2 A and 2 D: the slash after the dots goes too.
            while let Some((end, _)) = dots(bytes, copied) {
                copied = (end + 1).min(bytes.len());
            }
            next = after(bytes, copied);
        }
        while let Some(segment) = next {
            out.push_str(&path[copied..segment.start]);
            copied = segment.end;
            // 2 C
            let is_kept = segment.is_double && !self.take_last(root, out);
            if is_kept {
                out.push_str("/..");
            } else if copied == bytes.len() {
                out.push('/');
            }
            next = after(bytes, copied);
        }
        out.push_str(&path[copied..]);
        if !self.may_begin_with_two_slashes && out.as_bytes()[root..].starts_with(b"//") {
            out.insert_str(root, "/.");
        }
    }

    /// Takes away the last segment and its slash. Returns false where the `..` stays.
    fn take_last(&self, root: usize, out: &mut String) -> bool {
        let written = &out.as_bytes()[root..];
        let slash = written.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        if self.keeps_parents && is_empty_or_dots(&written[slash..]) {
            return false;
        }
        out.truncate(root + slash);
        true
    }
}

/// Returns true if a `..` of uri-2003 stays behind this. The document leaves the escape of a dot in
/// a normal form and takes it for the dot in a key: without `%2E` and `..`, the rest of
/// `/%2E/../a` would be another path.
fn is_empty_or_dots(last: &[u8]) -> bool {
    matches!(last, b"" | b"/.." | b"/%2E" | b"/%2E." | b"/.%2E" | b"/%2E%2E")
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;

    use super::{first, Removal};
    use urigram_grammars::resolution::rfc3986::remove_dot_segments;
    use urigram_grammars::resolution::segments::Segments;

    /// Merges by uri-2003, pass by pass.
    fn merge(path: &str) -> String {
        let mut segments = Segments::of(path);
        segments.remove_dot_slash();
        segments.remove_last_dot();
        segments.remove_parents();
        segments.remove_last_parent();
        segments.join()
    }

    #[test]
    fn all_paths_of_nine_bytes() {
        let bytes = ['/', '.', 'a'];
        for number in 0..3usize.pow(9) * 10 {
            let (length, mut left) = (number % 10, number / 10);
            let path: String = (0..length).map(|_| (bytes[left % 3], left /= 3).0).collect();
            let Some(segment) = first(&path) else {
                assert!(path.split('/').all(|segment| segment != "." && segment != ".."), "{path}");
                continue;
            };
            let removed = |keeps_parents| {
                let mut out = String::from("a:/");
                Removal { keeps_parents, may_begin_with_two_slashes: true }
                    .push(&path, segment, &mut out);
                out.split_off(3)
            };
            assert_eq!(removed(false), remove_dot_segments(&path), "{path}");
            assert!(!path.starts_with('/') || removed(true) == merge(&path), "{path}");
        }
    }

    /// A path has the same meaning as its normal form, once escaped dots are taken for dots.
    #[test]
    fn escaped_dots_are_not_taken_away() {
        let pieces = ["/", ".", "a", "%2E"];
        for number in 0..4usize.pow(8) * 9 {
            let (length, mut left) = (number % 9, number / 9);
            let path: String = (0..length).map(|_| (pieces[left % 4], left /= 4).0).collect();
            let path = format!("/{path}");
            let Some(segment) = first(&path) else { continue };
            let mut normal = String::new();
            Removal { keeps_parents: true, may_begin_with_two_slashes: true }.push(
                &path,
                segment,
                &mut normal,
            );
            let key = |path: &str| merge(&path.replace("%2E", "."));
            assert_eq!(key(&normal), key(&path), "{path} {normal}");
        }
    }

    #[test]
    fn two_slashes_that_would_begin_an_authority() {
        for (path, expected) in [("/a/..//b", "/.//b"), (".///b", "/.//b"), ("/./a//b", "/a//b")] {
            let mut out = String::new();
            let removal = Removal { keeps_parents: false, may_begin_with_two_slashes: false };
            removal.push(path, first(path).unwrap(), &mut out);
            assert_eq!(out, expected);
        }
    }
}
