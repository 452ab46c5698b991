//! The tables of one reading.

use crate::{same_name, ComponentSets, Table, UnknownName};

/// The tables of one reading of a document.
///
/// ```
/// use urigram::{Grammar, Reading};
///
/// let tables = Grammar::Rfc3986.tables(Reading::Corrected);
/// assert_eq!(tables.start().rule(), "URI-reference");
/// assert!(tables.uri().unwrap().accepts(b"http://a/"));
/// ```
#[derive(Debug)]
pub struct Tables {
    #[doc(hidden)]
    pub all: &'static [&'static Table],
    #[doc(hidden)]
    pub uri: Option<&'static Table>,
    #[doc(hidden)]
    pub reference: Option<&'static Table>,
    #[doc(hidden)]
    pub sets: ComponentSets,
}

impl Tables {
    /// Returns the tables of all rules that have one, the default start rule's first.
    #[inline]
    pub const fn all(&self) -> &'static [&'static Table] {
        self.all
    }

    /// Returns the table of the rule that demands a scheme.
    #[inline]
    pub const fn uri(&self) -> Option<&'static Table> {
        self.uri
    }

    /// Returns the table of the rule that admits relative forms.
    #[inline]
    pub const fn reference(&self) -> Option<&'static Table> {
        self.reference
    }

    /// Returns the characters of the components, by the default start rule.
    #[inline]
    pub const fn sets(&self) -> &ComponentSets {
        &self.sets
    }

    /// Returns the default start rule's table.
    pub const fn start(&self) -> &'static Table {
        self.all[0]
    }

    /// Returns the table of a rule that has one: it is a start rule.
    ///
    /// # Errors
    /// [`UnknownName`] with the nearest start rule.
    #[inline]
    pub fn named(&self, rule: &str) -> Result<&'static Table, UnknownName> {
        UnknownName::resolve("start rule", rule, self.all.iter().copied(), Table::rule)
    }

    /// Returns the table of a rule, or of the default start rule.
    #[inline]
    pub fn find(&self, rule: Option<&str>) -> Option<&'static Table> {
        match rule {
            None => Some(self.start()),
            Some(name) => self.all.iter().copied().find(|table| same_name(table.rule(), name)),
        }
    }
}
