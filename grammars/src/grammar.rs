use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use crate::{Definition, Document, Reading, Table, Tables, UnknownName};

#[rustfmt::skip]
#[path = "generated/mod.rs"]
mod generated;

pub use generated::GrammarId;

/// One version of the syntax: a document and its rules.
///
/// A grammar is a handle on static data. The documents of this package are constants
/// ([`Grammar::Rfc3986`]); [`Grammar::new`] makes a grammar of anybody's [`Definition`]. Two
/// grammars are equal if they are handles on the same definition; their order is that of date, then
/// of id.
///
/// A constant of this type cannot be a pattern. The compiler compares a constant in a pattern
/// through every reference, and stops in the tables: "maximum number of nodes exceeded in
/// constant". Match [`Grammar::id`], or compare with `==`. A number in place of the reference could
/// be matched, but the way from it to the tables would link all documents into every program.
#[derive(Clone, Copy)]
pub struct Grammar(&'static Definition);

impl Grammar {
    /// Makes a grammar of a definition.
    #[inline]
    pub const fn new(definition: &'static Definition) -> Grammar {
        Grammar(definition)
    }

    /// Returns the facts and tables.
    #[inline]
    #[doc(hidden)]
    pub const fn definition(self) -> &'static Definition {
        self.0
    }

    /// Returns the document's facts.
    pub const fn document(self) -> &'static Document {
        self.0.document
    }

    /// Returns the tables of a reading.
    pub const fn tables(self, reading: Reading) -> &'static Tables {
        self.0.tables(reading)
    }

    /// Returns the PEG of a reading as a program that builds trees; `None` for a definition without
    /// one.
    #[cfg(feature = "trees")]
    #[doc(hidden)]
    pub fn program(self, reading: Reading) -> Option<&'static [u8]> {
        let program = self.0.programs?.packed(reading);
        Some(program).filter(|program| !program.is_empty())
    }

    /// Returns the published document, practice or draft that this is, for `match`:
    /// [`GrammarId::Other`] for every grammar that [`Grammar::new`] makes of another definition,
    /// for any folder. A program that calls this links all documents.
    #[inline]
    pub fn id(self) -> GrammarId {
        let is_this = |(_, grammar): &&(GrammarId, Grammar)| *grammar == self;
        GrammarId::KNOWN.iter().find(is_this).map_or(GrammarId::Other, |(id, _)| *id)
    }

    /// Returns the id as text, `"rfc3986"`: what [`FromStr`] reads and `Display` writes. Another
    /// grammar may have the same; [`Grammar::id`] and `==` tell them apart.
    pub const fn as_str(self) -> &'static str {
        self.document().id
    }

    /// Returns the name of the constant, as the macros take it: `"Rfc3986"`.
    #[inline]
    pub const fn constant(self) -> &'static str {
        self.document().constant
    }

    /// Returns the facts of every document in [`Grammar::ALL`].
    #[inline]
    pub fn documents() -> impl DoubleEndedIterator<Item = &'static Document> {
        Grammar::ALL.iter().map(|grammar| grammar.document())
    }

    /// Returns the practices and drafts: the grammars that nothing selects, because only a program
    /// that names one means it.
    #[inline]
    #[doc(hidden)]
    pub fn unselected() -> impl Iterator<Item = Grammar> + Clone {
        Grammar::PRACTICES.iter().chain(Grammar::DRAFTS).copied()
    }

    /// Returns the document of [`Grammar::SCHEMES`] that defines a scheme; case does not matter.
    ///
    /// ```
    /// use urigram_grammars::Grammar;
    ///
    /// assert_eq!(Grammar::of_scheme("HTTPS"), Some(Grammar::Rfc9110));
    /// assert_eq!(Grammar::of_scheme("ftp"), None);
    /// ```
    #[inline]
    pub fn of_scheme(scheme: &str) -> Option<Grammar> {
        let is_this = |(known, _): &&(&str, Grammar)| known.eq_ignore_ascii_case(scheme);
        Grammar::BY_SCHEME.iter().find(is_this).map(|(_, grammar)| *grammar)
    }

    /// Returns the table of a start rule, or of the default start rule; `None` when the rule has no
    /// table. Case does not matter, and `-` and `_` are the same.
    #[inline]
    pub fn table(self, reading: Reading, rule: Option<&str>) -> Option<&'static Table> {
        self.tables(reading).find(rule)
    }
}

impl PartialEq for Grammar {
    fn eq(&self, other: &Grammar) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl Eq for Grammar {}

impl Hash for Grammar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        core::ptr::hash(self.0, state);
    }
}

impl PartialOrd for Grammar {
    #[inline]
    fn partial_cmp(&self, other: &Grammar) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Grammar {
    #[inline]
    fn cmp(&self, other: &Grammar) -> Ordering {
        let (one, two) = (self.document(), other.document());
        let address = |grammar: &Grammar| core::ptr::from_ref(grammar.0).addr();
        (one.date, one.id, address(self)).cmp(&(two.date, two.id, address(other)))
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Grammar {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.constant())
    }
}

impl FromStr for Grammar {
    type Err = UnknownName;

    /// Reads the id (`rfc3986`) or the constant (`Rfc3986`) of a published document or, with the
    /// feature `documents`, of a practice, a draft or a document of schemes; case does not matter,
    /// and `-` and `_` are the same.
    ///
    /// # Errors
    /// [`UnknownName`] with the nearest id.
    #[inline]
    fn from_str(text: &str) -> Result<Grammar, UnknownName> {
        #[cfg(feature = "practices")]
        let others = Grammar::unselected().chain(Grammar::SCHEMES.iter().copied());
        #[cfg(not(feature = "practices"))]
        let others = core::iter::empty();
        let all = || Grammar::ALL.iter().copied().chain(others.clone());
        UnknownName::resolve("grammar", text, all(), Grammar::constant)
            .or_else(|_| UnknownName::resolve("grammar", text, all(), Grammar::as_str))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Definition, Grammar, GrammarId};

    #[test]
    fn grammars_are_in_order_of_date() {
        assert!(Grammar::ALL.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(format!("{:?}", Grammar::Url1993), "Url1993");
        assert_eq!("URL_1993".parse(), Ok(Grammar::Url1993));
    }

    #[test]
    fn ids_are_the_constants() {
        let named = || Grammar::unselected().chain(Grammar::SCHEMES.iter().copied());
        let all = || Grammar::ALL.iter().copied().chain(named());
        for grammar in all() {
            assert_eq!(format!("{:?}", grammar.id()), grammar.constant());
        }
        assert_eq!(GrammarId::KNOWN.len(), all().count());
    }

    /// The facts and tables are RFC 3986's, and the definition is not.
    #[test]
    fn a_definition_of_borrowed_facts_and_tables_is_another() {
        static FORGED: Definition = Definition { ..*Grammar::Rfc3986.definition() };
        let forged = Grammar::new(&FORGED);
        assert_eq!((forged.as_str(), forged.constant()), ("rfc3986", "Rfc3986"));
        assert_ne!(forged, Grammar::Rfc3986);
        assert_eq!(forged.id(), GrammarId::Other);
        assert_eq!(Grammar::new(Grammar::Rfc3986.definition()).id(), GrammarId::Rfc3986);
    }
}
