//! The nodes with tags inside a match of each rule.
//!
//! With `sum = { #left = n ~ ("+" ~ #right = sum)? }`, each match of `sum` has one `n` with the tag
//! `left`, and at most one `sum` with the tag `right`.
//!
//! A tag goes to the last node before its place. So the numbers are those of the nodes in the
//! expression that has the tag, as long as every such expression of the grammar leaves a node. If
//! one does not, its tag may take the place of another, and no node with a tag is promised.

use urigram_automata::peg::{self, Expr};

use super::counts::{Count, Counts, Finder};

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
    let is_certain = rules.iter().all(|rule| tags.is_certain(rule.tagged()));
    let found = rules.iter().map(|rule| tags.of(rule.tagged()));
    found.map(|found| if is_certain { found } else { found.at_least_none() }).collect()
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

    /// Returns true if every expression inside that has a tag leaves a node.
    fn is_certain(&self, expr: &Expr) -> bool {
        let leaves_node = |inner: &Expr| {
            // One of several rules is one for certain where all alternatives have one.
            match inner {
                Expr::Choice(parts) => parts.iter().all(|part| self.finder.leaves_node(part)),
                _ => self.finder.leaves_node(inner),
            }
        };
        expr.tag().is_none_or(|(inner, _)| leaves_node(inner))
            && expr.parts().all(|part| self.is_certain(part))
    }
}
