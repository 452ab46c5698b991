//! The list of grammars: one line for each document, in order of date.

use core::fmt;
use core::str::FromStr;

use crate::{Document, Form, Reading, Table, Tables, UnknownName};

macro_rules! grammars {
    ($($(#[$doc:meta])* $name:ident = $module:ident $file:literal,)*) => {
        $(#[path = $file] mod $module;)*

        /// One version of the syntax: a document and its rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Grammar {
            $($(#[$doc])* $name,)*
        }

        impl Grammar {
            /// Every grammar, in order of date.
            pub const ALL: &'static [Grammar] = &[$(Grammar::$name,)*];

            /// The document's facts.
            pub const fn document(self) -> &'static Document {
                match self { $(Grammar::$name => &$module::DOCUMENT,)* }
            }

            /// The tables of a reading.
            pub const fn tables(self, reading: Reading) -> &'static Tables {
                match (self, reading) {
                    $((Grammar::$name, Reading::Corrected) => &$module::CORRECTED,
                      (Grammar::$name, Reading::Printed) => &$module::PRINTED,)*
                }
            }

            /// The name of the variant, as the macros take it: `"Rfc3986"`.
            pub const fn variant(self) -> &'static str {
                match self { $(Grammar::$name => stringify!($name),)* }
            }

            #[cfg(feature = "sources")]
            pub(crate) const fn sources(self) -> &'static crate::sources::Sources {
                match self { $(Grammar::$name => &$module::SOURCES,)* }
            }
        }
    };
}

grammars! {
    /// draft-ietf-uri-url-01, *Uniform Resource Locators*, July 1993.
    Url1993 = url_1993 "generated/url_1993.rs",
    /// O. Jarnefors, *An alternative approach to URC/URT syntax*, October 1993.
    Urc1993 = urc_1993 "generated/urc_1993.rs",
    /// RFC 1630, *Universal Resource Identifiers in WWW*, June 1994.
    Rfc1630 = rfc1630 "generated/rfc1630.rs",
    /// RFC 1738, *Uniform Resource Locators (URL)*, December 1994.
    Rfc1738 = rfc1738 "generated/rfc1738.rs",
    /// RFC 1808, *Relative Uniform Resource Locators*, June 1995.
    Rfc1808 = rfc1808 "generated/rfc1808.rs",
    /// RFC 2141, *URN Syntax*, May 1997.
    Rfc2141 = rfc2141 "generated/rfc2141.rs",
    /// draft-fielding-url-syntax-05, *Uniform Resource Locators (URL): Generic Syntax and Semantics*, May 1997.
    Url1997 = url_1997 "generated/url_1997.rs",
    /// RFC 2396, *Uniform Resource Identifiers (URI): Generic Syntax*, August 1998.
    Rfc2396 = rfc2396 "generated/rfc2396.rs",
    /// RFC 2732, *Format for Literal IPv6 Addresses in URL's*, December 1999.
    Rfc2732 = rfc2732 "generated/rfc2732.rs",
    /// draft-fielding-uri-rfc2396bis-01, *Uniform Resource Identifier (URI): Generic Syntax*, March 2003.
    Uri2003 = uri_2003 "generated/uri_2003.rs",
    /// RFC 3986, *Uniform Resource Identifier (URI): Generic Syntax*, January 2005.
    Rfc3986 = rfc3986 "generated/rfc3986.rs",
    /// RFC 3987, *Internationalized Resource Identifiers (IRIs)*, January 2005.
    Rfc3987 = rfc3987 "generated/rfc3987.rs",
    /// draft-ietf-urnbis-rfc2141bis-urn-03, *Uniform Resource Name (URN) Syntax*, October 2012.
    Urn2012 = urn_2012 "generated/urn_2012.rs",
    /// RFC 6874, *Representing IPv6 Zone Identifiers in Address Literals and Uniform Resource Identifiers*, February 2013.
    Rfc6874 = rfc6874 "generated/rfc6874.rs",
    /// RFC 8141, *Uniform Resource Names (URNs)*, April 2017.
    Rfc8141 = rfc8141 "generated/rfc8141.rs",
}

impl Grammar {
    /// The id, `"rfc3986"`.
    pub const fn id(self) -> &'static str {
        self.document().id
    }

    /// The newest document of a form that stands on its own: a patch of a document of the same form (RFC 6874 of
    /// RFC 3986) is passed over. `None` when the list has no document of that form.
    ///
    /// ```
    /// use urigram_grammars::{Form, Grammar};
    ///
    /// const GENERIC: Option<Grammar> = Grammar::newest(Form::Generic);
    /// assert_eq!(GENERIC, Some(Grammar::Rfc3986));
    /// ```
    pub const fn newest(form: Form) -> Option<Grammar> {
        let mut at = Grammar::ALL.len();
        while at > 0 {
            at -= 1;
            let document = Grammar::ALL[at].document();
            if document.form as u8 == form as u8 && !patches(document, form) {
                return Some(Grammar::ALL[at]);
            }
        }
        None
    }

    /// The table of a start rule, or of the default start rule; `None` when the rule has no table.
    /// Case does not matter, and `-` and `_` are the same.
    pub fn table(self, reading: Reading, rule: Option<&str>) -> Option<&'static Table> {
        self.tables(reading).find(rule)
    }
}

/// Whether the document builds on another of this form.
const fn patches(document: &Document, form: Form) -> bool {
    let Some(base) = document.base else {
        return false;
    };
    let mut at = 0;
    while at < Grammar::ALL.len() {
        let candidate = Grammar::ALL[at].document();
        if candidate.form as u8 == form as u8 && same_bytes(candidate.id.as_bytes(), base.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Grammar {
    type Err = UnknownName;

    /// Reads an id (`rfc3986`) or a variant (`Rfc3986`); case does not matter, and `-` and `_` are the same.
    ///
    /// # Errors
    /// [`UnknownName`] with the nearest id.
    fn from_str(text: &str) -> Result<Grammar, UnknownName> {
        let all = || Grammar::ALL.iter().copied();
        UnknownName::resolve("grammar", text, all(), Grammar::variant)
            .or_else(|_| UnknownName::resolve("grammar", text, all(), Grammar::id))
    }
}

/// A set of grammars.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct GrammarSet(u32);

impl GrammarSet {
    /// No grammar.
    pub const EMPTY: GrammarSet = GrammarSet(0);

    pub(crate) const fn of(grammars: &[Grammar]) -> GrammarSet {
        let mut set = GrammarSet::EMPTY;
        let mut at = 0;
        while at < grammars.len() {
            set.0 |= 1 << grammars[at] as u32;
            at += 1;
        }
        set
    }

    /// The grammars of either set.
    pub const fn union(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 | other.0)
    }

    /// The grammars of both sets.
    pub const fn intersection(self, other: GrammarSet) -> GrammarSet {
        GrammarSet(self.0 & other.0)
    }

    /// Adds a grammar.
    pub fn insert(&mut self, grammar: Grammar) {
        self.0 |= 1 << grammar as u32;
    }

    /// Whether the grammar is in the set.
    pub const fn contains(self, grammar: Grammar) -> bool {
        self.0 >> grammar as u32 & 1 == 1
    }

    /// Whether no grammar is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many grammars are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The grammars, in order of date.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Grammar> {
        Grammar::ALL.iter().copied().filter(move |&grammar| self.contains(grammar))
    }
}

impl FromIterator<Grammar> for GrammarSet {
    fn from_iter<I: IntoIterator<Item = Grammar>>(grammars: I) -> GrammarSet {
        let mut set = GrammarSet::EMPTY;
        grammars.into_iter().for_each(|grammar| set.insert(grammar));
        set
    }
}

impl fmt::Debug for GrammarSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Grammar::id)).finish()
    }
}
