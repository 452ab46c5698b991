//! Demands on a text that no rule can say, as data.

use crate::facts::checks::{Check, Wrong};
use crate::{Constraint, Places};

/// A constraint of a document, with its check.
#[doc(hidden)]
#[derive(Debug)]
pub struct Demand {
    /// The constraint.
    pub constraint: &'static Constraint,
    /// The number of the component whose text is checked; [`Demand::WHOLE`] for the whole text.
    pub of: usize,
    /// The check.
    pub check: Check,
}

impl Demand {
    /// In `of`: the whole text.
    pub const WHOLE: usize = usize::MAX;

    /// Returns the first error in a text that the rules accept. A function is not called.
    #[inline]
    pub(crate) const fn wrong<const N: usize>(
        &self,
        text: &str,
        places: &Places<N>,
    ) -> Option<Wrong> {
        let Some((start, part)) = self.part(text, places) else { return None };
        match self.check.wrong(part.as_bytes()) {
            Some(Wrong::At(at)) => Some(Wrong::At(start + at)),
            other => other,
        }
    }

    /// Returns the offset and the text of the component.
    #[inline]
    pub(crate) const fn part<'t, const N: usize>(
        &self,
        text: &'t str,
        places: &Places<N>,
    ) -> Option<(usize, &'t str)> {
        if self.of == Demand::WHOLE {
            return Some((0, text));
        }
        match (places.get(self.of), places.of(self.of, text)) {
            (Some(span), Some(part)) => Some((span.start as usize, part)),
            _ => None,
        }
    }
}
