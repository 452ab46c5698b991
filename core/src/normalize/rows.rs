//! The changes of a document's equivalences, one function for each: the text that a change makes of
//! an identifier that the grammar accepts.
//!
//! A change is made at every place at which it can be made, and a place that decides which
//! components the identifier has is left alone: an escape in what looks like an authority and is
//! none (`http://%41/` in RFC 1738), one before the colon of a path that would become a scheme
//! (`%41:b`), and one in a host that holds `@` or `:`. A host that holds `:` keeps its port.

use alloc::borrow::Cow;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use core::ops::Range;

use urigram_grammars::{Change, Component, Equivalence, Parts, Place, Span};

use super::schemes::KnownScheme;
use crate::iri;
use crate::rewrite::{octet, Rewrite};
use crate::urn::directives;
use urigram_grammars::resolution::components::{between_slashes, cut, directory, find};
use urigram_grammars::resolution::rfc3986::remove_dot_segments;
use urigram_grammars::resolution::segments::Segments;

/// Applies an equivalence's change. `lowers_host` says that letters decoded in a host become lower
/// case.
pub(super) fn apply<'a>(
    row: &Equivalence,
    text: &'a str,
    parts: &Parts,
    lowers_host: bool,
) -> Cow<'a, str> {
    let scheme = parts.scheme().map(|span| span.of(text));
    let concerns = |scheme: &str| row.schemes.is_none_or(|schemes| schemes.contains(&scheme));
    match (row.change, scheme) {
        (Change::HexDigits, _) => hex_digits(text),
        (Change::LowerCase(of), _) => lower_case(text, parts, of),
        _ if row.schemes.is_some() && !scheme.is_some_and(concerns) => Cow::Borrowed(text),
        (Change::Decode { .. }, _) => decode(text, parts, &row.change, lowers_host),
        // Everything else has a meaning in identifiers only: a reference takes its scheme from its
        // base.
        (_, None) => Cow::Borrowed(text),
        (Change::RemoveDotSegments, _) => replace_path(text, parts, remove_dot_segments),
        (Change::MergeDotSegments, _) => replace_path(text, parts, merge_dot_segments),
        (Change::DefaultPort, Some(scheme)) => default_port(text, parts, scheme),
        (Change::MailboxDomains, _) => {
            let path = parts.path();
            let (start, end) = (path.start as usize, path.end as usize);
            let mut rewrite = Rewrite::of(text);
            rewrite.replace(start, end, &lower_domains(&text[start..end]));
            rewrite.finish()
        }
        (Change::Same { of, place, texts }, _) => same(text, parts, (of, place), texts),
        (Change::Drop(of), _) => remove(text, parts, of),
        (Change::SortDirectives, _) => sorted_directives(text, parts),
        // Citations have elements instead of components.
        _ => Cow::Borrowed(text),
    }
}

/// Returns the bytes of the host that ignore case: a zone identifier (RFC 6874) is none of them.
pub(super) fn host_range(text: &str, parts: &Parts) -> Range<usize> {
    let Some(span) = parts.host() else { return 0..0 };
    let host = span.of(text);
    let zone = || host.as_bytes().windows(3).position(|three| three == b"%25");
    let end = if host.starts_with('[') { zone().unwrap_or(host.len()) } else { host.len() };
    span.start as usize..span.start as usize + end
}

/// Returns the namespace identifier of a URN.
pub(super) fn nid_range(text: &str, parts: &Parts) -> Range<usize> {
    let path = parts.path().start as usize;
    let (nid, rest) = cut(&text[path..], b':');
    path..path + if rest.is_some() { nid.len() } else { 0 }
}

/// Returns the range of a component without its delimiter; empty where the component is absent.
fn range_of(text: &str, parts: &Parts, component: Component) -> Range<usize> {
    match component {
        Component::Host => host_range(text, parts),
        Component::Nid => nid_range(text, parts),
        _ => parts.get(component).map_or(0..0, |span| span.start as usize..span.end as usize),
    }
}

fn hex_digits(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut rewrite = Rewrite::of(text);
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'%') {
        at += found;
        if octet(bytes, at).is_none() {
            at += 1;
            continue;
        }
        if bytes[at + 1..at + 3].iter().any(u8::is_ascii_lowercase) {
            rewrite.replace(at, at + 3, &text[at..at + 3].to_ascii_uppercase());
        }
        at += 3;
    }
    rewrite.finish()
}

/// Lowers letters, the digits of percent-encodings excepted.
fn lower_case<'a>(text: &'a str, parts: &Parts, of: &[Component]) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let mut rewrite = Rewrite::of(text);
    for range in of.iter().map(|&component| range_of(text, parts, component)) {
        let mut at = range.start;
        while at < range.end {
            if octet(bytes, at).is_some() {
                at += 3;
                continue;
            }
            if bytes[at].is_ascii_uppercase() {
                rewrite.replace(at, at + 1, &text[at..=at].to_ascii_lowercase());
            }
            at += 1;
        }
    }
    rewrite.finish()
}

fn decode<'a>(text: &'a str, parts: &Parts, change: &Change, lowers_host: bool) -> Cow<'a, str> {
    let Change::Decode { marks, letters, of, beyond_ascii, keeps_dot_segments } = *change else {
        return Cow::Borrowed(text);
    };
    let bytes = text.as_bytes();
    let lowered = if lowers_host { host_range(text, parts) } else { 0..0 };
    let is_plain =
        |byte: u8| letters && byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte);
    let mut rewrite = Rewrite::of(text);
    // In the order of appearance, as a rewrite goes on.
    for component in Component::ALL.into_iter().filter(|component| of.contains(component)) {
        let range = decoded_range(text, parts, component);
        let mut dots = DotSegment::default();
        let mut at = range.start;
        while let Some(found) =
            bytes[at.min(range.end)..range.end].iter().position(|&byte| byte == b'%')
        {
            at += found;
            match octet(bytes, at) {
                // Without an authority, a decoded slash could begin one.
                Some(b'/') if parts.authority().is_none() => at += 3,
                Some(b'.') if keeps_dot_segments && dots.holds(text, parts, at) => at += 3,
                Some(byte) if is_plain(byte) => {
                    let byte = if lowered.contains(&at) { byte.to_ascii_lowercase() } else { byte };
                    rewrite.replace(at, at + 3, char::from(byte).encode_utf8(&mut [0; 4]));
                    at += 3;
                }
                Some(byte) if byte >= 0x80 && beyond_ascii => match iri::encoded_char(bytes, at) {
                    Some((c, end)) if iri::is_unreserved(c) => {
                        rewrite.replace(at, end, c.encode_utf8(&mut [0; 4]));
                        at = end;
                    }
                    _ => at += 3,
                },
                Some(_) => at += 3,
                None => at += 1,
            }
        }
    }
    rewrite.finish()
}

/// Returns the range of a component in which no escape decides which components there are.
fn decoded_range(text: &str, parts: &Parts, component: Component) -> Range<usize> {
    if component == Component::Host {
        let range = parts.host().map_or(0..0, |span| span.start as usize..span.end as usize);
        let host = &text[range.clone()];
        let is_open = host.starts_with('[') || find(host, b"@:") == host.len();
        return if is_open { range } else { 0..0 };
    }
    let mut range = range_of(text, parts, component);
    if component == Component::Path && parts.authority().is_none() {
        let path = &text[range.clone()];
        let first = &path.as_bytes()[..find(path, b"/")];
        let colon = first.iter().rposition(|&byte| byte == b':');
        if let Some(rest) = path.strip_prefix("//") {
            range.start += 2 + find(rest, b"/");
        } else if let (None, Some(colon)) = (parts.scheme(), colon) {
            range.start += colon + 1;
        }
    }
    range
}

/// The segment that was examined last: its range, and whether it represents only dots.
#[derive(Default)]
struct DotSegment {
    range: Range<usize>,
    is_dots: bool,
}

impl DotSegment {
    /// Returns true if the segment around an escape holds nothing but dots, encoded or not.
    fn holds<'a>(&mut self, text: &'a str, parts: &Parts, at: usize) -> bool {
        let path = range_of(text, parts, Component::Path);
        if !path.contains(&at) {
            return false;
        }
        if !self.range.contains(&at) {
            let start = path.start + directory(&text[path.start..at]).len();
            let end = at + find(&text[at..path.end], b"/");
            let mut rest = &text[start..end];
            let dot =
                |text: &'a str| [".", "%2E", "%2e"].iter().find_map(|dot| text.strip_prefix(dot));
            while let Some(after) = dot(rest) {
                rest = after;
            }
            *self = DotSegment { range: start..end, is_dots: rest.is_empty() };
        }
        self.is_dots
    }
}

/// Replaces the path, if it has dot segments.
fn replace_path<'a>(text: &'a str, parts: &Parts, removed: fn(&str) -> String) -> Cow<'a, str> {
    let span = parts.path();
    let old = span.of(text);
    if !between_slashes(old).iter().any(|&segment| segment == "." || segment == "..") {
        return Cow::Borrowed(text);
    }
    let mut new = removed(old);
    // Without an authority the path must not begin with two slashes, or it would become one.
    if parts.authority().is_none() && new.starts_with("//") {
        new.insert_str(0, "/.");
    }
    let mut rewrite = Rewrite::of(text);
    rewrite.replace(span.start as usize, span.end as usize, &new);
    rewrite.finish()
}

/// uri-2003, 6.2.2.3
fn merge_dot_segments(path: &str) -> String {
    if !path.starts_with('/') {
        return path.into();
    }
    let mut segments = Segments::of(path);
    segments.remove_dot_slash();
    segments.remove_last_dot();
    segments.remove_parents();
    segments.remove_last_parent();
    segments.join()
}

fn default_port<'a>(text: &'a str, parts: &Parts, scheme: &str) -> Cow<'a, str> {
    let mut rewrite = Rewrite::of(text);
    let is_dropped =
        |port: &Span| is_default_port(port.of(text), scheme) && !has_second_port(text, parts);
    if let Some(port) = parts.port().filter(is_dropped) {
        rewrite.replace(port.start as usize - 1, port.end as usize, "");
    }
    rewrite.finish()
}

/// Returns true if the host would have another port without its own: `h:80` in url-1993, where a
/// host may hold a colon.
fn has_second_port(text: &str, parts: &Parts) -> bool {
    parts.host().is_some_and(|host| {
        !host.of(text).starts_with('[') && host.of(text).bytes().any(|byte| byte == b':')
    })
}

/// Returns true if the digits are the scheme's default port, leading zeros aside.
pub(super) fn is_default_port(digits: &str, scheme: &str) -> bool {
    let Some(default) = KnownScheme::default_port(scheme) else { return false };
    let value = digits.bytes().try_fold(0u32, |value, digit| {
        digit
            .is_ascii_digit()
            .then(|| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
    });
    !digits.is_empty() && value == Some(u32::from(default))
}

/// Returns mailboxes with everything after their `@` in lower case, percent-encodings excepted.
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

/// Returns the range of a component with the delimiter before it, which is empty where the
/// component is absent; `None` where there is no place for the component.
fn delimited(text: &str, parts: &Parts, component: Component) -> Option<Range<usize>> {
    let len = text.len();
    let path = range_of(text, parts, Component::Path);
    let range = parts.get(component).map(|span| span.start as usize..span.end as usize);
    let before = |bytes: usize| range.clone().map(|range| range.start - bytes..range.end);
    match component {
        Component::Authority => before(2).or_else(|| {
            let rest = &text[path.start..];
            (rest.starts_with('/') && !rest.starts_with("//")).then_some(path.start..path.start)
        }),
        Component::Port => before(1).or_else(|| parts.host().map(|_| path.start..path.start)),
        Component::Query => before(1).or(Some(path.end..path.end)),
        Component::Fragment => before(1).or(Some(len..len)),
        _ => range,
    }
}

fn same<'a>(
    text: &'a str,
    parts: &Parts,
    (of, place): (Component, Place),
    texts: &[&str],
) -> Cow<'a, str> {
    let Some((first, others)) = texts.split_first() else { return Cow::Borrowed(text) };
    let Some(range) = delimited(text, parts, of) else { return Cow::Borrowed(text) };
    let part = &text[range.clone()];
    let mut rewrite = Rewrite::of(text);
    match place {
        // A path that is empty or `/` begins after an authority, or is no path.
        Place::Whole if of == Component::Path && parts.authority().is_none() => {}
        Place::Whole if others.contains(&part) => rewrite.replace(range.start, range.end, first),
        Place::Whole => {}
        Place::Start => {
            if let Some(other) = others.iter().find(|other| part.starts_with(**other)) {
                rewrite.replace(range.start, range.start + other.len(), first);
            }
        }
        Place::Anywhere => {
            let mut at = range.start;
            while at < range.end {
                match others.iter().find(|other| text[at..range.end].starts_with(**other)) {
                    Some(other) => {
                        rewrite.replace(at, at + other.len(), first);
                        at += other.len().max(1);
                    }
                    None => at += text[at..].chars().next().map_or(1, char::len_utf8),
                }
            }
        }
    }
    rewrite.finish()
}

/// Returns the query of a URN with its `?`: everything from the first `?` to the fragment.
fn urn_query(text: &str, parts: &Parts) -> Range<usize> {
    let end = parts.fragment().map_or(text.len(), |span| span.start as usize - 1);
    let path = parts.path().start as usize;
    path + find(&text[path..end], b"?")..end
}

fn remove<'a>(text: &'a str, parts: &Parts, component: Component) -> Cow<'a, str> {
    let range = match component {
        Component::Query => Some(urn_query(text, parts)),
        _ => delimited(text, parts, component),
    };
    let mut rewrite = Rewrite::of(text);
    if let Some(range) = range {
        rewrite.replace(range.start, range.end, "");
    }
    rewrite.finish()
}

/// Sorts directives by keyword, then by value. The document leaves the order open.
fn sorted_directives<'a>(text: &'a str, parts: &Parts) -> Cow<'a, str> {
    let range = urn_query(text, parts);
    let Some(query) = text[range.clone()].strip_prefix('?') else { return Cow::Borrowed(text) };
    // A heap, because the sort of slices is 14 kB of code. Equal directives are equal texts.
    let sorted = directives(query).collect::<BinaryHeap<_>>().into_sorted_vec();
    let mut out = String::with_capacity(range.len());
    for (index, directive) in sorted.iter().enumerate() {
        out.push(if index == 0 { '?' } else { '&' });
        out.push_str(directive.keyword);
        out.push('=');
        out.push_str(directive.value);
    }
    let mut rewrite = Rewrite::of(text);
    rewrite.replace(range.start, range.end, &out);
    rewrite.finish()
}
