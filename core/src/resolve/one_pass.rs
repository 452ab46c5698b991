//! RFC 3986's resolution in one pass: the target is written once, and where its components stand is known by then.
//!
//! Held against the literal algorithm of [`rfc3986`](super::rfc3986) in tests.

use alloc::string::String;

use urigram_grammars::Parts;

use crate::reference::{Uri, UriRef};

/// Absent, as `Parts` writes it.
const NONE: u32 = u32::MAX;

pub(super) enum Written {
    Target(String, Parts),
    /// The path begins with `//` and there is no authority before it.
    SplitOtherwise(String),
    TooLong,
}

pub(super) fn resolve(base: &Uri<'_>, reference: &UriRef<'_>) -> Written {
    let capacity = base.as_str().len() + reference.as_str().len() + 1;
    if capacity >= NONE as usize {
        return Written::TooLong;
    }
    let mut out = Output { text: String::with_capacity(capacity), raw: [0, 0, NONE, NONE, 0, 0, NONE, 0] };
    out.scheme(reference.scheme().unwrap_or(base.scheme()));
    let is_relative = reference.is_relative();
    let own_authority = !is_relative || reference.authority().is_some();
    if own_authority {
        out.authority(reference.as_str(), reference.parts());
    } else {
        out.authority(base.as_str(), base.parts());
    }
    out.raw[4] = out.text.len() as u32;
    let root = out.text.len();
    let path = reference.path();
    let mut query = reference.query();
    if own_authority || path.starts_with('/') {
        without_dot_segments(&mut out.text, root, "", path);
    } else if path.is_empty() {
        out.text.push_str(base.path());
        query = query.or(base.query());
    } else {
        let base_path = base.path();
        let start = match base_path.is_empty() && base.authority().is_some() {
            true => "/",
            false => super::components::directory(base_path),
        };
        without_dot_segments(&mut out.text, root, start, path);
    }
    let is_split_otherwise = out.raw[1] == 0 && out.text[root..].starts_with("//");
    out.raw[5] = out.text.len() as u32;
    if let Some(query) = query {
        out.text.push('?');
        out.text.push_str(query);
        out.raw[6] = out.text.len() as u32;
    }
    if let Some(fragment) = reference.fragment() {
        out.text.push('#');
        out.text.push_str(fragment);
    }
    out.raw[7] = out.text.len() as u32;
    if is_split_otherwise {
        return Written::SplitOtherwise(out.text);
    }
    Written::Target(out.text, Parts::from_raw(out.raw))
}

struct Output {
    text: String,
    /// As `Parts::to_raw` orders them.
    raw: [u32; 8],
}

impl Output {
    fn scheme(&mut self, scheme: &str) {
        self.text.push_str(scheme);
        self.raw[0] = self.text.len() as u32;
        self.text.push(':');
    }

    fn authority(&mut self, from: &str, parts: &Parts) {
        let Some(span) = parts.authority() else { return };
        self.text.push_str("//");
        let start = self.text.len() as u32;
        self.text.push_str(span.of(from));
        self.raw[1] = start;
        if let Some(host) = parts.host() {
            self.raw[2] = start + (host.start - span.start);
            self.raw[3] = start + (host.end - span.start);
        }
    }
}

/// Appends `start` and `path` as one path, without its dot segments (5.2.4). `start` is empty or ends in a slash;
/// what stands in `out` from `root` on is the algorithm's output buffer.
fn without_dot_segments(out: &mut String, root: usize, start: &str, path: &str) {
    if !start.is_empty() && !start.starts_with('/') {
        // A rootless base: rare, and dot segments at its beginning are dropped otherwise than those in its middle.
        let mut joined = String::with_capacity(start.len() + path.len());
        joined.push_str(start);
        joined.push_str(path);
        out.push_str(&super::rfc3986::remove_dot_segments(&joined));
        return;
    }
    let (is_merged, mut rest) = match (start.is_empty(), path.strip_prefix('/')) {
        (false, _) => (true, path),
        (true, Some(rest)) => (false, rest),
        (true, None) => return out.push_str(&super::rfc3986::remove_dot_segments(path)),
    };
    if is_merged {
        // What stands between the slashes of `/b/c/`; nothing does in `/`.
        let directory = &start[..start.len() - 1];
        match may_hold_dot_segments(directory) {
            false => out.push_str(directory),
            true => directory[1..].split('/').for_each(|segment| push_segment(out, root, segment, false)),
        }
    }
    if !rest.starts_with('.') && !may_hold_dot_segments(rest) {
        out.push('/');
        out.push_str(rest);
        return;
    }
    while let Some(end) = rest.bytes().position(|byte| byte == b'/') {
        push_segment(out, root, &rest[..end], false);
        rest = &rest[end + 1..];
    }
    push_segment(out, root, rest, true);
}

/// Whether a segment after the first begins with a dot.
#[inline]
fn may_hold_dot_segments(path: &str) -> bool {
    path.as_bytes().windows(2).any(|pair| pair == b"/.")
}

#[inline]
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
