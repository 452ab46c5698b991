//! The components of an accepted input, under RFC 3986's names and the document's own.

use std::collections::HashMap;

use urigram::{Component as Name, Tree};

use crate::rule_ref::RuleRef;

/// A component of an input.
#[derive(Clone, Copy, Debug)]
pub struct Component {
    /// RFC 3986's name where the component means the same, else the document's.
    pub name: &'static str,
    /// The document's rule; `None` where the document prints the scheme as a literal (`"wais://"`).
    pub rule: Option<&'static str>,
    /// The byte offset of its beginning.
    pub start: usize,
    /// The byte offset of its end.
    pub end: usize,
}

/// The parts by the tree, in the order of the input, outer ones first. A component is there once; a part that only its
/// document knows may be there several times.
pub(super) fn of_tree(target: RuleRef, input: &[u8], tree: &Tree) -> Vec<Component> {
    let document = target.grammar.document();
    let once = document.components.iter().map(|(name, rules)| (name.name(), *rules, true));
    let often = document.parts.iter().map(|(name, rules)| (*name, *rules, false));
    let names: Vec<(&'static str, &[&str], bool)> = once.chain(often).collect();
    let mut by_rule: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, (_, rules, _)) in names.iter().enumerate() {
        for rule in *rules {
            if let Ok(known) = document.rule(rule) {
                by_rule.entry(known.name).or_default().push(index);
            }
        }
    }
    let mut found = Vec::new();
    // Where the last one of each name ends: what lies inside it is not another one.
    let mut ends: Vec<Option<usize>> = vec![None; names.len()];
    for node in tree.nodes() {
        for &index in by_rule.get(node.rule().name).into_iter().flatten() {
            let (name, _, once) = names[index];
            if ends[index].is_some_and(|end| once || node.start() < end) {
                continue;
            }
            ends[index] = Some(node.end());
            found.push(Component { name, rule: Some(node.rule().name), start: node.start(), end: node.end() });
        }
    }
    if !found.iter().any(|component| component.name == Name::Scheme.name()) {
        found.extend(
            split(target, input)
                .into_iter()
                .filter(|(name, ..)| *name == Name::Scheme)
                .map(|(name, start, end)| Component { name: name.name(), rule: None, start, end }),
        );
    }
    in_order(found)
}

/// The components by their delimiters, for inputs that are too long for a tree.
pub(super) fn of_split(target: RuleRef, input: &[u8]) -> Vec<Component> {
    let document = target.grammar.document();
    let split = split(target, input).into_iter();
    let named = split.map(|(name, start, end)| {
        let rule = document.component_rules(name).first().copied();
        Component { name: name.name(), rule, start, end }
    });
    in_order(named.collect())
}

/// The components of an input that a rule for whole identifiers accepts; no other rule comes apart in this way.
fn split(target: RuleRef, input: &[u8]) -> Vec<(Name, usize, usize)> {
    let start = &target.grammar.document().start;
    let whole = [Some(start.default), start.uri, start.reference].contains(&Some(target.table.rule()));
    let Some(text) = std::str::from_utf8(input).ok().filter(|_| whole) else { return Vec::new() };
    let Ok(parts) = target.table.split(text, target.reading) else { return Vec::new() };
    let span = |name| parts.get(name).map(|span| (name, span.start as usize, span.end as usize));
    Name::ALL.into_iter().filter_map(span).collect()
}

fn in_order(mut components: Vec<Component>) -> Vec<Component> {
    components.sort_by_key(|component| (component.start, std::cmp::Reverse(component.end)));
    components
}
