//! The segments of a path and the pairs of a query.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::iter::FusedIterator;

#[cfg(feature = "alloc")]
use super::data::octets;
use super::kind::Kind;
use super::Identifier;

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
    #[inline]
    pub(crate) fn of(path: &'a str) -> PathSegments<'a> {
        let rest = path.strip_prefix('/').or((!path.is_empty()).then_some(path));
        PathSegments(rest)
    }
}

impl<'a> Iterator for PathSegments<'a> {
    type Item = &'a str;

    #[inline]
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
    #[inline]
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
/// let uri = uri!("http://a/?x=1&y&&z=a%3Db");
/// let pairs: Vec<_> = uri.query_pairs_raw().collect();
/// assert_eq!(pairs, [("x", Some("1")), ("y", None), ("z", Some("a%3Db"))]);
/// ```
#[derive(Clone, Debug)]
pub struct RawQueryPairs<'a>(core::str::Split<'a, char>);

impl<'a> Iterator for RawQueryPairs<'a> {
    type Item = (&'a str, Option<&'a str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.0.find(|pair| !pair.is_empty())?;
        Some(match pair.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (pair, None),
        })
    }
}

impl FusedIterator for RawQueryPairs<'_> {}

/// The pairs of a query that is written as `name=value&name=value`, each decoded after the split.
///
/// Percent-encodings become characters: of UTF-8, or of ISO 8859-1 where the document says so.
/// Octets that are not a character become U+FFFD, and a `%` without two digits stays. A `+` is a
/// `+`: only forms write spaces so (`query_form`).
///
/// ```
/// use urigram::uri;
///
/// let uri = uri!("http://a/?x=1+2&y&z=a%3Db%20c");
/// let pairs: Vec<_> = uri.query_pairs().collect();
/// assert_eq!(pairs[0], ("x".into(), Some("1+2".into())));
/// assert_eq!(pairs[1], ("y".into(), None));
/// assert_eq!(pairs[2], ("z".into(), Some("a=b c".into())));
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct QueryPairs<'a> {
    raw: RawQueryPairs<'a>,
    is_latin_1: bool,
}

#[cfg(feature = "alloc")]
impl<'a> Iterator for QueryPairs<'a> {
    type Item = (Cow<'a, str>, Option<Cow<'a, str>>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = self.raw.next()?;
        let decode = |text| decoded(text, self.is_latin_1);
        Some((decode(name), value.map(decode)))
    }
}

#[cfg(feature = "alloc")]
impl FusedIterator for QueryPairs<'_> {}

/// Decodes a text; one without `%` is borrowed.
#[cfg(feature = "alloc")]
#[inline]
fn decoded(text: &str, is_latin_1: bool) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if !bytes.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let octets = octets(bytes);
    Cow::Owned(if is_latin_1 {
        octets.into_iter().map(char::from).collect()
    } else {
        String::from_utf8_lossy(&octets).into_owned()
    })
}

impl<'a, K: Kind> Identifier<&'a str, K> {
    /// Returns the segments of the path, as written.
    #[inline]
    pub fn path_segments(&self) -> PathSegments<'a> {
        PathSegments::of(self.path())
    }

    /// Returns the pairs of a query that is written as `name=value&name=value`, each as
    /// written.
    #[inline]
    pub fn query_pairs_raw(&self) -> RawQueryPairs<'a> {
        RawQueryPairs(self.query().unwrap_or_default().split('&'))
    }

    /// Returns the pairs of a query that is written as `name=value&name=value`, each
    /// decoded; `+` is a `+`. `query_form` reads what HTML forms write.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn query_pairs(&self) -> QueryPairs<'a> {
        QueryPairs { raw: self.query_pairs_raw(), is_latin_1: self.is_latin_1() }
    }

    /// Returns the decoded value of the first pair of the query with this name, by
    /// [`query_pairs`](Self::query_pairs); an empty one of a pair without `=`.
    ///
    /// ```
    /// let uri = urigram::uri!("http://a/?x=1&k=a%20b&flag");
    /// assert_eq!(uri.query_value("k").as_deref(), Some("a b"));
    /// assert_eq!(uri.query_value("flag").as_deref(), Some(""));
    /// assert_eq!(uri.query_value("y"), None);
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn query_value(&self, name: &str) -> Option<Cow<'a, str>> {
        let (_, value) = self.query_pairs().find(|(one, _)| one == name)?;
        Some(value.unwrap_or_default())
    }

    /// Returns the segments of the path, each decoded as a name or a value of
    /// [`query_pairs`](Self::query_pairs) is. A segment may then hold a slash.
    ///
    /// ```
    /// let uri = urigram::uri!("http://a/b%2Fc/d%20e");
    /// assert!(uri.path_segments_decoded().eq(["b/c", "d e"]));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn path_segments_decoded(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cow<'a, str>> + use<'a, K> {
        let is_latin_1 = self.is_latin_1();
        self.path_segments().map(move |segment| decoded(segment, is_latin_1))
    }

    /// Returns true if percent-encodings are characters of ISO 8859-1.
    #[cfg(feature = "alloc")]
    #[inline]
    fn is_latin_1(&self) -> bool {
        self.grammar().document().latin_1.is_some()
    }
}
