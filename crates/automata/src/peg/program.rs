//! Expressions over bytes, hash-consed: equal parts of all rules are one node.

use super::{CharSet, Expr, Grammar, Which};
use crate::hashing::NumberMap;
use crate::Terminals;
use crate::{utf8, ByteClasses, ByteSet, Undecided};
use std::collections::{BTreeMap, HashMap};

/// The number of a node.
pub(super) type NodeId = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// Matches nothing, successfully.
    Empty,
    /// Never matches.
    Fail,
    /// One byte of a set, then the node of that set; the sets are disjoint.
    Bytes(Vec<(ByteSet, NodeId)>),
    Seq(NodeId, NodeId),
    Choice(NodeId, NodeId),
    Star(NodeId),
    And(NodeId),
    Not(NodeId),
    StartOfInput,
    EndOfInput,
    /// A recursive rule, by number.
    Call(usize),
}

/// The longest prefix in bytes that alternatives are joined by.
const MAX_PREFIX: usize = 256;

/// Facts about a node that hold for every use. An uncertain fact is true.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Facts {
    /// True if it may succeed without consuming anything.
    pub(super) nullable: bool,
    /// The bytes that it may consume first.
    pub(super) first: ByteSet,
}

pub(super) const EMPTY: NodeId = 0;
pub(super) const FAIL: NodeId = 1;

/// The expressions of some rules of one grammar.
pub(super) struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) facts: Vec<Facts>,
    /// True for each node that always succeeds. An uncertain node is false.
    pub(super) infallible: Vec<bool>,
    /// The number of expressions in a row that each node is. A node of a sequence of a sequence of
    /// … can have more than any memory: `r1 = { r0 ~ r0 } r2 = { r1 ~ r1 }` has four.
    pub(super) lengths: Vec<usize>,
    /// The node of each rule that is used.
    pub(super) rules: Vec<Option<NodeId>>,
    /// True if any node asks for the start of the input.
    pub(super) asks_for_start: bool,
}

impl Program {
    pub(super) fn new(
        grammar: &Grammar,
        which: Which,
        chars: Terminals,
        roots: &[usize],
        limit: usize,
    ) -> Result<Program, Undecided> {
        let mut build = Build {
            nodes: Vec::new(),
            infallible: Vec::new(),
            lengths: Vec::new(),
            ids: NumberMap::default(),
            sets_of_chars: NumberMap::default(),
            classes: HashMap::new(),
            rules: vec![None; grammar.rules.len()],
            grammar,
            chars,
            limit,
        };
        build.node(Node::Empty)?;
        build.node(Node::Fail)?;
        for rule in grammar.questions(which).callees_first(roots.iter().copied()) {
            build.rules[rule] = Some(build.expr(grammar.rules[rule].expr(which))?);
        }
        let Build { nodes, infallible, lengths, rules, .. } = build;
        let asks_for_start = nodes.contains(&Node::StartOfInput);
        let facts = facts(&nodes, &rules);
        Ok(Program { nodes, facts, infallible, lengths, rules, asks_for_start })
    }

    /// Returns the classes of bytes that a node and its parts do not distinguish, or that no node
    /// does.
    pub(super) fn classes(&self, chars: Terminals, root: Option<NodeId>) -> ByteClasses {
        let sets = self.sets(root);
        ByteClasses::by_key(|byte| {
            let member: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            let utf8: Vec<u8> = match chars {
                Terminals::CodePoints => {
                    (0..=utf8::INVALID).map(|state| utf8::step(state, byte)).collect()
                }
                Terminals::Octets => Vec::new(),
            };
            (member, utf8)
        })
    }

    fn sets(&self, root: Option<NodeId>) -> Vec<ByteSet> {
        let mut seen = vec![root.is_none(); self.nodes.len()];
        let mut work: Vec<NodeId> = root.into_iter().collect();
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut seen[id as usize], true) {
                match &self.nodes[id as usize] {
                    Node::Bytes(arms) => work.extend(arms.iter().map(|&(_, node)| node)),
                    &Node::Seq(left, right) | &Node::Choice(left, right) => {
                        work.extend([left, right]);
                    }
                    &Node::Star(inner) | &Node::And(inner) | &Node::Not(inner) => work.push(inner),
                    &Node::Call(rule) => work.extend(self.rules[rule]),
                    _ => {}
                }
            }
        }
        let used = self.nodes.iter().zip(&seen).filter(|&(_, &seen)| seen);
        let mut sets: Vec<ByteSet> = used
            .flat_map(|(node, _)| match node {
                Node::Bytes(arms) => arms.as_slice(),
                _ => &[],
            })
            .map(|&(set, _)| set)
            .collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

/// Callees come before callers, except in recursion. Hence the loop runs until nothing changes.
fn facts(nodes: &[Node], rules: &[Option<NodeId>]) -> Vec<Facts> {
    let mut facts = vec![Facts::default(); nodes.len()];
    loop {
        let before = facts.clone();
        for (id, node) in nodes.iter().enumerate() {
            let of = |id: NodeId| facts[id as usize];
            facts[id] = match *node {
                Node::Empty
                | Node::And(_)
                | Node::Not(_)
                | Node::StartOfInput
                | Node::EndOfInput => Facts { nullable: true, first: ByteSet::default() },
                Node::Fail => Facts::default(),
                Node::Bytes(ref arms) => Facts {
                    nullable: false,
                    first: arms.iter().fold(ByteSet::default(), |first, (set, _)| first.union(set)),
                },
                Node::Seq(head, tail) => Facts {
                    nullable: of(head).nullable && of(tail).nullable,
                    first: if of(head).nullable {
                        of(head).first.union(&of(tail).first)
                    } else {
                        of(head).first
                    },
                },
                Node::Choice(first, second) => Facts {
                    nullable: of(first).nullable || of(second).nullable,
                    first: of(first).first.union(&of(second).first),
                },
                Node::Star(inner) => Facts { nullable: true, first: of(inner).first },
                Node::Call(rule) => rules[rule].map(of).unwrap_or_default(),
            };
        }
        if facts == before {
            return facts;
        }
    }
}

struct Build<'a> {
    nodes: Vec<Node>,
    infallible: Vec<bool>,
    lengths: Vec<usize>,
    ids: NumberMap<Node, NodeId>,
    /// The nodes that match one character; their choices are unions.
    sets_of_chars: NumberMap<NodeId, CharSet>,
    /// The nodes of sets: a choice of words has the same letters everywhere.
    classes: HashMap<CharSet, NodeId>,
    rules: Vec<Option<NodeId>>,
    grammar: &'a Grammar,
    chars: Terminals,
    limit: usize,
}

impl Build<'_> {
    fn node(&mut self, node: Node) -> Result<NodeId, Undecided> {
        if let Some(&id) = self.ids.get(&node) {
            return Ok(id);
        }
        if self.nodes.len() >= self.limit {
            return Err(Undecided::new("nodes", self.limit));
        }
        let of = |id: NodeId| self.infallible[id as usize];
        let infallible = match node {
            Node::Empty | Node::Star(_) => true,
            Node::Seq(head, tail) => of(head) && of(tail),
            Node::Choice(_, last) => of(last),
            Node::And(inner) => of(inner),
            _ => false,
        };
        let id = self.nodes.len() as NodeId;
        let length = |id: NodeId| self.lengths[id as usize];
        self.lengths.push(match node {
            Node::Seq(head, tail) => length(head).saturating_add(length(tail)),
            _ => 1,
        });
        self.infallible.push(infallible);
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        Ok(id)
    }

    /// The nesting of one expression bounds the recursion, because rules are built before their
    /// callers.
    fn expr(&mut self, expr: &Expr) -> Result<NodeId, Undecided> {
        match expr {
            Expr::Text(text) => self.text(text, |c| CharSet::from_ranges([(c, c)])),
            Expr::TextAnyCase(text) => self.text(text, |c| {
                let (low, up) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
                CharSet::from_ranges([(low, low), (up, up)])
            }),
            Expr::Class(set) => self.class(set.clone()),
            Expr::Rule(name) => match self.grammar.by_name.get(name) {
                Some(&rule) => match self.rules[rule] {
                    Some(node) => Ok(node),
                    None => self.node(Node::Call(rule)),
                },
                None => Ok(FAIL),
            },
            Expr::Sequence(parts) => {
                let parts =
                    parts.iter().map(|part| self.expr(part)).collect::<Result<Vec<_>, _>>()?;
                parts.into_iter().rev().try_fold(EMPTY, |tail, head| self.seq(head, tail))
            }
            Expr::Choice(parts) => {
                let mut parts = parts
                    .iter()
                    .map(|part| self.expr(part))
                    .collect::<Result<Vec<_>, _>>()?
                    .into_iter();
                // Neighbours that match one character each are one class, because each consumes the
                // same.
                let mut merged = vec![parts.next().unwrap_or(FAIL)];
                for part in parts {
                    let last = merged.len() - 1;
                    let sets =
                        self.sets_of_chars.get(&merged[last]).zip(self.sets_of_chars.get(&part));
                    match sets.map(|(left, right)| left.union(right)) {
                        Some(union) => merged[last] = self.class(union)?,
                        None => merged.push(part),
                    }
                }
                self.choice_of(&merged, 0)
            }
            Expr::Repeat { expr, min, max, .. } => {
                let inner = self.expr(expr)?;
                let mut node = match max {
                    None => self.node(Node::Star(inner))?,
                    Some(max) => {
                        let mut optional = EMPTY;
                        for _ in *min..*max {
                            let once_more = self.seq(inner, optional)?;
                            optional = self.choice(once_more, EMPTY)?;
                        }
                        optional
                    }
                };
                for _ in 0..*min {
                    node = self.seq(inner, node)?;
                }
                Ok(node)
            }
            Expr::And(expr) => {
                let inner = self.expr(expr)?;
                self.node(Node::And(inner))
            }
            Expr::Not(expr) => {
                let inner = self.expr(expr)?;
                self.node(Node::Not(inner))
            }
            Expr::StartOfInput => self.node(Node::StartOfInput),
            Expr::EndOfInput => self.node(Node::EndOfInput),
            // `recursion::check` has refused rules with a stack, and the others are ABNF's.
            Expr::Stack(_) | Expr::Values(_) | Expr::Range(..) => Ok(FAIL),
        }
    }

    fn seq(&mut self, head: NodeId, tail: NodeId) -> Result<NodeId, Undecided> {
        match (head, tail) {
            (FAIL, _) => Ok(FAIL),
            (EMPTY, other) | (other, EMPTY) => Ok(other),
            _ => self.node(Node::Seq(head, tail)),
        }
    }

    fn choice(&mut self, first: NodeId, rest: NodeId) -> Result<NodeId, Undecided> {
        match (first, rest) {
            (FAIL, other) | (other, FAIL) => Ok(other),
            _ if first == rest || self.infallible[first as usize] => Ok(first),
            _ => self.node(Node::Choice(first, rest)),
        }
    }

    /// Returns a choice as a tree of prefixes, with the order of the alternatives kept:
    ///
    /// ```text
    /// "ab" | "cd" | "a" | digit ~ "x" | "b"   →   "a" ~ ("b" | "") | "cd" | digit ~ "x" | "b"
    /// ```
    ///
    /// Alternatives that begin with other bytes change places with no effect, so those that begin
    /// with the same set meet at the first of them. Alternatives in a row that begin with different
    /// bytes are one node.
    fn choice_of(&mut self, parts: &[NodeId], depth: usize) -> Result<NodeId, Undecided> {
        if let [one] = *parts {
            return Ok(one);
        }
        let mut done: Vec<NodeId> = Vec::new();
        // The alternatives in a row, by the set that they begin with.
        let (mut row, mut places, mut first) = (Vec::new(), HashMap::new(), ByteSet::default());
        for &part in parts {
            let head = if depth < MAX_PREFIX { self.head(part)? } else { None };
            let Some((set, tail)) = head else {
                done.extend(self.row(&mut row, depth)?);
                (places, first) = (HashMap::new(), ByteSet::default());
                done.push(part);
                continue;
            };
            if !places.contains_key(&set) && !first.intersection(&set).is_empty() {
                done.extend(self.row(&mut row, depth)?);
                (places, first) = (HashMap::new(), ByteSet::default());
            }
            let place = *places.entry(set).or_insert(row.len());
            if place == row.len() {
                row.push((set, Vec::new()));
                first = first.union(&set);
            }
            row[place].1.push(tail);
        }
        done.extend(self.row(&mut row, depth)?);
        done.into_iter().rev().try_fold(FAIL, |rest, part| self.choice(part, rest))
    }

    /// Returns the node of alternatives that begin with different bytes.
    fn row(
        &mut self,
        row: &mut Vec<(ByteSet, Vec<NodeId>)>,
        depth: usize,
    ) -> Result<Option<NodeId>, Undecided> {
        let mut arms: BTreeMap<NodeId, ByteSet> = BTreeMap::new();
        for (set, tails) in row.drain(..) {
            let rest = match tails[..] {
                [tail] => tail,
                _ => self.choice_of(&tails, depth + 1)?,
            };
            let merged = arms.entry(rest).or_default();
            *merged = merged.union(&set);
        }
        let arms: Vec<_> = arms.into_iter().map(|(node, set)| (set, node)).collect();
        if arms.is_empty() {
            Ok(None)
        } else {
            self.node(Node::Bytes(arms)).map(Some)
        }
    }

    /// Returns the set of bytes that a node reads first and what it reads then, if all begin alike.
    fn head(&mut self, node: NodeId) -> Result<Option<(ByteSet, NodeId)>, Undecided> {
        let (mut first, mut rest) = (node, EMPTY);
        while let Node::Seq(head, tail) = self.nodes[first as usize] {
            (first, rest) = (head, self.seq(tail, rest)?);
        }
        let Node::Bytes(arms) = &self.nodes[first as usize] else { return Ok(None) };
        let [(set, then)] = arms[..] else { return Ok(None) };
        Ok(Some((set, self.seq(then, rest)?)))
    }

    fn text(&mut self, text: &str, set: impl Fn(char) -> CharSet) -> Result<NodeId, Undecided> {
        let mut node = EMPTY;
        for c in text.chars().rev() {
            let class = self.class(set(c))?;
            node = self.seq(class, node)?;
        }
        Ok(node)
    }

    fn class(&mut self, set: CharSet) -> Result<NodeId, Undecided> {
        if let Some(&node) = self.classes.get(&set) {
            return Ok(node);
        }
        let sequences = match self.chars {
            Terminals::CodePoints => utf8::sequences(set.scalars()),
            Terminals::Octets => {
                let octets = set.scalars().iter().filter(|&&(low, _)| low <= 0xFF);
                octets.map(|&(low, high)| vec![(low as u8, high.min(0xFF) as u8)]).collect()
            }
        };
        let suffixes: Vec<&[(u8, u8)]> = sequences.iter().map(Vec::as_slice).collect();
        let node = self.tree(&suffixes)?;
        self.sets_of_chars.insert(node, set.clone());
        self.classes.insert(set, node);
        Ok(node)
    }

    /// Returns the prefix tree, at most four deep, of byte sequences. No sequence is a prefix of
    /// another.
    fn tree(&mut self, sequences: &[&[(u8, u8)]]) -> Result<NodeId, Undecided> {
        if sequences.iter().any(|sequence| sequence.is_empty()) {
            return Ok(EMPTY);
        }
        let mut arms: BTreeMap<Vec<&[(u8, u8)]>, ByteSet> = BTreeMap::new();
        for byte in 0..=255 {
            let fits = |sequence: &&&[(u8, u8)]| (sequence[0].0..=sequence[0].1).contains(&byte);
            let rest: Vec<_> =
                sequences.iter().filter(fits).map(|sequence| &sequence[1..]).collect();
            if !rest.is_empty() {
                arms.entry(rest).or_default().insert(byte);
            }
        }
        let mut nodes: BTreeMap<NodeId, ByteSet> = BTreeMap::new();
        for (rest, set) in arms {
            let node = self.tree(&rest)?;
            let merged = nodes.entry(node).or_default();
            *merged = merged.union(&set);
        }
        if nodes.is_empty() {
            return Ok(FAIL);
        }
        self.node(Node::Bytes(nodes.into_iter().map(|(node, set)| (set, node)).collect()))
    }
}
