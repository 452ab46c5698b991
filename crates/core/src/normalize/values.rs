//! Normal forms and keys of values. The normal form has the type of the value.

use alloc::borrow::Cow;
use alloc::string::String;

use core::ops::Range;

use urigram_grammars::{search, Grammar, Parts};

use super::Normalizer;
use crate::value::kind::Kind;
use crate::value::{Checked, Identifier, Owned};

impl Normalizer {
    /// Makes the normalizer of a value's grammar and reading.
    const fn of(checked: &Checked<'_>) -> Normalizer {
        Normalizer::new(checked.grammar).reading(checked.reading)
    }

    /// Returns the normal form of a value as a value of the same grammar.
    ///
    /// `split` may find the parts of the normal form sooner than the grammar's table.
    fn value(self, checked: &Checked<'_>, split: fn(&Checked<'_>, &str) -> Option<Parts>) -> Owned {
        let Checked { text, parts, grammar, reading } = *checked;
        if let Cow::Owned(normal) = self.normal_form(text, parts) {
            // The grammar accepts a normal form. A user's own document whose equivalences go too
            // far has the identifier itself for one.
            let parts = split(checked, &normal).or_else(|| self.parts(&normal).ok());
            if let Some(parts) = parts {
                return Owned { text: normal, parts, grammar, reading };
            }
        }
        Owned { text: text.into(), parts, grammar, reading }
    }
}

/// Returns the parts of the normal form of a URI by RFC 3986.
fn of_uri(checked: &Checked<'_>, normal: &str) -> Option<Parts> {
    (checked.grammar == Grammar::Rfc3986).then(|| relocate(&checked.parts, normal))?
}

/// Returns the parts of the normal form of an IRI by RFC 3987, or of a URI by RFC 3986.
#[inline]
fn of_iri(checked: &Checked<'_>, normal: &str) -> Option<Parts> {
    let is_generic = checked.grammar == Grammar::Rfc3987 || checked.grammar == Grammar::Rfc3986;
    is_generic.then(|| relocate(&checked.parts, normal))?
}

/// Finds the components of a normal form by its delimiters. It has the components of its source,
/// with a scheme of the same length, except that a port may be gone.
///
/// ```text
/// HTTP://U@h:80/a/../b?q#f    a source: scheme, userinfo, host, port, path, query, fragment
/// http://U@h/b?q#f            its normal form: the first `#`, the first `?` before it, and so on
/// ```
fn relocate(source: &Parts, normal: &str) -> Option<Parts> {
    let bytes = normal.as_bytes();
    let Parts { scheme_end, authority_start, .. } = *source;
    let find = |range: Range<usize>, byte: u8| find(bytes, range, byte);
    let body = if scheme_end == 0 { 0 } else { scheme_end as usize + 1 };
    let end = match source.fragment() {
        Some(_) => find(body..bytes.len(), b'#')?,
        None => bytes.len(),
    };
    let path_end = match source.query() {
        Some(_) => find(body..end, b'?')?,
        None => end,
    };
    let (mut path_start, mut host_start, mut host_end) = (body, u32::MAX, u32::MAX);
    if authority_start != 0 {
        let start = authority_start as usize;
        path_start = find(start..path_end, b'/').unwrap_or(path_end);
        source.host()?;
        let from = match source.userinfo() {
            Some(_) => find(start..path_start, b'@')? + 1,
            None => start,
        };
        let closed = find(from..path_start, b']').unwrap_or(from);
        let to = find(closed..path_start, b':').unwrap_or(path_start);
        (host_start, host_end) = (from as u32, to as u32);
    }
    let query_end = source.query().map_or(u32::MAX, |_| end as u32);
    let (path_start, path_end) = (path_start as u32, path_end as u32);
    let len = u32::try_from(bytes.len()).ok()?;
    Some(Parts {
        scheme_end,
        authority_start,
        host_start,
        host_end,
        path_start,
        path_end,
        query_end,
        len,
    })
}

/// Returns the offset of the first such byte in a range.
#[inline(never)]
fn find(bytes: &[u8], range: Range<usize>, byte: u8) -> Option<usize> {
    let found = search::position(bytes.get(range.clone())?, byte)?;
    Some(range.start + found)
}

impl<K: Kind> Identifier<&str, K> {
    /// Returns the normal form by all that the grammar's document says. Where the document
    /// says nothing, this is the identifier as it is, and [`Normalizer::key`] is `None`.
    ///
    /// Takes time linear in the length. [`Normalizer`] has the levels one by one, and
    /// borrows a text that is its own normal form.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?.normalize();
    /// assert_eq!(uri, "example://a/b/c/%7Bfoo%7D");
    /// assert_eq!(uri.path(), "/b/c/%7Bfoo%7D");
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    pub fn normalize(&self) -> Identifier<String, K> {
        let split: fn(&Checked<'_>, &str) -> Option<Parts> =
            if K::IS_IRI { of_iri } else { of_uri };
        Identifier::of(Normalizer::of(&self.0).value(&self.0, split))
    }
}

impl<K: Kind> Identifier<String, K> {
    /// Returns the normal form by all that the grammar's document says; see the borrowed type's.
    pub fn normalize(&self) -> Self {
        self.lend().normalize()
    }
}
