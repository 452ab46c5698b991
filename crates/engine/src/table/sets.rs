//! The characters that each component may hold, as the generator writes them down.

#[cfg(feature = "theorems")]
mod asked;

use crate::{ByteSet, Component};

/// The ASCII characters that a component may hold, in one reading of a document.
///
/// ```
/// use urigram::{Component, Grammar, Reading};
///
/// let port = Grammar::Rfc3986.tables(Reading::Corrected).sets.get(Component::Port);
/// assert!(port.legal.contains(b'8') && !port.legal.contains(b'a') && !port.has_encoding);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ComponentSet {
    /// The characters that the component may hold in its middle as themselves, delimiters among
    /// them. Empty for a component that the grammar does not have.
    pub legal: ByteSet,
    /// The legal characters that are data and nothing else: the document's unreserved ones.
    pub unreserved: ByteSet,
    /// Whether the component may hold percent-encodings.
    pub has_encoding: bool,
    /// Whether the component accepts any sequence of legal characters and percent-encodings, for
    /// any other components, and can be added and removed without a change of these. Of a path:
    /// whether segments of unreserved characters and percent-encodings can be appended to one that
    /// contains a slash, and removed as long as it contains another. Known only of a query, a
    /// fragment and a path.
    pub is_free: bool,
}

/// The sets of all components.
///
/// ```
/// use urigram::{Component, Grammar, Reading};
///
/// let sets = &Grammar::Rfc3986.tables(Reading::Corrected).sets;
/// assert!(sets.get(Component::Query).legal.contains(b'?'));
/// assert!(!sets.get(Component::Path).legal.contains(b'?'));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ComponentSets {
    sets: [ComponentSet; Component::ALL.len()],
    has_absolute_references: bool,
}

/// The set of an unknown component.
const UNKNOWN: ComponentSet = ComponentSet {
    legal: ByteSet::EMPTY,
    unreserved: ByteSet::EMPTY,
    has_encoding: false,
    is_free: false,
};

impl ComponentSets {
    /// Returns the numbers that [`ComponentSets::from_raw`] reads: for each component the legal
    /// characters, the unreserved ones, and the two flags; and for the scheme a third flag.
    #[doc(hidden)]
    #[inline]
    pub fn to_raw(&self) -> [[u64; 5]; Component::ALL.len()] {
        let mut raw = self.sets.map(|set| {
            let ([a, b, ..], [c, d, ..]) = (set.legal.to_words(), set.unreserved.to_words());
            [a, b, c, d, u64::from(set.has_encoding) | u64::from(set.is_free) << 1]
        });
        raw[Component::Scheme.number()][4] |= u64::from(self.has_absolute_references) << 2;
        raw
    }

    /// Returns the sets that [`ComponentSets::to_raw`] wrote down.
    #[doc(hidden)]
    #[inline]
    pub const fn from_raw(raw: [[u64; 5]; Component::ALL.len()]) -> ComponentSets {
        let mut sets = [UNKNOWN; Component::ALL.len()];
        let mut at = 0;
        while at < sets.len() {
            let [a, b, c, d, flags] = raw[at];
            sets[at] = ComponentSet {
                legal: ByteSet::from_words([a, b, 0, 0]),
                unreserved: ByteSet::from_words([c, d, 0, 0]),
                has_encoding: flags & 1 == 1,
                is_free: flags & 2 == 2,
            };
            at += 1;
        }
        let has_absolute_references = raw[Component::Scheme.number()][4] & 4 == 4;
        ComponentSets { sets, has_absolute_references }
    }

    /// Returns the set of a component. Nothing is known of a rule, so that its set is empty.
    #[inline]
    pub const fn get(&self, component: Component) -> &ComponentSet {
        match component {
            Component::Rule(_) => &UNKNOWN,
            _ => &self.sets[component.number()],
        }
    }

    /// Returns true if the rule for identifiers accepts every reference that has a scheme. RFC
    /// 2396's rule `absoluteURI` does not: it has no fragment.
    #[inline]
    #[doc(hidden)]
    pub const fn has_absolute_references(&self) -> bool {
        self.has_absolute_references
    }
}
