//! References as identifiers, and identifiers as names.

use urigram_grammars::{Component, Form, StartRule};

use super::kind::{Described, UrnKind};
use super::{Checked, Urn};
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

/// Returns the value as a name: by its own grammar, or by [`Urn::GRAMMAR`] if that defines no
/// names.
#[inline]
pub(super) fn as_name(checked: Checked<'_>) -> Result<Checked<'_>, FormError> {
    let is_name = checked.grammar.document().form == Form::Urn;
    let grammar = if is_name { checked.grammar } else { UrnKind::GRAMMAR };
    Ok(Urn::parse_by(grammar, checked.reading, checked.text)?.0)
}
