//! From a rule to a nondeterministic automaton, built from its end to its beginning.
//!
//! Every expression is built in front of the node that continues after it. Suppose a rule is called
//! while it is already open. If the call is in front of the same node as the open call, it is at
//! the end of the rule, and becomes a jump to the automaton that is being built. In front of any
//! other node it is a recursion that need not be regular.

use super::copies::{Copies, Copy};
use super::node::{Node, NodeId, ScopeId};
use super::{Expr, Grammar, Refused, Terminals};
use crate::{ByteClasses, Limits, Undecided};
use std::collections::{HashMap, HashSet};

/// The deepest nesting of calls of rules and groups, so that no grammar exhausts the stack.
const DEPTH: usize = 256;

/// The most components of one automaton.
const COMPONENTS: usize = 64;

/// The automaton of one rule.
pub(super) struct Nfa {
    pub(super) nodes: Vec<Node>,
    pub(super) start: NodeId,
    /// The tracked rules of each scope, by number, outermost first.
    pub(super) scopes: Vec<Vec<u32>>,
    /// The forks at which a component begins and ends, with the number of the component.
    pub(super) marks: HashMap<NodeId, (Mark, usize)>,
    /// The copies of counted repetitions.
    pub(super) copies: Copies,
}

/// A mark at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Begin,
    End,
}

impl Nfa {
    pub(super) fn new(
        grammar: &Grammar,
        rule: &str,
        terminals: Terminals,
        tracked: &[&str],
        marked: &[&[&str]],
        limits: Limits,
    ) -> Result<Nfa, Refused> {
        let missing = |name: &str| grammar.no_rule(name);
        let mut numbers = HashMap::new();
        for (number, name) in tracked.iter().enumerate() {
            let index = grammar.index_of(name).ok_or_else(|| missing(name))?;
            numbers.entry(index).or_insert(number as u32);
        }
        let index = grammar.index_of(rule).ok_or_else(|| missing(rule))?;
        if marked.len() > COMPONENTS {
            return Err(Undecided { what: "components", limit: COMPONENTS }.into());
        }
        let rules = |rules: &&[&str]| {
            let index = |name: &&str| grammar.index_of(name).ok_or_else(|| missing(name));
            rules.iter().map(index).collect::<Result<Vec<usize>, Refused>>()
        };
        let marked = marked.iter().map(rules).collect::<Result<Vec<_>, _>>()?;
        let mut builder = Builder {
            grammar,
            terminals,
            limit: limits.nodes,
            work: 0,
            depth: 0,
            nodes: vec![Node::Accept],
            tracked: numbers,
            marked,
            inside: 0,
            marks: HashMap::new(),
            scopes: vec![Vec::new()],
            scope_ids: HashMap::new(),
            open: Vec::new(),
            built: HashMap::new(),
            copies: Copies::default(),
        };
        let start = builder.call(index, 0, 0)?;
        let Builder { nodes, scopes, marks, copies, .. } = builder;
        Ok(Nfa { nodes, start, scopes, marks, copies })
    }

    /// Returns the coarsest partition of bytes that every node respects.
    pub(super) fn classes(&self) -> ByteClasses {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for node in &self.nodes {
            if let Node::Bytes { low, high, .. } = *node {
                ranges.push((low, high));
            }
        }
        ranges.sort_unstable();
        ranges.dedup();
        ByteClasses::by_key(|byte| {
            ranges.iter().map(|&(low, high)| (low..=high).contains(&byte)).collect::<Vec<_>>()
        })
    }

    /// Returns for each node whether the end can be reached from it.
    pub(super) fn alive(&self) -> Vec<bool> {
        let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            match node {
                Node::Accept => {}
                Node::Fork(targets) => {
                    targets.iter().for_each(|&target| before[target as usize].push(id as NodeId));
                }
                Node::Bytes { next, .. } => before[*next as usize].push(id as NodeId),
            }
        }
        let mut alive = vec![false; self.nodes.len()];
        let mut open: Vec<NodeId> = vec![0];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut alive[id as usize], true) {
                open.extend(&before[id as usize]);
            }
        }
        alive
    }
}

struct Open {
    rule: usize,
    entry: NodeId,
    next: NodeId,
}

struct Builder<'g> {
    grammar: &'g Grammar,
    terminals: Terminals,
    limit: usize,
    work: usize,
    depth: usize,
    nodes: Vec<Node>,
    tracked: HashMap<usize, u32>,
    /// The rules of each component, whose outermost calls get marks.
    marked: Vec<Vec<usize>>,
    /// A bit for each component of which a rule is open.
    inside: u64,
    marks: HashMap<NodeId, (Mark, usize)>,
    scopes: Vec<Vec<u32>>,
    scope_ids: HashMap<(ScopeId, u32), ScopeId>,
    open: Vec<Open>,
    /// Calls that are built. A call of the same rule, in front of the same node and inside the same
    /// tracked rules and components, is shared.
    built: HashMap<(usize, NodeId, ScopeId, u64), NodeId>,
    copies: Copies,
}

impl Builder<'_> {
    /// Counts work, whether or not it creates nodes, so that huge repetitions of nothing end too.
    fn spend(&mut self, amount: usize) -> Result<(), Undecided> {
        self.work += amount;
        if self.work > self.limit {
            return Err(Undecided { what: "nodes", limit: self.limit });
        }
        Ok(())
    }

    fn push(&mut self, node: Node) -> Result<NodeId, Undecided> {
        self.spend(1)?;
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    fn fork(&mut self, mut targets: Vec<NodeId>) -> Result<NodeId, Undecided> {
        let mut seen = HashSet::new();
        targets.retain(|&target| seen.insert(target));
        match targets[..] {
            [only] => Ok(only),
            _ => {
                self.spend(targets.len())?;
                self.push(Node::Fork(targets))
            }
        }
    }

    fn call(&mut self, rule: usize, next: NodeId, scope: ScopeId) -> Result<NodeId, Refused> {
        if let Some(position) = self.open.iter().position(|open| open.rule == rule) {
            if self.open[position].next == next {
                return Ok(self.open[position].entry);
            }
            let rules = self.open[position..].iter().map(|open| open.rule).chain([rule]);
            return Err(Refused::Recursion { cycle: rules.map(|rule| self.name(rule)).collect() });
        }
        let scope = match self.tracked.get(&rule) {
            Some(&number) => self.scope(scope, number),
            None => scope,
        };
        let outside = self.inside;
        let key = (rule, next, scope, outside);
        if let Some(&entry) = self.built.get(&key) {
            return Ok(entry);
        }
        let begins =
            |number: &usize| outside & 1 << number == 0 && self.marked[*number].contains(&rule);
        let marked: Vec<usize> = (0..self.marked.len()).filter(begins).collect();
        let mut after = next;
        for &number in &marked {
            after = self.mark((Mark::End, number), after)?;
            self.inside |= 1 << number;
        }
        let mut entry = self.push(Node::Fork(Vec::new()))?;
        self.open.push(Open { rule, entry, next: after });
        let grammar = self.grammar;
        let body = self.build(&grammar.rules()[rule].expr, after, scope)?;
        self.open.pop();
        self.inside = outside;
        self.nodes[entry as usize] = Node::Fork(vec![body]);
        for &number in marked.iter().rev() {
            // A call at the end of the rule itself jumps behind this mark: it is no new occurrence.
            entry = self.mark((Mark::Begin, number), entry)?;
        }
        self.built.insert(key, entry);
        Ok(entry)
    }

    fn mark(&mut self, mark: (Mark, usize), next: NodeId) -> Result<NodeId, Undecided> {
        let node = self.push(Node::Fork(vec![next]))?;
        self.marks.insert(node, mark);
        Ok(node)
    }

    fn scope(&mut self, outer: ScopeId, number: u32) -> ScopeId {
        let scopes = &mut self.scopes;
        *self.scope_ids.entry((outer, number)).or_insert_with(|| {
            let mut inside = scopes[outer as usize].clone();
            inside.push(number);
            scopes.push(inside);
            (scopes.len() - 1) as ScopeId
        })
    }

    fn name(&self, rule: usize) -> String {
        self.grammar.rules()[rule].name.clone()
    }

    fn build(&mut self, expr: &Expr, next: NodeId, scope: ScopeId) -> Result<NodeId, Refused> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return Err(Undecided { what: "nested rules and groups", limit: DEPTH }.into());
        }
        self.depth += 1;
        let entry = self.build_inner(expr, next, scope)?;
        self.depth -= 1;
        Ok(entry)
    }

    fn build_inner(
        &mut self,
        expr: &Expr,
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Refused> {
        match expr {
            Expr::Alternation(parts) => {
                let entries = parts
                    .iter()
                    .map(|part| self.build(part, next, scope))
                    .collect::<Result<_, _>>()?;
                Ok(self.fork(entries)?)
            }
            Expr::Concatenation(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.build(part, next, scope))
            }
            Expr::Repetition { min, max, expr } => self.repetition(expr, *min, *max, next, scope),
            Expr::Optional(expr) => {
                let body = self.build(expr, next, scope)?;
                Ok(self.fork(vec![body, next])?)
            }
            Expr::Rule(name) => match self.grammar.index_of(name) {
                Some(rule) => self.call(rule, next, scope),
                None => Err(self.grammar.unusable(name, self.caller())),
            },
            Expr::Literal { text, case_sensitive } => {
                Ok(text.bytes().rev().try_fold(next, |next, byte| {
                    let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
                    let cases = if *case_sensitive { vec![byte] } else { vec![lower, upper] };
                    self.any_byte(&cases, next, scope)
                })?)
            }
            Expr::Values(values) => values
                .iter()
                .rev()
                .try_fold(next, |next, &value| self.range(value, value, next, scope)),
            Expr::Range(low, high) => self.range(*low, *high, next, scope),
        }
    }

    fn repetition(
        &mut self,
        expr: &Expr,
        min: u32,
        max: Option<u32>,
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Refused> {
        let mut entry = next;
        match max {
            None => {
                entry = self.push(Node::Fork(Vec::new()))?;
                let body = self.build(expr, entry, scope)?;
                self.nodes[entry as usize] = Node::Fork(vec![body, next]);
            }
            Some(max) => {
                let mut copies = Vec::new();
                for _ in min..max {
                    let (start, behind) = (self.nodes.len(), entry);
                    let first = self.build(expr, behind, scope)?;
                    copies.push(Copy { nodes: start..self.nodes.len(), first, behind });
                    entry = self.fork(vec![first, next])?;
                }
                self.copies.record(&self.nodes, &copies);
            }
        }
        for _ in 0..min {
            entry = self.build(expr, entry, scope)?;
        }
        Ok(entry)
    }

    fn any_byte(
        &mut self,
        bytes: &[u8],
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Undecided> {
        let mut entries = Vec::new();
        for (index, &byte) in bytes.iter().enumerate() {
            if !bytes[..index].contains(&byte) {
                entries.push(self.push(Node::Bytes { low: byte, high: byte, next, scope })?);
            }
        }
        self.fork(entries)
    }

    /// Builds any one value of a range.
    fn range(
        &mut self,
        low: u32,
        high: u32,
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Refused> {
        if high > self.terminals.greatest() {
            let value = if low > self.terminals.greatest() { low } else { high };
            return Err(Refused::Value { value, rule: self.caller(), terminals: self.terminals });
        }
        if self.terminals == Terminals::Octets {
            return Ok(self.push(Node::Bytes { low: low as u8, high: high as u8, next, scope })?);
        }
        let mut entries = Vec::new();
        // The scalar values by the length of their encoding, without the surrogates.
        for (first, last) in
            [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)]
        {
            let ends = (char::from_u32(low.max(first)), char::from_u32(high.min(last)));
            if let (Some(low), Some(high)) = ends {
                if low <= high {
                    let (mut from, mut to) = ([0; 4], [0; 4]);
                    let (from, to) = (low.encode_utf8(&mut from), high.encode_utf8(&mut to));
                    entries.push(self.between(from.as_bytes(), to.as_bytes(), next, scope)?);
                }
            }
        }
        Ok(self.fork(entries)?)
    }

    /// Builds the encodings from one to another of the same length. Their byte order is the order
    /// of their values.
    fn between(
        &mut self,
        from: &[u8],
        to: &[u8],
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Undecided> {
        let (Some((&low, from)), Some((&high, to))) = (from.split_first(), to.split_first()) else {
            return Ok(next);
        };
        if low == high {
            let next = self.between(from, to, next, scope)?;
            return self.push(Node::Bytes { low, high, next, scope });
        }
        let (least, greatest) = ([0x80; 3], [0xBF; 3]);
        let (least, greatest) = (&least[..from.len()], &greatest[..from.len()]);
        let mut entries = Vec::new();
        let (mut first, mut last) = (u16::from(low), u16::from(high));
        if from != least {
            let next = self.between(from, greatest, next, scope)?;
            entries.push(self.push(Node::Bytes { low, high: low, next, scope })?);
            first += 1;
        }
        if to != greatest {
            let next = self.between(least, to, next, scope)?;
            entries.push(self.push(Node::Bytes { low: high, high, next, scope })?);
            last -= 1;
        }
        if first <= last {
            let next = self.between(least, greatest, next, scope)?;
            entries.push(self.push(Node::Bytes {
                low: first as u8,
                high: last as u8,
                next,
                scope,
            })?);
        }
        self.fork(entries)
    }

    /// Returns the name of the rule that is being built.
    fn caller(&self) -> String {
        self.open.last().map_or_else(String::new, |open| self.name(open.rule))
    }
}
