//! From an accepted identifier to its components.
//!
//! The automaton has accepted the input already, so splitting only looks for delimiters. What
//! differs between documents is their [`Shape`], a row of data in `document.toml`; the trees that
//! pest builds are the reference that tests hold it against.

use crate::shape::slice;
use crate::{search, Component, Table};

/// A component's position in an input, in bytes.
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

    /// Returns the text of the span.
    ///
    /// # Panics
    /// When `text` is not the input that the span was made from.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

/// A document's rules for splitting identifiers into components.
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
    /// The characters that end an authority where `?` begins a query: `"/?"`, or `"/"` if an
    /// authority may contain `?`.
    pub authority_ends: &'static str,
    /// Schemes in which `@` ends a userinfo.
    pub userinfo: Schemes,
    /// Schemes in which an empty authority is one although `net` refuses it.
    pub hostless: Schemes,
    /// Whether an empty authority counts as absent. The path then begins after `//`.
    pub omits_empty: bool,
    /// Schemes in which an authority begins after any number of slashes, also after none.
    pub slashes: Schemes,
    /// Schemes in which `\` is a slash and ends an authority.
    pub backslash: Schemes,
    /// Schemes in which a drive letter after `//` begins the path. The authority is empty.
    pub drives: Schemes,
    /// The rule of a drive letter.
    pub drive: Option<&'static Table>,
    /// The rule that what follows the scheme must match for it to have a query and an authority.
    pub hier: Option<&'static Table>,
    /// The rule that decides whether what follows `//` is an authority at all.
    pub net: Option<&'static Table>,
    /// The rule that an authority must match for it to have a userinfo, a host and a port.
    pub server: Option<&'static Table>,
    /// The rule that must accept what follows the userinfo: the first `@` that leaves one ends the
    /// userinfo. Without the rule, the last `@` does.
    pub hostport: Option<&'static Table>,
    /// The rule that must accept what follows the last `:` of an authority for it to be a port;
    /// without it, digits are.
    pub port: Option<&'static Table>,
    /// The rule that the part before the first colon must match to be a scheme. Without a rule, it
    /// always is one.
    pub scheme: Option<&'static Table>,
    /// Whether the path is a namespace identifier, a colon and a namespace specific string.
    pub name: bool,
    /// Whether `?+` and `?=` end the namespace specific string and begin components of their own.
    pub rq: bool,
    /// The rules for single schemes, with the schemes. A part that occurs only in such a rule is
    /// present only if the rule accepts the input without its fragment.
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
    /// These, and no others that differ in case: the document does not say that case is ignored.
    Exactly(&'static [&'static str]),
}

impl Schemes {
    pub(crate) const fn has(&self, scheme: &[u8]) -> bool {
        match self {
            Schemes::All => true,
            Schemes::None => false,
            Schemes::Only(names) => {
                let mut at = 0;
                while at < names.len() {
                    if is_same_but_for_case(names[at].as_bytes(), scheme) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
            Schemes::Exactly(names) => !has_capital(scheme) && Schemes::Only(names).has(scheme),
        }
    }
}

/// `eq_ignore_ascii_case`, which is constant since Rust 1.89.
const fn is_same_but_for_case(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if !a[at].eq_ignore_ascii_case(&b[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn has_capital(scheme: &[u8]) -> bool {
    let mut at = 0;
    while at < scheme.len() {
        if scheme[at].is_ascii_uppercase() {
            return true;
        }
        at += 1;
    }
    false
}

/// The components of an accepted identifier, as byte offsets into it. An absent component has no
/// span; an empty one has an empty span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The end of the scheme; 0 if there is none.
    pub(crate) scheme_end: u32,
    /// The start of the authority, after `//`; 0 if there is none.
    pub(crate) authority_start: u32,
    /// The start of the host; `NONE` if the authority has no host.
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) path_start: u32,
    pub(crate) path_end: u32,
    /// The end of the query; `NONE` if there is none.
    pub(crate) query_end: u32,
    pub(crate) len: u32,
}

const NONE: u32 = u32::MAX;

impl Parts {
    /// The parts of the empty reference.
    #[doc(hidden)]
    pub const EMPTY: Parts = Parts::from_raw([0, 0, NONE, NONE, 0, 0, NONE, 0]);

    /// Returns the span of a component, or `None` if it is absent.
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

    /// Returns the scheme: the text before the first `:`.
    #[inline]
    pub const fn scheme(&self) -> Option<Span> {
        if self.scheme_end == 0 {
            return None;
        }
        Some(Span { start: 0, end: self.scheme_end })
    }

    /// Returns the authority: the text between `//` and the path.
    #[inline]
    pub const fn authority(&self) -> Option<Span> {
        if self.authority_start == 0 {
            return None;
        }
        Some(Span { start: self.authority_start, end: self.path_start })
    }

    /// Returns the userinfo: the text of the authority before `@`.
    #[inline]
    pub const fn userinfo(&self) -> Option<Span> {
        if self.host_start == NONE || self.host_start == self.authority_start {
            return None;
        }
        Some(Span { start: self.authority_start, end: self.host_start - 1 })
    }

    /// Returns the host, brackets included.
    #[inline]
    pub const fn host(&self) -> Option<Span> {
        if self.host_start == NONE {
            return None;
        }
        Some(Span { start: self.host_start, end: self.host_end })
    }

    /// Returns the port: the text of the authority after the host's `:`.
    #[inline]
    pub const fn port(&self) -> Option<Span> {
        if self.host_start == NONE || self.host_end == self.path_start {
            return None;
        }
        Some(Span { start: self.host_end + 1, end: self.path_start })
    }

    /// Returns the path, or the text in its place (URNs, citations); it may be empty.
    #[inline]
    pub const fn path(&self) -> Span {
        Span { start: self.path_start, end: self.path_end }
    }

    /// Returns the query: the text after the first `?` and before the fragment.
    #[inline]
    pub const fn query(&self) -> Option<Span> {
        if self.query_end == NONE {
            return None;
        }
        Some(Span { start: self.path_end + 1, end: self.query_end })
    }

    /// Returns the fragment: the text after the first `#`.
    #[inline]
    pub const fn fragment(&self) -> Option<Span> {
        let before = if self.query_end == NONE { self.path_end } else { self.query_end };
        if before == self.len {
            return None;
        }
        Some(Span { start: before + 1, end: self.len })
    }

    /// Returns the end of the namespace identifier of a URN with these parts: the second colon.
    #[doc(hidden)]
    #[inline]
    pub const fn nid_end(&self, text: &str) -> u32 {
        self.nid_end_of(text.as_bytes())
    }

    /// Like [`Parts::nid_end`], for bytes.
    #[inline]
    pub(crate) const fn nid_end_of(&self, input: &[u8]) -> u32 {
        let path = slice(input, self.path_start as usize, self.path_end as usize);
        // Most namespace identifiers have at most seven bytes, so the first word holds the colon.
        match search::position(path, b':') {
            Some(colon) => self.path_start + colon as u32,
            None => self.path_end,
        }
    }

    /// Returns where the namespace specific string ends: where the path does, or where the
    /// document's r- and q-components begin. The path of RFC 2141 admits `?` as any other
    /// character.
    #[doc(hidden)]
    #[inline]
    pub const fn nss_end(&self, input: &[u8], nid_end: u32, rq: bool) -> u32 {
        if !rq || nid_end >= self.path_end {
            return self.path_end;
        }
        let nss = slice(input, nid_end as usize + 1, self.path_end as usize);
        match search::position(nss, b'?') {
            Some(at) => nid_end + 1 + at as u32,
            None => self.path_end,
        }
    }

    /// Returns the eight numbers, for [`Parts::from_raw`] to read.
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

    /// Restores the parts from the result of [`Parts::to_raw`]. The numbers are not checked.
    #[doc(hidden)]
    pub const fn from_raw(raw: [u32; 8]) -> Parts {
        Parts {
            scheme_end: raw[0],
            authority_start: raw[1],
            host_start: raw[2],
            host_end: raw[3],
            path_start: raw[4],
            path_end: raw[5],
            query_end: raw[6],
            len: raw[7],
        }
    }
}
