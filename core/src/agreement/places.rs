//! The components of a text as it is given.

use urigram_grammars::{Component, Parts, Reading, Span, SyntaxError, Table};

#[cfg(feature = "alloc")]
use crate::given::Given;

/// The places of components in a text. Where a practice removes characters before it reads, the
/// text is the one before the removal.
///
/// ```
/// use urigram::agreement::Places;
/// use urigram::{Component, Grammar, Reading};
///
/// let reading = Reading::default();
/// let text = " http://a\t.example/";
/// let places = Places::of(text, reading, Grammar::Whatwg.tables(reading).start()).unwrap();
/// assert_eq!(places.get(Component::Host).unwrap().of(text), "a\t.example");
/// ```
#[derive(Clone, Debug)]
pub struct Places<'t> {
    parts: Parts,
    #[cfg(feature = "alloc")]
    given: Option<Given<'t>>,
    #[cfg(not(feature = "alloc"))]
    text: core::marker::PhantomData<&'t str>,
}

/// A reason why a text has no places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPlaces {
    /// The rule rejects the text.
    Rejected,
    /// Characters are removed first, which needs the feature `alloc`.
    NeedsHeap,
}

impl<'t> Places<'t> {
    /// Splits a text by a rule. Copies the text only where characters inside it are removed.
    ///
    /// # Errors
    /// [`NoPlaces`] where the rule rejects what is left, and, without `alloc`, where anything is to
    /// be removed.
    #[inline(always)]
    pub fn of(
        text: &'t str,
        reading: Reading,
        table: &'static Table,
    ) -> Result<Places<'t>, NoPlaces> {
        let removed = table.removed();
        if removed.is_some_and(|removed| removed.is_at_an_end(text.as_bytes())) {
            return Places::after(text, reading, table);
        }
        // The parts stay where they are written: a copy would wait for the stores.
        let found: Result<Places<'t>, SyntaxError> =
            table.split_with(text, reading, |parts| Places {
                parts,
                #[cfg(feature = "alloc")]
                given: None,
                #[cfg(not(feature = "alloc"))]
                text: core::marker::PhantomData,
            });
        match found {
            Ok(places) => Ok(places),
            // The generator refuses a rule that accepts what is removed anywhere.
            Err(_) if removed.is_some_and(|removed| removed.is_inside(text.as_bytes())) => {
                Places::after(text, reading, table)
            }
            Err(_) => Err(NoPlaces::Rejected),
        }
    }

    #[cfg(feature = "alloc")]
    #[cold]
    fn after(
        text: &'t str,
        reading: Reading,
        table: &'static Table,
    ) -> Result<Places<'t>, NoPlaces> {
        let given = Given::new(table, text.as_bytes());
        match table.split_bytes(given.left(), reading) {
            Ok(parts) => Ok(Places { parts, given: Some(given) }),
            Err(_) => Err(NoPlaces::Rejected),
        }
    }

    #[cfg(not(feature = "alloc"))]
    fn after(_: &'t str, _: Reading, _: &'static Table) -> Result<Places<'t>, NoPlaces> {
        Err(NoPlaces::NeedsHeap)
    }

    /// Returns the place of a component; `None` if it is absent.
    #[inline]
    pub fn get(&self, component: Component) -> Option<Span> {
        let span = self.parts.get(component)?;
        #[cfg(feature = "alloc")]
        if let Some(given) = &self.given {
            return Some(given.span(span));
        }
        Some(span)
    }
}

/// Returns the components, of those asked for, to which two ways of splitting a text give different
/// places.
pub fn differing<'c>(
    a: impl Fn(Component) -> Option<Span> + 'c,
    b: impl Fn(Component) -> Option<Span> + 'c,
    of: &'c [Component],
) -> impl Iterator<Item = Component> + 'c {
    of.iter().copied().filter(move |&component| a(component) != b(component))
}
