//! The normal form in one pass, for texts where the grammar is known to accept every change.
//!
//! One scan of the text recognizes most normal forms. The others are written once, into one string.
//! Tests compare the result with that of the changes one after the other.

use alloc::borrow::Cow;
#[cfg(feature = "documents")]
use alloc::string::String;

use urigram_grammars::{ByteSet, Level, Parts, Summary};

use super::dots::{DotSegment, Removal};
use super::plan::{Plan, Work};
use super::rows;
use crate::mapping as iri;
use crate::rewrite::{has_lower_case_digit, octet, Rewrite};
use urigram_grammars::search;

/// Returns the normal form up to a level, or `None` where the changes have to be made one after the
/// other.
pub(super) fn normalize<'a>(
    text: &'a str,
    parts: &Parts,
    rules: &Summary,
    up_to: Level,
) -> Option<Cow<'a, str>> {
    let mut plan = Plan::default();
    if plan.scan(text, parts, rules) {
        return write(text, parts, rules, up_to, &plan);
    }
    Some(Cow::Borrowed(text))
}

#[inline(never)]
pub(super) fn write<'a>(
    text: &'a str,
    parts: &Parts,
    rules: &Summary,
    up_to: Level,
    plan: &Plan,
) -> Option<Cow<'a, str>> {
    // Only the rules of a closed document accept every change; a path without a scheme can turn
    // into one.
    if !rules.is_closed || parts.scheme().is_none() {
        return None;
    }
    Pass::new(text, parts, rules, up_to).write(plan)
}

/// Returns true if the removal of dot segments changes the path, `None` where the changes have to
/// be made one after the other.
#[cfg(feature = "documents")]
pub(super) fn removes_dots(text: &str, parts: &Parts, rules: &Summary) -> Option<bool> {
    let (decoded, removal) = Pass::new(text, parts, rules, Level::PathSegments).decoded_path()?;
    let Some((first, removal)) = removal else { return Some(false) };
    let mut removed = String::with_capacity(decoded.len());
    removal.push(&decoded, first, &mut removed);
    Some(removed != decoded)
}

/// A path with its escapes rewritten, and the first of the dot segments that go.
type DecodedPath<'t> = (Cow<'t, str>, Option<(DotSegment, Removal)>);

/// Returns true if a part of a text may have percent-encoding. Such parts are short.
fn has_escape(bytes: &[u8]) -> bool {
    search::any(bytes, |byte| byte == b'%')
}

/// A text and the levels to apply.
struct Pass<'t, 'r> {
    text: &'t str,
    parts: &'r Parts,
    rules: &'r Summary,
    case: bool,
    decoded: Option<&'r ByteSet>,
    dots: bool,
    scheme: bool,
}

impl<'t, 'r> Pass<'t, 'r> {
    fn new(text: &'t str, parts: &'r Parts, rules: &'r Summary, up_to: Level) -> Self {
        Pass {
            text,
            parts,
            rules,
            case: up_to >= Level::Case,
            decoded: rules.decoded.as_ref().filter(|_| up_to >= Level::PercentEncoding),
            dots: up_to >= Level::PathSegments && (rules.remove_dots || rules.merge_dots),
            scheme: up_to >= Level::Scheme,
        }
    }

    fn write(&self, plan: &Plan) -> Option<Cow<'t, str>> {
        let mut rewrite = Rewrite::of(self.text);
        let path = self.parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        let bytes = self.text.as_bytes();
        // An escape in an authority, or in what looks like one, can decide whether it is one.
        let looks_like_one = self.parts.authority().is_none() && bytes[start..].starts_with(b"//");
        let allowed = if looks_like_one { end } else { start };
        if plan.has(Work::Letters) {
            if has_escape(&bytes[..allowed]) {
                return None;
            }
            self.lower_case(&mut rewrite);
        }
        if self.scheme {
            if plan.has(Work::Authority) {
                return None;
            }
            if let Some(port) = self.parts.port().filter(|_| plan.has(Work::Port)) {
                rewrite.replace(port.start as usize - 1, port.end as usize, "");
            }
            if plan.has(Work::Slash) {
                rewrite.insert_slash(start);
            }
            if plan.has(Work::Mailboxes) {
                if plan.has(Work::Dots) || has_escape(&bytes[start..end]) {
                    return None;
                }
                rows::lower_domains(self.text, start..end, &mut rewrite);
            }
        }
        if self.dots && plan.has(Work::Dots) {
            return self.dots(allowed, &mut rewrite);
        }
        let before = rewrite.state();
        let mut made_dot = false;
        plan.escapes(bytes, |at| {
            made_dot |= self.escape(at, allowed, &mut rewrite)?;
            Some(())
        })?;
        if made_dot && self.dots {
            rewrite.back_to(before);
            return self.dots(allowed, &mut rewrite);
        }
        Some(rewrite.finish())
    }

    fn lower_case(&self, rewrite: &mut Rewrite<'t>) {
        if !self.case {
            return;
        }
        let scheme = if self.rules.scheme_case {
            self.parts.scheme().map_or(0, |span| span.end as usize)
        } else {
            0
        };
        let host =
            if self.rules.host_case { rows::host_range(self.text, self.parts) } else { 0..0 };
        let nid = if self.rules.nid_case { rows::nid_range(self.text, self.parts) } else { 0..0 };
        let scheme = 0..scheme;
        for range in [scheme, host, nid] {
            rewrite.lower_case(range.start, range.end);
        }
    }

    /// Rewrites a path that may have dot segments, and everything after it.
    #[inline(never)]
    fn dots(&self, allowed: usize, rewrite: &mut Rewrite<'t>) -> Option<Cow<'t, str>> {
        let path = self.parts.path();
        let (start, end) = (path.start as usize, path.end as usize);
        let bytes = self.text.as_bytes();
        if has_escape(&bytes[..allowed]) {
            return None;
        }
        let (decoded, removal) = self.decoded_path()?;
        match removal {
            Some((first, removal)) => removal.replace(start..end, &decoded, first, rewrite),
            None => rewrite.replace(start, end, &decoded),
        }
        self.escapes(end, rewrite)?;
        Some(rewrite.finish())
    }

    /// Returns the path with its escapes rewritten, and the first of the dot segments that go.
    fn decoded_path(&self) -> Option<DecodedPath<'t>> {
        let old = self.parts.path().of(self.text);
        let mut decoded = Rewrite::of(old);
        Pass { text: old, ..*self }.escapes(0, &mut decoded)?;
        let decoded = decoded.finish();
        let removal = Removal::from(self.parts, self.rules.merge_dots);
        let first = removal.first(&decoded);
        Some((decoded, first.map(|first| (first, removal))))
    }

    /// Rewrites all escapes from an offset on.
    fn escapes(&self, from: usize, rewrite: &mut Rewrite<'_>) -> Option<()> {
        search::each(self.text.as_bytes(), from, b'%', |at| self.escape(at, 0, rewrite).map(drop))
    }

    /// Rewrites an escape, together with those after it that encode the same character beyond
    /// US-ASCII, and returns true if that may have made a dot segment. Returns `None` for an escape
    /// before `allowed`.
    fn escape(&self, at: usize, allowed: usize, rewrite: &mut Rewrite<'_>) -> Option<bool> {
        let bytes = self.text.as_bytes();
        let Some(byte) = octet(bytes, at) else { return Some(false) };
        if at < allowed {
            return None;
        }
        match self.decoded {
            Some(decoded) if decoded.contains(byte) => {
                rewrite.decode(at, byte);
                // The first dot of a segment that is written without dots.
                let begins =
                    at == self.parts.path().start as usize || bytes[..at].last() == Some(&b'/');
                return Some(begins & (byte == b'.'));
            }
            // A part of the character before it.
            _ if at < rewrite.copied() => return Some(false),
            Some(_) if byte >= 0x80 && self.decodes_char(at, rewrite) => return Some(false),
            _ if self.case && self.rules.hex && has_lower_case_digit(bytes, at) => {
                rewrite.upper_case(at);
            }
            _ => {}
        }
        Some(false)
    }

    /// Decodes the character beyond US-ASCII that is encoded from an offset on, if there is one
    /// that the document decodes.
    fn decodes_char(&self, at: usize, rewrite: &mut Rewrite<'_>) -> bool {
        self.rules.beyond_ascii && iri::decode_char(self.text, at, rewrite)
    }
}
