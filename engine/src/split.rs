//! From an accepted identifier to its components.
//!
//! The automaton has accepted the input already, so splitting only looks for delimiters. What differs between
//! documents is their [`Shape`], a row of data in `document.toml`; the trees that pest builds are the reference that
//! tests hold it against.

use crate::{Component, Table};

/// Where a component stands: from a byte offset to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

impl Span {
    /// The longest input whose positions fit.
    pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

    /// The text that the span stands for.
    ///
    /// # Panics
    /// When `text` is not the input that the span was made from.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// How a document's identifiers come apart.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Schemes whose identifiers may end in `#` and a fragment.
    pub fragment: Schemes,
    /// Schemes in which `?` begins a query.
    pub query: Schemes,
    /// Schemes in which `//` begins an authority.
    pub authority: Schemes,
    /// Schemes whose authority has a userinfo, a host and a port.
    pub host: Schemes,
    /// What ends an authority where `?` begins a query: `"/?"`, or `"/"` where a `?` may stand in it.
    pub authority_ends: &'static str,
    /// Schemes in which `@` ends a userinfo.
    pub userinfo: Schemes,
    /// Schemes in which an empty authority is one although `net` refuses it.
    pub hostless: Schemes,
    /// The rule that what follows the scheme must match for it to have a query and an authority.
    pub hier: Option<&'static Table>,
    /// The rule that decides whether what follows `//` is an authority at all.
    pub net: Option<&'static Table>,
    /// The rule that an authority must match for it to have a userinfo, a host and a port.
    pub server: Option<&'static Table>,
    /// The rule that must accept what follows the userinfo: the first `@` that leaves one ends the userinfo. Without
    /// the rule, the last `@` does.
    pub hostport: Option<&'static Table>,
    /// The rule that must accept what follows the last `:` of an authority for it to be a port; without it, digits are.
    pub port: Option<&'static Table>,
    /// Whether a part before the first colon is a scheme only where this rule accepts it.
    pub scheme: Option<&'static Table>,
    /// Whether the path is a namespace identifier, a colon and a namespace specific string.
    pub name: bool,
    /// Whether `?+` and `?=` end the namespace specific string and begin components of their own.
    pub rq: bool,
    /// The rules for single schemes, with the schemes. A part that only such a rule knows is there only where it accepts
    /// the input, without a fragment.
    pub forms: &'static [(Schemes, &'static Table)],
    /// The start rules that derive no whole identifier.
    pub except: &'static [&'static str],
}

/// Some schemes.
#[derive(Clone, Copy, Debug)]
pub enum Schemes {
    /// Every scheme, and relative forms.
    All,
    /// None.
    None,
    /// These, in lower case.
    Only(&'static [&'static str]),
}

impl Schemes {
    pub(crate) fn has(&self, scheme: &[u8]) -> bool {
        match self {
            Schemes::All => true,
            Schemes::None => false,
            Schemes::Only(names) => {
                names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(scheme))
            }
        }
    }
}

/// The components of an accepted identifier, as byte offsets into it. An absent component has no span; an empty one has
/// an empty span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// Where the scheme ends; 0 when there is none.
    scheme_end: u32,
    /// Where the authority begins, after its `//`; 0 when there is none.
    authority_start: u32,
    /// Where the host begins; `NONE` when the authority has no host.
    host_start: u32,
    host_end: u32,
    path_start: u32,
    path_end: u32,
    /// Where the query ends; `NONE` when there is none.
    query_end: u32,
    len: u32,
}

const NONE: u32 = u32::MAX;

impl Parts {
    /// The parts of the empty reference.
    #[doc(hidden)]
    pub const EMPTY: Parts = Parts::from_raw([0, 0, NONE, NONE, 0, 0, NONE, 0]);

    /// Where a component stands, if it is present.
    #[inline]
    pub const fn get(&self, component: Component) -> Option<Span> {
        match component {
            Component::Scheme => self.scheme(),
            Component::Authority => self.authority(),
            Component::Userinfo => self.userinfo(),
            Component::Host => self.host(),
            Component::Port => self.port(),
            Component::Path => Some(self.path()),
            Component::Query => self.query(),
            Component::Fragment => self.fragment(),
            Component::Nid | Component::Nss | Component::RComponent | Component::QComponent => None,
        }
    }

    /// What stands before the first `:`, in an identifier that has a scheme.
    #[inline]
    pub const fn scheme(&self) -> Option<Span> {
        if self.scheme_end == 0 {
            return None;
        }
        Some(Span { start: 0, end: self.scheme_end })
    }

    /// What stands between `//` and the path.
    #[inline]
    pub const fn authority(&self) -> Option<Span> {
        if self.authority_start == 0 {
            return None;
        }
        Some(Span { start: self.authority_start, end: self.path_start })
    }

    /// What stands in an authority before `@`.
    #[inline]
    pub const fn userinfo(&self) -> Option<Span> {
        if self.host_start == NONE || self.host_start == self.authority_start {
            return None;
        }
        Some(Span { start: self.authority_start, end: self.host_start - 1 })
    }

    /// The host, brackets included.
    #[inline]
    pub const fn host(&self) -> Option<Span> {
        if self.host_start == NONE {
            return None;
        }
        Some(Span { start: self.host_start, end: self.host_end })
    }

    /// What stands in an authority after the host's `:`.
    #[inline]
    pub const fn port(&self) -> Option<Span> {
        if self.host_start == NONE || self.host_end == self.path_start {
            return None;
        }
        Some(Span { start: self.host_end + 1, end: self.path_start })
    }

    /// The path, or what stands in its place; it may be empty.
    #[inline]
    pub const fn path(&self) -> Span {
        Span { start: self.path_start, end: self.path_end }
    }

    /// What stands after the first `?`.
    #[inline]
    pub const fn query(&self) -> Option<Span> {
        if self.query_end == NONE {
            return None;
        }
        Some(Span { start: self.path_end + 1, end: self.query_end })
    }

    /// What stands after the first `#`.
    #[inline]
    pub const fn fragment(&self) -> Option<Span> {
        let before = if self.query_end == NONE { self.path_end } else { self.query_end };
        if before == self.len {
            return None;
        }
        Some(Span { start: before + 1, end: self.len })
    }

    /// Where the namespace identifier ends in the URN that these are the parts of: at the second colon.
    #[doc(hidden)]
    #[inline]
    pub fn nid_end(&self, text: &str) -> u32 {
        self.nid_end_of(text.as_bytes())
    }

    /// Like [`Parts::nid_end`], for bytes.
    #[inline]
    pub(crate) fn nid_end_of(&self, input: &[u8]) -> u32 {
        let path = &input[self.path_start as usize..self.path_end as usize];
        // Most identifiers have at most seven bytes: one word holds them and the colon, and no
        // branch depends on their number.
        if let Some(word) = path.first_chunk() {
            const LOW: u64 = 0x0101_0101_0101_0101;
            let zero_where_found = u64::from_le_bytes(*word) ^ (LOW * b':' as u64);
            // The lowest bit that is set is for the first colon; those above may be wrong.
            let found = zero_where_found.wrapping_sub(LOW) & !zero_where_found & (LOW << 7);
            if found != 0 {
                return self.path_start + found.trailing_zeros() / 8;
            }
        }
        let colon = path.iter().position(|&byte| byte == b':');
        self.path_start + colon.unwrap_or(path.len()) as u32
    }

    /// Returns where the namespace specific string ends: where the path does, or where the document's r- and q-components
    /// begin. The path of RFC 2141 admits `?` as any other character.
    #[doc(hidden)]
    #[inline]
    pub fn nss_end(&self, input: &[u8], nid_end: u32, rq: bool) -> u32 {
        let nss = input.get(nid_end as usize + 1..self.path_end as usize).unwrap_or_default();
        match nss.iter().position(|&byte| rq && byte == b'?') {
            Some(at) => nid_end + 1 + at as u32,
            None => self.path_end,
        }
    }

    /// The eight numbers, for a macro to write down and [`Parts::from_raw`] to read.
    #[doc(hidden)]
    pub const fn to_raw(self) -> [u32; 8] {
        let Parts {
            scheme_end,
            authority_start,
            host_start,
            host_end,
            path_start,
            path_end,
            query_end,
            len,
        } = self;
        [scheme_end, authority_start, host_start, host_end, path_start, path_end, query_end, len]
    }

    /// What [`Parts::to_raw`] wrote; nothing checks that it belongs to a text.
    #[doc(hidden)]
    pub const fn from_raw(raw: [u32; 8]) -> Parts {
        let [scheme_end, authority_start, host_start, host_end, path_start, path_end, query_end, len] =
            raw;
        Parts {
            scheme_end,
            authority_start,
            host_start,
            host_end,
            path_start,
            path_end,
            query_end,
            len,
        }
    }
}

impl Shape {
    /// Splits an input that a rule of this shape has accepted and that is at most `u32::MAX - 1` bytes long.
    #[doc(hidden)]
    pub fn split(&self, input: &[u8]) -> Parts {
        let scheme_end = self.scheme_end(input);
        let scheme = &input[..scheme_end];
        let body = if scheme_end == 0 { 0 } else { scheme_end + 1 };

        let end = if self.fragment.has(scheme) { find(input, body, b"#") } else { input.len() };
        let mut parts = Parts {
            scheme_end: scheme_end as u32,
            authority_start: 0,
            host_start: NONE,
            host_end: NONE,
            path_start: body as u32,
            path_end: end as u32,
            query_end: NONE,
            len: input.len() as u32,
        };
        if scheme_end > 0 && self.hier.is_some_and(|hier| !hier.accepts(&input[body..end])) {
            return parts;
        }
        let queries = self.query.has(scheme);
        if self.authority.has(scheme) && input[body..end].starts_with(b"//") {
            let start = body + 2;
            let stop = find(
                &input[..end],
                start,
                if queries { self.authority_ends.as_bytes() } else { b"/" },
            );
            let net = self.net.is_none_or(|net| net.accepts(&input[body..end]));
            if net || (start == stop && self.hostless.has(scheme)) {
                parts.authority_start = start as u32;
                parts.path_start = stop as u32;
                self.split_authority(scheme, &input[..stop], start, &mut parts);
            }
        }
        if queries {
            let mark = find(&input[..end], parts.path_start as usize, b"?");
            if mark < end {
                parts.path_end = mark as u32;
                parts.query_end = end as u32;
            }
        }
        parts
    }

    /// Splits a text that is an authority by itself.
    pub(crate) fn split_bare_authority(&self, input: &[u8]) -> Parts {
        let len = input.len() as u32;
        let mut parts = Parts { path_start: len, path_end: len, len, ..Parts::EMPTY };
        self.split_authority(b"", input, 0, &mut parts);
        parts
    }

    fn scheme_end(&self, input: &[u8]) -> usize {
        match input.iter().position(|byte| b":/?#".contains(byte)) {
            Some(at)
                if input[at] == b':'
                    && self.scheme.is_none_or(|rule| rule.accepts(&input[..at])) =>
            {
                at
            }
            _ => 0,
        }
    }

    /// `input` ends where the authority ends.
    fn split_authority(&self, scheme: &[u8], input: &[u8], start: usize, parts: &mut Parts) {
        if !self.host.has(scheme)
            || self.server.is_some_and(|server| !server.accepts(&input[start..]))
        {
            return;
        }
        let Some(host) = self.host_start(self.userinfo.has(scheme), input, start) else { return };
        let closed =
            input[host..].iter().rposition(|&byte| byte == b']').map_or(host, |at| host + at);
        let end = match input[closed..].iter().rposition(|&byte| byte == b':') {
            Some(at) if self.is_port(&input[closed + at + 1..]) => closed + at,
            _ => input.len(),
        };
        parts.host_start = host as u32;
        parts.host_end = end as u32;
    }

    /// Where the host begins in the authority that begins at `start` and ends with the input.
    fn host_start(&self, has_userinfo: bool, input: &[u8], start: usize) -> Option<usize> {
        let mut after_ats =
            (start..input.len()).filter(|&at| has_userinfo && input[at] == b'@').map(|at| at + 1);
        match self.hostport {
            None => after_ats.next_back().or(Some(start)),
            Some(rule) => after_ats.chain([start]).find(|&host| rule.accepts(&input[host..])),
        }
    }

    fn is_port(&self, text: &[u8]) -> bool {
        match self.port {
            None => text.iter().all(u8::is_ascii_digit),
            Some(rule) => rule.accepts(text),
        }
    }
}

/// The offset of the first of some delimiters at or after `from`, or the input's length.
fn find(input: &[u8], from: usize, delimiters: &[u8]) -> usize {
    input[from..]
        .iter()
        .position(|byte| delimiters.contains(byte))
        .map_or(input.len(), |at| from + at)
}
