//! The components of a grammar that states no [`Shape`](crate::Shape): the places of its own rules.
//!
//! The grammar `url = "http://" host path`, with `host` and `path` of its own, has two components.
//! Their places are those that the derivations of a text give to the rules. A [`Splitter`] notes
//! them while it checks the text:
//!
//! ```text
//!   http://a\b/c        host = 1*( … without "/" … )     path = [ "/" *… ]
//!          └┬┘└┤
//!         host path
//! ```
//!
//! Nothing else is split: such a grammar has no scheme, authority or fragment unless rules are
//! named as these components.

use crate::{same_name, Component, Parts, Places, Span, Splitter};

/// The components of a rule, by the grammar's own rules.
#[doc(hidden)]
#[derive(Debug)]
pub struct Marking {
    /// The components that have one place in every string, in the order of the splitter.
    pub components: &'static [MarkedComponent],
    /// The components that have two places in some string, or are undecided.
    pub unknown: &'static [Component],
    /// The components that occur more than once in some string, and have one list of places in
    /// every string. A list needs memory, so that no splitter has it.
    pub lists: &'static [MarkedComponent],
    /// Whether the first derivation of a string counts alone.
    pub is_first: bool,
    /// A line for each component that some string gives two places, with the shortest such string
    /// and the place that the choice takes, and one for each component that is left out.
    pub notes: &'static [&'static str],
    /// The automaton that finds them; `None` where there aren't any.
    pub splitter: Option<&'static Splitter>,
}

/// A component and the rules whose outermost occurrence is its place.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct MarkedComponent {
    /// The component.
    pub component: Component,
    /// The rules.
    pub rules: &'static [&'static str],
}

/// The places of as many components as a splitter has room for.
pub(crate) type AllPlaces = Places<{ Marking::MOST }>;

impl Marking {
    /// The most components.
    pub const MOST: usize = Splitter::REGISTERS / 2;

    /// The marking of a rule without components.
    pub const NONE: Marking = Marking {
        components: &[],
        unknown: &[],
        lists: &[],
        is_first: false,
        notes: &[],
        splitter: None,
    };

    /// Returns the components of the marking that some string has.
    #[inline]
    pub fn names(&self) -> impl Iterator<Item = Component> + use<'_> {
        self.components.iter().map(|one| one.component)
    }

    /// Returns the component of a name.
    #[inline]
    pub fn named(&self, name: &str) -> Option<&'static MarkedComponent> {
        self.components.iter().find(|one| same_name(one.component.name(), name))
    }

    /// Returns the list of a name.
    #[inline]
    pub fn list(&self, name: &str) -> Option<&'static MarkedComponent> {
        self.lists.iter().find(|one| same_name(one.component.name(), name))
    }

    /// Returns the places of all components in a text; none for a text that the rule rejects.
    pub(crate) const fn places(&self, input: &[u8]) -> Option<AllPlaces> {
        match self.splitter {
            Some(splitter) => splitter.split(input),
            None => None,
        }
    }

    /// Returns the place of a component among these places.
    pub(crate) const fn get(&self, places: &AllPlaces, component: Component) -> Option<Span> {
        let mut at = 0;
        while at < self.components.len() {
            if self.components[at].component.is(component) {
                return places.get(at);
            }
            at += 1;
        }
        None
    }

    /// Returns the parts of a text, where parts can hold exactly the components that it has;
    /// [`Parts::BY_RULES`] where they cannot.
    pub(crate) const fn parts(&self, input: &[u8]) -> Parts {
        let Some(places) = self.places(input) else { return Parts::BY_RULES };
        let scheme = self.get(&places, Component::Scheme);
        let authority = self.get(&places, Component::Authority);
        let host = self.get(&places, Component::Host);
        let Some(path) = self.get(&places, Component::Path) else { return Parts::BY_RULES };
        let query = self.get(&places, Component::Query);
        let (none, end) = (Span { start: 0, end: 0 }, Span { start: u32::MAX, end: u32::MAX });
        let (host_start, host_end) = match host {
            Some(host) => (host.start, host.end),
            None => (u32::MAX, u32::MAX),
        };
        let parts = Parts {
            scheme_end: or(scheme, none).end,
            authority_start: or(authority, none).start,
            host_start,
            host_end,
            path_start: path.start,
            path_end: path.end,
            query_end: or(query, end).end,
            len: input.len() as u32,
        };
        let mut at = 0;
        while at < Component::ALL.len() {
            let component = Component::ALL[at];
            if !is_same(parts.get(component), self.get(&places, component)) {
                return Parts::BY_RULES;
            }
            at += 1;
        }
        parts
    }
}

const fn or(span: Option<Span>, other: Span) -> Span {
    match span {
        Some(span) => span,
        None => other,
    }
}

const fn is_same(one: Option<Span>, other: Option<Span>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.start == other.start && one.end == other.end,
        (None, None) => true,
        _ => false,
    }
}
