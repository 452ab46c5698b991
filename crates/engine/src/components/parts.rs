//! The positions of an identifier's components.

use crate::span::slice;
use crate::{search, Component, Span};

/// The components of an accepted identifier, as byte offsets into it. An absent component has no
/// span; an empty one has an empty span.
///
/// ```
/// use urigram::uri;
///
/// const HOME: urigram::Uri<'static> = uri!("http://a/b?c");
/// let parts = HOME.parts();
/// assert_eq!(parts.query().map(|query| query.of(HOME.as_str())), Some("c"));
/// assert_eq!(parts.port(), None);
/// ```
// The fields are for the packages of this project, which keep them in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The end of the scheme; 0 if there isn't one.
    #[doc(hidden)]
    pub scheme_end: u32,
    /// The start of the authority, after `//`; 0 if there isn't one.
    #[doc(hidden)]
    pub authority_start: u32,
    /// The start of the host; `NONE` if the authority has no host.
    #[doc(hidden)]
    pub host_start: u32,
    #[doc(hidden)]
    pub host_end: u32,
    #[doc(hidden)]
    pub path_start: u32,
    #[doc(hidden)]
    pub path_end: u32,
    /// The end of the query; `NONE` if there isn't one.
    #[doc(hidden)]
    pub query_end: u32,
    #[doc(hidden)]
    pub len: u32,
}

const NONE: u32 = u32::MAX;

/// The end of the host of [`Parts::BY_RULES`], which have no host. No text is so long.
const MARKED: u32 = u32::MAX - 1;

impl Parts {
    /// The parts of the empty reference.
    #[doc(hidden)]
    pub const EMPTY: Parts = Parts {
        scheme_end: 0,
        authority_start: 0,
        host_start: NONE,
        host_end: NONE,
        path_start: 0,
        path_end: 0,
        query_end: NONE,
        len: 0,
    };

    /// The parts of a text whose components only its grammar's own rules know. No component is
    /// here: [`Components`](crate::Components) has them.
    #[doc(hidden)]
    pub const BY_RULES: Parts = Parts { host_end: MARKED, ..Parts::EMPTY };

    /// Returns true if the components are not here, but known to the rules.
    #[doc(hidden)]
    #[inline]
    pub const fn are_by_rules(&self) -> bool {
        self.host_start == NONE && self.host_end == MARKED
    }

    /// Returns the span of a component, or `None` if it is absent.
    ///
    /// The parts of a name (`Nid`, `Nss`, `RComponent`, `QComponent`) are within the path, and
    /// always `None` here: [`Components::span`](crate::Components::span) has them.
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
            Component::Nid
            | Component::Nss
            | Component::RComponent
            | Component::QComponent
            | Component::Rule(_) => None,
        }
    }

    /// Whether scheme, authority, userinfo, host and port have the same places. Each number is
    /// compared alone, since parts that were just written are not yet there as a whole.
    #[doc(hidden)]
    #[inline]
    pub const fn have_same_authority(&self, other: &Parts) -> bool {
        self.scheme_end == other.scheme_end
            && self.authority_start == other.authority_start
            && self.host_start == other.host_start
            && self.host_end == other.host_end
            && self.path_start == other.path_start
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
}

#[cfg(test)]
mod tests {
    use super::Parts;

    #[test]
    fn the_same_authority_means_the_same_five_numbers() {
        type Number = fn(&mut Parts) -> &mut u32;
        let numbers: [(Number, bool); 8] = [
            (|parts| &mut parts.scheme_end, true),
            (|parts| &mut parts.authority_start, true),
            (|parts| &mut parts.host_start, true),
            (|parts| &mut parts.host_end, true),
            (|parts| &mut parts.path_start, true),
            (|parts| &mut parts.path_end, false),
            (|parts| &mut parts.query_end, false),
            (|parts| &mut parts.len, false),
        ];
        for (index, (number, is_compared)) in numbers.into_iter().enumerate() {
            let mut other = Parts::EMPTY;
            *number(&mut other) = 7;
            assert_eq!(Parts::EMPTY.have_same_authority(&other), !is_compared, "{index}");
        }
    }
}
