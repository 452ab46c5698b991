//! From a rule to a nondeterministic automaton, built from its end to its beginning.
//!
//! Every expression is built in front of the node that continues after it. Suppose a rule is called
//! while it is already open. If the call is in front of the same node as the open call, it is at
//! the end of the rule, and becomes a jump to the automaton that is being built:
//!
//! ```text
//! digits = %x30-39 [ "," digits ]
//!
//! 0  accept
//! 1  → 4         `digits`, in front of node 0
//! 2  "," → 1     the call inside is in front of node 0 as well: a jump
//! 3  → 2 or 0    the option
//! 4  0-9 → 3
//! ```
//!
//! Recursion at the beginning is in `left`. Any other recursion need not be regular.

mod characters;
mod least;
mod left;

use super::copies::{Copies, Copy};
use super::node::{Node, NodeId, ScopeId, Step};
use super::{Expr, Grammar, Refused, Terminals};
use crate::hashing::{NumberMap, NumberSet};
use crate::{nested, ByteClasses, Dfa, Limits, StateId, Undecided};
use least::least_work;
use left::LeftLinear;
use std::collections::{HashMap, HashSet};

/// The deepest nesting of calls of rules and groups, so that no grammar exhausts the stack.
const DEPTH: usize = 256;

/// The most components of one automaton.
const COMPONENTS: usize = 64;

/// The work after which the least work of the rule is counted. Most rules take less.
const CHEAP: usize = 1 << 16;

/// The replacement of a rule that is not built in where it is called.
#[derive(Clone, Copy)]
pub(super) enum Called<'d> {
    /// The bytes of [`nested::call`] with this number.
    Letter(usize),
    /// The automaton of the rule.
    Language(&'d Dfa),
}

/// The rules that are not built in where they are called.
pub(super) type NotBuiltIn<'d> = HashMap<usize, Called<'d>>;

/// The automaton of one rule.
pub(super) struct Nfa {
    pub(super) nodes: Vec<Node>,
    pub(super) start: NodeId,
    /// The tracked rules of each scope, by number, outermost first.
    pub(super) scopes: Vec<Vec<u32>>,
    /// For each node, whether a component begins or ends there, with the number of the component.
    marks: Vec<Option<(Mark, usize)>>,
    /// The copies of counted repetitions.
    pub(super) copies: Copies,
    /// Whether a rule is recursive at its beginning.
    pub(super) is_left_linear: bool,
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
        Nfa::with_calls(grammar, rule, terminals, tracked, marked, &HashMap::new(), limits)
    }

    /// Returns the automaton of a rule where some rules are called and not built in.
    pub(super) fn with_calls(
        grammar: &Grammar,
        rule: &str,
        terminals: Terminals,
        tracked: &[&str],
        marked: &[&[&str]],
        called: &NotBuiltIn<'_>,
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
            return Err(Undecided::new("components", COMPONENTS).into());
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
            start: index,
            work: 0,
            depth: 0,
            nodes: vec![Node::Accept],
            tracked: numbers,
            marked,
            inside: 0,
            marks: HashMap::new(),
            scopes: vec![Vec::new()],
            scope_ids: NumberMap::default(),
            open: Vec::new(),
            built: NumberMap::default(),
            recursive: left::recursive(grammar, index, called),
            left_linear: HashMap::new(),
            called,
            copies: Copies::default(),
        };
        let start = builder.call(index, 0, 0)?;
        let Builder { nodes, scopes, marks, copies, left_linear, .. } = builder;
        let marks = (0..nodes.len() as NodeId).map(|node| marks.get(&node).copied()).collect();
        let is_left_linear = left_linear.values().any(Option::is_some);
        Ok(Nfa { nodes, start, scopes, marks, copies, is_left_linear })
    }

    /// Returns the mark at a node, and the number of its component.
    pub(super) fn mark(&self, node: NodeId) -> Option<(Mark, usize)> {
        self.marks[node as usize]
    }

    /// Returns the coarsest partition of bytes that every node respects.
    pub(super) fn classes(&self) -> ByteClasses {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for node in &self.nodes {
            if let Node::Bytes { steps, .. } = node {
                ranges.extend(steps.iter().map(|&(low, high, _)| (low, high)));
            }
        }
        ranges.sort_unstable();
        ranges.dedup();
        ByteClasses::by_key(|byte| {
            ranges.iter().map(|&(low, high)| (low..=high).contains(&byte)).collect::<Vec<_>>()
        })
    }

    /// Returns true if an input can come back to a node without a byte between: a round of a
    /// repetition can read nothing.
    pub(super) fn has_empty_rounds(&self, alive: &[bool]) -> bool {
        let targets = |node: NodeId| match &self.nodes[node as usize] {
            Node::Fork(targets) if alive[node as usize] => &targets[..],
            _ => &[],
        };
        let all = 0..self.nodes.len() as NodeId;
        let mut before = vec![0; self.nodes.len()];
        all.clone().flat_map(targets).for_each(|&target| before[target as usize] += 1);
        // Nodes without a way to them are removed, again and again: a cycle is never removed.
        let mut open: Vec<NodeId> = all.filter(|&node| before[node as usize] == 0).collect();
        let mut removed = 0;
        while let Some(node) = open.pop() {
            removed += 1;
            for &target in targets(node) {
                before[target as usize] -= 1;
                if before[target as usize] == 0 {
                    open.push(target);
                }
            }
        }
        removed < self.nodes.len()
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
                Node::Bytes { steps, .. } => {
                    steps.iter().for_each(|step| before[step.2 as usize].push(id as NodeId));
                }
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

struct Builder<'g, 'd> {
    grammar: &'g Grammar,
    terminals: Terminals,
    limit: usize,
    start: usize,
    work: usize,
    depth: usize,
    nodes: Vec<Node>,
    tracked: HashMap<usize, u32>,
    /// The rules of each component, whose outermost calls get marks.
    marked: Vec<Vec<usize>>,
    /// A bit for each component whose rule is open.
    inside: u64,
    marks: HashMap<NodeId, (Mark, usize)>,
    scopes: Vec<Vec<u32>>,
    scope_ids: NumberMap<(ScopeId, u32), ScopeId>,
    open: Vec<Open>,
    /// Calls that are built. A call of the same rule, in front of the same node and inside the same
    /// tracked rules and components, is shared.
    built: NumberMap<(usize, NodeId, ScopeId, u64), NodeId>,
    /// The rules that come back to themselves.
    recursive: HashSet<usize>,
    /// The left-linear set of each such rule that was called, if it is in one.
    left_linear: HashMap<usize, Option<LeftLinear>>,
    called: &'g NotBuiltIn<'d>,
    copies: Copies,
}

impl Builder<'_, '_> {
    /// Counts work, whether or not it creates nodes, so that huge repetitions of nothing end too.
    /// A rule without recursion that takes too much is refused as soon as that is known: recursion
    /// would be another reason to refuse it.
    fn spend(&mut self, amount: usize) -> Result<(), Undecided> {
        let before = self.work;
        self.work += amount;
        let is_counted = before < CHEAP && self.work >= CHEAP && self.recursive.is_empty();
        let least = if is_counted { least_work(self.grammar, self.start, self.called) } else { 0 };
        if least.max(self.work) > self.limit {
            return Err(Undecided::new("nodes", self.limit).needing(least));
        }
        Ok(())
    }

    fn push(&mut self, node: Node) -> Result<NodeId, Undecided> {
        self.spend(1)?;
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    fn fork(&mut self, mut targets: Vec<NodeId>) -> Result<NodeId, Undecided> {
        let mut seen = NumberSet::default();
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
        let called = self.called.get(&rule).filter(|_| !self.open.is_empty()).copied();
        if let Some(Called::Letter(number)) = called {
            let bytes = nested::call(number);
            let letter = |next, &byte: &u8| self.any_byte(&[byte], next, scope);
            return Ok(bytes.iter().rev().try_fold(next, letter)?);
        }
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
        let marked: Vec<usize> = self.begun_marks(rule).collect();
        let mut after = next;
        for &number in &marked {
            after = self.mark((Mark::End, number), after)?;
            self.inside |= 1 << number;
        }
        let (grammar, not_built_in) = (self.grammar, self.called);
        let left = self.recursive.contains(&rule).then(|| {
            let of = || LeftLinear::of(grammar, rule, not_built_in);
            self.left_linear.entry(rule).or_insert_with(of).clone()
        });
        let mut entry = match (called, left.flatten()) {
            (Some(Called::Language(dfa)), _) => self.language(dfa, after, scope)?,
            (_, Some(set)) => self.left(rule, &set, after, scope)?,
            (_, None) => {
                let entry = self.push(Node::Fork(Vec::new()))?;
                self.open.push(Open { rule, entry, next: after });
                let body = self.build(&grammar.rules()[rule].expr, after, scope)?;
                self.open.pop();
                self.nodes[entry as usize] = Node::Fork(vec![body]);
                entry
            }
        };
        self.inside = outside;
        for &number in marked.iter().rev() {
            // A call at the end of the rule itself jumps behind this mark: it is not a new
            // occurrence.
            entry = self.mark((Mark::Begin, number), entry)?;
        }
        self.built.insert(key, entry);
        Ok(entry)
    }

    /// Builds an automaton in front of a node.
    fn language(&mut self, dfa: &Dfa, next: NodeId, scope: ScopeId) -> Result<NodeId, Undecided> {
        let first = self.nodes.len() as NodeId;
        // A state where the rule may end is a fork; its bytes are behind those of all states.
        let mut forks = Vec::new();
        for state in 0..dfa.len() as StateId {
            let bytes: Vec<_> = (0..=255).map(|byte| (byte, dfa.next(state, byte))).collect();
            let same = bytes.chunk_by(|one, other| one.1 == other.1);
            let steps = same.filter(|same| Some(same[0].1) != dfa.dead());
            let steps = steps.map(|same| (same[0].0, same[same.len() - 1].0, first + same[0].1));
            let node = self.read(steps.collect(), scope)?;
            if dfa.is_accepting(state) {
                forks.push(node);
            }
        }
        for node in forks {
            let bytes = std::mem::replace(&mut self.nodes[node as usize], Node::Accept);
            let bytes = self.push(bytes)?;
            self.nodes[node as usize] = Node::Fork(vec![next, bytes]);
        }
        Ok(first)
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
            return Err(Undecided::new("nested rules and groups", DEPTH).into());
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
            Expr::Choice(parts) => {
                let entries = parts
                    .iter()
                    .map(|part| self.build(part, next, scope))
                    .collect::<Result<_, _>>()?;
                Ok(self.fork(entries)?)
            }
            Expr::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.build(part, next, scope))
            }
            Expr::Repeat { min, max, expr, .. } => self.repetition(expr, *min, *max, next, scope),
            Expr::Rule(name) => match self.grammar.index_of(name) {
                Some(rule) => self.call(rule, next, scope),
                None => Err(self.grammar.unusable(name, self.caller())),
            },
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                Ok(text.bytes().rev().try_fold(next, |next, byte| {
                    let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
                    let is_one = matches!(expr, Expr::Text(_)) || lower == upper;
                    let cases = if is_one { vec![byte] } else { vec![lower, upper] };
                    self.any_byte(&cases, next, scope)
                })?)
            }
            Expr::Values(values) => values
                .iter()
                .rev()
                .try_fold(next, |next, &value| self.range(value, value, next, scope)),
            Expr::Range(low, high) => self.range(*low, *high, next, scope),
            _ => Err(self.grammar.unusable(&expr.to_string(), self.caller())),
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
                if copies.len() > 1 {
                    self.copies.record(&self.nodes, &copies);
                }
            }
        }
        for _ in 0..min {
            entry = self.build(expr, entry, scope)?;
        }
        Ok(entry)
    }

    /// Returns the name of the rule that is being built.
    fn caller(&self) -> String {
        self.open.last().map_or_else(String::new, |open| self.name(open.rule))
    }
}
