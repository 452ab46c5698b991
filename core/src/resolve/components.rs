//! A reference taken apart and put together again, as RFC 3986's Appendix B and section 5.3 and their forerunners do.

use alloc::borrow::Cow;
use alloc::string::String;

/// The four components and the fragment. An undefined component is `None`; an empty one is `Some("")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Components<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<&'a str>,
    pub(crate) path: Cow<'a, str>,
    pub(crate) query: Option<Cow<'a, str>>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    /// Splits as `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?` does: each part takes all that it can.
    pub(crate) fn split(text: &'a str) -> Components<'a> {
        let (rest, fragment) = cut(text, '#');
        let (scheme, rest) = match rest.find([':', '/', '?']) {
            Some(at) if at > 0 && rest.as_bytes()[at] == b':' => (Some(&rest[..at]), &rest[at + 1..]),
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
        Components { scheme, authority, path: path.into(), query: query.map(Cow::Borrowed), fragment }
    }

    /// Whether it has no authority and a path that does not begin with a slash and is not empty.
    pub(crate) fn is_opaque(&self) -> bool {
        self.authority.is_none() && !self.path.is_empty() && !self.path.starts_with('/')
    }

    /// The components put together, each with its delimiter where it is defined.
    pub(crate) fn recombine(&self) -> String {
        let lengths = self.scheme.map_or(0, str::len) + self.authority.map_or(0, str::len) + self.path.len();
        let more = self.query.as_ref().map_or(0, |query| query.len()) + self.fragment.map_or(0, str::len);
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

    /// The text that stands for these components, with whether it comes apart into them again.
    pub(super) fn composed(&self) -> super::Composed {
        let text = self.recombine();
        let intact = Components::split(&text) == *self;
        super::Composed { text, intact }
    }
}

/// What stands before the first `delimiter`, and what stands after it.
pub(crate) fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// All but the last segment: what stands up to and including the right-most slash.
pub(crate) fn directory(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}
