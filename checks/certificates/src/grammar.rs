//! Expressions, in which equal ones are one number, and the rules of a grammar.

use crate::numbers::Numbers;
use crate::Checked;

/// The number of an expression.
pub(crate) type Expr = u32;

/// Ascending ranges of characters that neither overlap nor touch, both ends included.
pub(crate) type Set = Vec<(u32, u32)>;

/// One expression of ABNF or of a PEG. The notation decides its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// One character of the set.
    Set(Set),
    /// One after the other. No part is a sequence, and there is never exactly one part.
    Sequence(Vec<Expr>),
    /// One of them; in a PEG the first that matches. No part is a choice; there are at least two.
    Choice(Vec<Expr>),
    /// At least and at most so many times; in a PEG as often as it matches.
    Repeat(Expr, u32, Option<u32>),
    /// A lookahead of a PEG.
    And(Expr),
    /// A negative lookahead of a PEG.
    Not(Expr),
    /// The end of the input.
    End,
    /// A rule, by its number.
    Rule(u32),
}

/// The notation of a grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// RFC 5234's. Names are the same in either case.
    Abnf,
    /// The notation of `.pest` files.
    Pest,
}

/// The rules of one grammar.
#[derive(Clone)]
pub(crate) struct Grammar {
    pub(crate) notation: Notation,
    /// True if the characters are 00 to FF. If not, they are Unicode's scalar values.
    octets: bool,
    /// The characters that no text has; only in rewritten rules of nested theorems.
    pub(crate) letters: Set,
    pub(crate) nodes: Numbers<Node>,
    names: Numbers<String>,
    /// The expression of each rule that is defined, by the rule's number.
    bodies: Vec<Option<Expr>>,
}

impl Grammar {
    pub(crate) fn new(notation: Notation, octets: bool) -> Grammar {
        let (nodes, names) = (Numbers::new(&[]), Numbers::new(&[]));
        Grammar { notation, octets, letters: Set::new(), nodes, names, bodies: Vec::new() }
    }

    /// Returns all characters.
    pub(crate) fn all(&self) -> Set {
        let all: &[_] =
            if self.octets { &[(0, 0xFF)] } else { &[(0, 0xD7FF), (0xE000, 0x10_FFFF)] };
        [all, &self.letters].concat()
    }

    /// Returns the number of a rule, defined or not.
    pub(crate) fn rule(&mut self, name: &str) -> u32 {
        let rule = self.names.of(match self.notation {
            Notation::Abnf => name.to_ascii_lowercase(),
            Notation::Pest => name.to_owned(),
        });
        self.bodies.resize(self.names.len(), None);
        rule
    }

    pub(crate) fn define(&mut self, rule: u32, body: Expr) {
        self.bodies[rule as usize] = Some(body);
    }

    /// Returns the expression of a rule that is defined.
    pub(crate) fn body(&self, rule: u32) -> Checked<Expr> {
        let body = self.bodies[rule as usize];
        body.ok_or_else(|| format!("the rule {} is not defined", self.names[rule]))
    }

    /// Returns the names of all rules, and whether each is defined.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&str, bool)> {
        (0..).zip(&self.bodies).map(|(rule, body)| (&*self.names[rule], body.is_some()))
    }

    /// Returns the expression that calls a rule.
    pub(crate) fn call(&mut self, name: &str) -> Expr {
        let rule = self.rule(name);
        self.nodes.of(Node::Rule(rule))
    }

    /// Returns the characters in some ranges.
    pub(crate) fn characters(&self, mut ranges: Set) -> Set {
        ranges.retain(|(low, high)| low <= high);
        ranges.sort_unstable();
        let mut set: Set = Vec::new();
        for (first, last) in self.all() {
            for &(low, high) in &ranges {
                let (low, high) = (low.max(first), high.min(last));
                match set.last_mut() {
                    _ if low > high => {}
                    Some(before) if low <= before.1 + 1 => before.1 = before.1.max(high),
                    _ => set.push((low, high)),
                }
            }
        }
        set
    }

    pub(crate) fn set(&mut self, ranges: Set) -> Expr {
        let set = self.characters(ranges);
        self.nodes.of(Node::Set(set))
    }

    /// Returns the expression of a text, ASCII letters in either case if that does not matter.
    pub(crate) fn text(&mut self, text: &[u32], any_case: bool) -> Expr {
        let is_letter = |c| any_case && char::from_u32(c).is_some_and(|c| c.is_ascii_alphabetic());
        let cases = |c| if is_letter(c) { [c | 0x20, c & !0x20] } else { [c, c] };
        let parts = text.iter().map(|&c| self.set(cases(c).map(|c| (c, c)).to_vec())).collect();
        self.join(Node::Sequence, parts)
    }

    /// Returns a sequence or a choice, with the parts of a part of that kind in its place. One part
    /// is itself.
    pub(crate) fn join(&mut self, kind: fn(Vec<Expr>) -> Node, parts: Vec<Expr>) -> Expr {
        let flat = parts.iter().flat_map(|&part| match &self.nodes[part] {
            node @ (Node::Sequence(inner) | Node::Choice(inner))
                if *node == kind(inner.clone()) =>
            {
                inner.clone()
            }
            _ => vec![part],
        });
        match flat.collect::<Vec<_>>() {
            flat if flat.len() == 1 => flat[0],
            flat => self.nodes.of(kind(flat)),
        }
    }
}
