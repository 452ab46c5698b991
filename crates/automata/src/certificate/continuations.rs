//! Lists of expressions that remain to be matched, and the sets of them that ABNF reads at once.

use super::nodes::{Node, NodeId, Nodes};
use super::Refused;
use crate::hashing::NumberMap;
use crate::{abnf, peg, Limits, Terminals, Undecided};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The number of a continuation.
pub(super) type Id = u32;

/// Nothing remains to be matched, and no input remains.
pub(super) const END: Id = 0;
/// Nothing remains to be matched. Any rest of the input is allowed.
pub(super) const ACCEPT: Id = 1;

/// The rules of one notation, and behind them the insides of brackets that are letters.
pub(super) struct Rules<'a> {
    pub(super) names: Vec<String>,
    /// The number of rules that are not letters.
    pub(super) count: usize,
    exprs: Exprs<'a>,
    numbers: HashMap<String, usize>,
    splits: bool,
}

enum Exprs<'a> {
    Abnf(Vec<&'a abnf::Expr>),
    Peg(Vec<&'a peg::Expr>),
}

impl<'a> Rules<'a> {
    pub(super) fn abnf(grammar: &'a abnf::Grammar) -> Rules<'a> {
        let rules = grammar.rules();
        // Case does not matter in names of ABNF.
        let names = rules.iter().map(|rule| rule.name.to_ascii_lowercase());
        let numbers = names.enumerate().map(|(at, name)| (name, at)).collect();
        let names = rules.iter().map(|rule| rule.name.clone()).collect();
        let exprs = Exprs::Abnf(rules.iter().map(|rule| &rule.expr).collect());
        Rules { count: rules.len(), names, exprs, numbers, splits: false }
    }

    pub(super) fn peg(rules: Vec<(String, &'a peg::Expr)>, which: peg::Which) -> Rules<'a> {
        let splits = which == peg::Which::Optimized;
        let (names, exprs): (Vec<String>, Vec<_>) = rules.into_iter().unzip();
        let numbers = names.iter().cloned().enumerate().map(|(at, name)| (name, at)).collect();
        Rules { count: names.len(), names, exprs: Exprs::Peg(exprs), numbers, splits }
    }

    /// Makes the rules from a number on letters: they get the names that certificates have.
    pub(super) fn lettered(mut self, count: usize) -> Rules<'a> {
        self.count = count;
        let letters = self.names[count..].iter_mut().enumerate();
        letters.for_each(|(letter, name)| *name = format!("#{letter}"));
        self
    }

    /// Returns the node of a rule's body.
    pub(super) fn lower(&self, nodes: &mut Nodes, rule: usize) -> Result<NodeId, Refused> {
        match &self.exprs {
            Exprs::Abnf(exprs) => {
                let number = |name: &str| self.numbers.get(&name.to_ascii_lowercase()).copied();
                nodes.abnf(exprs[rule], &number, 0)
            }
            Exprs::Peg(exprs) => nodes.peg(exprs[rule], &|name| self.numbers.get(name).copied(), 0),
        }
    }
}

/// Returns the number of a rule.
pub(super) fn index(number: Option<usize>, name: &str) -> Result<usize, Refused> {
    number.ok_or_else(|| Refused::UnknownRule(name.to_owned()))
}

/// The rules of one grammar and the continuations of their expressions.
pub(super) struct Continuations {
    pub(super) nodes: Nodes,
    /// The body of each rule, by its number; only of rules that the start rule uses.
    bodies: Vec<Option<NodeId>>,
    pub(super) names: Vec<String>,
    /// The head and the tail of each continuation.
    pub(super) lists: Vec<(NodeId, Id)>,
    ids: NumberMap<(NodeId, Id), Id>,
    pub(super) start: Id,
    limits: Limits,
}

impl Continuations {
    pub(super) fn abnf(
        grammar: &abnf::Grammar,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Continuations, Refused> {
        let start = index(grammar.index_of(rule), rule)?;
        Continuations::new(&Rules::abnf(grammar), start, terminals, limits)
    }

    pub(super) fn peg(
        grammar: &peg::Grammar,
        which: peg::Which,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Continuations, Refused> {
        let rules = grammar.rules().iter();
        let rules = rules.map(|rule| (rule.name().to_owned(), rule.expr(which))).collect();
        let rules = Rules::peg(rules, which);
        let start = index(rules.names.iter().position(|name| name == rule), rule)?;
        Continuations::new(&rules, start, terminals, limits)
    }

    /// Lowers the start rule and those that it uses. A rule that is a letter is its inside and then
    /// the mark, which is the letter behind the last one.
    pub(super) fn new(
        rules: &Rules,
        start: usize,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Continuations, Refused> {
        let names = rules.names.clone();
        let mut nodes = Nodes::new(terminals, rules.count, rules.splits);
        let mut bodies: Vec<Option<NodeId>> = vec![None; names.len()];
        let (mut open, mut seen) = (vec![start], HashSet::new());
        while let Some(rule) = open.pop() {
            if bodies[rule].is_some() {
                continue;
            }
            let mut body = rules.lower(&mut nodes, rule)?;
            if rule >= rules.count {
                let mark = nodes.letter(names.len() - rules.count);
                body = nodes.list(vec![body, mark], false);
            }
            bodies[rule] = Some(body);
            let mut inside = vec![body];
            while let Some(node) = inside.pop() {
                if seen.insert(node) {
                    inside.extend(nodes.parts(node));
                    if let Node::Rule(rule) = nodes.nodes[node as usize] {
                        open.push(rule);
                    }
                }
            }
        }
        let root = nodes.node(Node::Rule(start));
        let mut all = Continuations {
            nodes,
            bodies,
            names,
            lists: vec![(0, END), (0, ACCEPT)],
            ids: NumberMap::default(),
            start: END,
            limits,
        };
        all.start = all.before(root, END)?;
        Ok(all)
    }

    /// Returns every set of characters that the rules use.
    pub(super) fn sets(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.nodes.nodes.iter().filter_map(|node| match node {
            Node::Set(ranges) => Some(ranges.as_slice()),
            _ => None,
        })
    }

    /// Returns the continuation of an expression and then a tail. Sequences are taken apart.
    pub(super) fn before(&mut self, node: NodeId, tail: Id) -> Result<Id, Undecided> {
        match &self.nodes.nodes[node as usize] {
            Node::Sequence(parts) => {
                let parts = parts.clone();
                parts.into_iter().rev().try_fold(tail, |tail, part| self.before(part, tail))
            }
            Node::Repeat(_, _, Some(0)) => Ok(tail),
            _ => {
                if let Some(&id) = self.ids.get(&(node, tail)) {
                    return Ok(id);
                }
                if self.lists.len() >= self.limits.nodes {
                    return Err(Undecided::new("nodes", self.limits.nodes));
                }
                let id = self.lists.len() as Id;
                self.lists.push((node, tail));
                self.ids.insert((node, tail), id);
                Ok(id)
            }
        }
    }

    pub(super) fn head(&self, id: Id) -> &Node {
        &self.nodes.nodes[self.lists[id as usize].0 as usize]
    }

    pub(super) fn tail(&self, id: Id) -> Id {
        self.lists[id as usize].1
    }

    /// Returns the continuation of a rule's body in place of a call at the head.
    pub(super) fn called(&mut self, rule: usize, tail: Id) -> Result<Id, Undecided> {
        match self.bodies[rule] {
            Some(body) => self.before(body, tail),
            None => Err(Undecided::new("rules", self.bodies.len())),
        }
    }

    /// Returns a continuation that begins with a repetition, split into one round and the rest, and
    /// the continuation without a round if a round is optional.
    pub(super) fn round(
        &mut self,
        (inner, min, max): (NodeId, u32, Option<u32>),
        tail: Id,
    ) -> Result<(Id, Option<Id>), Undecided> {
        let less = Node::Repeat(inner, min.saturating_sub(1), max.map(|max| max.saturating_sub(1)));
        let rest = self.nodes.node(less);
        let rest = self.before(rest, tail)?;
        Ok((self.before(inner, rest)?, (min == 0).then_some(tail)))
    }

    /// Returns the continuations after one character of a class, and whether the input may end
    /// before it, by ABNF's meaning of a continuation.
    pub(super) fn after(
        &mut self,
        id: Id,
        holds: impl Fn(&[(u32, u32)]) -> bool,
    ) -> Result<(BTreeSet<Id>, bool), Undecided> {
        let (mut after, mut may_end) = (BTreeSet::new(), false);
        let (mut open, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = open.pop() {
            if id == END {
                may_end = true;
                continue;
            }
            if !seen.insert(id) {
                continue;
            }
            let tail = self.tail(id);
            match self.head(id).clone() {
                Node::Set(ranges) => {
                    if holds(&ranges) {
                        after.insert(tail);
                    }
                }
                Node::Rule(rule) => open.push(self.called(rule, tail)?),
                Node::Choice(parts) => {
                    for part in parts {
                        open.push(self.before(part, tail)?);
                    }
                }
                Node::Repeat(inner, min, max) => {
                    let (once, without) = self.round((inner, min, max), tail)?;
                    open.push(once);
                    open.extend(without);
                }
                Node::Sequence(_) | Node::And(_) | Node::Not(_) | Node::End => {}
            }
        }
        Ok((after, may_end))
    }
}
