//! Queries as HTML forms write them: `application/x-www-form-urlencoded`.

use alloc::string::String;

use form_urlencoded::{Parse, Serializer};

use super::kind::Kind;
use super::Identifier;
use crate::BuildError;

/// Writes pairs as a query.
pub(crate) fn serialize<N: AsRef<str>, V: AsRef<str>>(
    pairs: impl IntoIterator<Item = (N, V)>,
) -> String {
    let mut out = Serializer::new(String::new());
    out.extend_pairs(pairs);
    out.finish()
}

impl<'a, K: Kind> Identifier<&'a str, K> {
    /// Returns the names and values of a query that a form wrote, decoded: `+` is a space. Octets
    /// that are not UTF-8 become replacement characters.
    ///
    /// ```
    /// let uri = urigram::uri!("http://a/?x=1+2&y=%C3%A9");
    /// let pairs: Vec<_> = uri.query_form().collect();
    /// assert_eq!(pairs, [("x".into(), "1 2".into()), ("y".into(), "é".into())]);
    /// ```
    pub fn query_form(&self) -> Parse<'a> {
        form_urlencoded::parse(self.query().unwrap_or_default().as_bytes())
    }
}

impl<K: Kind> Identifier<String, K> {
    /// Appends names and values to the query, as a form writes them: a space is `+`.
    /// Takes time linear in the text and the pairs.
    ///
    /// ```
    /// let mut uri = urigram::uri!("http://a/?x=1").to_owned();
    /// uri.extend_query_form([("q", "a b"), ("r", "&")])?;
    /// assert_eq!(uri, "http://a/?x=1&q=a+b&r=%26");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] where the grammar has no query for this scheme, or one of words.
    pub fn extend_query_form<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), BuildError> {
        let query = self.query().unwrap_or_default();
        let mut out = Serializer::for_suffix(String::from(query), 0);
        out.extend_pairs(pairs);
        self.set_query(&*out.finish())
    }
}
