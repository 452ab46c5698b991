//! Advice on citations.

use urigram_core::Urc;
use urigram_urc::{elements, Element, Kind};

use super::{Place, Subject};

impl Subject<'_> {
    /// Returns the first field with another name than these.
    pub(super) fn field_name(&self, names: &[&str]) -> Option<Place> {
        let urc = Urc::parse_by(self.grammar, self.reading, self.input).ok()?;
        elements(urc).find_map(|Element { kind, range, .. }| match kind {
            Kind::Urd(field) | Kind::Urf(field) if !is_among(field.field_name, names) => {
                Some((range.start..range.start + field.field_name.len()).into())
            }
            _ => None,
        })
    }
}

/// Returns true if a name is one of these, or begins with one that ends in a hyphen. Case is
/// ignored.
fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| {
        let own = if known.ends_with('-') { name.get(..known.len()) } else { Some(name) };
        own.is_some_and(|own| own.eq_ignore_ascii_case(known))
    })
}
