//! The answers of a table whose grammar states no shape.

use super::Table;
use crate::{Component, Marking, Span};

impl Table {
    /// Returns true if a component may be in the table's strings and the table does not say where:
    /// the grammar's own rules give some string two places for it, or make it a list.
    #[doc(hidden)]
    #[inline]
    pub fn is_unknown(&self, component: Component) -> bool {
        let is_list = |marking: &Marking| marking.list(component.name()).is_some();
        self.marking.is_some_and(|marking| marking.unknown.contains(&component) || is_list(marking))
    }

    /// Returns the components that occur more than once in some string.
    #[doc(hidden)]
    #[inline]
    pub fn lists(&self) -> impl Iterator<Item = Component> {
        let lists = self.marking.into_iter().flat_map(|marking| marking.lists);
        lists.map(|one| one.component)
    }

    /// Returns the components that the grammar's own rules are, those included that are
    /// lists, or that some string gives two places; `None` where the grammar states a shape.
    #[doc(hidden)]
    #[inline]
    pub fn own_components(&self) -> Option<impl Iterator<Item = Component>> {
        let marking = self.marking?;
        let unknown = marking.unknown.iter().copied();
        Some(marking.names().chain(self.lists()).chain(unknown))
    }

    /// Returns a line for each component that some string gives two places, with the place that the
    /// grammar's choice takes if it states one, and a line for each component that is left out.
    #[doc(hidden)]
    #[inline]
    pub fn ambiguities(&self) -> &'static [&'static str] {
        self.marking.map_or(&[], |marking| marking.notes)
    }

    /// Returns true if the table does not say of some component where it is.
    #[doc(hidden)]
    #[inline]
    pub fn has_unknown(&self) -> bool {
        self.marking.is_some_and(|marking| !marking.unknown.is_empty() || !marking.lists.is_empty())
    }

    /// Returns true if the grammar says of a component where it is, or at least that there is one.
    /// A shape says it of all components.
    #[doc(hidden)]
    #[inline]
    pub fn knows(&self, component: Component) -> bool {
        let named = |marking: &Marking| marking.named(component.name()).is_some();
        self.marking.is_none_or(|marking| named(marking) || self.is_unknown(component))
    }

    /// Returns true if the components are those of the grammar's own rules.
    #[doc(hidden)]
    pub const fn is_marked(&self) -> bool {
        self.marking.is_some()
    }

    /// Returns the place of a component of a text that the table has accepted, by the grammar's own
    /// rules. For values whose parts are [`Parts::BY_RULES`]. One step a byte.
    #[doc(hidden)]
    pub const fn span_by_rules(&self, input: &[u8], component: Component) -> Option<Span> {
        let Some(marking) = self.marking else { return None };
        match marking.places(input) {
            Some(places) => marking.get(&places, component),
            None => None,
        }
    }

    /// Returns the places of components of a text by the grammar's own rules, or `None` if they
    /// reject the text. One step a byte for all of them.
    #[doc(hidden)]
    pub fn spans_by_rules<const N: usize>(
        &self,
        input: &[u8],
        components: [Component; N],
    ) -> Option<[Option<Span>; N]> {
        let marking = self.marking?;
        let places = marking.places(input)?;
        Some(components.map(|component| marking.get(&places, component)))
    }
}
