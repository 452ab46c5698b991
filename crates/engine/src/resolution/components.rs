//! Splitting and recomposition of references by RFC 3986's Appendix B and section 5.3, and by their
//! forerunners.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The four components and the fragment. An undefined component is `None`; an empty one is
/// `Some("")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components<'a> {
    pub scheme: Option<&'a str>,
    pub authority: Option<&'a str>,
    pub path: Cow<'a, str>,
    pub query: Option<Cow<'a, str>>,
    pub fragment: Option<&'a str>,
}

impl fmt::Display for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = Some(&*self.path).filter(|path| !path.is_empty()).or(Some("(empty)"));
        let parts = [("scheme", self.scheme), ("authority", self.authority), ("path", path)];
        let more = [("query", self.query.as_deref()), ("fragment", self.fragment)];
        Named(parts.into_iter().chain(more)).fmt(f)
    }
}

/// The defined parts with their names: `scheme http, authority a, path /b`.
pub(super) struct Named<I>(pub(super) I);

impl<'a, I: Iterator<Item = (&'static str, Option<&'a str>)> + Clone> fmt::Display for Named<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defined = self.0.clone().filter_map(|(name, part)| Some((name, part?)));
        defined.enumerate().try_for_each(|(index, (name, part))| {
            let between = if index > 0 { ", " } else { "" };
            write!(f, "{between}{name} {part}")
        })
    }
}

impl<'a> Components<'a> {
    /// Splits a reference by `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`: each part
    /// takes as much as it can.
    pub fn split(text: &'a str) -> Components<'a> {
        let (rest, fragment) = cut(text, b'#');
        let (before, after) = rest.split_at(find(rest, b":/?"));
        let (scheme, rest) = match after.strip_prefix(':') {
            Some(after) if !before.is_empty() => (Some(before), after),
            _ => (None, rest),
        };
        let (rest, query) = cut(rest, b'?');
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(find(rest, b"/"));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Components {
            scheme,
            authority,
            path: path.into(),
            query: query.map(Cow::Borrowed),
            fragment,
        }
    }

    /// Whether it has no authority and a path that does not begin with a slash and is not empty.
    pub fn is_opaque(&self) -> bool {
        self.authority.is_none() && !self.path.is_empty() && !self.path.starts_with('/')
    }

    /// Returns the components put together, each with its delimiter where it is defined.
    pub fn recombine(&self) -> String {
        let delimiter = |is_there: bool, delimiter| if is_there { delimiter } else { "" };
        let query = self.query.as_deref();
        joined(&[
            self.scheme.unwrap_or_default(),
            delimiter(self.scheme.is_some(), ":"),
            delimiter(self.authority.is_some(), "//"),
            self.authority.unwrap_or_default(),
            &self.path,
            delimiter(query.is_some(), "?"),
            query.unwrap_or_default(),
            delimiter(self.fragment.is_some(), "#"),
            self.fragment.unwrap_or_default(),
        ])
    }

    /// Recomposes the components, and reports whether the text splits into them again.
    pub(super) fn composed(&self) -> super::Composed {
        let text = self.recombine();
        let intact = Components::split(&text) == *self;
        super::Composed { text, intact }
    }
}

/// Returns the texts one after the other. `concat` would be 2 kB of a program, for separators of
/// each length.
pub fn joined(texts: &[&str]) -> String {
    let mut joined = String::with_capacity(texts.iter().map(|text| text.len()).sum());
    texts.iter().for_each(|text| joined.push_str(text));
    joined
}

/// Returns the texts with a slash between each two.
pub(super) fn slashed(texts: &[&str]) -> String {
    let mut joined = String::new();
    for (at, text) in texts.iter().enumerate() {
        joined.push_str(if at == 0 { "" } else { "/" });
        joined.push_str(text);
    }
    joined
}

/// Returns the text before the first `delimiter`, and the text after it. The delimiter is a byte of
/// US-ASCII.
#[inline(never)]
pub fn cut(text: &str, delimiter: u8) -> (&str, Option<&str>) {
    let (before, rest) = text.split_at(find(text, &[delimiter]));
    (before, rest.get(1..))
}

/// Returns the offset of the first of some bytes of US-ASCII, or the length of the text.
///
/// One function for all algorithms: the standard library's search for characters would be compiled
/// into each of them, and all algorithms are linked into every program that resolves.
#[inline(never)]
pub fn find(text: &str, delimiters: &[u8]) -> usize {
    text.bytes().position(|byte| delimiters.contains(&byte)).unwrap_or(text.len())
}

/// Returns the texts between slashes; one if there is no slash.
pub fn between_slashes(path: &str) -> Vec<&str> {
    let mut segments = Vec::new();
    let mut rest = Some(path);
    while let Some(text) = rest {
        let (segment, after) = cut(text, b'/');
        segments.push(segment);
        rest = after;
    }
    segments
}

/// Whether a reference has "a colon and that colon must occur before any slash characters", as
/// url-1993 and RFC 1630 say of the full form. A colon in a search or fragment is ignored.
#[inline]
pub(super) fn is_full(reference: &str) -> bool {
    reference.as_bytes().get(find(reference, b":/?#")) == Some(&b':')
}

/// Returns a path without its last segment: everything up to and including the right-most slash.
#[inline(never)]
pub fn directory(path: &str) -> &str {
    path.split_at(directory_len(path)).0
}

/// Returns the length of [`directory`].
#[inline(always)]
pub fn directory_len(path: &str) -> usize {
    path.bytes().rposition(|byte| byte == b'/').map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::Components;
    use std::string::ToString;

    #[test]
    fn components_are_shown_with_their_names() {
        let shown = |text| Components::split(text).to_string();
        assert_eq!(
            shown("http://a/b?c#d"),
            "scheme http, authority a, path /b, query c, fragment d"
        );
        assert_eq!(shown("?"), "path (empty), query ");
    }
}
