//! The expressions that pest runs, over bytes.

use super::super::program::{Node, NodeId, Program, EMPTY, FAIL};
use super::super::{Grammar, Which};
use super::{Automaton, Continuation, Continuations, Id, Question, ACCEPT, END, REJECT};
use crate::{Limits, Terminals, Undecided};

impl Automaton<Program> {
    pub(in super::super) fn new(
        grammar: &Grammar,
        which: Which,
        chars: Terminals,
        roots: &[usize],
        limits: Limits,
    ) -> Result<Automaton<Program>, Undecided> {
        let program = Program::new(grammar, which, chars, roots, limits.nodes)?;
        let (classes, at_start) = (program.classes(chars, None), program.asks_for_start);
        let all = Continuations::new(program, limits.nodes);
        Ok(Automaton::of(all, chars, classes, at_start, REJECT))
    }

    /// Chooses the rule to explore.
    pub(in super::super) fn start_at(&mut self, rule: usize) -> Result<(), Undecided> {
        let node = self.all.program.rules.get(rule).copied().flatten().unwrap_or(FAIL);
        self.start = self.all.before(node, END)?;
        self.explored = self.all.program.classes(self.chars, Some(node));
        Ok(())
    }
}

impl Continuations<Program> {
    /// Returns the continuation of the expression and then the tail. Sequences are flattened, so
    /// that equal lists have the same number.
    fn before(&mut self, node: NodeId, tail: Id) -> Result<Id, Undecided> {
        let length = self.program.lengths[node as usize];
        if length > self.limit {
            return Err(Undecided::new("nodes", self.limit).needing(length));
        }
        let mut parts = vec![node];
        let mut heads = Vec::new();
        while let Some(part) = parts.pop() {
            match self.program.nodes[part as usize] {
                Node::Seq(head, rest) => parts.extend([rest, head]),
                _ => heads.push(part),
            }
        }
        heads.into_iter().rev().try_fold(tail, |tail, head| {
            if head == FAIL || tail == REJECT {
                // An expression in front of a failure only decides when it fails.
                return Ok(REJECT);
            }
            if head == EMPTY || (tail == ACCEPT && self.program.infallible[head as usize]) {
                return Ok(tail);
            }
            let facts = self.program.facts[head as usize];
            let first =
                |after: &_| if facts.nullable { facts.first.union(after) } else { facts.first };
            self.cons(head, tail, first)
        })
    }
}

impl super::Program for Program {
    fn question(all: &mut Continuations<Program>, id: Id) -> Result<Question, Undecided> {
        let Continuation { head, tail, .. } = all.lists[id as usize];
        Ok(match all.program.nodes[head as usize] {
            Node::Empty => Question::Same(tail),
            Node::Fail => Question::Same(REJECT),
            Node::Seq(..) => Question::Same(all.before(head, tail)?),
            Node::Bytes(_) => Question::Byte,
            Node::StartOfInput => Question::AtStart,
            Node::EndOfInput => Question::AtEnd,
            Node::Call(rule) => {
                let node = all.program.rules[rule].unwrap_or(FAIL);
                Question::Same(all.before(node, tail)?)
            }
            Node::Choice(first, second) => Question::Choice {
                taken: all.before(first, tail)?,
                guard: all.before(first, ACCEPT)?,
                other: all.before(second, tail)?,
            },
            Node::Star(inner) => Question::Choice {
                taken: all.before(inner, id)?,
                guard: all.before(inner, ACCEPT)?,
                other: tail,
            },
            Node::Not(inner) => {
                Question::Choice { guard: all.before(inner, ACCEPT)?, taken: REJECT, other: tail }
            }
            Node::And(inner) => {
                Question::Provided { guard: all.before(inner, ACCEPT)?, then: tail }
            }
        })
    }

    fn after(all: &mut Continuations<Program>, id: Id, byte: u8) -> Result<Id, Undecided> {
        let Continuation { head, tail, .. } = all.lists[id as usize];
        let Node::Bytes(arms) = &all.program.nodes[head as usize] else { return Ok(REJECT) };
        let arm = arms.iter().find(|(set, _)| set.contains(byte)).map(|&(_, node)| node);
        arm.map_or(Ok(REJECT), |node| all.before(node, tail))
    }
}
