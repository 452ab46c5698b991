//! The components of an accepted input and the parts inside them, as one list.

use std::cmp::Reverse;
use std::ops::Range;

use urigram::parts::Components;
use urigram::practices::Stripped;

use crate::lists::lists;
use crate::rule_ref::RuleRef;

/// A component of an input, or a part inside a component.
#[derive(Clone, Debug)]
pub struct Component {
    /// RFC 3986's name where the component means the same, else the document's.
    pub name: &'static str,
    /// The document's rule; `None` where it has no rule for exactly this.
    pub rule: Option<&'static str>,
    /// The byte offset of its beginning in the input.
    pub start: usize,
    /// The byte offset of its end in the input.
    pub end: usize,
    /// Its place in what the grammar reads of the input.
    pub left: Range<usize>,
    /// True for a part inside the component before it in the list.
    pub is_part: bool,
}

/// Returns the components in the order of the input, outer ones before inner ones, each followed by
/// its parts. A component that is a list is there once for each item.
pub(super) fn listed(
    target: RuleRef,
    components: &Components<'_>,
    stripped: &Stripped<'_>,
) -> Vec<Component> {
    let mut list = Vec::new();
    for found in components.iter() {
        let whole = (found.component.name(), found.rule, found.span, false);
        let parts =
            components.parts(found.component).map(|part| (part.name, part.rule, part.span, true));
        list.extend(std::iter::once(whole).chain(parts).map(|(name, rule, span, is_part)| {
            let place = stripped.span(span);
            Component {
                name,
                rule,
                start: place.start as usize,
                end: place.end as usize,
                left: span.start as usize..span.end as usize,
                is_part,
            }
        }));
    }
    for (component, places) in lists(target) {
        let rule = if let [one] = places.rules[..] { Some(one) } else { None };
        list.extend(places.items(stripped.left()).into_iter().map(|item| {
            let place = stripped.span(item);
            Component {
                name: component.name(),
                rule,
                start: place.start as usize,
                end: place.end as usize,
                left: item.start as usize..item.end as usize,
                is_part: false,
            }
        }));
    }
    if !lists(target).is_empty() {
        list.sort_by_key(|one| (one.start, Reverse(one.end)));
    }
    list
}
