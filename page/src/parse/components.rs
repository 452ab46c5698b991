//! The components of an accepted input and the parts inside them, as one list.

use urigram::Components;

use crate::rule_ref::RuleRef;

/// A component of an input, or a part inside a component.
#[derive(Clone, Debug)]
pub struct Component {
    /// RFC 3986's name where the component means the same, else the document's.
    pub name: &'static str,
    /// The document's rule; `None` where it has no rule for exactly this.
    pub rule: Option<&'static str>,
    /// The byte offset of its beginning.
    pub start: usize,
    /// The byte offset of its end.
    pub end: usize,
    /// True for a part inside the component before it in the list.
    pub is_part: bool,
}

/// Returns the components of an input that the target accepts; none for one that it rejects.
pub(super) fn of(target: RuleRef, input: &[u8]) -> Option<Components<'_>> {
    target.table.components(input, target.reading).ok()
}

/// Returns the components in the order of the input, outer ones before inner ones, each followed by
/// its parts.
pub(super) fn listed(components: &Components<'_>) -> Vec<Component> {
    let mut list = Vec::new();
    for found in components.iter() {
        let whole = (found.component.name(), found.rule, found.span, false);
        let parts =
            components.parts(found.component).map(|part| (part.name, part.rule, part.span, true));
        list.extend(std::iter::once(whole).chain(parts).map(|(name, rule, span, is_part)| {
            Component { name, rule, start: span.start as usize, end: span.end as usize, is_part }
        }));
    }
    list
}
