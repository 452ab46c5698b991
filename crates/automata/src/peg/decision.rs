//! Boolean formulas as reduced ordered binary decision diagrams: equivalent formulas are the same
//! number.

use crate::hashing::NumberMap;
use crate::Undecided;

/// A formula. Two formulas are equal if, and only if, they are equivalent.
pub(crate) type Formula = u32;

pub(crate) const FALSE: Formula = 0;
pub(crate) const TRUE: Formula = 1;

/// `if variable then yes else no`; variables grow on the way down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Decision {
    pub(crate) variable: u32,
    pub(crate) yes: Formula,
    pub(crate) no: Formula,
}

pub(crate) struct Formulas {
    decisions: Vec<Decision>,
    unique: NumberMap<Decision, Formula>,
    answers: NumberMap<(Formula, Formula, Formula), Formula>,
    limit: usize,
}

impl Formulas {
    pub(crate) fn new(limit: usize) -> Formulas {
        let constant = |value| Decision { variable: u32::MAX, yes: value, no: value };
        Formulas {
            decisions: vec![constant(FALSE), constant(TRUE)],
            unique: NumberMap::default(),
            answers: NumberMap::default(),
            limit,
        }
    }

    /// Returns the number of formulas and remembered answers, the measure of memory.
    pub(crate) fn size(&self) -> usize {
        self.decisions.len() + self.answers.len()
    }

    pub(crate) fn decision(&self, formula: Formula) -> Decision {
        self.decisions[formula as usize]
    }

    pub(crate) fn variable(&mut self, variable: u32) -> Result<Formula, Undecided> {
        self.decide(variable, TRUE, FALSE)
    }

    fn decide(&mut self, variable: u32, yes: Formula, no: Formula) -> Result<Formula, Undecided> {
        if yes == no {
            return Ok(yes);
        }
        let decision = Decision { variable, yes, no };
        if let Some(&formula) = self.unique.get(&decision) {
            return Ok(formula);
        }
        if self.size() >= self.limit {
            return Err(Undecided::new("nodes", self.limit));
        }
        let formula = self.decisions.len() as Formula;
        self.decisions.push(decision);
        self.unique.insert(decision, formula);
        Ok(formula)
    }

    /// Returns `if condition then yes else no`. Uses its own stack, because formulas may have any
    /// number of variables.
    pub(crate) fn if_else(
        &mut self,
        condition: Formula,
        yes: Formula,
        no: Formula,
    ) -> Result<Formula, Undecided> {
        if let Some(answer) = self.known((condition, yes, no)) {
            return Ok(answer);
        }
        let mut answer = FALSE;
        let mut work = vec![(condition, yes, no)];
        while let Some(&question) = work.last() {
            if let Some(known) = self.known(question) {
                answer = known;
                work.pop();
                continue;
            }
            let (f, g, h) = question;
            let variable = [f, g, h]
                .map(|formula| self.decision(formula).variable)
                .into_iter()
                .fold(u32::MAX, u32::min);
            let halves = |formula| {
                let decision = self.decision(formula);
                if decision.variable == variable {
                    (decision.yes, decision.no)
                } else {
                    (formula, formula)
                }
            };
            let ((f1, f0), (g1, g0), (h1, h0)) = (halves(f), halves(g), halves(h));
            match (self.known((f1, g1, h1)), self.known((f0, g0, h0))) {
                (Some(yes), Some(no)) => {
                    answer = self.decide(variable, yes, no)?;
                    self.answers.insert(question, answer);
                    work.pop();
                }
                (None, _) => work.push((f1, g1, h1)),
                (_, None) => work.push((f0, g0, h0)),
            }
        }
        Ok(answer)
    }

    fn known(&self, (f, g, h): (Formula, Formula, Formula)) -> Option<Formula> {
        match (f, g, h) {
            (TRUE, answer, _) | (FALSE, _, answer) | (answer, TRUE, FALSE) => Some(answer),
            _ if g == h => Some(g),
            question => self.answers.get(&question).copied(),
        }
    }
}
