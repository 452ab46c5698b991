//! Expressions, in which equal ones are one number, and the rules of a grammar.

use std::collections::HashMap;

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

/// The rules of one grammar.
pub(crate) struct Grammar {
    pub(crate) nodes: Vec<Node>,
    numbers: HashMap<Node, Expr>,
    /// The rules by name, and the expression of each that is defined.
    names: HashMap<String, u32>,
    pub(crate) rules: Vec<(String, Option<Expr>)>,
    /// True if the characters are 00 to FF. If not, they are Unicode's scalar values.
    pub(crate) octets: bool,
}

impl Grammar {
    pub(crate) fn new(octets: bool) -> Grammar {
        Grammar {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            names: HashMap::new(),
            rules: Vec::new(),
            octets,
        }
    }

    /// Returns all characters.
    pub(crate) fn all(&self) -> Set {
        if self.octets {
            vec![(0, 0xFF)]
        } else {
            vec![(0, 0xD7FF), (0xE000, 0x10_FFFF)]
        }
    }

    /// Returns the number of a rule, defined or not.
    pub(crate) fn rule(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.names.get(name) {
            return number;
        }
        let number = self.rules.len() as u32;
        self.names.insert(name.to_owned(), number);
        self.rules.push((name.to_owned(), None));
        number
    }

    /// Returns the expression of a rule that is defined.
    pub(crate) fn body(&self, rule: u32) -> Result<Expr, String> {
        let (name, body) = &self.rules[rule as usize];
        body.ok_or_else(|| format!("the rule {name} is not defined"))
    }

    pub(crate) fn node(&mut self, node: Node) -> Expr {
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len() as Expr;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        number
    }

    /// Returns the set of the characters in some ranges.
    pub(crate) fn set(&mut self, mut ranges: Set) -> Expr {
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
        self.node(Node::Set(set))
    }

    /// Returns the expression of a text, ASCII letters in either case if that does not matter.
    pub(crate) fn text(&mut self, text: &str, any_case: bool) -> Expr {
        let mut parts = Vec::new();
        for c in text.chars() {
            let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
            let cases = if any_case { [lower, upper] } else { [c, c] };
            parts.push(self.set(cases.map(|c| (u32::from(c), u32::from(c))).to_vec()));
        }
        self.sequence(parts)
    }

    pub(crate) fn sequence(&mut self, parts: Vec<Expr>) -> Expr {
        let flat = parts.iter().flat_map(|part| match &self.nodes[*part as usize] {
            Node::Sequence(inner) => inner.clone(),
            _ => vec![*part],
        });
        match flat.collect::<Vec<_>>() {
            flat if flat.len() == 1 => flat[0],
            flat => self.node(Node::Sequence(flat)),
        }
    }

    pub(crate) fn choice(&mut self, parts: Vec<Expr>) -> Expr {
        let flat = parts.iter().flat_map(|part| match &self.nodes[*part as usize] {
            Node::Choice(inner) => inner.clone(),
            _ => vec![*part],
        });
        match flat.collect::<Vec<_>>() {
            flat if flat.len() == 1 => flat[0],
            flat => self.node(Node::Choice(flat)),
        }
    }
}
