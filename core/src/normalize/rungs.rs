//! One function for each rung: what it makes of a text that the grammar accepts.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use urigram_grammars::Parts;

use super::rewrite::{octet, Rewrite};
use super::rules::{self, EmptyPath, Rules};
use super::schemes::KnownScheme;
use crate::iri;
use crate::resolve::rfc3986::remove_dot_segments;
use crate::resolve::segments::Segments;

/// The bytes of the host that ignore case: a zone identifier (RFC 6874) is none of them.
pub(super) fn host_range(text: &str, parts: &Parts) -> Range<usize> {
    let Some(span) = parts.host() else { return 0..0 };
    let host = span.of(text);
    let end = match host.starts_with('[') {
        true => host.find("%25").unwrap_or(host.len()),
        false => host.len(),
    };
    span.start as usize..span.start as usize + end
}

/// The namespace identifier of a URN.
pub(super) fn nid_range(text: &str, parts: &Parts) -> Range<usize> {
    let path = parts.path().start as usize;
    path..text[path..].find(':').map_or(path, |at| path + at)
}

fn scheme_of<'a>(text: &'a str, parts: &Parts) -> &'a str {
    parts.scheme().map_or("", |span| span.of(text))
}

fn known_scheme(text: &str, parts: &Parts) -> Option<&'static KnownScheme> {
    KnownScheme::of(scheme_of(text, parts))
}

pub(super) fn case<'a>(text: &'a str, parts: &Parts, case: &rules::Case) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let scheme = if case.scheme { 0..scheme_of(text, parts).len() } else { 0..0 };
    let host = if case.host { host_range(text, parts) } else { 0..0 };
    let nid = if case.nid { nid_range(text, parts) } else { 0..0 };
    let upper = |range: &Range<usize>| bytes[range.clone()].iter().any(u8::is_ascii_uppercase);
    let encoded = case.hex && bytes.contains(&b'%');
    if !encoded && ![&scheme, &host, &nid].into_iter().any(upper) {
        return Cow::Borrowed(text);
    }
    let mut rewrite = Rewrite::of(text);
    let mut at = 0;
    while at < bytes.len() {
        if octet(bytes, at).is_some() {
            if case.hex && bytes[at + 1..at + 3].iter().any(u8::is_ascii_lowercase) {
                rewrite.replace(at, at + 3, &text[at..at + 3].to_ascii_uppercase());
            }
            at += 3;
            continue;
        }
        let ignores_case = scheme.contains(&at) || host.contains(&at) || nid.contains(&at);
        if ignores_case && bytes[at].is_ascii_uppercase() {
            rewrite.replace(at, at + 1, &text[at..at + 1].to_ascii_lowercase());
        }
        at += 1;
    }
    rewrite.finish()
}

pub(super) fn percent<'a>(text: &'a str, parts: &Parts, rules: &Rules, percent: &rules::Percent) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let host = if rules.case.as_ref().is_some_and(|case| case.host) { host_range(text, parts) } else { 0..0 };
    let mut rewrite = Rewrite::of(text);
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'%') {
        at += found;
        match octet(bytes, at) {
            Some(byte) if percent.decodes(byte) => {
                let byte = if host.contains(&at) { byte.to_ascii_lowercase() } else { byte };
                rewrite.replace(at, at + 3, char::from(byte).encode_utf8(&mut [0; 4]));
                at += 3;
            }
            Some(byte) if byte >= 0x80 && percent.beyond_ascii => {
                let in_query = parts.query().is_some_and(|query| (query.start..query.end).contains(&(at as u32)));
                match iri::encoded_char(bytes, at) {
                    Some((c, end)) if iri::may_stand(c, in_query) => {
                        rewrite.replace(at, end, c.encode_utf8(&mut [0; 4]));
                        at = end;
                    }
                    _ => at += 3,
                }
            }
            Some(_) => at += 3,
            None => at += 1,
        }
    }
    rewrite.finish()
}

pub(super) fn path<'a>(text: &'a str, parts: &Parts, path: &rules::Path) -> Cow<'a, str> {
    let span = parts.path();
    let mut rewrite = Rewrite::of(text);
    if let Some(new) = without_dot_segments(span.of(text), parts, path) {
        rewrite.replace(span.start as usize, span.end as usize, &new);
    }
    rewrite.finish()
}

/// What becomes of the path of an identifier with these components, if it has dot segments and they are not to stay.
fn without_dot_segments(old: &str, parts: &Parts, path: &rules::Path) -> Option<String> {
    let has_some = || old.split('/').any(|segment| segment == "." || segment == "..");
    if parts.scheme().is_none() || !has_some() {
        return None;
    }
    let mut new = match path {
        rules::Path::RemoveDotSegments(_) => remove_dot_segments(old),
        rules::Path::Merge(_) if !old.starts_with('/') => return None,
        rules::Path::Merge(_) => {
            let mut segments = Segments::of(old);
            segments.remove_dot_slash();
            segments.remove_last_dot();
            segments.remove_parents();
            segments.remove_last_parent();
            segments.join()
        }
    };
    // Without an authority the path must not begin with two slashes, or it would become one.
    if parts.authority().is_none() && new.starts_with("//") {
        new.insert_str(0, "/.");
    }
    Some(new)
}

pub(super) fn scheme<'a>(text: &'a str, parts: &Parts, rules: &rules::Scheme) -> Cow<'a, str> {
    let known = known_scheme(text, parts);
    let path = parts.path();
    let (start, end) = (path.start as usize, path.end as usize);
    let mut rewrite = Rewrite::of(text);
    if let Some(port) = parts.port() {
        if is_default_port(port.of(text), known, rules) {
            rewrite.replace(port.start as usize - 1, port.end as usize, "");
        }
    }
    let slash = match rules.empty_path {
        EmptyPath::Never => false,
        EmptyPath::BySchemes => known.is_some_and(|known| known.empty_path.is_some()),
        EmptyPath::Always => true,
    };
    if slash && start == end && parts.authority().is_some() {
        rewrite.replace(start, end, "/");
    }
    if known.is_some_and(|known| known.mailboxes.is_some()) {
        rewrite.replace(start, end, &lower_domains(&text[start..end]));
    }
    rewrite.finish()
}

/// Whether a port is the same as none.
pub(super) fn is_default_port(port: &str, known: Option<&KnownScheme>, rules: &rules::Scheme) -> bool {
    match port {
        "" => rules.empty_port,
        digits => known.and_then(|known| known.port).is_some_and(|default| is_number(digits, default)),
    }
}

/// Whether the digits stand for the number, leading zeros aside.
fn is_number(digits: &str, number: u16) -> bool {
    let value = digits.bytes().try_fold(0u32, |value, digit| {
        digit.is_ascii_digit().then(|| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
    });
    value == Some(u32::from(number))
}

/// Mailboxes with what follows their `@` in lower case, percent-encodings aside.
fn lower_domains(mailboxes: &str) -> String {
    let bytes = mailboxes.as_bytes();
    let mut out = String::with_capacity(mailboxes.len());
    let (mut in_domain, mut encoded) = (false, 0);
    for (at, c) in mailboxes.char_indices() {
        match c {
            '@' => in_domain = true,
            ',' => in_domain = false,
            '%' if octet(bytes, at).is_some() => encoded = at + 3,
            _ => {}
        }
        out.push(if in_domain && at >= encoded { c.to_ascii_lowercase() } else { c });
    }
    out
}
