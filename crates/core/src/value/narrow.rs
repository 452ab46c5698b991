//! References as identifiers.

use urigram_grammars::{Component, StartRule};

use super::Checked;
use crate::FormError;

/// Returns the value as one by the rule that demands a scheme, which in some documents rejects
/// references that have a scheme: RFC 2396's `absoluteURI` has no fragment.
#[inline]
pub(super) fn with_scheme(checked: Checked<'_>) -> Result<Checked<'_>, FormError> {
    if checked.component(Component::Scheme).is_none() {
        return Err(FormError::NoScheme);
    }
    if checked.grammar.tables(checked.reading).sets.has_absolute_references() {
        return Ok(checked);
    }
    checked.reread(StartRule::Absolute, checked.grammar)
}
