//! The nodes with tags inside a match of each rule.
//!
//! With `sum = { #left = n ~ ("+" ~ #right = sum)? }`, each match of `sum` has one `n` with the tag
//! `left`, and at most one `sum` with the tag `right`.
//!
//! A tag goes to the last node before its place. So the numbers are those of the nodes in the
//! expression that has the tag, as long as every such expression of the grammar leaves a node. If
//! one does not, its tag may take the place of another, and no node with a tag is promised; and it
//! may be at any number of nodes, also where an alternative fails that gave it.

use std::collections::BTreeSet;

use urigram_automata::peg::{self, Expr};

use super::counts::{Count, Counts, Finder, SEVERAL};

/// Returns for each rule of a grammar the nodes with tags that a match leaves inside its own node:
/// names are those of tags and rules, as [`key`] joins them.
pub(super) fn inside(grammar: &peg::Grammar, finder: &Finder<'_>) -> Vec<Counts> {
    let rules = grammar.rules();
    let mut tags = Tags { grammar, finder, found: vec![Counts::none(); rules.len()] };
    // Rules that leave no node pass on what is inside them. Each round only adds.
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| !rule.leaves_node()) {
            let most = |old: Count, new: Count| Count { least: 0, most: new.most.max(old.most) };
            let new = tags.found[at].merged(&tags.of(rule.tagged()), most);
            is_changed |= new != tags.found[at];
            tags.found[at] = new;
        }
    }
    let mut uncertain = BTreeSet::new();
    rules.iter().for_each(|rule| tags.uncertain(rule.tagged(), &mut uncertain));
    let found = rules.iter().map(|rule| tags.of(rule.tagged()));
    if uncertain.is_empty() {
        return found.collect();
    }
    let any_number = |found: Counts| {
        let mut all = found.at_least_none();
        for (key, count) in found.names() {
            if of_key(key).is_some_and(|(tag, _)| uncertain.contains(tag)) {
                all.insert(key.to_owned(), Count { least: 0, most: count.most.max(SEVERAL) });
            }
        }
        all
    };
    found.map(any_number).collect()
}

/// Returns the name of a tag of a rule's nodes.
fn key(tag: &str, rule: &str) -> String {
    format!("{tag}#{rule}")
}

/// Returns the tag and the rule of a name.
pub(super) fn of_key(key: &str) -> Option<(&str, &str)> {
    key.split_once('#')
}

struct Tags<'a> {
    grammar: &'a peg::Grammar,
    finder: &'a Finder<'a>,
    /// For each rule that leaves no node, the nodes with tags that a match leaves.
    found: Vec<Counts>,
}

impl Tags<'_> {
    fn of(&self, expr: &Expr) -> Counts {
        if let Some((inner, tag)) = expr.tag() {
            let nodes = self.finder.of(inner);
            let is_one_rule = nodes.names().count() == 1;
            let mut own = Counts::none();
            for (rule, count) in nodes.names() {
                let least = if is_one_rule { count.least.min(1) } else { 0 };
                own.insert(key(tag, rule), Count { least, most: 1 });
            }
            // The tag may take the place of one inside.
            return self.of(inner).at_least_none().and(&own);
        }
        match expr {
            Expr::Rule(name) => {
                let rules = self.grammar.rules();
                let number = self.finder.number(name).filter(|&at| !rules[at].leaves_node());
                number.map_or_else(Counts::none, |number| self.found[number].clone())
            }
            _ => Counts::of(expr, |part| self.of(part)),
        }
    }

    /// Adds the tags inside that an expression has which may leave no node.
    fn uncertain<'e>(&self, expr: &'e Expr, all: &mut BTreeSet<&'e str>) {
        let leaves_node = |inner: &Expr| {
            // One of several rules is one for certain where all alternatives have one.
            match inner {
                Expr::Choice(parts) => parts.iter().all(|part| self.finder.leaves_node(part)),
                _ => self.finder.leaves_node(inner),
            }
        };
        all.extend(expr.tag().filter(|(inner, _)| !leaves_node(inner)).map(|(_, tag)| tag));
        expr.parts().for_each(|part| self.uncertain(part, all));
    }
}
