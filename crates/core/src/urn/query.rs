//! Query directives of references to names (urn-2012, 2.3), and the document's two registries
//! (9.2).

#[cfg(feature = "alloc")]
use alloc::collections::BinaryHeap;

use crate::Urn;

/// A `keyword=value` of a query. Both are case-sensitive (urn-2012, 2.3).
///
/// ```
/// use urigram::{Grammar, Reading, Urn};
///
/// let urn = Urn::parse_by(Grammar::Urn2012, Reading::Corrected, "urn:isbn:1?s=I2L")?;
/// let directive = urn.directives().next().unwrap();
/// assert_eq!((directive.keyword, directive.value), ("s", "I2L"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Directive<'a> {
    /// The text before the first equals sign.
    pub keyword: &'a str,
    /// The text after the first equals sign.
    pub value: &'a str,
}

/// A query keyword (urn-2012, 9.2.1).
///
/// ```
/// use urigram::urn::KEYWORDS;
///
/// assert_eq!((KEYWORDS[0].keyword, KEYWORDS[0].section), ("s", "2.3.1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryKeyword {
    /// The token.
    pub keyword: &'static str,
    /// The purpose.
    pub purpose: &'static str,
    /// `"global"` or `"specific"`.
    pub scope: &'static str,
    /// The section that defines the keyword.
    pub section: &'static str,
}

/// The keywords that urn-2012 registers (9.2.1).
pub const KEYWORDS: &[QueryKeyword] = &[
    QueryKeyword {
        keyword: "s",
        purpose: "intended URN resolution service",
        scope: "global",
        section: "2.3.1",
    },
    QueryKeyword {
        keyword: "c",
        purpose: "component of structured resource",
        scope: "global",
        section: "2.3.2",
    },
];

/// A resolution service, the value of the keyword `s` (urn-2012, 9.2.2).
///
/// ```
/// use urigram::urn::SERVICES;
///
/// let service = SERVICES.iter().find(|service| service.name == "I2L").unwrap();
/// assert_eq!(service.status, "provisional");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Service {
    /// The designator.
    pub name: &'static str,
    /// The purpose.
    pub purpose: &'static str,
    /// `"std"`, `"exp"`, `"provisional"` or `"deprecated"`.
    pub status: &'static str,
    /// The document and section that define the service.
    pub reference: &'static str,
}

const fn provisional(
    name: &'static str,
    purpose: &'static str,
    reference: &'static str,
) -> Service {
    Service { name, purpose, status: "provisional", reference }
}

/// The service designators that urn-2012 registers (9.2.2).
pub const SERVICES: &[Service] = &[
    provisional("I2L", "URI to URL", "RFC 2483, 4.1"),
    provisional("I2Ls", "URI to URLs", "RFC 2483, 4.2"),
    provisional("I2R", "URI to resource", "RFC 2483, 4.3"),
    provisional("I2Rs", "URI to resources", "RFC 2483, 4.4"),
    provisional("I2C", "URI to URC", "RFC 2483, 4.5"),
    provisional("I2Cs", "URI to URCs", "RFC 2483, 4.6"),
    provisional("I2N", "URI to URN", "RFC 2483, 4.7"),
    provisional("I2Ns", "URI to URNs", "RFC 2483, 4.8"),
    provisional("I=I", "URI equal to URI?", "RFC 2483, 4.9"),
];

/// Returns the directives of a query in the order of the text, which has no meaning.
pub(crate) fn directives(query: &str) -> impl Iterator<Item = Directive<'_>> + Clone {
    query.split('&').filter_map(|directive| {
        directive.split_once('=').map(|(keyword, value)| Directive { keyword, value })
    })
}

/// Returns the directives that a resolver heeds, of those that a pass over a query gives.
///
/// `registered` adds to [`KEYWORDS`]. One pass counts each registered keyword, and a second one
/// leaves out the directives of repeated keywords. Looking for a second occurrence from each
/// directive would take quadratic time.
#[cfg(feature = "alloc")]
fn heeded<'a, All: Iterator<Item = Directive<'a>> + Clone>(
    all: All,
    registered: &[&'a str],
) -> impl Iterator<Item = Directive<'a>> + use<'a, All> {
    let known = KEYWORDS.iter().map(|known| known.keyword);
    // A heap, because a map or the sort of slices is much code. Of several equal keywords, a search
    // always finds the same one.
    let keywords: BinaryHeap<&str> = registered.iter().copied().chain(known).collect();
    let keywords = keywords.into_sorted_vec();
    let mut counts = alloc::vec![0_usize; keywords.len()];
    for directive in all.clone() {
        if let Ok(at) = keywords.binary_search(&directive.keyword) {
            counts[at] += 1;
        }
    }
    all.filter(move |directive| {
        !keywords.binary_search(&directive.keyword).is_ok_and(|at| counts[at] > 1)
    })
}

/// Returns the directive with a keyword; `None` if there are several.
fn only<'a>(mut all: impl Iterator<Item = Directive<'a>>, keyword: &str) -> Option<Directive<'a>> {
    let first = all.find(|directive| directive.keyword == keyword)?;
    let is_repeated = all.any(|directive| directive.keyword == keyword);
    (!is_repeated).then_some(first)
}

impl<'a> Urn<'a> {
    /// Returns all directives of the query as written (urn-2012, 2.3). Other documents define no
    /// directives.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'a>> + Clone + use<'a> {
        self.query().into_iter().flat_map(directives)
    }

    /// Returns the directives that a resolver heeds. It ignores those of a registered keyword that
    /// occurs more than once (urn-2012, 2.3). `also_registered` adds to [`KEYWORDS`].
    ///
    /// Two passes over the query, with a search among the registered keywords for each directive.
    ///
    /// ```
    /// use urigram::{Grammar, Reading, Urn};
    ///
    /// let input = "urn:isbn:1?s=I2L&c=ToC&s=I2R";
    /// let urn = Urn::parse_by(Grammar::Urn2012, Reading::Corrected, input).unwrap();
    /// let heeded = urn.heeded_directives(&[]).map(|directive| directive.keyword);
    /// assert_eq!(heeded.collect::<Vec<_>>(), ["c"]);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn heeded_directives(
        &self,
        also_registered: &[&'a str],
    ) -> impl Iterator<Item = Directive<'a>> + use<'a> {
        heeded(self.directives(), also_registered)
    }

    /// Returns the service that the keyword `s` asks for, if `s` occurs once and the service is
    /// registered (urn-2012, 2.3.1). One pass over the query.
    pub fn service(&self) -> Option<&'static Service> {
        let directive = only(self.directives(), "s")?;
        SERVICES.iter().find(|service| service.name == directive.value)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::string::String;
    use urigram_grammars::{Grammar, Reading};

    fn urn(text: &str) -> Urn<'_> {
        Urn::parse_by(Grammar::Urn2012, Reading::Corrected, text).unwrap()
    }

    // From every directive of a registered keyword the whole query was searched: 26 s for 128 KiB.
    #[test]
    fn each_directive_is_looked_at_twice_at_most() {
        let pieces: [&[&str]; 5] =
            [&["b=1&", "s=1&"], &["s=1&", "b=1&"], &["c=1&", "s=1&"], &["x=1&", "b=1&"], &["b=1&"]];
        for pieces in pieces {
            let query: String = pieces.iter().map(|piece| piece.repeat(2000)).collect();
            let all = directives(query.trim_end_matches('&'));
            let count = all.clone().count();
            let seen = Cell::new(0);
            let counted = all.inspect(|_| seen.set(seen.get() + 1));
            let kept = heeded(counted.clone(), &["x", "y"]).count();
            assert_eq!(kept, if pieces.contains(&"b=1&") { 2000 } else { 0 }, "{pieces:?}");
            assert!(seen.get() <= 2 * count, "{pieces:?}: {} of {count}", seen.get());
            seen.set(0);
            assert_eq!(only(counted, "s"), None);
            assert!(seen.get() <= count, "{pieces:?}: {} of {count}", seen.get());
        }
    }

    #[test]
    fn a_registered_keyword_is_heeded_if_it_occurs_once() {
        let heeded = |text, also: &[&'static str]| -> String {
            urn(text).heeded_directives(also).map(|directive| directive.keyword).collect()
        };
        assert_eq!(heeded("urn:ab:c?s=1&b=1&s=2&b=2&c=1", &[]), "bbc");
        assert_eq!(heeded("urn:ab:c?s=1&b=1&s=2&b=2&c=1", &["b"]), "c");
        assert_eq!(heeded("urn:ab:c?s=1&b=1&c=1", &["b", "b", "s"]), "sbc");
        assert_eq!(heeded("urn:ab:c", &["b"]), "");
        let service = |text| urn(text).service().map(|service| service.name);
        assert_eq!(service("urn:ab:c?b=1&s=I2C"), Some("I2C"));
        assert_eq!(service("urn:ab:c?b=1&s=I2C&s=I2C"), None);
        assert_eq!(service("urn:ab:c?b=1&S=I2C"), None);
        assert_eq!(service("urn:ab:c?b=s"), None);
    }
}
