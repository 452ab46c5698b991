//! The list of grammars: one line for each document, in order of date.

use core::fmt;
use core::str::FromStr;

use crate::{Document, Reading, Table, Tables, UnknownName};

macro_rules! grammars {
    ($($(#[$doc:meta])* $name:ident = $module:ident $file:literal,)*) => {
        mod generated {
            $(#[path = $file] pub(crate) mod $module;)*
        }

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
                match self { $(Grammar::$name => &generated::$module::DOCUMENT,)* }
            }

            /// The tables of a reading.
            pub const fn tables(self, reading: Reading) -> &'static Tables {
                match (self, reading) {
                    $((Grammar::$name, Reading::Corrected) => &generated::$module::CORRECTED,
                      (Grammar::$name, Reading::Printed) => &generated::$module::PRINTED,)*
                }
            }

            /// The name of the variant, as the macros take it: `"Rfc3986"`.
            pub const fn variant(self) -> &'static str {
                match self { $(Grammar::$name => stringify!($name),)* }
            }

            #[cfg(feature = "sources")]
            pub(crate) const fn sources(self) -> &'static crate::sources::Sources {
                match self { $(Grammar::$name => &generated::$module::SOURCES,)* }
            }
        }
    };
}

grammars! {
    /// draft-ietf-uri-url-01, *Uniform Resource Locators*, July 1993.
    Url1993 = url_1993 "generated/url_1993.rs",
}

impl Grammar {
    /// The id, `"rfc3986"`.
    pub const fn id(self) -> &'static str {
        self.document().id
    }

    /// The table of a start rule, or of the default start rule; `None` when the rule has no table.
    /// Case does not matter, and `-` and `_` are the same.
    pub fn table(self, reading: Reading, rule: Option<&str>) -> Option<&'static Table> {
        self.tables(reading).find(rule)
    }
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
