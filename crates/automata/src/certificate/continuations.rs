//! Lists of expressions that remain to be matched, and the sets of them that ABNF reads at once.

use super::classes::holds;
use super::nodes::{Node, NodeId, Nodes};
use super::Refused;
use crate::expr::Expr;
use crate::peg::continuation::{self, Continuation, Id, Question, ACCEPT, END, REJECT};
use crate::{abnf, peg, ByteSet, Limits, Terminals, Undecided};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The rules of one notation, and behind them the insides of brackets that are letters.
pub(super) struct Rules<'a> {
    pub(super) names: Vec<String>,
    /// The number of rules that are not letters.
    pub(super) count: usize,
    exprs: Vec<&'a Expr>,
    numbers: HashMap<String, usize>,
    /// The form of the rules, if they are a PEG.
    which: Option<peg::Which>,
}

impl<'a> Rules<'a> {
    pub(super) fn abnf(grammar: &'a abnf::Grammar) -> Rules<'a> {
        let rules = grammar.rules();
        // Case does not matter in names of ABNF.
        let names = rules.iter().map(|rule| rule.name.to_ascii_lowercase());
        let numbers = names.enumerate().map(|(at, name)| (name, at)).collect();
        let names = rules.iter().map(|rule| rule.name.clone()).collect();
        let exprs = rules.iter().map(|rule| &rule.expr).collect();
        Rules { count: rules.len(), names, exprs, numbers, which: None }
    }

    pub(super) fn peg(rules: Vec<(String, &'a Expr)>, which: peg::Which) -> Rules<'a> {
        let (names, exprs): (Vec<String>, Vec<_>) = rules.into_iter().unzip();
        let numbers = names.iter().cloned().enumerate().map(|(at, name)| (name, at)).collect();
        Rules { count: names.len(), names, exprs, numbers, which: Some(which) }
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
        let number = |name: &str| match self.which {
            None => self.numbers.get(&name.to_ascii_lowercase()).copied(),
            Some(_) => self.numbers.get(name).copied(),
        };
        nodes.expr(self.exprs[rule], &number, 0)
    }

    /// Lowers the start rule and those that it uses. A rule that is a letter is its inside and then
    /// the mark, which is the letter behind the last one.
    pub(super) fn from(
        &self,
        start: usize,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Continuations, Refused> {
        let names = self.names.clone();
        let mut nodes =
            Nodes::new(terminals, self.count, self.which == Some(peg::Which::Optimized));
        let mut bodies: Vec<Option<NodeId>> = vec![None; names.len()];
        let (mut open, mut seen) = (vec![start], HashSet::new());
        while let Some(rule) = open.pop() {
            if bodies[rule].is_some() {
                continue;
            }
            let mut body = self.lower(&mut nodes, rule)?;
            if rule >= self.count {
                let mark = nodes.letter(names.len() - self.count);
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
        let lowered = Lowered { nodes, bodies, names, start: END, first: Vec::new() };
        let mut all = Continuations::new(lowered, limits.nodes);
        all.program.start = all.before(root, END)?;
        Ok(all)
    }
}

/// Returns the number of a rule.
pub(super) fn index(number: Option<usize>, name: &str) -> Result<usize, Refused> {
    number.ok_or_else(|| Refused::UnknownRule(name.to_owned()))
}

/// The expressions of the start rule and of those that it uses.
pub(super) struct Lowered {
    pub(super) nodes: Nodes,
    /// The body of each rule, by its number; only of rules that the start rule uses.
    bodies: Vec<Option<NodeId>>,
    pub(super) names: Vec<String>,
    pub(super) start: Id,
    /// The first character of each class.
    pub(super) first: Vec<u32>,
}

pub(super) type Continuations = continuation::Continuations<Lowered>;

impl Continuations {
    /// Returns every set of characters that the rules use.
    pub(super) fn sets(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.program.nodes.nodes.iter().filter_map(|node| match node {
            Node::Set(ranges) => Some(ranges.as_slice()),
            _ => None,
        })
    }

    /// Returns the continuation of an expression and then a tail. Sequences are taken apart.
    fn before(&mut self, node: NodeId, tail: Id) -> Result<Id, Undecided> {
        match &self.program.nodes.nodes[node as usize] {
            Node::Sequence(parts) => {
                let parts = parts.clone();
                parts.into_iter().rev().try_fold(tail, |tail, part| self.before(part, tail))
            }
            Node::Repeat(_, _, Some(0)) => Ok(tail),
            _ => self.whole(node, tail),
        }
    }

    /// Returns the continuation of an expression and then a tail. A sequence is taken apart when it
    /// is asked.
    fn whole(&mut self, node: NodeId, tail: Id) -> Result<Id, Undecided> {
        self.cons(node, tail, |_| ByteSet::ALL)
    }

    /// Returns true if a continuation that begins with a set holds for a character of a class.
    fn holds(&self, id: Id, class: u8) -> bool {
        let head = &self.program.nodes.nodes[self.lists[id as usize].head as usize];
        matches!(head, Node::Set(set) if holds(set, self.program.first[usize::from(class)]))
    }

    /// Returns the continuations after one character of a class, and whether the input may end
    /// before it, by ABNF's meaning of a continuation.
    pub(super) fn after(&mut self, id: Id, class: u8) -> Result<(BTreeSet<Id>, bool), Undecided> {
        let (mut after, mut may_end) = (BTreeSet::new(), false);
        let (mut open, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = open.pop() {
            may_end |= id == END;
            if id <= END || !seen.insert(id) {
                continue;
            }
            match self.question(id)? {
                Question::Byte if self.holds(id, class) => {
                    after.insert(self.lists[id as usize].tail);
                }
                Question::Same(other) => open.push(other),
                Question::Choice { taken, other, .. } => open.extend([taken, other]),
                _ => {}
            }
        }
        Ok((after, may_end))
    }
}

impl continuation::Program for Lowered {
    fn question(all: &mut Continuations, id: Id) -> Result<Question, Undecided> {
        let Continuation { head, tail, .. } = all.lists[id as usize];
        Ok(match all.program.nodes.nodes[head as usize] {
            Node::Set(_) => Question::Byte,
            Node::End => Question::AtEnd,
            Node::Sequence(_) | Node::Repeat(_, _, Some(0)) => {
                Question::Same(all.before(head, tail)?)
            }
            // Every rule that is used has a body.
            Node::Rule(rule) => match all.program.bodies[rule] {
                Some(body) => Question::Same(all.before(body, tail)?),
                None => Question::Same(REJECT),
            },
            Node::And(inner) => {
                Question::Provided { guard: all.before(inner, ACCEPT)?, then: tail }
            }
            Node::Not(inner) => {
                Question::Choice { guard: all.before(inner, ACCEPT)?, taken: REJECT, other: tail }
            }
            Node::Choice(first, rest) => Question::Choice {
                guard: all.before(first, ACCEPT)?,
                taken: all.whole(first, tail)?,
                other: all.whole(rest, tail)?,
            },
            Node::Repeat(inner, min, max) => {
                let (less, once) = (min.saturating_sub(1), max.map(|max| max.saturating_sub(1)));
                let rest = all.program.nodes.node(Node::Repeat(inner, less, once));
                let rest = all.before(rest, tail)?;
                let taken = all.before(inner, rest)?;
                if min > 0 {
                    return Ok(Question::Same(taken));
                }
                Question::Choice { guard: all.before(inner, ACCEPT)?, taken, other: tail }
            }
        })
    }

    fn after(all: &mut Continuations, id: Id, class: u8) -> Result<Id, Undecided> {
        Ok(if all.holds(id, class) { all.lists[id as usize].tail } else { REJECT })
    }
}
