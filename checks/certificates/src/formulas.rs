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

use crate::continuations::{holds, Class, Cont, Continuations, ACCEPT, END};
use crate::grammar::{Expr, Node};
use crate::map::Map;

/// The number of a formula.
pub(crate) type Formula = u32;

pub(crate) const FALSE: Formula = 0;
pub(crate) const TRUE: Formula = 1;

/// The most decisions and remembered answers in one theorem.
const MOST: usize = 1 << 23;
/// The longest chain of questions at one character, and the most decisions above each other. A rule
/// that calls itself before it consumes anything hits this limit.
const DEPTH: usize = 500;

pub(crate) struct Formulas<'g> {
    pub(crate) conts: Continuations<'g>,
    decisions: Vec<(Cont, Formula, Formula)>,
    numbers: Map<(Cont, Formula, Formula), Formula>,
    choices: Map<(Formula, Formula, Formula), Formula>,
    answers: Map<(Cont, usize), Formula>,
    derivatives: Map<(Formula, usize), Formula>,
}

impl<'g> Formulas<'g> {
    pub(crate) fn new(conts: Continuations<'g>) -> Formulas<'g> {
        Formulas {
            conts,
            decisions: vec![(Cont::MAX, FALSE, FALSE), (Cont::MAX, TRUE, TRUE)],
            numbers: Map::default(),
            choices: Map::default(),
            answers: Map::default(),
            derivatives: Map::default(),
        }
    }

    /// Returns `if cont then yes else no`, where `cont` is less than all that the others ask.
    pub(crate) fn decide(
        &mut self,
        cont: Cont,
        yes: Formula,
        no: Formula,
    ) -> Result<Formula, String> {
        if yes == no {
            return Ok(yes);
        }
        if let Some(&known) = self.numbers.get(&(cont, yes, no)) {
            return Ok(known);
        }
        let below = self.decisions[yes as usize].0.min(self.decisions[no as usize].0);
        if cont >= below {
            return Err("a decision is not before those that it leads to".to_owned());
        }
        let size = self.decisions.len() + self.choices.len() + self.derivatives.len();
        if size > MOST {
            return Err(format!("formulas with more than {MOST} parts"));
        }
        let number = self.decisions.len() as Formula;
        self.decisions.push((cont, yes, no));
        self.numbers.insert((cont, yes, no), number);
        Ok(number)
    }

    /// Returns the formula that a continuation holds.
    pub(crate) fn of(&mut self, cont: Cont) -> Result<Formula, String> {
        if cont == ACCEPT {
            return Ok(TRUE);
        }
        self.decide(cont, TRUE, FALSE)
    }

    /// Returns `(f and g) or (not f and h)`.
    fn choose(
        &mut self,
        f: Formula,
        g: Formula,
        h: Formula,
        depth: usize,
    ) -> Result<Formula, String> {
        match (f, g, h) {
            (TRUE, known, _) | (FALSE, _, known) | (known, TRUE, FALSE) => return Ok(known),
            _ if g == h => return Ok(g),
            _ => {}
        }
        if let Some(&known) = self.choices.get(&(f, g, h)) {
            return Ok(known);
        }
        let depth = deeper(depth)?;
        let parts = [f, g, h].map(|part| self.decisions[part as usize]);
        let cont = parts.iter().map(|part| part.0).min().unwrap_or(Cont::MAX);
        let half = |number: usize, holds: bool| match parts[number] {
            (asked, yes, no) if asked == cont => [no, yes][usize::from(holds)],
            _ => [f, g, h][number],
        };
        let yes = self.choose(half(0, true), half(1, true), half(2, true), depth)?;
        let no = self.choose(half(0, false), half(1, false), half(2, false), depth)?;
        let chosen = self.decide(cont, yes, no)?;
        self.choices.insert((f, g, h), chosen);
        Ok(chosen)
    }

    /// Returns the formula about the rest of a text that is true where a continuation holds for one
    /// more character of a class before it. At the end of the text, it is `TRUE` or `FALSE`.
    fn answer(&mut self, cont: Cont, class: Class, depth: usize) -> Result<Formula, String> {
        if cont == ACCEPT {
            return Ok(TRUE);
        }
        if cont == END {
            return Ok(if class.is_none() { TRUE } else { FALSE });
        }
        let key = (cont, column(class));
        if let Some(&known) = self.answers.get(&key) {
            return Ok(known);
        }
        let depth = deeper(depth)?;
        let (head, tail) = self.conts.split(cont);
        let answer = match head {
            Node::Set(set) => match class {
                Some((_, class)) if holds(&set, class)? => self.of(tail)?,
                _ => FALSE,
            },
            Node::End if class.is_some() => FALSE,
            Node::End => self.answer(tail, class, depth)?,
            Node::Rule(rule) => {
                let body = self.conts.call(rule, tail)?;
                self.answer(body, class, depth)?
            }
            Node::And(inner) => {
                let ahead = self.ahead(inner, class, depth)?;
                let then = self.answer(tail, class, depth)?;
                self.choose(ahead, then, FALSE, 0)?
            }
            Node::Not(inner) => {
                let ahead = self.ahead(inner, class, depth)?;
                let then = self.answer(tail, class, depth)?;
                self.choose(ahead, FALSE, then, 0)?
            }
            Node::Choice(parts) => {
                let mut tried = Vec::new();
                for part in parts {
                    let ahead = self.ahead(part, class, depth)?;
                    if ahead != FALSE {
                        let taken = self.conts.before(part, tail)?;
                        tried.push((ahead, self.answer(taken, class, depth)?));
                    }
                    if ahead == TRUE {
                        break;
                    }
                }
                let mut answer = FALSE;
                for (ahead, taken) in tried.into_iter().rev() {
                    answer = self.ordered(ahead, taken, answer)?;
                }
                answer
            }
            Node::Repeat(inner, min, max) => {
                let round = self.conts.round((inner, min, max), tail)?;
                let ahead = if min > 0 { TRUE } else { self.ahead(inner, class, depth)? };
                let taken = if ahead == FALSE { FALSE } else { self.answer(round, class, depth)? };
                let without = if ahead == TRUE { FALSE } else { self.answer(tail, class, depth)? };
                self.ordered(ahead, taken, without)?
            }
            Node::Sequence(_) => return Err("a sequence is no head of a continuation".to_owned()),
        };
        self.answers.insert(key, answer);
        Ok(answer)
    }

    /// Returns the answer to `inner ACCEPT`.
    fn ahead(&mut self, inner: Expr, class: Class, depth: usize) -> Result<Formula, String> {
        let ahead = self.conts.before(inner, ACCEPT)?;
        self.answer(ahead, class, depth)
    }

    /// Returns `taken or (not ahead and otherwise)`. Where `ahead` is false, `taken` is.
    fn ordered(
        &mut self,
        ahead: Formula,
        taken: Formula,
        otherwise: Formula,
    ) -> Result<Formula, String> {
        let barred = self.choose(ahead, FALSE, otherwise, 0)?;
        self.choose(taken, TRUE, barred, 0)
    }

    /// Returns the formula about the rest of a text that is true where a formula is true for one
    /// more character of a class before it.
    pub(crate) fn after(&mut self, formula: Formula, class: Class) -> Result<Formula, String> {
        self.derivative(formula, class, 0)
    }

    fn derivative(
        &mut self,
        formula: Formula,
        class: Class,
        depth: usize,
    ) -> Result<Formula, String> {
        if formula == FALSE || formula == TRUE {
            return Ok(formula);
        }
        let key = (formula, column(class));
        if let Some(&known) = self.derivatives.get(&key) {
            return Ok(known);
        }
        let depth = deeper(depth)?;
        let (cont, yes, no) = self.decisions[formula as usize];
        let asked = self.answer(cont, class, 0)?;
        let yes = if asked == FALSE { FALSE } else { self.derivative(yes, class, depth)? };
        let no = if asked == TRUE { FALSE } else { self.derivative(no, class, depth)? };
        let answer = self.choose(asked, yes, no, 0)?;
        self.derivatives.insert(key, answer);
        Ok(answer)
    }
}

fn column(class: Class) -> usize {
    class.map_or(usize::MAX, |(number, _)| number)
}

fn deeper(depth: usize) -> Result<usize, String> {
    if depth < DEPTH {
        return Ok(depth + 1);
    }
    Err(format!(
        "more than {DEPTH} questions inside each other; a rule may call itself at its start"
    ))
}
