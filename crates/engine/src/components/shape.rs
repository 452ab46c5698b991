//! From an accepted identifier to its components, by a document's [`Shape`]. The functions also run
//! while compiling.
//!
//! The automaton has accepted the input already, so splitting only looks for delimiters. The
//! scanner splits most inputs by itself. This is what remains: the documents without a scanner, and
//! literals. The trees that pest builds are the reference that tests hold it against.

use crate::dfa::automaton::Automaton;
use crate::span::slice;
use crate::{Parts, Schemes};

/// A document's rules for splitting identifiers into components.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(default, deny_unknown_fields))]
pub struct Shape {
    /// Schemes whose identifiers may end in `#` and a fragment.
    pub fragment: Schemes,
    /// Schemes where `?` begins a query.
    pub query: Schemes,
    /// Schemes where `//` begins an authority.
    pub authority: Schemes,
    /// Schemes whose authority has a userinfo, a host and a port.
    pub host: Schemes,
    /// The characters that end an authority where `?` begins a query: `"/?"`, or `"/"` if an
    /// authority may contain `?`.
    pub authority_ends: &'static str,
    /// Schemes where `@` ends a userinfo.
    pub userinfo: Schemes,
    /// Schemes where an empty authority is one although `net` refuses it.
    pub hostless: Schemes,
    /// Whether an empty authority counts as absent. The path then begins after `//`.
    pub omits_empty: bool,
    /// Schemes where an authority begins after any number of slashes, also after none.
    pub slashes: Schemes,
    /// Schemes where `\` is a slash and ends an authority.
    pub backslash: Schemes,
    /// Schemes where a drive letter after `//` begins the path. The authority is empty.
    pub drives: Schemes,
    /// The rule of a drive letter.
    pub drive: Option<&'static Automaton>,
    /// The rule that what follows the scheme must match for it to have a query and an authority.
    pub hier: Option<&'static Automaton>,
    /// The rule that decides whether what follows `//` is an authority at all.
    pub net: Option<&'static Automaton>,
    /// The rule that an authority must match for it to have a userinfo, a host and a port.
    pub server: Option<&'static Automaton>,
    /// The rule that must accept what follows the userinfo: the first `@` that leaves one ends the
    /// userinfo. Without the rule, the last `@` does.
    pub hostport: Option<&'static Automaton>,
    /// The rule that must accept what follows the last `:` of an authority for it to be a port;
    /// without it, digits are.
    pub port: Option<&'static Automaton>,
    /// The rule that the part before the first colon must match to be a scheme. Without a rule, it
    /// always is one.
    pub scheme: Option<&'static Automaton>,
    /// Whether the path is a namespace identifier, a colon and a namespace specific string.
    pub name: bool,
    /// Whether `?+` and `?=` end the namespace specific string and begin components of their own.
    pub rq: bool,
    /// The rules for single schemes, with the schemes. A part that occurs only in such a rule is
    /// present only if the rule accepts the input without its fragment.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "forms"))]
    pub forms: &'static [(Schemes, &'static Automaton)],
    /// The start rules that derive no whole identifier.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "crate::facts::list"))]
    pub except: &'static [&'static str],
}

/// Reads a table of the rules, each with its schemes.
#[cfg(feature = "facts")]
fn forms<'de: 'static, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<&'static [(Schemes, &'static Automaton)], D::Error> {
    type Forms = alloc::collections::BTreeMap<&'static str, alloc::vec::Vec<&'static str>>;
    let forms: Forms = serde::Deserialize::deserialize(from)?;
    let form = |(rule, schemes): (_, alloc::vec::Vec<_>)| {
        (Schemes::Only(schemes.leak()), Automaton::named(rule))
    };
    Ok(forms.into_iter().map(form).collect::<alloc::vec::Vec<_>>().leak())
}

#[cfg(feature = "facts")]
impl Default for Shape {
    fn default() -> Shape {
        Shape::PLAIN
    }
}

impl Shape {
    /// The splitting by RFC 3986's delimiters alone, in every scheme: a folder's empty `[shape]`.
    #[doc(hidden)]
    pub const PLAIN: Shape = Shape {
        fragment: Schemes::All,
        query: Schemes::All,
        authority: Schemes::All,
        host: Schemes::All,
        authority_ends: "/?",
        userinfo: Schemes::All,
        hostless: Schemes::None,
        omits_empty: false,
        slashes: Schemes::None,
        backslash: Schemes::None,
        drives: Schemes::None,
        drive: None,
        hier: None,
        net: None,
        server: None,
        hostport: None,
        port: None,
        scheme: None,
        name: false,
        rq: false,
        forms: &[],
        except: &[],
    };

    /// Returns true if the first `#`, or the first `?` before it, separates components in every
    /// scheme, and the components before it do not depend on what follows. A rule that is asked
    /// about the text up to `#` would see the query: by url-1997 `x://b` has an authority, and
    /// `x://b?q` does not.
    #[cfg(feature = "theorems")]
    pub(crate) const fn splits_everywhere(&self, delimiter: u8) -> bool {
        match delimiter {
            b'#' => matches!(self.fragment, Schemes::All),
            _ => {
                matches!(self.query, Schemes::All)
                    && self.hier.is_none()
                    && self.net.is_none()
                    && find(self.authority_ends.as_bytes(), 0, self.authority_ends.len(), b"?")
                        < self.authority_ends.len()
            }
        }
    }

    /// Returns the delimiters that end a path, where these are the same in every scheme and an
    /// authority begins after two slashes at most and ends at the next one.
    ///
    /// The end of a path that contains a slash can then be changed without moving another
    /// component, as long as the rules in [`Shape::rules_about_paths`] answer the same.
    #[cfg(feature = "theorems")]
    pub(crate) fn path_ends(&self) -> Option<&'static [u8]> {
        let has_plain_slashes = matches!(self.slashes, Schemes::None)
            && matches!(self.drives, Schemes::None)
            && matches!(self.backslash, Schemes::None);
        if !has_plain_slashes {
            return None;
        }
        let is_ended = self.authority_ends.contains('?');
        match (&self.query, &self.fragment) {
            (Schemes::All, Schemes::All) if is_ended => Some(b"?#"),
            (Schemes::All, Schemes::None) if is_ended => Some(b"?"),
            (Schemes::None, Schemes::All) => Some(b"#"),
            (Schemes::None, Schemes::None) => Some(b""),
            _ => None,
        }
    }

    /// Returns the rules that are asked about a text from the end of its scheme to its fragment,
    /// each with the text that it begins with where it is asked.
    #[cfg(feature = "theorems")]
    pub(crate) fn rules_about_paths(
        &self,
    ) -> impl Iterator<Item = (&'static Automaton, &'static [u8])> {
        let hier = self.hier.map(|rule| (rule, &b""[..]));
        let net = self.net.map(|rule| (rule, &b"//"[..]));
        hier.into_iter().chain(net)
    }

    /// Splits an input that a rule of this shape has accepted and that is at most
    /// [`Span::LONGEST`] bytes long.
    #[doc(hidden)]
    pub const fn split(&self, input: &[u8]) -> Parts {
        let len = input.len();
        let scheme_end = self.scheme_end(input);
        let body = if scheme_end == 0 { 0 } else { scheme_end + 1 };
        let fragments = self.fragment.has_before(input, scheme_end);

        // The first `?` is found on the way to the first `#`.
        let (mut end, mut mark) = (len, None);
        if fragments {
            end = find(input, body, len, b"?#");
            if end < len && input[end] == b'?' {
                mark = Some(end);
                end = find(input, end, len, b"#");
            }
        }
        let mut parts = Parts {
            scheme_end: scheme_end as u32,
            path_start: body as u32,
            path_end: end as u32,
            len: len as u32,
            ..Parts::EMPTY
        };
        if scheme_end > 0 && !accepts(self.hier, input, body, end) {
            return parts;
        }
        let queries = self.query.has_before(input, scheme_end);
        let authority = if self.authority.has_before(input, scheme_end) {
            self.authority_start(input, scheme_end, body, end)
        } else {
            None
        };
        if let Some(start) = authority {
            let ends = if queries { self.authority_ends.as_bytes() } else { b"/" };
            let mut stop = find(input, start, end, ends);
            if self.backslash.has_before(input, scheme_end) {
                stop = find(input, start, stop, b"\\");
            }
            if self.drives.has_before(input, scheme_end) && accepts(self.drive, input, start, stop)
            {
                stop = start;
            }
            if accepts(self.net, input, body, end)
                || (start == stop && self.hostless.has_before(input, scheme_end))
            {
                parts.path_start = stop as u32;
                if start < stop || !self.omits_empty {
                    parts.authority_start = start as u32;
                    self.split_authority(input, scheme_end, start, stop, &mut parts);
                }
            }
        }
        if queries {
            let path_start = parts.path_start as usize;
            let mark = match mark {
                Some(mark) if mark >= path_start => mark,
                None if fragments => end,
                _ => find(input, path_start, end, b"?"),
            };
            if mark < end {
                parts.path_end = mark as u32;
                parts.query_end = end as u32;
            }
        }
        parts
    }

    /// Returns the offset after the slashes that begin an authority; `None` if there aren't any.
    /// The fragment begins at `end`, and `body` is the offset after the scheme.
    const fn authority_start(
        &self,
        input: &[u8],
        scheme_end: usize,
        body: usize,
        end: usize,
    ) -> Option<usize> {
        let backslash = self.backslash.has_before(input, scheme_end);
        let any = self.slashes.has_before(input, scheme_end);
        let most = if any { end } else { body + 2 };
        let mut at = body;
        while at < end && at < most && (input[at] == b'/' || (backslash && input[at] == b'\\')) {
            at += 1;
        }
        if at == most || any {
            Some(at)
        } else {
            None
        }
    }

    /// Splits a text that is an authority by itself.
    #[inline]
    pub(crate) const fn split_bare_authority(&self, input: &[u8]) -> Parts {
        let len = input.len() as u32;
        let mut parts = Parts { path_start: len, path_end: len, len, ..Parts::EMPTY };
        self.split_authority(input, 0, 0, input.len(), &mut parts);
        parts
    }

    const fn scheme_end(&self, input: &[u8]) -> usize {
        let at = find(input, 0, input.len(), b":/?#");
        if at < input.len() && input[at] == b':' && accepts(self.scheme, input, 0, at) {
            at
        } else {
            0
        }
    }

    /// Splits the authority from `start` to `end`.
    const fn split_authority(
        &self,
        input: &[u8],
        scheme_end: usize,
        start: usize,
        end: usize,
        parts: &mut Parts,
    ) {
        if !self.host.has_before(input, scheme_end) || !accepts(self.server, input, start, end) {
            return;
        }
        let has_userinfo = self.userinfo.has_before(input, scheme_end);
        let Some(host) = self.host_start(has_userinfo, input, start, end) else { return };
        parts.host_start = host as u32;
        parts.host_end = end as u32;
        let closed = match find_last(input, host, end, b']') {
            Some(at) => at,
            None => host,
        };
        if let Some(at) = find_last(input, closed, end, b':') {
            if self.is_port(input, at + 1, end) {
                parts.host_end = at as u32;
            }
        }
    }

    /// Returns the start of the host in the authority from `start` to `end`.
    const fn host_start(
        &self,
        has_userinfo: bool,
        input: &[u8],
        start: usize,
        end: usize,
    ) -> Option<usize> {
        let Some(rule) = self.hostport else {
            return match find_last(input, start, end, b'@') {
                Some(at) if has_userinfo => Some(at + 1),
                _ => Some(start),
            };
        };
        let mut at = start;
        while has_userinfo && at < end {
            if input[at] == b'@' && rule.steps_accept(slice(input, at + 1, end)) {
                return Some(at + 1);
            }
            at += 1;
        }
        if rule.steps_accept(slice(input, start, end)) {
            Some(start)
        } else {
            None
        }
    }

    const fn is_port(&self, input: &[u8], start: usize, end: usize) -> bool {
        if let Some(rule) = self.port {
            return rule.steps_accept(slice(input, start, end));
        }
        let mut rest = slice(input, start, end);
        while let [b'0'..=b'9', after @ ..] = rest {
            rest = after;
        }
        rest.is_empty()
    }
}

// The functions take a range and no slice: a call costs the compiler as much as 60 steps, and a
// slice is eight calls.

/// Returns true if there is no rule, or if it accepts the text from `start` to `end`.
#[inline(never)]
const fn accepts(rule: Option<&'static Automaton>, input: &[u8], start: usize, end: usize) -> bool {
    match rule {
        Some(rule) => rule.steps_accept(slice(input, start, end)),
        None => true,
    }
}

/// The lowest bit of each byte of a word, and all bits but the highest.
const ONES: u64 = 0x0101_0101_0101_0101;
const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Returns the offset of the first of some delimiters from `from` to `end`, or `end`.
///
/// Eight bytes at a step, since literals run this while compiling. A byte of `word ^ delimiter` is
/// zero where the delimiter is; adding 7F to the low bits of a byte sets its high bit unless they
/// are zero, and no byte carries into the next. Patterns take bytes without a check that could
/// fail, which would cost a program 60 bytes for each.
#[inline(never)]
pub(crate) const fn find(input: &[u8], from: usize, end: usize, delimiters: &[u8]) -> usize {
    if from > end || end > input.len() {
        return end;
    }
    let (mut at, mut rest) = (from, slice(input, from, end));
    while let [a, b, c, d, e, f, g, h, after @ ..] = rest {
        // No `from_le_bytes`: it is three calls.
        let word = *a as u64
            | (*b as u64) << 8
            | (*c as u64) << 16
            | (*d as u64) << 24
            | (*e as u64) << 32
            | (*f as u64) << 40
            | (*g as u64) << 48
            | (*h as u64) << 56;
        let (mut found, mut wanted) = (0, delimiters);
        while let [one, others @ ..] = wanted {
            let other = word ^ (ONES * *one as u64);
            found |= !(((other & LOW) + LOW) | other | LOW);
            wanted = others;
        }
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        (at, rest) = (at + 8, after);
    }
    while let [byte, after @ ..] = rest {
        let mut wanted = delimiters;
        while let [one, others @ ..] = wanted {
            if *byte == *one {
                return at;
            }
            wanted = others;
        }
        (at, rest) = (at + 1, after);
    }
    end
}

/// Returns the offset of the last such byte from `from` to `end`.
#[inline(never)]
const fn find_last(input: &[u8], from: usize, end: usize, byte: u8) -> Option<usize> {
    let (mut at, mut rest) = (end, slice(input, from, end));
    while let [before @ .., last] = rest {
        at -= 1;
        if *last == byte {
            return Some(at);
        }
        rest = before;
    }
    None
}

#[cfg(all(test, feature = "alloc"))]
#[path = "../../tests/unit/shape.rs"]
mod tests;
