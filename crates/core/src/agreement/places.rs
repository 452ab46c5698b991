//! The components of a text as it is given.

use urigram_grammars::{refused, Component, Parts, Span, Table};

#[cfg(feature = "alloc")]
use urigram_grammars::Stripped;

/// The places of components in a text. Where a practice removes characters before it reads, the
/// text is the one before the removal.
///
/// ```
/// use urigram::agreement::Places;
/// use urigram::{Component, Grammar, Reading};
///
/// let table = Grammar::Whatwg.tables(Reading::default()).start();
/// let text = " http://a\t.example/";
/// let places = Places::of(text, table).unwrap();
/// assert_eq!(places.get(Component::Host).unwrap().of(text), "a\t.example");
/// ```
#[derive(Clone, Debug)]
pub struct Places<'t> {
    parts: Parts,
    /// The table of a grammar that states no shape: its rules have the components.
    marked: Option<&'static Table>,
    text: &'t str,
    #[cfg(feature = "alloc")]
    stripped: Option<Stripped<'t>>,
}

/// A reason why a text has no places.
///
/// ```
/// use urigram::agreement::{NoPlaces, Places};
/// use urigram::{Grammar, Reading};
///
/// let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
/// assert_eq!(Places::of("http://a b/", table).unwrap_err(), NoPlaces::Rejected);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPlaces {
    /// The rule rejects the text, or the practice that the rule describes refuses it.
    Rejected,
    /// Characters are removed first, which needs the feature `alloc`.
    NeedsHeap,
}

impl<'t> Places<'t> {
    /// Places to be read into.
    pub(super) const NONE: Places<'t> = Places {
        parts: Parts::EMPTY,
        marked: None,
        text: "",
        #[cfg(feature = "alloc")]
        stripped: None,
    };

    /// Splits a text by a rule. Copies the text only where characters inside it are removed.
    ///
    /// # Errors
    /// [`NoPlaces`] if the rule rejects what is left, and, without `alloc`, if there is anything to
    /// remove.
    pub fn of(text: &'t str, table: &'static Table) -> Result<Places<'t>, NoPlaces> {
        let mut places = Places::NONE;
        places.read(text, table)?;
        places.text = text;
        Ok(places)
    }

    /// Returns the places of a component by rules of the same grammar and rule, in order.
    ///
    /// ```
    /// use urigram::agreement::Places;
    /// use urigram::proof::{RulePlaces, Side};
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
    /// let side = Side { grammar, reading, rule: None };
    /// let segments = RulePlaces::of(side, Component::Rule("segment"))?.unwrap();
    /// let text = "http://a/b/c";
    /// let places = Places::of(text, grammar.tables(reading).start()).unwrap();
    /// let found = places.items(&segments).into_iter().map(|item| item.of(text));
    /// assert_eq!(found.collect::<Vec<_>>(), ["b", "c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "compare")]
    pub fn items(&self, by: &urigram_grammars::proof::RulePlaces) -> alloc::vec::Vec<Span> {
        let items = by.items(self.read_text());
        match &self.stripped {
            Some(stripped) => items.into_iter().map(|item| stripped.span(item)).collect(),
            None => items,
        }
    }

    /// Like [`Places::of`], but writes the places to where they stay. A copy of what was written a
    /// moment ago would take as long as the parse.
    pub(super) fn read(&mut self, text: &'t str, table: &'static Table) -> Result<(), NoPlaces> {
        let removed = table.removed();
        if removed.is_some_and(|removed| removed.is_at_an_end(text.as_bytes())) {
            return self.read_what_is_left(text, table);
        }
        #[cfg(feature = "alloc")]
        if self.stripped.is_some() {
            self.stripped = None;
        }
        if table.accepts_into(text.as_bytes(), &mut self.parts) {
            if table.is_marked() {
                (self.marked, self.text) = (Some(table), text);
            } else if self.marked.is_some() {
                self.marked = None;
            }
            return self.unless_refused(text, table);
        }
        // The generator refuses a rule that accepts what is removed anywhere.
        if removed.is_some_and(|removed| removed.is_inside(text.as_bytes())) {
            return self.read_what_is_left(text, table);
        }
        Err(NoPlaces::Rejected)
    }

    #[cfg(feature = "alloc")]
    #[cold]
    fn read_what_is_left(&mut self, text: &'t str, table: &'static Table) -> Result<(), NoPlaces> {
        let stripped = self.stripped.insert(Stripped::new(table, text.as_bytes()));
        let accepts = table.accepts_into(stripped.left(), &mut self.parts);
        (self.marked, self.text) = (table.is_marked().then_some(table), text);
        let left = core::str::from_utf8(stripped.left()).ok().filter(|_| accepts);
        let left = left.ok_or(NoPlaces::Rejected)?;
        if refused(table, left, &self.parts).is_some() {
            return Err(NoPlaces::Rejected);
        }
        Ok(())
    }

    /// Rejects an accepted text that the program of a practice refuses.
    fn unless_refused(&self, text: &str, table: &Table) -> Result<(), NoPlaces> {
        match refused(table, text, &self.parts) {
            Some(_) => Err(NoPlaces::Rejected),
            None => Ok(()),
        }
    }

    #[cfg(not(feature = "alloc"))]
    fn read_what_is_left(&mut self, _: &str, _: &Table) -> Result<(), NoPlaces> {
        Err(NoPlaces::NeedsHeap)
    }

    /// Whether scheme, userinfo, host and port are known to have the same places.
    pub(super) fn are_known_to_agree(&self, other: &Places<'_>) -> bool {
        #[cfg(feature = "alloc")]
        if self.stripped.is_some() {
            return false;
        }
        other.are_known_to_be(&self.parts)
    }

    /// Whether scheme, userinfo, host and port are known to have the places that these parts of the
    /// same text have. Parts of a grammar without a shape are exact unless they are by rules.
    pub(super) fn are_known_to_be(&self, parts: &Parts) -> bool {
        #[cfg(feature = "alloc")]
        if self.stripped.is_some() {
            return false;
        }
        let is_by_rules = self.parts.are_by_rules() || parts.are_by_rules();
        !is_by_rules && self.parts.have_same_authority(parts)
    }

    /// Returns the text that the rule has read.
    fn read_text(&self) -> &[u8] {
        #[cfg(feature = "alloc")]
        if let Some(stripped) = &self.stripped {
            return stripped.left();
        }
        self.text.as_bytes()
    }

    /// Returns true if the grammar states no shape and its rules give some string two places for a
    /// component. Then nothing is known about it.
    pub(super) fn is_unknown(&self, component: Component) -> bool {
        self.marked.is_some_and(|table| table.is_unknown(component))
    }

    /// Returns the place of a component; `None` if it is absent.
    pub fn get(&self, component: Component) -> Option<Span> {
        let is_in_parts = || !self.parts.are_by_rules() && Component::ALL.contains(&component);
        let span = match self.marked {
            Some(table) if !is_in_parts() => table.span_by_rules(self.read_text(), component)?,
            _ => self.parts.get(component)?,
        };
        #[cfg(feature = "alloc")]
        if let Some(stripped) = &self.stripped {
            return Some(stripped.span(span));
        }
        Some(span)
    }
}
