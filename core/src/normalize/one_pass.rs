//! The normal form in one pass, for texts of which it is known that the grammar refuses no rung's change.
//!
//! One look over the text tells most normal forms; the others are written once, into one string. Held against the climb
//! from rung to rung in tests.

use alloc::borrow::Cow;
use core::ops::Range;

use urigram_grammars::Parts;

use super::dots::{self, Removal};
use super::due::{has_lower_case_digit, Due, Mark};
use super::rewrite::{octet, Rewrite};
use super::rules::{Case, Path, Percent, Rules, Scheme};
use super::{rungs, Rung};
use crate::search;

/// The normal form up to a rung; `None` where only the climb tells it.
#[inline]
pub(super) fn normalize<'a>(text: &'a str, parts: &Parts, rules: &Rules, up_to: Rung) -> Option<Cow<'a, str>> {
    let mut due = Due::default();
    match due.look(text, parts, rules) {
        true => write(text, parts, rules, up_to, &due),
        false => Some(Cow::Borrowed(text)),
    }
}

#[inline(never)]
fn write<'a>(text: &'a str, parts: &Parts, rules: &Rules, up_to: Rung, due: &Due) -> Option<Cow<'a, str>> {
    let pass = Pass {
        text,
        parts,
        case: rules.case.as_ref().filter(|_| up_to >= Rung::Case),
        percent: rules.percent.as_ref().filter(|_| up_to >= Rung::PercentEncoding),
        path: rules.path.as_ref().filter(|_| up_to >= Rung::PathSegments),
        scheme: rules.scheme.as_ref().filter(|_| up_to >= Rung::Scheme),
    };
    let normal = pass.write(due)?;
    // Whether the grammar accepts a change is known of closed rules alone; a path without a scheme can turn into one.
    let is_known = rules.is_closed && parts.scheme().is_some();
    (is_known || matches!(normal, Cow::Borrowed(_))).then_some(normal)
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
    fn write(&self, due: &Due) -> Option<Cow<'t, str>> {
        let mut rewrite = Rewrite::of(self.text);
        let path = self.parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        let bytes = self.text.as_bytes();
        // What is encoded in an authority, or in what looks like one, can decide whether it is one.
        let looks_like_one = self.parts.authority().is_none() && bytes[start..].starts_with(b"//");
        let allowed = if looks_like_one { end } else { start };
        if due.has(Mark::Letters) {
            if bytes[..allowed].contains(&b'%') {
                return None;
            }
            self.lower_case(&mut rewrite);
        }
        if self.scheme.is_some() {
            if let Some(port) = self.parts.port().filter(|_| due.has(Mark::Port)) {
                rewrite.replace(port.start as usize - 1, port.end as usize, "");
            }
            if due.has(Mark::Slash) {
                rewrite.insert_slash(start);
            }
            if due.has(Mark::Mailboxes) {
                if due.has(Mark::Dots) || bytes[start..end].contains(&b'%') {
                    return None;
                }
                self.lower_domains(start..end, &mut rewrite);
            }
        }
        if let Some(rule) = self.path.filter(|_| due.has(Mark::Dots)) {
            return self.dots(rule, allowed, &mut rewrite);
        }
        let before = rewrite.state();
        let mut made_dot = false;
        due.escapes(bytes, |at| {
            made_dot |= self.escape(at, allowed, &mut rewrite)?;
            Some(())
        })?;
        match self.path {
            Some(rule) if made_dot => {
                rewrite.back_to(before);
                self.dots(rule, allowed, &mut rewrite)
            }
            _ => Some(rewrite.finish()),
        }
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

    /// Sees to mailboxes without escapes.
    fn lower_domains(&self, mailboxes: Range<usize>, rewrite: &mut Rewrite<'t>) {
        let bytes = &self.text.as_bytes()[..mailboxes.end];
        let mut at = mailboxes.start;
        while let Some(found) = search::position(&bytes[at..], b'@') {
            let domain = at + found;
            at = search::position(&bytes[domain..], b',').map_or(bytes.len(), |comma| domain + comma);
            rewrite.lower_case(domain, at);
        }
    }

    /// Sees to a path that may have dot segments, and to all that follows it.
    #[inline(never)]
    fn dots(&self, rule: &Path, allowed: usize, rewrite: &mut Rewrite<'t>) -> Option<Cow<'t, str>> {
        let path = self.parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        let bytes = self.text.as_bytes();
        if bytes[..allowed].contains(&b'%') {
            return None;
        }
        let old = path.of(self.text);
        let mut decoded = Rewrite::of(old);
        Pass { text: old, ..*self }.escapes(0, &mut decoded)?;
        let decoded = decoded.finish();
        let keeps_parents = matches!(rule, Path::Merge(_));
        let is_due = self.parts.scheme().is_some() && (!keeps_parents || decoded.starts_with('/'));
        match dots::first(&decoded).filter(|_| is_due) {
            Some(first) => {
                let removal = Removal { keeps_parents, may_begin_with_two_slashes: self.parts.authority().is_some() };
                rewrite.write(start, end, |out| removal.push(&decoded, first, out));
            }
            None => rewrite.replace(start, end, &decoded),
        }
        self.escapes(end, rewrite)?;
        Some(rewrite.finish())
    }

    /// Sees to all escapes from an offset on.
    fn escapes(&self, from: usize, rewrite: &mut Rewrite<'_>) -> Option<()> {
        search::each(self.text.as_bytes(), from, b'%', |at| self.escape(at, 0, rewrite).map(drop))
    }

    /// Sees to an escape, and tells whether it may have made a dot segment. `None` where it stands before `allowed` or may
    /// be a part of a character beyond US-ASCII.
    #[inline]
    fn escape(&self, at: usize, allowed: usize, rewrite: &mut Rewrite<'_>) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let Some(byte) = octet(bytes, at) else { return Some(false) };
        if at < allowed {
            return None;
        }
        match self.percent {
            Some(percent) if percent.decodes(byte) => {
                rewrite.decode(at, byte);
                // The first dot of a segment that has none as it stands.
                let begins = at == self.parts.path().start as usize || bytes[..at].last() == Some(&b'/');
                return Some(begins & (byte == b'.'));
            }
            Some(percent) if byte >= 0x80 && percent.beyond_ascii => return None,
            _ if self.case.is_some_and(|case| case.hex) && has_lower_case_digit(bytes, at) => rewrite.upper_case(at),
            _ => {}
        }
        Some(false)
    }
}
