//! The segments of a path and the pairs of a query, as they are written.

use core::iter::FusedIterator;

use super::{Iri, IriRef, Uri, UriRef};
#[cfg(feature = "alloc")]
use super::{IriBuf, IriRefBuf, UriBuf, UriRefBuf};

/// The segments of a path, as written: the texts between its slashes.
///
/// A slash at the beginning of the path precedes the first segment and makes none. The empty path
/// has no segment, and `/` has an empty one.
///
/// ```
/// use urigram::{uri, Grammar, PercentEncoding};
///
/// let uri = uri!("http://a/b/c%20d/");
/// assert_eq!(uri.path_segments().collect::<Vec<_>>(), ["b", "c%20d", ""]);
/// let coding = PercentEncoding::of(Grammar::Rfc3986);
/// let segment = uri.path_segments().nth(1).unwrap();
/// assert_eq!(coding.decode(segment)?.to_text()?, "c d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathSegments<'a>(Option<&'a str>);

impl<'a> PathSegments<'a> {
    pub(crate) fn of(path: &'a str) -> PathSegments<'a> {
        let rest = path.strip_prefix('/').or((!path.is_empty()).then_some(path));
        PathSegments(rest)
    }
}

impl<'a> Iterator for PathSegments<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let (segment, after) = match rest.split_once('/') {
            Some((segment, after)) => (segment, Some(after)),
            None => (rest, None),
        };
        self.0 = after;
        Some(segment)
    }
}

impl<'a> DoubleEndedIterator for PathSegments<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let (before, segment) = match rest.rsplit_once('/') {
            Some((before, segment)) => (Some(before), segment),
            None => (None, rest),
        };
        self.0 = before;
        Some(segment)
    }
}

impl FusedIterator for PathSegments<'_> {}

/// The pairs of a query that is written as `name=value&name=value`, each as written. A pair without
/// `=` has no value; an empty one, as between `&&`, is left out.
///
/// ```
/// use urigram::uri;
///
/// let uri = uri!("http://a/?x=1&y&&z=a=b");
/// let pairs: Vec<_> = uri.query_pairs().collect();
/// assert_eq!(pairs, [("x", Some("1")), ("y", None), ("z", Some("a=b"))]);
/// ```
#[derive(Clone, Debug)]
pub struct QueryPairs<'a>(core::str::Split<'a, char>);

impl<'a> Iterator for QueryPairs<'a> {
    type Item = (&'a str, Option<&'a str>);

    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.0.find(|pair| !pair.is_empty())?;
        Some(match pair.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (pair, None),
        })
    }
}

impl FusedIterator for QueryPairs<'_> {}

macro_rules! borrowed {
    ($($name:ident)*) => {
        $(
            impl<'a> $name<'a> {
                /// Returns the segments of the path, as written.
                #[inline]
                pub fn path_segments(&self) -> PathSegments<'a> {
                    PathSegments::of(self.path())
                }

                /// Returns the pairs of a query that is written as `name=value&name=value`.
                #[inline]
                pub fn query_pairs(&self) -> QueryPairs<'a> {
                    QueryPairs(self.query().unwrap_or_default().split('&'))
                }
            }
        )*
    };
}

borrowed!(Uri UriRef Iri IriRef);

#[cfg(feature = "alloc")]
macro_rules! owned {
    ($($name:ident)*) => {
        $(
            impl $name {
                /// Returns the segments of the path, as written.
                #[inline]
                pub fn path_segments(&self) -> PathSegments<'_> {
                    PathSegments::of(self.path())
                }

                /// Returns the pairs of a query that is written as `name=value&name=value`.
                #[inline]
                pub fn query_pairs(&self) -> QueryPairs<'_> {
                    QueryPairs(self.query().unwrap_or_default().split('&'))
                }
            }
        )*
    };
}

#[cfg(feature = "alloc")]
owned!(UriBuf UriRefBuf IriBuf IriRefBuf);
