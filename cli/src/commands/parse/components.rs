//! The parts of an accepted input, under RFC 3986's names and the document's own.

use std::collections::HashMap;

use urigram::{Component as Name, Grammar, Tree};

use crate::target::Target;

/// A part of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    /// RFC 3986's name where the part means the same, else the document's.
    pub(crate) name: &'static str,
    /// The document's rule.
    pub(crate) rule: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The parts by the tree, in the order of the input, outer ones first. A component is there once; a part that only its
/// document knows may be there several times.
pub(super) fn of_tree(grammar: Grammar, tree: &Tree) -> Vec<Component> {
    let document = grammar.document();
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
            found.push(Component { name, rule: node.rule().name, start: node.start(), end: node.end() });
        }
    }
    found.sort_by_key(|component| (component.start, std::cmp::Reverse(component.end)));
    found
}

/// The components by their delimiters, for inputs that are too long for a tree.
pub(super) fn of_split(target: Target, input: &[u8]) -> Vec<Component> {
    let document = target.grammar.document();
    let start = &document.start;
    let whole = [Some(start.default), start.uri, start.reference].contains(&Some(target.table.rule()));
    let Some(text) = std::str::from_utf8(input).ok().filter(|_| whole) else { return Vec::new() };
    let Ok(parts) = target.table.split(text, target.reading) else { return Vec::new() };
    let mut found = Vec::new();
    for name in Name::ALL {
        let rules = document.component_rules(name);
        if let (Some(span), Some(rule)) = (parts.get(name), rules.first()) {
            found.push(Component { name: name.name(), rule, start: span.start as usize, end: span.end as usize });
        }
    }
    found.sort_by_key(|component| (component.start, std::cmp::Reverse(component.end)));
    found
}
