//! The bytes that a state may read next.

use std::collections::HashSet;

use super::super::decision::{Formula, FALSE, TRUE};
use super::super::program::{Node, NodeId, Program, EMPTY};
use super::state::State;
use super::{Automaton, Continuation, Question, END};
use crate::{ByteSet, Undecided};

impl Automaton<Program> {
    /// Returns the bytes that anything may read next in a state, predicates and alternatives that
    /// fail later included. Expressions that match any rest of the input are ignored.
    pub(in super::super) fn starts(&mut self, state: &State) -> Result<ByteSet, Undecided> {
        self.first_bytes(state.formula())
    }

    /// Returns true for a node that matches any rest of the input, byte by byte.
    fn is_anything(&self, node: NodeId) -> bool {
        let Node::Star(inner) = self.all.program.nodes[node as usize] else { return false };
        let one = &self.all.program.nodes[inner as usize];
        matches!(one, Node::Bytes(arms) if arms[..] == [(ByteSet::ALL, EMPTY)])
    }

    fn first_bytes(&mut self, formula: Formula) -> Result<ByteSet, Undecided> {
        let (mut formulas, mut open) = (vec![formula], Vec::new());
        let mut seen = HashSet::new();
        while let Some(formula) = formulas.pop() {
            if formula != FALSE && formula != TRUE && seen.insert(formula) {
                let decision = self.formulas.decision(formula);
                open.push(decision.variable);
                formulas.extend([decision.yes, decision.no]);
            }
        }
        let (mut bytes, mut asked) = (ByteSet::default(), HashSet::new());
        while let Some(id) = open.pop() {
            if id <= END || !asked.insert(id) {
                continue;
            }
            let Continuation { head, tail, .. } = self.all.lists[id as usize];
            if tail == END && self.is_anything(head) {
                continue;
            }
            match self.all.question(id)? {
                Question::Byte => bytes = bytes.union(&self.all.program.facts[head as usize].first),
                Question::AtStart | Question::AtEnd => open.push(tail),
                Question::Same(other) => open.push(other),
                Question::Choice { taken, guard, other } => open.extend([taken, guard, other]),
                Question::Provided { guard, then } => open.extend([guard, then]),
            }
        }
        Ok(bytes)
    }
}
