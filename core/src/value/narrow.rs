//! References as identifiers.

use urigram_grammars::Component;

use super::{Checked, StartRule};
use crate::FormError;

/// Returns the value as one by the rule that demands a scheme, which in some documents rejects
/// references that have a scheme: RFC 2396's `absoluteURI` has no fragment.
#[inline]
pub(super) fn with_scheme(checked: Checked<'_>) -> Result<Checked<'_>, FormError> {
    let Checked { text, grammar, reading, .. } = checked;
    if checked.span(Component::Scheme).is_none() {
        return Err(FormError::NoScheme);
    }
    if grammar.tables(reading).sets.has_absolute_references() {
        return Ok(checked);
    }
    let parts = StartRule::Absolute.table(grammar, reading).split(text, reading)?;
    Ok(Checked { text, parts, grammar, reading })
}
