//! The changes of a document's equivalences, one function for each: the text that a change makes of
//! an identifier that the grammar accepts. [`keys`](super::keys) has those that only keys need.
//!
//! A change is made wherever it can be made. A place that decides which components the identifier
//! has is left alone: an escape in what only looks like an authority (`http://%41/` in RFC 1738),
//! one before the colon of a path that would become a scheme (`%41:b`), and one in a host that
//! holds `@` or `:`. A host that holds `:` keeps its port.

use alloc::borrow::Cow;
use core::ops::Range;

use urigram_grammars::{search, Change, Component, Equivalence, Parts, Place};

use super::dots::Removal;
use super::schemes::KnownScheme;
use crate::mapping as iri;
use crate::rewrite::{has_lower_case_digit, octet, Rewrite};

/// Applies an equivalence's change. `lowers_host` says that letters decoded in a host become lower
/// case.
pub(super) fn apply<'a>(
    row: &Equivalence,
    text: &'a str,
    parts: &Parts,
    lowers_host: bool,
) -> Cow<'a, str> {
    let rewrite = &mut Rewrite::of(text);
    if concerns(row, text, parts) {
        match row.change {
            Change::HexDigits => hex_digits(text, rewrite),
            Change::LowerCase(of) => {
                for component in in_order(of) {
                    lower_case(text, range_of(text, parts, component), rewrite);
                }
            }
            Change::Decode { .. } => decode(text, parts, &row.change, lowers_host, rewrite),
            Change::RemoveDotSegments => remove_dots(text, parts, false, rewrite),
            Change::MergeDotSegments => remove_dots(text, parts, true, rewrite),
            Change::DefaultPort => default_port(text, parts, rewrite),
            Change::MailboxDomains => lower_domains(text, path_range(parts), rewrite),
            Change::Same { of, place, texts } => same(text, parts, (of, place), texts, rewrite),
            // Only keys have the others. Citations have elements instead of components.
            _ => {}
        }
    }
    rewrite.finish()
}

/// Returns true if an equivalence concerns an identifier.
pub(super) fn concerns(row: &Equivalence, text: &str, parts: &Parts) -> bool {
    match (row.change, row.schemes) {
        (Change::HexDigits | Change::LowerCase(_), _) | (Change::Decode { .. }, None) => true,
        // Everything else has a meaning in identifiers only: a reference takes its scheme from its
        // base.
        (_, schemes) => parts
            .scheme()
            .is_some_and(|scheme| schemes.is_none_or(|schemes| schemes.contains(&scheme.of(text)))),
    }
}

/// Returns components in the order of their appearance, as a rewrite goes on.
fn in_order(of: &[Component]) -> impl Iterator<Item = Component> + use<'_> {
    Component::ALL.into_iter().filter(|component| of.contains(component))
}

fn path_range(parts: &Parts) -> Range<usize> {
    let path = parts.path();
    path.start as usize..path.end as usize
}

/// Returns the bytes of the host that ignore case: a zone identifier (RFC 6874) is excluded.
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
    path..path + search::position(&text.as_bytes()[path..], b':').unwrap_or(0)
}

/// Returns the range of a component without its delimiter; empty where the component is absent.
fn range_of(text: &str, parts: &Parts, component: Component) -> Range<usize> {
    match component {
        Component::Host => host_range(text, parts),
        Component::Nid => nid_range(text, parts),
        _ => parts.get(component).map_or(0..0, |span| span.start as usize..span.end as usize),
    }
}

/// Calls `f` with the offset and the octet of each percent-encoding in a range.
#[inline(never)]
fn escapes(text: &str, range: Range<usize>, f: &mut dyn FnMut(usize, u8)) {
    let bytes = &text.as_bytes()[..range.end];
    let mut at = range.start;
    while let Some(found) = bytes.get(at..).and_then(|rest| search::position(rest, b'%')) {
        at += found;
        match octet(bytes, at) {
            Some(octet) => {
                f(at, octet);
                at += 3;
            }
            None => at += 1,
        }
    }
}

fn hex_digits(text: &str, rewrite: &mut Rewrite<'_>) {
    escapes(text, 0..text.len(), &mut |at, _| {
        if has_lower_case_digit(text.as_bytes(), at) {
            rewrite.upper_case(at);
        }
    });
}

/// Lowers letters, the digits of percent-encodings excepted.
#[inline(never)]
fn lower_case(text: &str, range: Range<usize>, rewrite: &mut Rewrite<'_>) {
    // Components of a user's own document may overlap.
    let mut from = range.start.max(rewrite.copied()).min(range.end);
    escapes(text, from..range.end, &mut |at, _| {
        rewrite.lower_case(from, at);
        from = at + 3;
    });
    rewrite.lower_case(from, range.end);
}

fn decode(
    text: &str,
    parts: &Parts,
    change: &Change,
    lowers_host: bool,
    rewrite: &mut Rewrite<'_>,
) {
    let Change::Decode { marks, letters, of, beyond_ascii, keeps_dot_segments } = *change else {
        return;
    };
    let lowered = if lowers_host { host_range(text, parts) } else { 0..0 };
    let is_plain =
        |byte: u8| letters && byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte);
    for component in in_order(of) {
        let range = decoded_range(text, parts, component);
        let mut dots = DotSegment::default();
        escapes(text, range, &mut |at, byte| match byte {
            // A part of the character before it.
            _ if at < rewrite.copied() => {}
            // Without an authority, a decoded slash could begin one.
            b'/' if parts.authority().is_none() => {}
            b'.' if keeps_dot_segments && dots.holds(text, parts, at) => {}
            _ if is_plain(byte) => {
                let byte = if lowered.contains(&at) { byte.to_ascii_lowercase() } else { byte };
                rewrite.decode(at, byte);
            }
            0x80.. if beyond_ascii => {
                iri::decode_char(text, at, rewrite);
            }
            _ => {}
        });
    }
}

/// Returns the range of a component where no escape decides which components there are.
fn decoded_range(text: &str, parts: &Parts, component: Component) -> Range<usize> {
    let has = |bytes: &[u8], byte| search::position(bytes, byte).is_some();
    if component == Component::Host {
        let range = parts.host().map_or(0..0, |span| span.start as usize..span.end as usize);
        let host = &text.as_bytes()[range.clone()];
        let is_closed = !host.starts_with(b"[") && (has(host, b'@') || has(host, b':'));
        return if is_closed { 0..0 } else { range };
    }
    let mut range = range_of(text, parts, component);
    if component == Component::Path && parts.authority().is_none() {
        let path = &text.as_bytes()[range.clone()];
        let to_slash = |path: &[u8]| search::position(path, b'/').unwrap_or(path.len());
        if let Some(rest) = path.strip_prefix(b"//") {
            range.start += 2 + to_slash(rest);
        } else if parts.scheme().is_none() {
            let colon = path[..to_slash(path)].iter().rposition(|&byte| byte == b':');
            range.start += colon.map_or(0, |colon| colon + 1);
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
    /// Returns true if the segment around an escape holds only dots, encoded or not.
    fn holds(&mut self, text: &str, parts: &Parts, at: usize) -> bool {
        let path = path_range(parts);
        if !path.contains(&at) {
            return false;
        }
        if !self.range.contains(&at) {
            let path = &text.as_bytes()[..path.end];
            let is_slash = |&byte: &u8| byte == b'/';
            let start = path[..at].iter().rposition(is_slash).map_or(0, |slash| slash + 1);
            let start = start.max(path_range(parts).start);
            let end = path[at..].iter().position(is_slash).map_or(path.len(), |slash| at + slash);
            let mut rest = &path[start..end];
            while let [b'.', after @ ..] | [b'%', b'2', b'E' | b'e', after @ ..] = rest {
                rest = after;
            }
            *self = DotSegment { range: start..end, is_dots: rest.is_empty() };
        }
        self.is_dots
    }
}

/// Removes the dot segments of a path. If parents are kept, this is the merging of uri-2003
/// (6.2.2.3).
fn remove_dots(text: &str, parts: &Parts, keeps_parents: bool, rewrite: &mut Rewrite<'_>) {
    let path = parts.path().of(text);
    let removal = Removal::from(parts, keeps_parents);
    if let Some(first) = removal.first(path) {
        removal.replace(path_range(parts), path, first, rewrite);
    }
}

fn default_port(text: &str, parts: &Parts, rewrite: &mut Rewrite<'_>) {
    let (Some(scheme), Some(port)) = (parts.scheme(), parts.port()) else { return };
    if is_default_port(port.of(text), scheme.of(text)) && !has_second_port(text, parts) {
        rewrite.replace(port.start as usize - 1, port.end as usize, "");
    }
}

/// Returns true if the host would have another port without its own: `h:80` in url-1993, where a
/// host may hold a colon.
fn has_second_port(text: &str, parts: &Parts) -> bool {
    parts.host().is_some_and(|host| {
        let host = host.of(text).as_bytes();
        !host.starts_with(b"[") && search::position(host, b':').is_some()
    })
}

/// Returns true if the digits are the scheme's default port, leading zeros aside.
#[inline(never)]
pub(super) fn is_default_port(digits: &str, scheme: &str) -> bool {
    let Some(default) = KnownScheme::default_port(scheme) else { return false };
    let value = digits.bytes().try_fold(0u32, |value, digit| {
        digit
            .is_ascii_digit()
            .then(|| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
    });
    !digits.is_empty() && value == Some(u32::from(default))
}

/// Lowers everything after the `@` of each mailbox, percent-encodings excepted.
pub(super) fn lower_domains(text: &str, mailboxes: Range<usize>, rewrite: &mut Rewrite<'_>) {
    let bytes = &text.as_bytes()[..mailboxes.end];
    let mut at = mailboxes.start;
    while let Some(found) = search::position(&bytes[at..], b'@') {
        let domain = at + found;
        at = search::position(&bytes[domain..], b',').map_or(bytes.len(), |comma| domain + comma);
        lower_case(text, domain..at, rewrite);
    }
}

/// Returns the range of a component with the delimiter before it, which is empty where the
/// component is absent; `None` where there is no place for the component.
pub(super) fn delimited(text: &str, parts: &Parts, component: Component) -> Option<Range<usize>> {
    let delimiter = match component {
        Component::Authority => 2,
        Component::Port | Component::Query | Component::Fragment => 1,
        _ => 0,
    };
    if let Some(span) = parts.get(component) {
        return Some(span.start as usize - delimiter..span.end as usize);
    }
    let path = path_range(parts);
    let rest = &text.as_bytes()[path.start..];
    let at = match component {
        Component::Authority if rest.starts_with(b"/") && !rest.starts_with(b"//") => path.start,
        Component::Port if parts.host().is_some() => path.start,
        Component::Query => path.end,
        Component::Fragment => text.len(),
        _ => return None,
    };
    Some(at..at)
}

fn same(
    text: &str,
    parts: &Parts,
    (of, place): (Component, Place),
    texts: &[&str],
    rewrite: &mut Rewrite<'_>,
) {
    let [first, others @ ..] = texts else { return };
    let Some(range) = delimited(text, parts, of) else { return };
    // A path that is empty or `/` begins after an authority, or is not a path.
    if place == Place::Whole && of == Component::Path && parts.authority().is_none() {
        return;
    }
    let mut at = range.start;
    while at < range.end || (at == range.start && place != Place::Anywhere) {
        // Nothing begins inside a character.
        let other = text.get(at..range.end).and_then(|rest| {
            others.iter().find(|other| {
                rest.starts_with(**other) && (place != Place::Whole || rest.len() == other.len())
            })
        });
        if let Some(other) = other {
            rewrite.replace(at, at + other.len(), first);
        }
        if place != Place::Anywhere {
            return;
        }
        at += other.map_or(1, |other| other.len().max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::{Grammar, Reading};

    fn applied(change: Change, text: &str) -> std::string::String {
        let row = Equivalence::new("", "", change, None, false, None, ("", ""));
        let table = Grammar::Rfc3987.tables(Reading::Corrected).start();
        let parts = table.split(text, Reading::Corrected).unwrap();
        apply(&row, text, &parts, false).into_owned()
    }

    #[test]
    fn components_may_overlap_and_have_any_order() {
        let of = &[Component::Host, Component::Authority, Component::Scheme];
        assert_eq!(applied(Change::LowerCase(of), "A://U%4A@B:1/C"), "a://u%4A@b:1/C");
        let change = Change::Decode {
            marks: "",
            letters: true,
            of,
            beyond_ascii: true,
            keeps_dot_segments: false,
        };
        assert_eq!(applied(change, "a://%C3%A9@%C3%A9%41/%41"), "a://é@éA/%41");
    }

    #[test]
    fn an_empty_text_is_found_before_each_character() {
        let same = |place| Change::Same { of: Component::Query, place, texts: &["+", ""] };
        assert_eq!(applied(same(Place::Anywhere), "a:?é%C3b"), "a:+?+é+%+C+3+b");
        assert_eq!(applied(same(Place::Start), "a:?é"), "a:+?é");
        assert_eq!(applied(same(Place::Whole), "a:?é"), "a:?é");
        assert_eq!(applied(same(Place::Whole), "a:"), "a:+");
    }
}
