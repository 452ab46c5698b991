//! Splitting and recomposition of references by RFC 3986's Appendix B and section 5.3, and by their
//! forerunners.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// The four components and the fragment. An undefined component is `None`; an empty one is
/// `Some("")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Components<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<&'a str>,
    pub(crate) path: Cow<'a, str>,
    pub(crate) query: Option<Cow<'a, str>>,
    pub(crate) fragment: Option<&'a str>,
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
    pub(crate) fn split(text: &'a str) -> Components<'a> {
        let (rest, fragment) = cut(text, '#');
        let (scheme, rest) = match rest.find([':', '/', '?']) {
            Some(at) if at > 0 && rest.as_bytes()[at] == b':' => {
                (Some(&rest[..at]), &rest[at + 1..])
            }
            _ => (None, rest),
        };
        let (rest, query) = cut(rest, '?');
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                (Some(&rest[..end]), &rest[end..])
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
    pub(crate) fn is_opaque(&self) -> bool {
        self.authority.is_none() && !self.path.is_empty() && !self.path.starts_with('/')
    }

    /// Returns the components put together, each with its delimiter where it is defined.
    pub(crate) fn recombine(&self) -> String {
        let lengths =
            self.scheme.map_or(0, str::len) + self.authority.map_or(0, str::len) + self.path.len();
        let more =
            self.query.as_ref().map_or(0, |query| query.len()) + self.fragment.map_or(0, str::len);
        let mut result = String::with_capacity(lengths + more + 5);
        if let Some(scheme) = self.scheme {
            result.push_str(scheme);
            result.push(':');
        }
        if let Some(authority) = self.authority {
            result.push_str("//");
            result.push_str(authority);
        }
        result.push_str(&self.path);
        if let Some(query) = &self.query {
            result.push('?');
            result.push_str(query);
        }
        if let Some(fragment) = self.fragment {
            result.push('#');
            result.push_str(fragment);
        }
        result
    }

    /// Recomposes the components, and reports whether the text splits into them again.
    pub(super) fn composed(&self) -> super::Composed {
        let text = self.recombine();
        let intact = Components::split(&text) == *self;
        super::Composed { text, intact }
    }
}

/// Returns the text before the first `delimiter`, and the text after it.
pub(crate) fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// Returns a path without its last segment: everything up to and including the right-most slash.
pub(crate) fn directory(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}
