//! Continuations: lists of expressions that remain to be matched, one after the other. And the
//! sets of continuations that ABNF reads at once.
//!
//! The continuation `e k` begins with the expression `e` and goes on with `k`. In ABNF it matches
//! a text if some beginning is derived from `e` and `k` matches the rest. Hence
//!
//! ```text
//! (a / b) k  matches what  a k  or  b k  matches
//! m*n(a) k   matches what  a (m-1)*(n-1)(a) k  matches, and if m is 0 also what  k  matches
//! ```
//!
//! and `S k`, for a set of characters, matches a member of `S` before a text that `k` matches.
//! After one more character, a set of continuations becomes a set of tails.

use crate::grammar::{Expr, Grammar, Node, Set};
use crate::map::Map;
use std::collections::HashSet;

/// The number of a continuation.
pub(crate) type Cont = u32;

/// Nothing remains to be matched, and the text must end.
pub(crate) const END: Cont = 0;
/// Nothing remains to be matched, and any text may follow.
pub(crate) const ACCEPT: Cont = 1;

/// The most continuations in one theorem: far above what grammars need, far below memory.
const MOST: usize = 1 << 20;
/// The most steps from one continuation to the sets of characters that it begins with.
const STEPS: usize = 100_000;

/// A class of characters that nothing tells apart; `None` is the end of the text.
pub(crate) type Class<'a> = Option<(usize, &'a Set)>;

/// The continuations of one grammar, equal ones as one number.
pub(crate) struct Continuations<'g> {
    pub(crate) grammar: &'g mut Grammar,
    lists: Vec<(Expr, Cont)>,
    numbers: Map<(Expr, Cont), Cont>,
    after: Map<(Cont, usize), Vec<Cont>>,
}

impl<'g> Continuations<'g> {
    pub(crate) fn new(grammar: &'g mut Grammar) -> Continuations<'g> {
        // END and ACCEPT have no head.
        let lists = vec![(0, END), (0, ACCEPT)];
        Continuations { grammar, lists, numbers: Map::default(), after: Map::default() }
    }

    /// Returns the number of a head before a tail.
    pub(crate) fn cons(&mut self, head: Expr, tail: Cont) -> Result<Cont, String> {
        if let Some(&number) = self.numbers.get(&(head, tail)) {
            return Ok(number);
        }
        if self.lists.len() == MOST {
            return Err(format!("more than {MOST} continuations"));
        }
        let number = self.lists.len() as Cont;
        self.lists.push((head, tail));
        self.numbers.insert((head, tail), number);
        Ok(number)
    }

    /// Returns the continuation of an expression and a tail: a sequence's parts one by one, and
    /// nothing for what is repeated 0 times.
    pub(crate) fn before(&mut self, expr: Expr, tail: Cont) -> Result<Cont, String> {
        match &self.grammar.nodes[expr as usize] {
            Node::Sequence(parts) => {
                let parts = parts.clone();
                parts.iter().rev().try_fold(tail, |tail, &part| self.before(part, tail))
            }
            Node::Repeat(_, _, Some(0)) => Ok(tail),
            _ => self.cons(expr, tail),
        }
    }

    /// Returns the head and the tail of a continuation that has them.
    pub(crate) fn split(&self, cont: Cont) -> (Node, Cont) {
        let (head, tail) = self.lists[cont as usize];
        (self.grammar.nodes[head as usize].clone(), tail)
    }

    /// Returns the continuation of a rule's expression and a tail.
    pub(crate) fn call(&mut self, rule: u32, tail: Cont) -> Result<Cont, String> {
        let body = self.grammar.body(rule)?;
        self.before(body, tail)
    }

    /// Returns the continuation of one round of a repetition, the other rounds and a tail.
    pub(crate) fn round(
        &mut self,
        (inner, min, max): (Expr, u32, Option<u32>),
        tail: Cont,
    ) -> Result<Cont, String> {
        let (min, max) = (min.saturating_sub(1), max.map(|max| max - 1));
        let others = self.grammar.node(Node::Repeat(inner, min, max));
        let others = self.before(others, tail)?;
        self.before(inner, others)
    }

    /// Returns the continuations that ABNF may go on with after one character of a class. At the
    /// end of the text, it is `[END]` or empty.
    pub(crate) fn after(&mut self, cont: Cont, class: Class) -> Result<Vec<Cont>, String> {
        let key = (cont, class.map_or(usize::MAX, |(number, _)| number));
        if let Some(known) = self.after.get(&key) {
            return Ok(known.clone());
        }
        let (mut after, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![cont]);
        while let Some(cont) = open.pop() {
            if !seen.insert(cont) {
                continue;
            }
            if seen.len() > STEPS {
                return Err(format!("more than {STEPS} steps at one character"));
            }
            if cont == END {
                after.extend(class.is_none().then_some(END));
                continue;
            }
            if cont == ACCEPT {
                return Err("ABNF has no lookahead".to_owned());
            }
            let (head, tail) = self.split(cont);
            match head {
                Node::Set(set) => {
                    if let Some((_, class)) = class {
                        after.extend(holds(&set, class)?.then_some(tail));
                    }
                }
                Node::Rule(rule) => open.push(self.call(rule, tail)?),
                Node::Choice(parts) => {
                    for part in parts {
                        open.push(self.before(part, tail)?);
                    }
                }
                Node::Repeat(inner, min, max) => {
                    open.push(self.round((inner, min, max), tail)?);
                    open.extend((min == 0).then_some(tail));
                }
                Node::Sequence(_) | Node::And(_) | Node::Not(_) | Node::End => {
                    return Err("ABNF has no such expression".to_owned());
                }
            }
        }
        self.after.insert(key, after.clone());
        Ok(after)
    }

    /// Returns the continuations that a set of them goes on with, in ascending order.
    pub(crate) fn after_set(&mut self, set: &[Cont], class: Class) -> Result<Vec<Cont>, String> {
        let mut all = Vec::new();
        for &cont in set {
            all.extend(self.after(cont, class)?);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}

/// Returns true if a set has all characters of a class, and false if it has none.
pub(crate) fn holds(set: &Set, class: &Set) -> Result<bool, String> {
    let inside = |&(low, high): &(u32, u32)| {
        let at = set.partition_point(|&(_, last)| last < low);
        match set.get(at) {
            Some(&(first, last)) if first <= low && high <= last => Some(true),
            Some(&(first, _)) if first <= high => None,
            _ => Some(false),
        }
    };
    let first = class.first().and_then(inside);
    match first {
        Some(answer) if class.iter().all(|range| inside(range) == first) => Ok(answer),
        _ => Err("a class of characters has only a part of a set of the grammar".to_owned()),
    }
}
