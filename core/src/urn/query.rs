//! Query directives of references to names (urn-2012, 2.3), and the two registries that the document asks for (9.2).

use super::Urn;

/// One `keyword=value` of a query; both are case-sensitive (urn-2012, 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Directive<'a> {
    /// The text before the first equals sign.
    pub keyword: &'a str,
    /// The text after it.
    pub value: &'a str,
}

/// A query keyword (urn-2012, 9.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryKeyword {
    /// The token.
    pub keyword: &'static str,
    /// Its purpose.
    pub purpose: &'static str,
    /// `"global"` or `"specific"`.
    pub scope: &'static str,
    /// The section that defines it.
    pub section: &'static str,
}

/// The keywords that urn-2012 registers (9.2.1).
pub const KEYWORDS: &[QueryKeyword] = &[
    QueryKeyword { keyword: "s", purpose: "intended URN resolution service", scope: "global", section: "2.3.1" },
    QueryKeyword { keyword: "c", purpose: "component of structured resource", scope: "global", section: "2.3.2" },
];

/// A resolution service, the value of the keyword `s` (urn-2012, 9.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Service {
    /// The designator.
    pub name: &'static str,
    /// A description of the service.
    pub purpose: &'static str,
    /// `"std"`, `"exp"`, `"provisional"` or `"deprecated"`.
    pub status: &'static str,
    /// The document and section that define it.
    pub reference: &'static str,
}

const fn provisional(name: &'static str, purpose: &'static str, reference: &'static str) -> Service {
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

/// The directives of a query, in the order in which they stand, which has no meaning.
pub(crate) fn directives(query: &str) -> impl Iterator<Item = Directive<'_>> + Clone {
    query
        .split('&')
        .filter_map(|directive| directive.split_once('=').map(|(keyword, value)| Directive { keyword, value }))
}

impl<'a> Urn<'a> {
    /// Returns all directives of the query as written (urn-2012, 2.3); none under other documents.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'a>> + Clone {
        self.query().into_iter().flat_map(directives)
    }

    /// The directives that a resolver heeds: where a registered keyword stands more than once, none of its directives
    /// (urn-2012, 2.3). `also_registered` adds to [`KEYWORDS`]. Each registered keyword costs a pass over the query.
    ///
    /// ```
    /// use urigram::{Grammar, Reading, Urn};
    ///
    /// let urn = Urn::parse_by(Grammar::Urn2012, Reading::Corrected, "urn:isbn:1?s=I2L&c=ToC&s=I2R").unwrap();
    /// let heeded: Vec<_> = urn.heeded_directives(&[]).map(|directive| directive.keyword).collect();
    /// assert_eq!(heeded, ["c"]);
    /// ```
    pub fn heeded_directives<'r>(
        &self,
        also_registered: &'r [&str],
    ) -> impl Iterator<Item = Directive<'a>> + use<'a, 'r> {
        let (all, urn) = (self.directives(), *self);
        all.filter(move |directive| {
            let keyword = directive.keyword;
            let is_registered =
                KEYWORDS.iter().any(|known| known.keyword == keyword) || also_registered.contains(&keyword);
            !is_registered || urn.directives().filter(|other| other.keyword == keyword).take(2).count() < 2
        })
    }

    /// The service that the keyword `s` asks for, if it is asked for once and registered (urn-2012, 2.3.1).
    pub fn service(&self) -> Option<&'static Service> {
        let directive = self.heeded_directives(&[]).find(|directive| directive.keyword == "s")?;
        SERVICES.iter().find(|service| service.name == directive.value)
    }
}
