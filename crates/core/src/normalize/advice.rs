//! The place of a form that is not the preferred one.

use core::ops::Range;

use urigram_grammars::Parts;

use super::{keys, Normalizer};

impl Normalizer {
    /// Returns the place that the equivalence with this id changes, from the first byte to the
    /// last; `None` if it changes nothing.
    #[doc(hidden)]
    pub fn changed_by(&self, id: &str, text: &str, parts: &Parts) -> Option<Range<usize>> {
        let row = self.equivalences().find(|row| row.id == id)?;
        let changed = self.apply_all(text, *parts, [row].into_iter(), keys::apply, |_, _| ());
        let (old, new) = (text.as_bytes(), changed.text.as_bytes());
        let same = |(a, b): &(&u8, &u8)| a == b;
        let before = old.iter().zip(new).take_while(same).count();
        let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
        let after = rest.take_while(same).count();
        (old != new).then_some(before..old.len() - after)
    }
}
