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

use crate::continuations::{is_in, Cont, Continuations, Head, ACCEPT, END};
use crate::grammar::Set;
use crate::numbers::{Map, Numbers};
use crate::{ensure, Checked};

/// The number of a formula.
pub(crate) type Formula = u32;

pub(crate) const FALSE: Formula = 0;
pub(crate) const TRUE: Formula = 1;

/// The most decisions and remembered choices in one theorem.
const MOST: usize = 1 << 23;
/// The most questions inside each other. Left recursion hits this limit.
const DEPTH: usize = 500;

pub(crate) struct Formulas<'a> {
    pub(crate) conts: Continuations<'a>,
    /// The parts of a formula have smaller numbers than the formula.
    pub(crate) decisions: Numbers<(Cont, Formula, Formula)>,
    /// Answers of `choose`.
    chosen: Map<[Formula; 3], Formula>,
    /// Answers of `holds` for one class.
    held: Map<Cont, Formula>,
    /// The number of questions that are open.
    depth: usize,
}

impl<'a> Formulas<'a> {
    pub(crate) fn new(conts: Continuations<'a>) -> Formulas<'a> {
        let decisions = Numbers::new(&[(Cont::MAX, FALSE, FALSE), (Cont::MAX, TRUE, TRUE)]);
        Formulas { conts, decisions, chosen: Map::default(), held: Map::default(), depth: 0 }
    }

    /// Returns `if cont then yes else no`, where `cont` is less than all that the others ask.
    pub(crate) fn decide(&mut self, cont: Cont, yes: Formula, no: Formula) -> Checked<Formula> {
        if yes == no {
            return Ok(yes);
        }
        let is_first = cont < self.decisions[yes].0.min(self.decisions[no].0);
        ensure(is_first, "a decision is not before those that it leads to")?;
        ensure(self.decisions.len() + self.chosen.len() <= MOST, "too many parts of formulas")?;
        Ok(self.decisions.of((cont, yes, no)))
    }

    /// Returns the formula that a continuation holds.
    pub(crate) fn atom(&mut self, cont: Cont) -> Checked<Formula> {
        if cont == ACCEPT {
            return Ok(TRUE);
        }
        self.decide(cont, TRUE, FALSE)
    }

    /// Returns for each of the first formulas the one about the rest of a text that is true where
    /// it is true for one more character of a class before the rest. At the end of the text, that
    /// is `TRUE` or `FALSE`.
    pub(crate) fn after(
        &mut self,
        count: usize,
        class: Option<&Set>,
    ) -> Checked<Vec<[Formula; 1]>> {
        self.held.clear();
        let mut after = vec![[FALSE], [TRUE]];
        for formula in 2..count {
            let (cont, yes, no) = self.decisions[formula as Formula];
            let holds = self.holds(cont, class)?;
            let [[yes], [no]] = [yes, no].map(|part| after[part as usize]);
            after.push([self.choose([holds, yes, no])?]);
        }
        Ok(after)
    }

    /// Begins a question inside of others.
    fn deeper(&mut self) -> Checked {
        self.depth += 1;
        ensure(
            self.depth <= DEPTH,
            "too many questions inside each other; does a rule begin with itself?",
        )
    }

    /// Returns `(f and g) or (not f and h)`. It decides the first continuation that one of them
    /// asks, and chooses on both sides.
    fn choose(&mut self, formulas: [Formula; 3]) -> Checked<Formula> {
        match formulas {
            [TRUE, known, _] | [FALSE, _, known] | [known, TRUE, FALSE] => return Ok(known),
            [_, yes, no] if yes == no => return Ok(yes),
            _ => {}
        }
        if let Some(&known) = self.chosen.get(&formulas) {
            return Ok(known);
        }
        self.deeper()?;
        let parts = formulas.map(|formula| (formula, self.decisions[formula]));
        let cont = parts.iter().map(|(_, part)| part.0).min().unwrap_or(Cont::MAX);
        let mut half = |holds: bool| {
            self.choose(parts.map(|(formula, (asked, yes, no))| match (asked == cont, holds) {
                (false, _) => formula,
                (true, true) => yes,
                (true, false) => no,
            }))
        };
        let (yes, no) = (half(true)?, half(false)?);
        let answer = self.decide(cont, yes, no)?;
        self.depth -= 1;
        self.chosen.insert(formulas, answer);
        Ok(answer)
    }

    /// Returns the formula that a continuation holds for one more character of a class before the
    /// text.
    fn holds(&mut self, cont: Cont, class: Option<&Set>) -> Checked<Formula> {
        match cont {
            ACCEPT => return Ok(TRUE),
            END => return Ok(u32::from(class.is_none())),
            _ => {}
        }
        if let Some(&known) = self.held.get(&cont) {
            return Ok(known);
        }
        self.deeper()?;
        let answer = match &*self.conts.head(cont)? {
            Head::Set(set, tail) if is_in(set, class)? => self.atom(*tail)?,
            &Head::End(tail) if class.is_none() => self.holds(tail, class)?,
            Head::Set(..) | Head::End(_) => FALSE,
            &Head::Ahead(ahead, wanted, tail) => {
                let (ahead, then) = (self.holds(ahead, class)?, self.holds(tail, class)?);
                self.choose(if wanted { [ahead, then, FALSE] } else { [ahead, FALSE, then] })?
            }
            Head::Either(others) => {
                let mut tried = Vec::new();
                for &(ahead, cont) in others {
                    let ahead = self.holds(ahead, class)?;
                    if ahead != FALSE {
                        tried.push((ahead, self.holds(cont, class)?));
                    }
                    if ahead == TRUE {
                        break;
                    }
                }
                // `taken or (not ahead and otherwise)`. Where `ahead` is false, `taken` is.
                tried.into_iter().rev().try_fold(FALSE, |otherwise, (ahead, taken)| {
                    let barred = self.choose([ahead, FALSE, otherwise])?;
                    self.choose([taken, TRUE, barred])
                })?
            }
        };
        self.depth -= 1;
        self.held.insert(cont, answer);
        Ok(answer)
    }
}
