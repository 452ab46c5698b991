//! The tables of one reading.

use crate::{same_name, ComponentSets, Table};

/// The tables of one reading of a document.
#[derive(Debug)]
pub struct Tables {
    /// Every rule that has a table, the default start rule first.
    pub all: &'static [&'static Table],
    /// The rule that demands a scheme.
    pub uri: Option<&'static Table>,
    /// The rule that admits relative forms.
    pub reference: Option<&'static Table>,
    /// The characters of the components, by the default start rule.
    pub sets: ComponentSets,
}

impl Tables {
    /// Returns the default start rule's table.
    pub const fn start(&self) -> &'static Table {
        self.all[0]
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
