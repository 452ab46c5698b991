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

mod bytes;
mod starts;
mod state;

pub(crate) use state::State;

use super::decision::{Decision, Formula, Formulas, FALSE, TRUE};
use super::memo::{Memo, Symbol};
use crate::hashing::NumberMap;
use crate::Terminals;
use crate::{ByteClasses, ByteSet, Undecided};

/// The number of a continuation.
pub(crate) type Id = u32;

pub(crate) const ACCEPT: Id = 0;
pub(crate) const REJECT: Id = 1;
pub(crate) const END: Id = 2;

#[derive(Clone, Copy)]
pub(crate) struct Continuation {
    pub(crate) head: u32,
    pub(crate) tail: Id,
    /// The bytes on which the continuation may hold; on any other it does not.
    first: ByteSet,
    question: Option<Question>,
}

/// The question of a continuation at one position of the input.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    /// A question about the byte alone.
    Byte,
    /// The tail, at the start of the input.
    AtStart,
    /// The tail, at the end of the input.
    AtEnd,
    /// Another continuation.
    Same(Id),
    /// `taken or (not guard and other)`; where the guard does not hold, nor does what is taken.
    Choice { guard: Id, taken: Id, other: Id },
    /// `guard and then`
    Provided { guard: Id, then: Id },
}

/// The expressions of a grammar, each with its question.
pub(crate) trait Program: Sized {
    /// Returns the question of a continuation.
    fn question(all: &mut Continuations<Self>, id: Id) -> Result<Question, Undecided>;

    /// Returns what remains of a continuation that asks about the byte alone.
    fn after(all: &mut Continuations<Self>, id: Id, byte: u8) -> Result<Id, Undecided>;
}

/// Lists of the expressions of a program.
pub(crate) struct Continuations<P> {
    pub(crate) program: P,
    pub(crate) lists: Vec<Continuation>,
    ids: NumberMap<(u32, Id), Id>,
    limit: usize,
}

impl<P: Program> Continuations<P> {
    pub(crate) fn new(program: P, limit: usize) -> Continuations<P> {
        let fixed =
            |first| Continuation { head: 0, tail: ACCEPT, first, question: Some(Question::Byte) };
        let lists = [ByteSet::ALL, ByteSet::default(), ByteSet::default()].map(fixed).to_vec();
        Continuations { program, lists, ids: NumberMap::default(), limit }
    }

    /// Returns the continuation of an expression, taken as one, and then a tail. `first` gives the
    /// bytes on which it may hold, from those of the tail.
    pub(crate) fn cons(
        &mut self,
        head: u32,
        tail: Id,
        first: impl FnOnce(&ByteSet) -> ByteSet,
    ) -> Result<Id, Undecided> {
        if let Some(&id) = self.ids.get(&(head, tail)) {
            return Ok(id);
        }
        if self.lists.len() >= self.limit {
            return Err(Undecided::new("nodes", self.limit));
        }
        let first = first(&self.lists[tail as usize].first);
        let id = self.lists.len() as Id;
        self.lists.push(Continuation { head, tail, first, question: None });
        self.ids.insert((head, tail), id);
        Ok(id)
    }

    /// Returns the question of a continuation, computed once.
    pub(crate) fn question(&mut self, id: Id) -> Result<Question, Undecided> {
        if let Some(question) = self.lists[id as usize].question {
            return Ok(question);
        }
        let question = P::question(self, id)?;
        self.lists[id as usize].question = Some(question);
        Ok(question)
    }
}

/// The rules of a grammar, ready to be explored from any of them.
pub(crate) struct Automaton<P> {
    pub(crate) all: Continuations<P>,
    chars: Terminals,
    formulas: Formulas,
    /// Answers by continuation.
    answers: Memo,
    /// Derivatives by formula.
    derivatives: Memo,
    /// The bytes that any rule distinguishes.
    classes: ByteClasses,
    /// The bytes that the explored rule distinguishes.
    explored: ByteClasses,
    asks_for_start: bool,
    start: Id,
}

impl<P: Program> Automaton<P> {
    pub(crate) fn of(
        all: Continuations<P>,
        chars: Terminals,
        classes: ByteClasses,
        asks_for_start: bool,
        start: Id,
    ) -> Automaton<P> {
        // All bytes and the end; and these at the start, if anything asks for it.
        let width = (1 + usize::from(asks_for_start)) * (classes.len() + 1);
        Automaton {
            chars,
            formulas: Formulas::new(all.limit),
            all,
            answers: Memo::new(width),
            derivatives: Memo::new(width),
            explored: classes.clone(),
            classes,
            asks_for_start,
            start,
        }
    }

    /// Returns true if a rule asks for the start of the input.
    pub(super) fn asks_for_start(&self) -> bool {
        self.asks_for_start
    }

    pub(crate) fn decision(&self, formula: Formula) -> Decision {
        self.formulas.decision(formula)
    }

    fn check_size(&self) -> Result<(), Undecided> {
        let remembered = self.answers.size() + self.derivatives.size();
        let size = self.formulas.size() + self.all.lists.len() + remembered;
        if size < self.all.limit {
            return Ok(());
        }
        Err(Undecided::new("nodes", self.all.limit))
    }

    /// Returns the answer to a continuation at a symbol if it is known without work.
    fn known(&self, id: Id, symbol: Symbol) -> Option<Formula> {
        match (id, symbol.byte) {
            (ACCEPT, _) | (END, None) => Some(TRUE),
            (REJECT, _) | (END, Some(_)) => Some(FALSE),
            (_, Some(byte)) if !self.all.lists[id as usize].first.contains(byte) => Some(FALSE),
            _ => self.answers.get(id, symbol),
        }
    }

    /// Returns the formula about the input after the symbol; at the end of the input, true or
    /// false.
    ///
    /// Uses its own stack: a chain of questions at one position may be as long as the grammar.
    fn answer(&mut self, id: Id, symbol: Symbol) -> Result<Formula, Undecided> {
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
                    if work.len() > self.all.lists.len() {
                        return Err(Undecided::new("nodes", self.all.limit));
                    }
                    work.push(missing);
                }
            }
        }
        Ok(answer)
    }

    /// Returns the answer to one question from those to its parts, or the first part whose answer
    /// is missing.
    fn combine(&mut self, id: Id, symbol: Symbol) -> Result<Result<Formula, Id>, Undecided> {
        macro_rules! part {
            ($id:expr) => {
                match self.known($id, symbol) {
                    Some(formula) => formula,
                    None => return Ok(Err($id)),
                }
            };
        }
        let tail = self.all.lists[id as usize].tail;
        Ok(Ok(match self.all.question(id)? {
            Question::Byte => match symbol.byte {
                None => FALSE,
                Some(byte) => match P::after(&mut self.all, id, byte)? {
                    ACCEPT => TRUE,
                    REJECT => FALSE,
                    next => self.formulas.variable(next)?,
                },
            },
            Question::AtStart if symbol.at_start => part!(tail),
            Question::AtEnd if symbol.byte.is_none() => part!(tail),
            Question::AtStart | Question::AtEnd => FALSE,
            Question::Same(other) => part!(other),
            Question::Choice { guard, taken, other } => {
                // Asked first, since it often decides alone: the other way around, some proofs take
                // twice the nodes.
                let taken = part!(taken);
                if taken == TRUE {
                    return Ok(Ok(TRUE));
                }
                let guard = part!(guard);
                let other = if guard == TRUE { FALSE } else { part!(other) };
                let barred = self.formulas.if_else(guard, FALSE, other)?;
                self.formulas.if_else(taken, TRUE, barred)?
            }
            Question::Provided { guard, then } => {
                let guard = part!(guard);
                let then = if guard == FALSE { FALSE } else { part!(then) };
                self.formulas.if_else(guard, then, FALSE)?
            }
        }))
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
