//! Formulas about the rest of a text, for PEGs.
//!
//! A PEG's expression matches a text at its beginning in one way or not at all. `e k` holds for a
//! text if `e` matches a beginning and `k` holds for the rest. Two lists end a continuation:
//! `ACCEPT` holds for every text, `END` for the empty one. Hence the laws, for every text:
//!
//! ```text
//! (a / b) k  =  a k  or  (not a ACCEPT  and  b k)
//! a* k       =  a a* k  or  (not a ACCEPT  and  k)
//! (&a) k     =  a ACCEPT  and  k
//! (!a) k     =  not a ACCEPT  and  k
//! ```
//!
//! A formula is a decision diagram over continuations: `if k then yes else no`, with the numbers of
//! continuations growing on the way down, equal diagrams as one number. Equal numbers are equal
//! formulas; that is all that the checker relies on.

use crate::continuations::{Cont, Continuations, Head, ACCEPT, END};
use crate::grammar::Expr;
use crate::numbers::{Map, Numbers};
use crate::Checked;

/// The number of a formula.
pub(crate) type Formula = u32;

pub(crate) const FALSE: Formula = 0;
pub(crate) const TRUE: Formula = 1;

/// The most decisions and remembered answers in one theorem.
const MOST: usize = 1 << 23;
/// The most questions inside each other. A rule that calls itself before it consumes anything hits
/// this limit.
const DEPTH: usize = 500;

/// A question whose answer is a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    /// Asks for `(f and g) or (not f and h)`.
    Choose(Formula, Formula, Formula),
    /// Asks where a continuation holds for one more character of a class before the text.
    Holds(Cont, usize),
    /// Asks where a formula is true for one more character of a class before the text.
    After(Formula, usize),
}

pub(crate) struct Formulas<'a> {
    pub(crate) conts: Continuations<'a>,
    decisions: Numbers<(Cont, Formula, Formula)>,
    answers: Map<Question, Formula>,
    /// The number of questions that are open.
    depth: usize,
}

impl<'a> Formulas<'a> {
    pub(crate) fn new(conts: Continuations<'a>) -> Formulas<'a> {
        let decisions = Numbers::new(&[(Cont::MAX, FALSE, FALSE), (Cont::MAX, TRUE, TRUE)]);
        Formulas { conts, decisions, answers: Map::default(), depth: 0 }
    }

    /// Returns `if cont then yes else no`, where `cont` is less than all that the others ask.
    pub(crate) fn decide(&mut self, cont: Cont, yes: Formula, no: Formula) -> Checked<u32> {
        if yes == no {
            return Ok(yes);
        }
        if cont >= self.decisions[yes].0.min(self.decisions[no].0) {
            return Err("a decision is not before those that it leads to".to_owned());
        }
        if self.decisions.len() + self.answers.len() > MOST {
            return Err(format!("formulas with more than {MOST} parts"));
        }
        Ok(self.decisions.of((cont, yes, no)))
    }

    /// Returns the formula that a continuation holds.
    pub(crate) fn atom(&mut self, cont: Cont) -> Checked<Formula> {
        if cont == ACCEPT {
            return Ok(TRUE);
        }
        self.decide(cont, TRUE, FALSE)
    }

    /// Returns the formula about the rest of a text that is true where a formula is true for one
    /// more character of a class before it. At the end of the text, it is `TRUE` or `FALSE`.
    pub(crate) fn after(&mut self, formula: Formula, class: usize) -> Checked<Formula> {
        self.answer(Question::After(formula, class))
    }

    /// Returns the answer to a question, which is computed once.
    fn answer(&mut self, question: Question) -> Checked<Formula> {
        match question {
            Question::Choose(TRUE, known, _)
            | Question::Choose(FALSE, _, known)
            | Question::Choose(known, TRUE, FALSE)
            | Question::After(known @ (FALSE | TRUE), _) => return Ok(known),
            Question::Choose(_, yes, no) if yes == no => return Ok(yes),
            Question::Holds(ACCEPT, _) => return Ok(TRUE),
            Question::Holds(END, class) => return Ok(u32::from(self.conts.is_end(class))),
            _ => {}
        }
        if let Some(&known) = self.answers.get(&question) {
            return Ok(known);
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!(
                "more than {DEPTH} questions inside each other; a rule may call itself at its start"
            ));
        }
        let answer = match question {
            Question::Choose(f, g, h) => self.chosen([f, g, h])?,
            Question::Holds(cont, class) => self.holds(cont, class)?,
            Question::After(formula, class) => {
                let (cont, yes, no) = self.decisions[formula];
                let asked = self.answer(Question::Holds(cont, class))?;
                let yes = if asked == FALSE { FALSE } else { self.after(yes, class)? };
                let no = if asked == TRUE { FALSE } else { self.after(no, class)? };
                self.answer(Question::Choose(asked, yes, no))?
            }
        };
        self.depth -= 1;
        self.answers.insert(question, answer);
        Ok(answer)
    }

    /// Decides the first continuation that one of three formulas asks, and chooses on both sides.
    fn chosen(&mut self, formulas: [Formula; 3]) -> Checked<Formula> {
        let parts = formulas.map(|formula| (formula, self.decisions[formula]));
        let cont = parts.iter().map(|(_, part)| part.0).min().unwrap_or(Cont::MAX);
        let mut half = |holds: bool| {
            let [f, g, h] = parts.map(|(formula, (asked, yes, no))| match (asked == cont, holds) {
                (false, _) => formula,
                (true, true) => yes,
                (true, false) => no,
            });
            self.answer(Question::Choose(f, g, h))
        };
        let (yes, no) = (half(true)?, half(false)?);
        self.decide(cont, yes, no)
    }

    fn holds(&mut self, cont: Cont, class: usize) -> Checked<Formula> {
        match &*self.conts.head(cont)? {
            Head::Set(set, tail) if self.conts.holds(set, class)? => self.atom(*tail),
            &Head::End(tail) if self.conts.is_end(class) => {
                self.answer(Question::Holds(tail, class))
            }
            Head::Set(..) | Head::End(_) => Ok(FALSE),
            &Head::Ahead(inner, wanted, tail) => {
                let ahead = self.ahead(inner, class)?;
                let then = self.answer(Question::Holds(tail, class))?;
                let (yes, no) = if wanted { (then, FALSE) } else { (FALSE, then) };
                self.answer(Question::Choose(ahead, yes, no))
            }
            Head::Either(others) => {
                let mut tried = Vec::new();
                for &(inner, cont) in others {
                    let ahead = inner.map_or(Ok(TRUE), |inner| self.ahead(inner, class))?;
                    if ahead != FALSE {
                        tried.push((ahead, self.answer(Question::Holds(cont, class))?));
                    }
                    if ahead == TRUE {
                        break;
                    }
                }
                // `taken or (not ahead and otherwise)`. Where `ahead` is false, `taken` is.
                tried.into_iter().rev().try_fold(FALSE, |otherwise, (ahead, taken)| {
                    let barred = self.answer(Question::Choose(ahead, FALSE, otherwise))?;
                    self.answer(Question::Choose(taken, TRUE, barred))
                })
            }
        }
    }

    /// Returns the answer to `inner ACCEPT`.
    fn ahead(&mut self, inner: Expr, class: usize) -> Checked<Formula> {
        let ahead = self.conts.before(inner, ACCEPT)?;
        self.answer(Question::Holds(ahead, class))
    }
}
