//! The components of a text as it is given.

use urigram_grammars::{Component, Parts, Reading, Removed, Span, Table};

#[cfg(feature = "alloc")]
use crate::whatwg::Stripped;

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
    stripped: Option<Stripped<'t>>,
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
    #[inline]
    pub fn of(
        text: &'t str,
        reading: Reading,
        table: &'static Table,
    ) -> Result<Places<'t>, NoPlaces> {
        let document = table.document();
        let removed = document.removed.as_ref();
        let removed = removed.filter(|_| table.rule() == document.start.default);
        if let Some(removed) = removed.filter(|removed| removed.is_at_an_end(text.as_bytes())) {
            return Places::after(removed, text, reading, table);
        }
        match table.split(text, reading) {
            Ok(parts) => Ok(Places {
                parts,
                #[cfg(feature = "alloc")]
                stripped: None,
                #[cfg(not(feature = "alloc"))]
                text: core::marker::PhantomData,
            }),
            // The generator refuses a rule that accepts what is removed anywhere.
            Err(_) => match removed.filter(|removed| removed.is_inside(text.as_bytes())) {
                Some(removed) => Places::after(removed, text, reading, table),
                None => Err(NoPlaces::Rejected),
            },
        }
    }

    #[cfg(feature = "alloc")]
    fn after(
        removed: &Removed,
        text: &'t str,
        reading: Reading,
        table: &'static Table,
    ) -> Result<Places<'t>, NoPlaces> {
        let stripped = Stripped::by(removed, text);
        match table.split(stripped.text(), reading) {
            Ok(parts) => Ok(Places { parts, stripped: Some(stripped) }),
            Err(_) => Err(NoPlaces::Rejected),
        }
    }

    #[cfg(not(feature = "alloc"))]
    fn after(
        _: &Removed,
        _: &'t str,
        _: Reading,
        _: &'static Table,
    ) -> Result<Places<'t>, NoPlaces> {
        Err(NoPlaces::NeedsHeap)
    }

    /// Returns the place of a component; `None` if it is absent.
    #[inline]
    pub fn get(&self, component: Component) -> Option<Span> {
        let span = self.parts.get(component)?;
        #[cfg(feature = "alloc")]
        if let Some(stripped) = &self.stripped {
            return Some(stripped.original(span));
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
