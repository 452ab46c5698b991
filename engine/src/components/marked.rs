//! The components of an input by the rules of a grammar that states no shape.

use super::Holds;
use crate::marking::{AllPlaces, MarkedComponent, Marking};
use crate::{Component, Components, SplitComponent};

/// The components that rules mark, with their places in a text.
pub(crate) struct Marked {
    marking: &'static Marking,
    places: AllPlaces,
}

impl Marked {
    /// Returns the components in the order of the text, outer ones before inner ones.
    #[inline]
    pub(crate) fn in_order(self) -> impl Iterator<Item = SplitComponent> {
        let count = self.marking.components.len().min(Marking::MOST);
        let mut order: [usize; Marking::MOST] = core::array::from_fn(|number| number);
        let key = |number: usize| {
            self.places.get(number).map(|span| (span.start, core::cmp::Reverse(span.end), number))
        };
        // Each is moved down to its place. There are few, and the slice's own sort is a twentieth
        // of what a debug build compiles of this crate.
        for end in 1..count {
            let mut at = end;
            while at > 0 && key(order[at]) < key(order[at - 1]) {
                order.swap(at, at - 1);
                at -= 1;
            }
        }
        order.into_iter().take(count).filter_map(move |number| {
            let MarkedComponent { component, rules } = self.marking.components[number];
            let rule = if let [one] = rules { Some(*one) } else { None };
            Some(SplitComponent { component, rule, span: self.places.get(number)? })
        })
    }
}

impl Components<'_> {
    /// Returns true if the grammar's own rules say the components: then each is found in a pass of
    /// its own, and all by [`Components::iter`] in one.
    #[doc(hidden)]
    #[inline]
    pub fn are_by_rules(&self) -> bool {
        self.holds == Holds::ByRules
    }

    /// Returns the components that are not in the same place in both. Takes time linear in the
    /// input for each component of a grammar that states no shape.
    #[doc(hidden)]
    #[inline]
    pub fn differing<'c>(
        &'c self,
        other: &'c Components<'_>,
    ) -> impl Iterator<Item = Component> + 'c {
        let named = |of: &Components<'_>| of.table.marking.into_iter().flat_map(Marking::names);
        let rules = named(self)
            .chain(named(other).filter(|one| {
                self.table.marking.is_none_or(|own| own.named(one.name()).is_none())
            }));
        let rules = rules.filter(|one| matches!(one, Component::Rule(_)));
        let all = Component::ALL.into_iter().chain(rules);
        all.filter(|&one| self.span(one) != other.span(one))
    }

    /// Returns the components that the grammar's own rules mark, if it states no shape. One pass
    /// over the input.
    #[inline]
    pub(crate) fn marked(&self) -> Option<Marked> {
        let marking = self.table.marking.filter(|_| self.holds == Holds::ByRules)?;
        Some(Marked { marking, places: marking.places(self.input)? })
    }
}
