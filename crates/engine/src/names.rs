//! Names as users type them, and the nearest one when they mistype.

use core::fmt;

/// Whether two rule or grammar names are the same: case is ignored, and `-` and `_` are one
/// character.
#[inline]
pub fn same_name(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(x, y)| fold(x) == fold(y))
}

#[inline]
fn fold(byte: u8) -> u8 {
    if byte == b'_' {
        b'-'
    } else {
        byte.to_ascii_lowercase()
    }
}

/// A name that nothing has, with the nearest name that something has.
///
/// ```
/// use urigram::Grammar;
///
/// let error = "rfc39866".parse::<Grammar>().unwrap_err();
/// assert!(error.to_string().contains("rfc3986"), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of name: `"grammar"`, `"rule"`, `"reading"`, …
    pub what: &'static str,
    /// The nearest name, if one is near.
    pub nearest: Option<&'static str>,
}

impl UnknownName {
    /// Returns the error without a suggestion.
    #[inline]
    #[doc(hidden)]
    pub const fn without_suggestion(what: &'static str) -> UnknownName {
        UnknownName { what, nearest: None }
    }

    /// Returns the candidate whose name is `text`, or the error that suggests the nearest one.
    /// Takes time proportional to the lengths of the names; only the first 64 bytes of `text` are
    /// compared.
    ///
    /// # Errors
    /// When no candidate has that name.
    #[inline]
    #[doc(hidden)]
    pub fn resolve<T: Copy, I: IntoIterator<Item = T, IntoIter: Clone>>(
        what: &'static str,
        text: &str,
        candidates: I,
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, UnknownName> {
        let mut candidates = candidates.into_iter();
        let others = candidates.clone();
        if let Some(found) = candidates.find(|&candidate| same_name(name(candidate), text)) {
            return Ok(found);
        }
        // Distances are measured only where no name fits: they cost a hundred times a comparison.
        let mut best: Option<(usize, usize, &'static str)> = None;
        for candidate in others {
            let known = name(candidate);
            let distance = distance(known.as_bytes(), text.as_bytes());
            // Of names that are as near, the one with the longest beginning in common.
            let common = common(known.as_bytes(), text.as_bytes());
            let is_nearer = |(least, longest, _): (usize, usize, _)| {
                distance < least || (distance == least && common > longest)
            };
            if distance <= 1 + known.len() / 3 && best.is_none_or(is_nearer) {
                best = Some((distance, common, known));
            }
        }
        Err(UnknownName { what, nearest: best.map(|(_, _, known)| known) })
    }
}

impl fmt::Display for UnknownName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such {}", self.what)?;
        match self.nearest {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownName {}

const LONGEST: usize = 64;

/// Returns the length of the common beginning after folding.
#[inline]
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|&(&x, &y)| fold(x) == fold(y)).count()
}

/// Levenshtein distance after folding, of the first 64 bytes; two neighbours that changed places
/// count once.
#[inline]
fn distance(a: &[u8], b: &[u8]) -> usize {
    let (a, b) = (&a[..a.len().min(LONGEST)], &b[..b.len().min(LONGEST)]);
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|j| j);
    let mut above = row;
    let same = |x: u8, y: u8| fold(x) == fold(y);
    for (i, &x) in a.iter().enumerate() {
        let before = above;
        above = row;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let substituted = above[j] + usize::from(!same(x, y));
            row[j + 1] = substituted.min(row[j] + 1).min(above[j + 1] + 1);
            if i > 0 && j > 0 && same(x, b[j - 1]) && same(a[i - 1], y) {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let names = ["url-1993", "url-1997", "rfc2396", "rfc3986", "rfc3987"];
        let find = |text| UnknownName::resolve("grammar", text, names, |name| name);
        assert_eq!(find("URL_1993"), Ok("url-1993"));
        assert_eq!(find("rfc-3986").unwrap_err().nearest, Some("rfc3986"));
        assert_eq!(find("url-199").unwrap_err().nearest, Some("url-1993"));
        assert_eq!(find("rfc3968").unwrap_err().nearest, Some("rfc3986"));
        assert_eq!(find("rfc399").unwrap_err().nearest, Some("rfc3986"));
        assert_eq!(find("banana").unwrap_err().nearest, None);
        assert_eq!(find("").unwrap_err().nearest, None);
        assert_eq!(find(&"x".repeat(100_000)).unwrap_err().nearest, None);
    }
}
