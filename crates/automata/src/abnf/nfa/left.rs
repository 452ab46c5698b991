//! Left recursion as repetition.
//!
//! Mutually recursive rules are left-linear if each of their calls to each other begins its
//! alternative. Then they are regular. With RFC 4282's rule
//!
//! ```text
//! dot-string = string / dot-string "." string
//! ```
//!
//! a reader of a `dot-string` may end it or read on behind the call, and nothing else leads back
//! into the rule. So the end of the rule is one node, from which the automaton goes on with what
//! follows the rule, or with `"." string` and back to the end:
//!
//! ```text
//! entry --string--> end ----> next
//!                   ^ |
//!                   +-+ "." string
//! ```
//!
//! Every rule of the set has such an end. A call of it at the beginning of an alternative adds the
//! rest of that alternative to the nodes that follow the end; alternatives without such a call are
//! where an input enters.

use super::{Builder, Expr, Grammar, Node, NodeId, NotBuiltIn, Open, Refused, ScopeId};
use crate::questions::Circles;
use std::collections::{HashMap, HashSet};

/// A set of left-linear mutually recursive rules.
#[derive(Clone, Debug)]
pub(super) struct LeftLinear {
    rules: Vec<usize>,
}

/// The calls of the set in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    None,
    /// Calls that begin an alternative, and no others.
    First,
    Elsewhere,
}

/// Returns the rules that a rule uses and that come back to themselves, over rules that are built
/// in.
pub(super) fn recursive(
    grammar: &Grammar,
    rule: usize,
    not_built_in: &NotBuiltIn<'_>,
) -> HashSet<usize> {
    let (mut numbers, mut rules) = (HashMap::from([(rule, 0)]), vec![rule]);
    let mut calls: Vec<Vec<usize>> = Vec::new();
    while let Some(&next) = rules.get(calls.len()) {
        let mut called = Vec::new();
        grammar.rules()[next].expr.visit_rules(&mut |name| {
            let rule = grammar.index_of(name).filter(|rule| !not_built_in.contains_key(rule));
            called.extend(rule.map(|rule| {
                *numbers.entry(rule).or_insert_with(|| {
                    rules.push(rule);
                    rules.len() - 1
                })
            }));
        });
        calls.push(called);
    }
    let is_recursive = Circles::of(&calls).is_recursive;
    rules.into_iter().zip(is_recursive).filter(|it| it.1).map(|it| it.0).collect()
}

impl LeftLinear {
    /// Returns this rule and those that are mutually recursive with it, if they are left-linear.
    /// Rules that are not built in where they are called are ignored. Takes time linear in the
    /// rules that it uses.
    pub(super) fn of(
        grammar: &Grammar,
        rule: usize,
        not_built_in: &NotBuiltIn<'_>,
    ) -> Option<LeftLinear> {
        // Every rule that is used, with those that call it.
        let mut callers: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open = vec![rule];
        while let Some(next) = open.pop() {
            grammar.rules()[next].expr.visit_rules(&mut |name| {
                let called = grammar.index_of(name);
                if let Some(called) = called.filter(|rule| !not_built_in.contains_key(rule)) {
                    let before = callers.entry(called).or_insert_with(|| {
                        open.push(called);
                        Vec::new()
                    });
                    before.push(next);
                }
            });
        }
        // Those from which a way leads back; none without recursion.
        let mut rules = vec![rule];
        let mut seen = 0;
        let mut is_inside = HashSet::new();
        while let Some(next) = rules.get(seen) {
            seen += 1;
            let before = callers.get(next).cloned().unwrap_or_default();
            rules.extend(before.into_iter().filter(|&caller| is_inside.insert(caller)));
        }
        if !is_inside.contains(&rule) {
            return None;
        }
        rules = is_inside.into_iter().collect();
        rules.sort_unstable();
        let set = LeftLinear { rules };
        let calls = set.rules.iter().map(|&rule| set.calls(grammar, &grammar.rules()[rule].expr));
        let mut is_recursive = false;
        for calls in calls {
            is_recursive |= calls == Calls::First;
            if calls == Calls::Elsewhere {
                return None;
            }
        }
        Some(set).filter(|_| is_recursive)
    }

    fn number(&self, grammar: &Grammar, name: &str) -> Option<usize> {
        grammar.index_of(name).filter(|rule| self.rules.contains(rule))
    }

    fn calls(&self, grammar: &Grammar, expr: &Expr) -> Calls {
        let all = |parts: &[Expr]| {
            let mut parts = parts.iter().map(|part| self.calls(grammar, part));
            let found = parts.clone().find(|&calls| calls == Calls::Elsewhere);
            found.or_else(|| parts.find(|&calls| calls == Calls::First)).unwrap_or(Calls::None)
        };
        match expr {
            Expr::Rule(name) if self.number(grammar, name).is_some() => Calls::First,
            Expr::Choice(parts) => all(parts),
            Expr::Sequence(parts) => match parts.split_first() {
                Some((first, rest)) if all(rest) == Calls::None => self.calls(grammar, first),
                Some(_) => Calls::Elsewhere,
                None => Calls::None,
            },
            Expr::Repeat { max: Some(1), expr, .. } => self.calls(grammar, expr),
            Expr::Repeat { expr, .. } => match self.calls(grammar, expr) {
                Calls::None => Calls::None,
                _ => Calls::Elsewhere,
            },
            _ => Calls::None,
        }
    }
}

/// The ends of the rules, while they are being built.
struct Ends<'s> {
    set: &'s LeftLinear,
    nodes: HashMap<usize, NodeId>,
    followed_by: HashMap<usize, Vec<NodeId>>,
}

impl Builder<'_, '_> {
    /// Returns the marks that a call of a rule begins.
    pub(super) fn begun_marks(&self, rule: usize) -> impl Iterator<Item = usize> + '_ {
        let begins = move |number: &usize| {
            self.inside & 1 << number == 0 && self.marked[*number].contains(&rule)
        };
        (0..self.marked.len()).filter(begins)
    }

    /// Builds a left-linear rule in front of a node, and returns where an input enters it.
    pub(super) fn left(
        &mut self,
        rule: usize,
        set: &LeftLinear,
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Refused> {
        let mut ends = Ends { set, nodes: HashMap::new(), followed_by: HashMap::new() };
        for &member in &set.rules {
            ends.nodes.insert(member, self.push(Node::Fork(Vec::new()))?);
        }
        ends.followed_by.insert(rule, vec![next]);
        let mut entries = Vec::new();
        for &member in &set.rules {
            if member != rule && self.begun_marks(member).next().is_some() {
                // A mark would have to begin before its rule is known.
                let cycle = [rule, member, rule].map(|rule| self.name(rule)).to_vec();
                return Err(Refused::Recursion { cycle });
            }
            let scope = match self.tracked.get(&member) {
                Some(&number) if member != rule => self.scope(scope, number),
                _ => scope,
            };
            let end = ends.nodes[&member];
            self.open.push(Open { rule: member, entry: end, next: end });
            let grammar = self.grammar;
            let expr = &grammar.rules()[member].expr;
            entries.extend(self.alternatives(expr, end, scope, &mut ends)?);
            self.open.pop();
        }
        for (member, followed_by) in ends.followed_by {
            self.nodes[ends.nodes[&member] as usize] = Node::Fork(followed_by);
        }
        Ok(self.push(Node::Fork(entries))?)
    }

    /// Builds the alternatives of a rule in front of its end, and returns where those begin that
    /// begin with no call of the set.
    fn alternatives(
        &mut self,
        expr: &Expr,
        next: NodeId,
        scope: ScopeId,
        ends: &mut Ends<'_>,
    ) -> Result<Vec<NodeId>, Refused> {
        if ends.set.calls(self.grammar, expr) == Calls::None {
            return Ok(vec![self.build(expr, next, scope)?]);
        }
        self.spend(1)?;
        match expr {
            Expr::Rule(name) => {
                let called = ends.set.number(self.grammar, name);
                if let Some(called) = called {
                    ends.followed_by.entry(called).or_default().push(next);
                }
                Ok(Vec::new())
            }
            Expr::Choice(parts) => {
                let mut entries = Vec::new();
                for part in parts {
                    entries.extend(self.alternatives(part, next, scope, ends)?);
                }
                Ok(entries)
            }
            Expr::Sequence(parts) => {
                let Some((first, rest)) = parts.split_first() else { return Ok(vec![next]) };
                let mut behind = next;
                for part in rest.iter().rev() {
                    behind = self.build(part, behind, scope)?;
                }
                self.alternatives(first, behind, scope, ends)
            }
            Expr::Repeat { min, expr, .. } => {
                let mut entries = self.alternatives(expr, next, scope, ends)?;
                entries.extend((*min == 0).then_some(next));
                Ok(entries)
            }
            _ => Ok(Vec::new()),
        }
    }
}
