//! Expressions as nodes: equal expressions are one node.

use super::Refused;
use crate::char_set::CharSet;
use crate::expr::Expr;
use crate::Terminals;
use std::collections::HashMap;

/// The number of a node.
pub(super) type NodeId = u32;

/// The first character that stands for a call as a letter. No text has it.
pub(super) const LETTER: u32 = 0x20_0000;

/// The deepest permitted nesting of expressions.
const DEPTH: usize = 200;

/// An expression. A choice is ordered in a PEG and unordered in ABNF; a repetition never gives back
/// in a PEG.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// One character of the set: ascending ranges that do not touch.
    Set(Vec<(u32, u32)>),
    /// One after the other. No part is a sequence, and there is never exactly one part.
    Sequence(Vec<NodeId>),
    /// The first part, never itself a choice, or any of the rest. Behind the last part is the empty
    /// set.
    Choice(NodeId, NodeId),
    /// At least so many times, and at most so many if there is a bound.
    Repeat(NodeId, u32, Option<u32>),
    And(NodeId),
    Not(NodeId),
    /// The end of the input.
    End,
    /// A rule, by its number.
    Rule(usize),
}

/// The expressions of one grammar, with the body of each rule that was asked for.
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    ids: HashMap<Node, NodeId>,
    terminals: Terminals,
    /// The number of rules. Those from this number on are letters.
    count: usize,
    /// True if a class of several ranges is a choice of them, as the text of what pest runs has it.
    splits: bool,
}

impl Nodes {
    pub(super) fn new(terminals: Terminals, count: usize, splits: bool) -> Nodes {
        Nodes { nodes: Vec::new(), ids: HashMap::new(), terminals, count, splits }
    }

    /// Returns the node of a letter.
    pub(super) fn letter(&mut self, letter: usize) -> NodeId {
        let letter = LETTER + letter as u32;
        self.node(Node::Set(vec![(letter, letter)]))
    }

    /// Returns the node of a rule's name.
    fn called(&mut self, rule: Option<usize>, name: &str) -> Result<NodeId, Refused> {
        let rule = rule.ok_or_else(|| Refused::UnknownRule(name.to_owned()))?;
        Ok(match rule.checked_sub(self.count) {
            Some(letter) => self.letter(letter),
            None => self.node(Node::Rule(rule)),
        })
    }

    pub(super) fn node(&mut self, node: Node) -> NodeId {
        let nodes = &mut self.nodes;
        *self.ids.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            (nodes.len() - 1) as NodeId
        })
    }

    /// Returns a list without lists of its own kind in it; a single part is itself.
    pub(super) fn list(&mut self, parts: Vec<NodeId>, is_choice: bool) -> NodeId {
        let mut flat = Vec::new();
        for part in parts {
            match &self.nodes[part as usize] {
                Node::Choice(..) if is_choice => flat.extend(self.parts(part)),
                Node::Sequence(inner) if !is_choice => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        match flat[..] {
            [only] => only,
            _ if is_choice => {
                let nothing = self.node(Node::Set(Vec::new()));
                let choice = |rest, part| self.node(Node::Choice(part, rest));
                flat.into_iter().rev().fold(nothing, choice)
            }
            _ => self.node(Node::Sequence(flat)),
        }
    }

    /// Returns the set of the values that the terminals have.
    fn set(&mut self, ranges: impl IntoIterator<Item = (u32, u32)>) -> NodeId {
        let greatest = self.terminals.greatest();
        let within = ranges.into_iter().filter(|&(low, _)| low <= greatest);
        let within = within.map(|(low, high)| (low, high.min(greatest))).collect();
        let set = CharSet::from_scalars(within);
        let ranges = set.ranges().map(|(low, high)| (u32::from(low), u32::from(high))).collect();
        self.node(Node::Set(ranges))
    }

    fn text(&mut self, text: &str, any_case: bool) -> NodeId {
        let parts = text.chars().map(|c| {
            let cases = [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
            let cases = if any_case { cases } else { [c, c] };
            self.set(cases.map(|c| (u32::from(c), u32::from(c))))
        });
        let parts = parts.collect();
        self.list(parts, false)
    }

    /// Returns the node of an expression. `rule` gives the number of a rule's name.
    pub(super) fn expr(
        &mut self,
        expr: &Expr,
        rule: &impl Fn(&str) -> Option<usize>,
        depth: usize,
    ) -> Result<NodeId, Refused> {
        if depth == DEPTH {
            return Err(Refused::Undecided(crate::Undecided::new("levels of nesting", DEPTH)));
        }
        let parts = expr.parts().iter().map(|part| self.expr(part, rule, depth + 1));
        let parts = parts.collect::<Result<Vec<NodeId>, Refused>>()?;
        Ok(match expr {
            Expr::Text(text) => self.text(text, false),
            Expr::TextAnyCase(text) => self.text(text, true),
            Expr::Values(values) => {
                let parts = values.iter().map(|&value| self.set([(value, value)])).collect();
                self.list(parts, false)
            }
            &Expr::Range(low, high) => self.set([(low, high)]),
            Expr::Class(set) => {
                let ranges = set.ranges().map(|(low, high)| (u32::from(low), u32::from(high)));
                if !self.splits || *set == CharSet::all() {
                    return Ok(self.set(ranges));
                }
                let parts = ranges.map(|range| self.set([range])).collect();
                self.list(parts, true)
            }
            Expr::Rule(name) => self.called(rule(name), name)?,
            Expr::Sequence(_) => self.list(parts, false),
            Expr::Choice(_) => self.list(parts, true),
            Expr::Repeat { min, max, .. } => self.node(Node::Repeat(parts[0], *min, *max)),
            Expr::And(_) => self.node(Node::And(parts[0])),
            Expr::Not(_) => self.node(Node::Not(parts[0])),
            Expr::EndOfInput => self.node(Node::End),
            Expr::StartOfInput => return Err(Refused::Unsupported("SOI")),
            Expr::Stack(stack) => return Err(Refused::Unsupported(stack.name())),
        })
    }

    /// Returns the nodes directly inside a node: of a choice, all alternatives.
    pub(super) fn parts(&self, node: NodeId) -> Vec<NodeId> {
        match self.nodes[node as usize] {
            Node::Sequence(ref parts) => parts.clone(),
            Node::Choice(..) => {
                let (mut parts, mut rest) = (Vec::new(), node);
                while let Node::Choice(part, others) = self.nodes[rest as usize] {
                    parts.push(part);
                    rest = others;
                }
                parts
            }
            Node::Repeat(inner, ..) | Node::And(inner) | Node::Not(inner) => vec![inner],
            Node::Set(_) | Node::End | Node::Rule(_) => Vec::new(),
        }
    }
}
