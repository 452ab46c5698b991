//! PEG matching as a Boolean automaton.
//!
//! A *continuation* is a list of expressions still to be matched, one after the other, ending in
//! `ACCEPT` (any rest, for lookahead) or `END` (no rest). Whether the rest of the input satisfies a
//! continuation is a Boolean question, and all of PEG's control reduces to such questions at one
//! position of the input:
//!
//! ```text
//! (a / b) k  =  a k  or  (not a ACCEPT  and  b k)
//! a* k       =  a a* k  or  (not a ACCEPT  and  k)
//! (!a) k     =  not a ACCEPT  and  k
//! (&a) k     =  a ACCEPT  and  k
//! ```
//!
//! `a k or …` is exact: if `a` matches, it does so in one way, so that `a k` says everything and
//! the guard excludes the rest. A state is a formula over continuations. One more byte replaces
//! each of them by its question about the rest.

mod starts;
mod state;

pub(super) use state::State;

use super::decision::{Formula, Formulas, FALSE, TRUE};
use super::memo::{Memo, Symbol};
use super::program::{Node, NodeId, Program, EMPTY, FAIL};
use super::{Grammar, Which};
use crate::hashing::NumberMap;
use crate::Terminals;
use crate::{ByteClasses, ByteSet, Limits, Undecided};

type ContinuationId = u32;

const ACCEPT: ContinuationId = 0;
const REJECT: ContinuationId = 1;
const END: ContinuationId = 2;

#[derive(Clone, Copy)]
struct Continuation {
    head: NodeId,
    tail: ContinuationId,
    /// The bytes on which the continuation may hold; on any other it does not.
    first: ByteSet,
    question: Option<Question>,
}

/// The question of a continuation at one position of the input.
#[derive(Clone, Copy)]
enum Question {
    /// A question about the byte alone.
    Byte,
    /// The tail, at the start of the input.
    AtStart,
    /// The tail, at the end of the input.
    AtEnd,
    /// Another continuation.
    Same(ContinuationId),
    /// `taken or (not guard and other)`
    Choice { taken: ContinuationId, guard: ContinuationId, other: ContinuationId },
    /// `not guard and then`
    Unless { guard: ContinuationId, then: ContinuationId },
    /// `guard and then`
    Provided { guard: ContinuationId, then: ContinuationId },
}

/// The rules of a grammar, ready to be explored from any of them.
pub(super) struct Automaton {
    program: Program,
    chars: Terminals,
    limit: usize,
    formulas: Formulas,
    continuations: Vec<Continuation>,
    ids: NumberMap<(NodeId, ContinuationId), ContinuationId>,
    /// Answers by continuation.
    answers: Memo,
    /// Derivatives by formula.
    derivatives: Memo,
    /// The bytes that any rule distinguishes.
    classes: ByteClasses,
    /// The bytes that the explored rule distinguishes.
    explored: ByteClasses,
    start: ContinuationId,
}

impl Automaton {
    pub(super) fn new(
        grammar: &Grammar,
        which: Which,
        chars: Terminals,
        roots: &[usize],
        limits: Limits,
    ) -> Result<Automaton, Undecided> {
        let fixed = |first| Continuation {
            head: EMPTY,
            tail: ACCEPT,
            first,
            question: Some(Question::Byte),
        };
        let program = Program::new(grammar, which, chars, roots, limits.nodes)?;
        let classes = program.classes(chars, None);
        // All bytes and the end; and these at the start, if anything asks for it.
        let width = (1 + usize::from(program.asks_for_start)) * (classes.len() + 1);
        Ok(Automaton {
            program,
            chars,
            limit: limits.nodes,
            formulas: Formulas::new(limits.nodes),
            continuations: vec![
                fixed(ByteSet::ALL),
                fixed(ByteSet::default()),
                fixed(ByteSet::default()),
            ],
            ids: NumberMap::default(),
            answers: Memo::new(width),
            derivatives: Memo::new(width),
            explored: classes.clone(),
            classes,
            start: REJECT,
        })
    }

    /// Chooses the rule to explore.
    pub(super) fn start_at(&mut self, rule: usize) -> Result<(), Undecided> {
        let node = self.program.rules.get(rule).copied().flatten().unwrap_or(FAIL);
        self.start = self.before(node, END)?;
        self.explored = self.program.classes(self.chars, Some(node));
        Ok(())
    }

    /// Returns true if a rule asks for the start of the input.
    pub(super) fn asks_for_start(&self) -> bool {
        self.program.asks_for_start
    }

    fn check_size(&self) -> Result<(), Undecided> {
        let size = self.formulas.size()
            + self.continuations.len()
            + self.answers.size
            + self.derivatives.size;
        if size < self.limit {
            return Ok(());
        }
        Err(Undecided::new("nodes", self.limit))
    }

    /// Returns the continuation of the expression and then the tail. Sequences are flattened, so
    /// that equal lists have the same number.
    fn before(&mut self, node: NodeId, tail: ContinuationId) -> Result<ContinuationId, Undecided> {
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
        let mut id = tail;
        for head in heads.into_iter().rev() {
            id = self.cons(head, id)?;
        }
        Ok(id)
    }

    fn cons(&mut self, head: NodeId, tail: ContinuationId) -> Result<ContinuationId, Undecided> {
        if head == FAIL || tail == REJECT {
            // An expression in front of a failure only decides when it fails.
            return Ok(REJECT);
        }
        if head == EMPTY || (tail == ACCEPT && self.program.infallible[head as usize]) {
            return Ok(tail);
        }
        if let Some(&id) = self.ids.get(&(head, tail)) {
            return Ok(id);
        }
        self.check_size()?;
        let facts = self.program.facts[head as usize];
        let after = &self.continuations[tail as usize].first;
        let first = if facts.nullable { facts.first.union(after) } else { facts.first };
        let id = self.continuations.len() as ContinuationId;
        self.continuations.push(Continuation { head, tail, first, question: None });
        self.ids.insert((head, tail), id);
        Ok(id)
    }

    /// Returns the question of a continuation, computed once.
    fn question(&mut self, id: ContinuationId) -> Result<Question, Undecided> {
        let Continuation { head, tail, question, .. } = self.continuations[id as usize];
        if let Some(question) = question {
            return Ok(question);
        }
        let question = match self.program.nodes[head as usize] {
            Node::Empty => Question::Same(tail),
            Node::Fail => Question::Same(REJECT),
            Node::Seq(..) => Question::Same(self.before(head, tail)?),
            Node::Bytes(_) => Question::Byte,
            Node::StartOfInput => Question::AtStart,
            Node::EndOfInput => Question::AtEnd,
            Node::Call(rule) => {
                let node = self.program.rules[rule].unwrap_or(FAIL);
                Question::Same(self.before(node, tail)?)
            }
            Node::Choice(first, second) => Question::Choice {
                taken: self.before(first, tail)?,
                guard: self.before(first, ACCEPT)?,
                other: self.before(second, tail)?,
            },
            Node::Star(inner) => Question::Choice {
                taken: self.before(inner, id)?,
                guard: self.before(inner, ACCEPT)?,
                other: tail,
            },
            Node::Not(inner) => Question::Unless { guard: self.before(inner, ACCEPT)?, then: tail },
            Node::And(inner) => {
                Question::Provided { guard: self.before(inner, ACCEPT)?, then: tail }
            }
        };
        self.continuations[id as usize].question = Some(question);
        Ok(question)
    }

    /// Returns the answer to a continuation at a symbol if it is known without work.
    fn known(&self, id: ContinuationId, symbol: Symbol) -> Option<Formula> {
        match (id, symbol.byte) {
            (ACCEPT, _) | (END, None) => Some(TRUE),
            (REJECT, _) | (END, Some(_)) => Some(FALSE),
            (_, Some(byte)) if !self.continuations[id as usize].first.contains(byte) => Some(FALSE),
            _ => self.answers.get(id, symbol),
        }
    }

    /// Returns the formula about the input after the symbol; at the end of the input, true or
    /// false.
    ///
    /// Uses its own stack: a chain of questions at one position may be as long as the grammar.
    fn answer(&mut self, id: ContinuationId, symbol: Symbol) -> Result<Formula, Undecided> {
        if let Some(known) = self.known(id, symbol) {
            return Ok(known);
        }
        let mut answer = FALSE;
        let mut work = vec![id];
        while let Some(&id) = work.last() {
            if let Some(known) = self.known(id, symbol) {
                answer = known;
                work.pop();
                continue;
            }
            match self.combine(id, symbol)? {
                Ok(formula) => {
                    self.check_size()?;
                    self.answers.insert(id, symbol, formula);
                    answer = formula;
                    work.pop();
                }
                Err(missing) => {
                    // No chain is longer than the number of continuations, unless it leads back to
                    // itself, which recursion::check rules out. This bound stops a mistake there
                    // from running on.
                    if work.len() > self.continuations.len() {
                        return Err(Undecided::new("nodes", self.limit));
                    }
                    work.push(missing);
                }
            }
        }
        Ok(answer)
    }

    /// Returns the answer to one question from those to its parts, or the first part whose answer
    /// is missing.
    fn combine(
        &mut self,
        id: ContinuationId,
        symbol: Symbol,
    ) -> Result<Result<Formula, ContinuationId>, Undecided> {
        macro_rules! part {
            ($id:expr) => {
                match self.known($id, symbol) {
                    Some(formula) => formula,
                    None => return Ok(Err($id)),
                }
            };
        }
        let tail = self.continuations[id as usize].tail;
        Ok(Ok(match self.question(id)? {
            Question::Byte => {
                let next = self.after_byte(id, symbol)?;
                match next {
                    ACCEPT => TRUE,
                    REJECT => FALSE,
                    next => self.formulas.variable(next)?,
                }
            }
            Question::AtStart if symbol.at_start => part!(tail),
            Question::AtEnd if symbol.byte.is_none() => part!(tail),
            Question::AtStart | Question::AtEnd => FALSE,
            Question::Same(other) => part!(other),
            Question::Choice { taken, guard, other } => {
                let taken = part!(taken);
                if taken == TRUE {
                    return Ok(Ok(TRUE));
                }
                let guard = part!(guard);
                let otherwise = if guard == TRUE { FALSE } else { part!(other) };
                let barred = self.formulas.if_else(guard, FALSE, otherwise)?;
                self.formulas.if_else(taken, TRUE, barred)?
            }
            Question::Unless { guard, then } => {
                let guard = part!(guard);
                let then = if guard == TRUE { FALSE } else { part!(then) };
                self.formulas.if_else(guard, FALSE, then)?
            }
            Question::Provided { guard, then } => {
                let guard = part!(guard);
                let then = if guard == FALSE { FALSE } else { part!(then) };
                self.formulas.if_else(guard, then, FALSE)?
            }
        }))
    }

    fn after_byte(
        &mut self,
        id: ContinuationId,
        symbol: Symbol,
    ) -> Result<ContinuationId, Undecided> {
        let Continuation { head, tail, .. } = self.continuations[id as usize];
        let (Node::Bytes(arms), Some(byte)) = (&self.program.nodes[head as usize], symbol.byte)
        else {
            return Ok(REJECT);
        };
        let arm = arms.iter().find(|(set, _)| set.contains(byte)).map(|&(_, node)| node);
        arm.map_or(Ok(REJECT), |node| self.before(node, tail))
    }

    /// Returns the formula about the rest once the symbol is read.
    fn derivative(&mut self, formula: Formula, symbol: Symbol) -> Result<Formula, Undecided> {
        if let Some(known) = self.known_derivative(formula, symbol) {
            return Ok(known);
        }
        let decision = self.formulas.decision(formula);
        if (decision.yes, decision.no) == (TRUE, FALSE) {
            // A single continuation, by far the most frequent case, needs no second memo.
            return self.answer(decision.variable, symbol);
        }
        let mut answer = formula;
        let mut work = vec![formula];
        while let Some(&formula) = work.last() {
            if let Some(known) = self.known_derivative(formula, symbol) {
                answer = known;
                work.pop();
                continue;
            }
            let decision = self.formulas.decision(formula);
            let condition = self.answer(decision.variable, symbol)?;
            let yes = if condition == FALSE {
                Some(FALSE)
            } else {
                self.known_derivative(decision.yes, symbol)
            };
            let no = if condition == TRUE {
                Some(FALSE)
            } else {
                self.known_derivative(decision.no, symbol)
            };
            match (yes, no) {
                (Some(yes), Some(no)) => {
                    answer = self.formulas.if_else(condition, yes, no)?;
                    self.check_size()?;
                    self.derivatives.insert(formula, symbol, answer);
                    work.pop();
                }
                (None, _) => work.push(decision.yes),
                (_, None) => work.push(decision.no),
            }
        }
        Ok(answer)
    }

    fn known_derivative(&self, formula: Formula, symbol: Symbol) -> Option<Formula> {
        match formula {
            FALSE | TRUE => Some(formula),
            _ => self.derivatives.get(formula, symbol),
        }
    }

    fn symbol(&self, byte: Option<u8>, at_start: bool) -> Symbol {
        let last = self.classes.len();
        let column = byte.map_or(last, |byte| self.classes.of(byte));
        Symbol { byte, at_start, column: if at_start { last + 1 + column } else { column } }
    }
}
