//! Formulas over the continuations of a PEG, and their derivatives.

use super::continuations::{Continuations, Id, ACCEPT, END};
use super::nodes::Node;
use super::Refused;
use crate::hashing::NumberMap;
use crate::peg::decision::{Decision, Formula, Formulas, FALSE, TRUE};
use crate::{ByteClasses, Deterministic, Undecided};

/// The longest chain of questions at one position of the input.
const DEPTH: usize = 1_000;

/// A PEG's rule, ready to be explored class by class.
pub(super) struct Machine<'a> {
    pub(super) continuations: Continuations,
    formulas: Formulas,
    /// The first character of each class.
    first: &'a [u32],
    answers: NumberMap<(Id, u32), Formula>,
    derivatives: NumberMap<(Formula, u32), Formula>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(continuations: Continuations, first: &'a [u32], limit: usize) -> Machine<'a> {
        Machine {
            continuations,
            formulas: Formulas::new(limit),
            first,
            answers: NumberMap::default(),
            derivatives: NumberMap::default(),
        }
    }

    pub(super) fn decision(&self, formula: Formula) -> Decision {
        self.formulas.decision(formula)
    }

    /// Returns the formula about the rest that a continuation becomes, by a character of a class or
    /// by the end of the input.
    fn answer(&mut self, id: Id, class: Option<u8>, depth: usize) -> Result<Formula, Undecided> {
        if id == ACCEPT {
            return Ok(TRUE);
        }
        if id == END {
            return Ok(if class.is_none() { TRUE } else { FALSE });
        }
        if let Some(&known) = self.answers.get(&(id, column(class))) {
            return Ok(known);
        }
        if depth == DEPTH {
            return Err(Undecided::new("questions at one position", DEPTH));
        }
        let depth = depth + 1;
        let tail = self.continuations.tail(id);
        let formula = match self.continuations.head(id).clone() {
            Node::Set(ranges) => match class {
                Some(class) if holds(&ranges, self.first[usize::from(class)]) => match tail {
                    ACCEPT => TRUE,
                    tail => self.formulas.variable(tail)?,
                },
                _ => FALSE,
            },
            Node::End => match class {
                None => self.answer(tail, class, depth)?,
                Some(_) => FALSE,
            },
            Node::Rule(rule) => {
                let body = self.continuations.called(rule, tail)?;
                self.answer(body, class, depth)?
            }
            Node::Sequence(_) => FALSE,
            Node::And(inner) => {
                let ahead = self.continuations.before(inner, ACCEPT)?;
                let ahead = self.answer(ahead, class, depth)?;
                let then = self.answer(tail, class, depth)?;
                self.formulas.if_else(ahead, then, FALSE)?
            }
            Node::Not(inner) => {
                let ahead = self.continuations.before(inner, ACCEPT)?;
                let ahead = self.answer(ahead, class, depth)?;
                let then = self.answer(tail, class, depth)?;
                self.formulas.if_else(ahead, FALSE, then)?
            }
            Node::Choice(parts) => {
                let mut tried = Vec::new();
                for part in parts {
                    let guard = self.continuations.before(part, ACCEPT)?;
                    let guard = self.answer(guard, class, depth)?;
                    if guard != FALSE {
                        let taken = self.continuations.before(part, tail)?;
                        tried.push((guard, self.answer(taken, class, depth)?));
                    }
                    if guard == TRUE {
                        break;
                    }
                }
                tried
                    .into_iter()
                    .rev()
                    .try_fold(FALSE, |rest, (guard, taken)| self.ordered(guard, taken, rest))?
            }
            Node::Repeat(inner, min, max) => {
                let (once, without) = self.continuations.round((inner, min, max), tail)?;
                match without {
                    None => self.answer(once, class, depth)?,
                    Some(without) => {
                        let guard = self.continuations.before(inner, ACCEPT)?;
                        let guard = self.answer(guard, class, depth)?;
                        let taken =
                            if guard == FALSE { FALSE } else { self.answer(once, class, depth)? };
                        let without =
                            if guard == TRUE { FALSE } else { self.answer(without, class, depth)? };
                        self.ordered(guard, taken, without)?
                    }
                }
            }
        };
        self.answers.insert((id, column(class)), formula);
        Ok(formula)
    }

    /// Returns `taken or (not guard and otherwise)`. Where the guard is false, `taken` is.
    fn ordered(
        &mut self,
        guard: Formula,
        taken: Formula,
        otherwise: Formula,
    ) -> Result<Formula, Undecided> {
        let barred = self.formulas.if_else(guard, FALSE, otherwise)?;
        self.formulas.if_else(taken, TRUE, barred)
    }

    fn derivative(&mut self, formula: Formula, class: Option<u8>) -> Result<Formula, Undecided> {
        let mut work = vec![formula];
        while let Some(&formula) = work.last() {
            if self.known(formula, class).is_some() {
                work.pop();
                continue;
            }
            let Decision { variable, yes, no } = self.formulas.decision(formula);
            // A branch that the answer excludes is not needed.
            let condition = self.answer(variable, class, 0)?;
            let yes = if condition == FALSE { FALSE } else { yes };
            let no = if condition == TRUE { FALSE } else { no };
            match (self.known(yes, class), self.known(no, class)) {
                (Some(yes), Some(no)) => {
                    let derived = self.formulas.if_else(condition, yes, no)?;
                    self.derivatives.insert((formula, column(class)), derived);
                    work.pop();
                }
                (None, _) => work.push(yes),
                (_, None) => work.push(no),
            }
        }
        Ok(self.known(formula, class).unwrap_or(FALSE))
    }

    /// Returns true if the formula is true of the empty text.
    pub(super) fn accepts_end(&mut self, formula: Formula) -> Result<bool, Undecided> {
        Ok(self.derivative(formula, None)? == TRUE)
    }

    fn known(&self, formula: Formula, class: Option<u8>) -> Option<Formula> {
        match formula {
            FALSE | TRUE => Some(formula),
            _ => self.derivatives.get(&(formula, column(class))).copied(),
        }
    }
}

impl Deterministic for Machine<'_> {
    type State = Formula;

    /// Returns one class for each byte below the number of classes of characters.
    fn classes(&self) -> ByteClasses {
        let last = (self.first.len() - 1) as u8;
        ByteClasses::by_key(|byte| byte.min(last))
    }

    fn start(&mut self) -> Result<Formula, Undecided> {
        self.formulas.variable(self.continuations.start)
    }

    fn next(&mut self, state: &Formula, byte: u8) -> Result<Formula, Undecided> {
        self.derivative(*state, Some(byte))
    }

    /// Returns false where a limit is hit. The list of entries asks again, and reports the limit.
    fn is_accepting(&mut self, state: &Formula) -> bool {
        self.accepts_end(*state).unwrap_or(false)
    }
}

/// Returns a number for a class, or for the end of the input.
fn column(class: Option<u8>) -> u32 {
    class.map_or(256, u32::from)
}

/// Returns true if a character is in ascending ranges.
pub(super) fn holds(ranges: &[(u32, u32)], c: u32) -> bool {
    let at = ranges.partition_point(|&(_, high)| high < c);
    ranges.get(at).is_some_and(|&(low, _)| low <= c)
}

impl From<Undecided> for Refused {
    fn from(undecided: Undecided) -> Refused {
        Refused::Undecided(undecided)
    }
}
