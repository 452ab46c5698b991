//! RFC 3986's resolution in one pass. The target is written once, into a string of its size. The
//! spans of its components are computed from those of the base and the reference.
//!
//! Tests compare this algorithm with the literal one of [`rfc3986`].

use alloc::string::String;

use urigram_grammars::resolution::components::{directory, directory_len, joined};
use urigram_grammars::resolution::rfc3986;
use urigram_grammars::{search, Grammar, Parts, Reading};

use super::ResolveError;
use crate::value::{Checked, Owned};

/// The offset of an absent part in `Parts`.
const NONE: u32 = u32::MAX;

/// The parts of both texts that make up the target: the base up to an offset, perhaps a slash, and
/// the reference from an offset on.
struct Pieces {
    kept: usize,
    slash: bool,
    from: usize,
}

/// Resolves a reference, for a target of a grammar with this algorithm.
///
/// The value is written where it is wanted: parts that were just written would be waited for by a
/// copy.
///
/// # Errors
/// [`ResolveError::SplitOtherwise`] where the path begins with `//` and no authority is before it,
/// and [`ResolveError::TooLong`].
pub(super) fn resolve(
    base: &Checked<'_>,
    reference: &Checked<'_>,
    grammar: Grammar,
) -> Result<Owned, ResolveError> {
    if base.text.len() + reference.text.len() + 1 >= NONE as usize {
        return Err(ResolveError::TooLong);
    }
    let task = Task {
        base: base.text,
        reference: reference.text,
        from: &base.parts,
        to: &reference.parts,
        grammar,
        reading: base.reading,
    };
    match task.pieces() {
        Some(pieces) => task.join(&pieces),
        None => task.without_dot_segments(),
    }
}

struct Task<'a> {
    base: &'a str,
    reference: &'a str,
    from: &'a Parts,
    to: &'a Parts,
    grammar: Grammar,
    reading: Reading,
}

impl<'a> Task<'a> {
    /// Returns the pieces of the target's path. `None` if dot segments occur between other
    /// segments.
    fn pieces(&self) -> Option<Pieces> {
        let path = self.path();
        let mut pieces = Pieces { kept: self.prefix(), slash: false, from: 0 };
        if self.is_own() || path.starts_with('/') {
            // The path is the reference's.
        } else if path.is_empty() {
            // 5.2.2, R.path == "": the base's path, and its query unless the reference has one.
            let query = self.from.query().filter(|_| self.to.query().is_none());
            pieces.kept = query.unwrap_or(self.from.path()).end as usize;
            return Some(pieces);
        } else {
            // 5.2.3
            let old = self.from.path().of(self.base);
            if old.is_empty() && self.from.authority().is_some() {
                pieces.slash = true;
            } else {
                let directory = &old.as_bytes()[..directory_len(old)];
                if directory.first() != Some(&b'/') || search::has_slash_dot(directory) {
                    return None;
                }
                let (left, from) = climb(directory, path.as_bytes());
                pieces.kept += left;
                pieces.from = from;
            }
        }
        // A segment such as `.x` is not a dot segment, but that is rare.
        let rest = &path.as_bytes()[pieces.from..];
        (rest.first() != Some(&b'.') && !search::has_slash_dot(rest)).then_some(pieces)
    }

    /// Whether the target's authority, or its absence, is the reference's.
    fn is_own(&self) -> bool {
        self.to.scheme().is_some() || self.to.authority().is_some()
    }

    fn path(&self) -> &'a str {
        self.to.path().of(self.reference)
    }

    /// Returns the length of the part of the base that every target has: its scheme, or everything
    /// before its path.
    fn prefix(&self) -> usize {
        match (self.to.scheme(), self.to.authority()) {
            (Some(_), _) => 0,
            (None, Some(_)) => self.from.scheme().map_or(0, |span| span.end as usize + 1),
            (None, None) => self.from.path().start as usize,
        }
    }

    fn join(&self, pieces: &Pieces) -> Result<Owned, ResolveError> {
        let Pieces { kept, slash, from } = *pieces;
        let before = kept + usize::from(slash);
        let mut text = String::with_capacity(before + self.reference.len() - from);
        text.push_str(&self.base[..kept]);
        if slash {
            text.push('/');
        }
        text.push_str(&self.reference[from..]);
        let path = self.to.path();
        let (start, end) = if self.is_own() {
            (before + path.start as usize, before + path.end as usize)
        } else if path.start == path.end {
            (self.from.path().start as usize, self.from.path().end as usize)
        } else {
            (self.from.path().start as usize, before + path.end as usize - from)
        };
        self.written(text, start, end)
    }

    /// Returns the text with its parts, which are computed from the offsets of its path.
    fn written(&self, text: String, start: usize, end: usize) -> Result<Owned, ResolveError> {
        let (base, own) = (self.from, self.to);
        let moved =
            |at: u32, absent: u32, by: usize| if at == absent { absent } else { at + by as u32 };
        let prefix = self.prefix();
        let mut parts = *base;
        if self.is_own() {
            parts.scheme_end = if prefix == 0 { own.scheme_end } else { base.scheme_end };
            parts.authority_start = moved(own.authority_start, 0, prefix);
            parts.host_start = moved(own.host_start, NONE, prefix);
            parts.host_end = moved(own.host_end, NONE, prefix);
        }
        if parts.authority_start == 0 && text[start..].starts_with("//") {
            return Err(self.split_otherwise(text));
        }
        parts.path_start = start as u32;
        parts.path_end = end as u32;
        parts.len = text.len() as u32;
        // The text after the path is the reference's, except that an inherited query keeps its
        // offsets in the base.
        parts.query_end = match own.query() {
            Some(query) => end as u32 + (query.end - own.path().end),
            None if !self.is_own() && self.path().is_empty() => base.query_end,
            None => NONE,
        };
        let Task { grammar, reading, .. } = *self;
        Ok(Owned { text, parts, grammar, reading })
    }

    #[cold]
    fn split_otherwise(&self, text: String) -> ResolveError {
        let resolution = self.grammar.document().resolution.as_ref();
        let section = resolution.map_or("", |resolution| resolution.section);
        ResolveError::SplitOtherwise { grammar: self.grammar, section, text }
    }

    /// Computes the target with 5.2.4 segment by segment.
    #[inline(never)]
    fn without_dot_segments(&self) -> Result<Owned, ResolveError> {
        let path = self.path();
        let mut text = String::with_capacity(self.base.len() + self.reference.len() + 1);
        text.push_str(&self.base[..self.prefix()]);
        text.push_str(&self.reference[..self.to.path().start as usize]);
        let start = text.len();
        let old = self.from.path().of(self.base);
        let directory = if self.is_own() || path.starts_with('/') {
            ""
        } else if old.is_empty() && self.from.authority().is_some() {
            "/"
        } else {
            directory(old)
        };
        push_path(&mut text, start, directory, path);
        let end = text.len();
        text.push_str(&self.reference[self.to.path().end as usize..]);
        self.written(text, start, end)
    }
}

/// Follows the dot segments at the beginning of a path. Returns the remaining length of a directory
/// without dot segments, and the offset in the path after these dot segments.
fn climb(directory: &[u8], path: &[u8]) -> (usize, usize) {
    let (mut left, mut from) = (directory.len(), 0);
    loop {
        let (up, length) = match path[from..] {
            [b'.', b'/', ..] => (false, 2),
            [b'.'] => (false, 1),
            [b'.', b'.', b'/', ..] => (true, 3),
            [b'.', b'.'] => (true, 2),
            _ => return (left, from),
        };
        from += length;
        if up {
            // The root's slash stays.
            left =
                directory[..left - 1].iter().rposition(|&byte| byte == b'/').map_or(1, |at| at + 1);
        }
    }
}

/// Appends `start` and `path` as one path, without its dot segments (5.2.4). `start` is empty or
/// ends in a slash. The text of `out` from `root` on is the algorithm's output buffer.
fn push_path(out: &mut String, root: usize, start: &str, path: &str) {
    if !start.is_empty() && !start.starts_with('/') {
        // A rootless base: rare, and dot segments at its beginning are dropped otherwise than those
        // in its middle.
        out.push_str(&rfc3986::remove_dot_segments(&joined(&[start, path])));
        return;
    }
    let (directory, rest) = match (start.strip_prefix('/'), path.strip_prefix('/')) {
        (Some(directory), _) => (directory, path),
        (None, Some(rest)) => ("", rest),
        (None, None) => return out.push_str(&rfc3986::remove_dot_segments(path)),
    };
    // The segments of `b/c/`; empty after a root alone.
    push_segments(out, root, directory);
    let last = push_segments(out, root, rest);
    push_segment(out, root, last, true);
}

/// Appends the segments that a slash follows. Returns the text after the last slash.
fn push_segments<'t>(out: &mut String, root: usize, text: &'t str) -> &'t str {
    let mut rest = text;
    while let Some(end) = search::position(rest.as_bytes(), b'/') {
        push_segment(out, root, &rest[..end], false);
        rest = &rest[end + 1..];
    }
    rest
}

fn push_segment(out: &mut String, root: usize, segment: &str, is_last: bool) {
    match segment {
        "." => {}
        ".." => {
            let kept = out.as_bytes()[root..].iter().rposition(|&byte| byte == b'/');
            out.truncate(root + kept.unwrap_or(0));
        }
        _ => {
            out.push('/');
            out.push_str(segment);
            return;
        }
    }
    if is_last {
        out.push('/');
    }
}
