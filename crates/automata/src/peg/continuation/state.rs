//! The automaton's states: formulas, with the position inside a UTF-8 sequence.

use super::super::decision::{Formula, FALSE, TRUE};
use super::{Automaton, Program, ACCEPT, REJECT};
use crate::{utf8, ByteClasses, Deterministic, Terminals, Undecided};
use std::hash::{Hash, Hasher};

/// A formula about the rest of the input, and the position inside a UTF-8 sequence.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State {
    formula: Formula,
    utf8: u8,
    at_start: bool,
    accepting: bool,
}

impl State {
    pub(crate) fn formula(&self) -> Formula {
        self.formula
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The other fields follow from these, except in the very first state.
        hasher.write_u64(u64::from(self.formula) << 8 | u64::from(self.utf8));
    }
}

impl<P: Program> Automaton<P> {
    fn state(&mut self, formula: Formula, utf8: u8, at_start: bool) -> Result<State, Undecided> {
        // After bytes that are not UTF-8 nothing is accepted, with any lookahead.
        if utf8 == utf8::INVALID || formula == FALSE {
            return Ok(State {
                formula: FALSE,
                utf8: utf8::INVALID,
                at_start: false,
                accepting: false,
            });
        }
        let end = self.symbol(None, at_start);
        let accepting = utf8 == utf8::BETWEEN && self.derivative(formula, end)? == TRUE;
        Ok(State { formula, utf8, at_start, accepting })
    }
}

impl<P: Program> Deterministic for Automaton<P> {
    type State = State;

    fn classes(&self) -> ByteClasses {
        self.explored.clone()
    }

    fn start(&mut self) -> Result<State, Undecided> {
        let formula = match self.start {
            ACCEPT => TRUE,
            REJECT => FALSE,
            start => self.formulas.variable(start)?,
        };
        self.state(formula, utf8::BETWEEN, self.asks_for_start)
    }

    fn next(&mut self, state: &State, byte: u8) -> Result<State, Undecided> {
        let utf8 = match self.chars {
            Terminals::CodePoints => utf8::step(state.utf8, byte),
            Terminals::Octets => utf8::BETWEEN,
        };
        let symbol = self.symbol(Some(byte), state.at_start);
        let formula = self.derivative(state.formula, symbol)?;
        self.state(formula, utf8, false)
    }

    fn is_accepting(&mut self, state: &State) -> bool {
        state.accepting
    }
}
