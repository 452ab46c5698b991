//! The normal form in one pass, for texts of which it is known that the grammar refuses no rung's change.
//!
//! A look at sixteen bytes at a time tells most normal forms; the others are written once, into one string. Held against
//! the climb from rung to rung in tests.

use alloc::borrow::Cow;

use urigram_grammars::Parts;

use super::rewrite::{octet, Rewrite};
use super::rules::{Case, EmptyPath, Path, Percent, Rules, Scheme};
use super::schemes::KnownScheme;
use super::{rungs, Rung};
use crate::search;

/// The normal form up to a rung; `None` where only the climb tells it.
pub(super) fn normalize<'a>(text: &'a str, parts: &Parts, rules: &Rules, up_to: Rung) -> Option<Cow<'a, str>> {
    let pass = Pass {
        text,
        parts,
        case: rules.case.as_ref().filter(|_| up_to >= Rung::Case),
        percent: rules.percent.as_ref().filter(|_| up_to >= Rung::PercentEncoding),
        path: rules.path.as_ref().filter(|_| up_to >= Rung::PathSegments),
        scheme: rules.scheme.as_ref().filter(|_| up_to >= Rung::Scheme),
    };
    let due = pass.due()?;
    if due == Due::default() {
        return Some(Cow::Borrowed(text));
    }
    let normal = pass.write(due)?;
    // Whether the grammar accepts a change is known of closed rules alone; a path without a scheme can turn into one.
    let is_known = rules.is_closed && parts.scheme().is_some();
    (is_known || matches!(normal, Cow::Borrowed(_))).then_some(normal)
}

/// What is left to do, or to look at more closely.
#[derive(Default, PartialEq, Eq)]
struct Due {
    letters: bool,
    /// There may be escapes or dot segments.
    marks: bool,
    port: bool,
    slash: bool,
}

/// A text and the rungs that its document knows.
struct Pass<'t, 'r> {
    text: &'t str,
    parts: &'r Parts,
    case: Option<&'r Case>,
    percent: Option<&'r Percent>,
    path: Option<&'r Path>,
    scheme: Option<&'r Scheme>,
}

impl<'t> Pass<'t, '_> {
    /// `None` for mailboxes that may have letters to see to.
    #[inline]
    fn due(&self) -> Option<Due> {
        let path = self.parts.path().of(self.text);
        let mut due = Due {
            letters: search::any(self.letters().as_bytes(), |byte| byte.is_ascii_uppercase()),
            marks: search::has_mark(self.text.as_bytes()) || path.starts_with('.'),
            ..Due::default()
        };
        if let Some(rule) = self.scheme {
            if due.marks && search::any(path.as_bytes(), |byte| byte == b'@') && self.has_mailboxes() {
                return None;
            }
            due.port =
                self.parts.port().is_some_and(|port| rungs::is_default_port(port.of(self.text), self.known(), rule));
            due.slash = path.is_empty()
                && self.parts.authority().is_some()
                && match rule.empty_path {
                    EmptyPath::Never => false,
                    EmptyPath::BySchemes => self.known().is_some_and(|known| known.empty_path.is_some()),
                    EmptyPath::Always => true,
                };
        }
        Some(due)
    }

    fn known(&self) -> Option<&'static KnownScheme> {
        KnownScheme::of(self.parts.scheme()?.of(self.text))
    }

    /// Whether the path holds mailboxes with something that ignores case or may be decoded to that.
    fn has_mailboxes(&self) -> bool {
        let path = self.parts.path().of(self.text).as_bytes();
        search::any(path, |byte| byte.is_ascii_uppercase() | (byte == b'%'))
            && self.known().is_some_and(|known| known.mailboxes.is_some())
    }

    /// The beginning of the text that holds all that ignores case, escapes aside.
    fn letters(&self) -> &'t str {
        let Some(case) = self.case else { return "" };
        let end = match (self.parts.scheme(), self.parts.host()) {
            _ if case.nid => self.parts.path().end,
            (_, Some(host)) if case.host => host.end,
            (Some(scheme), _) if case.scheme => scheme.end,
            _ => 0,
        };
        &self.text[..end as usize]
    }

    fn write(&self, due: Due) -> Option<Cow<'t, str>> {
        let mut rewrite = Rewrite::of(self.text);
        let path = self.parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        if due.letters {
            self.lower_case(&mut rewrite);
        }
        if due.port {
            if let Some(port) = self.parts.port() {
                rewrite.replace(port.start as usize - 1, port.end as usize, "");
            }
        }
        if due.slash {
            rewrite.replace(start, end, "/");
        }
        if due.marks {
            self.escapes_and_dots(start, end, &mut rewrite)?;
        }
        Some(rewrite.finish())
    }

    fn lower_case(&self, rewrite: &mut Rewrite<'t>) {
        let Some(case) = self.case else { return };
        let scheme = 0..if case.scheme { self.parts.scheme().map_or(0, |span| span.end as usize) } else { 0 };
        let host = if case.host { rungs::host_range(self.text, self.parts) } else { 0..0 };
        let nid = if case.nid { rungs::nid_range(self.text, self.parts) } else { 0..0 };
        for range in [scheme, host, nid] {
            rewrite.lower_case(range.start, range.end);
        }
    }

    /// Sees to what follows the authority; `start` and `end` are the path's.
    fn escapes_and_dots(&self, start: usize, end: usize, rewrite: &mut Rewrite<'t>) -> Option<()> {
        let bytes = self.text.as_bytes();
        let first = search::position(bytes, b'%').unwrap_or(bytes.len());
        // What is encoded in an authority, or in what looks like one, can decide whether it is one.
        let looks_like_one = self.parts.authority().is_none() && bytes[start..].starts_with(b"//");
        if first < if looks_like_one { end } else { start } {
            return None;
        }
        let old = &self.text[start..end];
        let rule = self.path.filter(|_| old.starts_with('.') || search::has_slash_dot(old.as_bytes()));
        let Some(rule) = rule else {
            let dot = self.escapes(first, bytes.len(), rewrite)?;
            // A dot that was encoded may make a dot segment.
            return (self.path.is_none() || dot >= end).then_some(());
        };
        let mut decoded = Rewrite::of(old);
        Pass { text: old, ..*self }.escapes(0, old.len(), &mut decoded)?;
        let decoded = decoded.finish();
        match rungs::without_dot_segments(&decoded, self.parts, rule) {
            Some(shorter) => rewrite.replace(start, end, &shorter),
            None => rewrite.replace(start, end, &decoded),
        }
        self.escapes(first.max(end), bytes.len(), rewrite).map(drop)
    }

    /// Sees to the escapes between two offsets, and tells the offset of the first of them that was a dot, or the end.
    /// `None` where one may be a part of a character beyond US-ASCII.
    fn escapes(&self, start: usize, end: usize, rewrite: &mut Rewrite<'_>) -> Option<usize> {
        let bytes = &self.text.as_bytes()[..end];
        let hex = self.case.is_some_and(|case| case.hex);
        let (mut at, mut dot) = (start, end);
        while let Some(found) = search::position(&bytes[at..], b'%') {
            at += found;
            let Some(byte) = octet(bytes, at) else {
                at += 1;
                continue;
            };
            match self.percent {
                Some(percent) if percent.decodes(byte) => {
                    if byte == b'.' {
                        dot = dot.min(at);
                    }
                    rewrite.decode(at, byte);
                }
                Some(percent) if byte >= 0x80 && percent.beyond_ascii => return None,
                _ if hex && (bytes[at + 1].is_ascii_lowercase() | bytes[at + 2].is_ascii_lowercase()) => {
                    rewrite.upper_case(at);
                }
                _ => {}
            }
            at += 3;
        }
        Some(dot)
    }
}
