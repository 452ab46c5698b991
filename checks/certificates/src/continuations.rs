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
use crate::numbers::{Map, Numbers};
use crate::{ensure, Checked};
use std::collections::HashSet;
use std::rc::Rc;

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

/// The continuations of one grammar, equal ones as one number.
pub(crate) struct Continuations<'a> {
    pub(crate) grammar: &'a mut Grammar,
    pub(crate) lists: Numbers<(Expr, Cont)>,
    heads: Map<Cont, Rc<Head>>,
}

/// A continuation, by its first expression.
pub(crate) enum Head {
    /// One character of a set, and the rest.
    Set(Set, Cont),
    /// Other continuations. A PEG takes the first that stands behind one that holds.
    Either(Vec<(Cont, Cont)>),
    /// A continuation that must hold here, or must not, and the rest. Only PEGs have it.
    Ahead(Cont, bool, Cont),
    /// The end of the text, and the rest. Only PEGs have it.
    End(Cont),
}

impl<'a> Continuations<'a> {
    pub(crate) fn new(grammar: &'a mut Grammar) -> Continuations<'a> {
        // END and ACCEPT have no head.
        let lists = Numbers::new(&[(Expr::MAX, END), (Expr::MAX, ACCEPT)]);
        Continuations { grammar, lists, heads: Map::default() }
    }

    /// Returns the number of a head before a tail.
    pub(crate) fn cons(&mut self, head: Expr, tail: Cont) -> Checked<Cont> {
        ensure(self.lists.len() <= MOST, "too many continuations")?;
        Ok(self.lists.of((head, tail)))
    }

    /// Returns the continuation of an expression and a tail: a sequence's parts one by one, and
    /// nothing for what is repeated 0 times.
    pub(crate) fn before(&mut self, expr: Expr, tail: Cont) -> Checked<Cont> {
        match &self.grammar.nodes[expr] {
            Node::Sequence(parts) => {
                let parts = parts.clone();
                parts.iter().rev().try_fold(tail, |tail, &part| self.before(part, tail))
            }
            Node::Repeat(_, _, Some(0)) => Ok(tail),
            _ => self.cons(expr, tail),
        }
    }

    /// Returns the continuation that holds where an expression matches.
    fn ahead(&mut self, expr: Expr) -> Checked<Cont> {
        self.before(expr, ACCEPT)
    }

    /// Returns a continuation by its head; it is neither `END` nor `ACCEPT`.
    pub(crate) fn head(&mut self, cont: Cont) -> Checked<Rc<Head>> {
        if let Some(known) = self.heads.get(&cont) {
            return Ok(Rc::clone(known));
        }
        let (head, tail) = self.lists[cont];
        let head = match self.grammar.nodes[head].clone() {
            Node::Set(set) => Head::Set(set, tail),
            Node::Rule(rule) => {
                let body = self.grammar.body(rule)?;
                Head::Either(vec![(ACCEPT, self.before(body, tail)?)])
            }
            Node::Choice(parts) => {
                let each =
                    parts.iter().map(|&part| Ok((self.ahead(part)?, self.before(part, tail)?)));
                Head::Either(each.collect::<Checked<_>>()?)
            }
            Node::Repeat(_, _, Some(0)) => Head::Either(vec![(ACCEPT, tail)]),
            Node::Repeat(inner, min, max) => {
                let others = Node::Repeat(inner, min.saturating_sub(1), max.map(|max| max - 1));
                let others = self.grammar.nodes.of(others);
                let others = self.before(others, tail)?;
                let round = self.before(inner, others)?;
                Head::Either(match min {
                    0 => vec![(self.ahead(inner)?, round), (ACCEPT, tail)],
                    _ => vec![(ACCEPT, round)],
                })
            }
            Node::And(inner) => Head::Ahead(self.ahead(inner)?, true, tail),
            Node::Not(inner) => Head::Ahead(self.ahead(inner)?, false, tail),
            Node::End => Head::End(tail),
            Node::Sequence(_) => return Err("no continuation begins with a sequence".to_owned()),
        };
        let head = Rc::new(head);
        self.heads.insert(cont, Rc::clone(&head));
        Ok(head)
    }

    /// Returns for each of the first continuations those that ABNF may go on with after one
    /// character of a class. At the end of the text, that is `END` or none.
    pub(crate) fn after(&mut self, count: usize, class: Option<&Set>) -> Checked<Vec<Vec<Cont>>> {
        (0..count as Cont).map(|cont| self.after_one(cont, class)).collect()
    }

    fn after_one(&mut self, cont: Cont, class: Option<&Set>) -> Checked<Vec<Cont>> {
        let (mut after, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![cont]);
        while let Some(cont) = open.pop() {
            if !seen.insert(cont) {
                continue;
            }
            ensure(seen.len() <= STEPS, "too many steps at one character")?;
            match (cont, class) {
                (END | ACCEPT, None) => after.push(END),
                (END, Some(_)) => {}
                (ACCEPT, Some(_)) => after.push(ACCEPT),
                _ => match &*self.head(cont)? {
                    Head::Set(set, tail) => after.extend(is_in(set, class)?.then_some(*tail)),
                    Head::Either(others) => open.extend(others.iter().map(|(_, cont)| cont)),
                    Head::Ahead(..) | Head::End(_) => {
                        return Err("ABNF has no lookahead".to_owned())
                    }
                },
            }
        }
        Ok(after)
    }
}

/// Returns true if a set has all characters of a class, and false if it has no characters of it.
/// The end of the text is in no set.
pub(crate) fn is_in(set: &Set, class: Option<&Set>) -> Checked<bool> {
    let inside = |&(low, high): &(u32, u32)| {
        let at = set.partition_point(|&(_, last)| last < low);
        match set.get(at) {
            Some(&(first, last)) if first <= low && high <= last => Some(true),
            Some(&(first, _)) if first <= high => None,
            _ => Some(false),
        }
    };
    let Some(class) = class else { return Ok(false) };
    match class.first().and_then(inside) {
        Some(answer) if class.iter().all(|range| inside(range) == Some(answer)) => Ok(answer),
        _ => Err("a class of characters has only a part of a set of the grammar".to_owned()),
    }
}
