//! The way from a deterministic description, explored state by state, to a [`Dfa`].

use crate::hashing::NumberMap;
use crate::{ByteClasses, Dfa, StateId};
use std::hash::Hash;

/// Limits of the size of a construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states an automaton may have before minimization.
    pub states: usize,
    /// The most nodes of formulas about continuations.
    pub nodes: usize,
}

impl Limits {
    /// Returns the limits of a budget: a node for each step, and a state for every hundred.
    pub const fn of_steps(steps: u32) -> Limits {
        Limits { states: steps as usize / 100, nodes: steps as usize }
    }
}

impl Default for Limits {
    /// Returns the limits of ten million steps.
    fn default() -> Limits {
        Limits::of_steps(10_000_000)
    }
}

/// The error for a limit that was hit, so that nothing is decided.
///
/// ```
/// use urigram_automata::Undecided;
///
/// /// Returns true if more states might decide it.
/// fn needs_states(error: Undecided) -> bool {
///     error.what == "states"
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undecided {
    /// The unit that there is too much of: `"states"`, `"nodes"`, …
    pub what: &'static str,
    /// The limit that was hit.
    pub limit: usize,
    /// The number of units that at least are needed, if it is known.
    pub needed: Option<usize>,
}

impl Undecided {
    pub(crate) const fn new(what: &'static str, limit: usize) -> Undecided {
        Undecided { what, limit, needed: None }
    }

    /// Returns true if greater [`Limits`] may decide it.
    pub fn is_budget(&self) -> bool {
        matches!(self.what, "nodes" | "states")
    }

    /// Adds how many are needed at least, if that is what is beyond the limit.
    pub(crate) fn needing(self, least: usize) -> Undecided {
        Undecided { needed: Some(least).filter(|&least| least > self.limit), ..self }
    }
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "more than {} {}, the limit", self.limit, self.what)?;
        self.needed.map_or(Ok(()), |needed| write!(f, "; at least {needed} are needed"))
    }
}

impl std::error::Error for Undecided {}

/// A description that moves from state to state, byte by byte, and says whether an input may end.
pub trait Deterministic {
    /// The key of a state: equal keys are the same state.
    type State: Clone + Eq + Hash;

    /// Returns byte classes: from every state, the bytes of one class must lead to the same state.
    fn classes(&self) -> ByteClasses;

    /// Returns the state before any input.
    ///
    /// # Errors
    /// [`Undecided`] if a limit is hit.
    fn start(&mut self) -> Result<Self::State, Undecided>;

    /// Returns the state after one more byte.
    ///
    /// # Errors
    /// [`Undecided`] if a limit is hit.
    fn next(&mut self, state: &Self::State, byte: u8) -> Result<Self::State, Undecided>;

    /// Returns true if the input may end here.
    fn is_accepting(&mut self, state: &Self::State) -> bool;
}

/// Explores every state that can be reached and returns the minimal automaton.
///
/// # Errors
/// [`Undecided`] if there are more than `limits.states` states, or the description hits a limit of
/// its own.
pub fn build<D: Deterministic>(description: &mut D, limits: Limits) -> Result<Dfa, Undecided> {
    let explored = explore(description, limits)?;
    Ok(Dfa::from_table(explored.classes, explored.next, explored.accepting))
}

/// A complete transition table, not yet minimal, with the key of each state.
pub(crate) struct Explored<S> {
    pub(crate) classes: ByteClasses,
    pub(crate) next: Vec<StateId>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) states: Vec<S>,
}

pub(crate) fn explore<D: Deterministic>(
    description: &mut D,
    limits: Limits,
) -> Result<Explored<D::State>, Undecided> {
    let classes = description.classes();
    let start = description.start()?;
    // States are made of numbers that were given here.
    let mut ids = NumberMap::default();
    ids.insert(start.clone(), 0);
    let mut states = vec![start];
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    while let Some(state) = states.get(accepting.len()).cloned() {
        accepting.push(description.is_accepting(&state));
        for &byte in classes.representatives() {
            let target = description.next(&state, byte)?;
            let id = *ids.entry(target).or_insert_with_key(|target| {
                states.push(target.clone());
                (states.len() - 1) as StateId
            });
            if states.len() > limits.states {
                return Err(Undecided::new("states", limits.states));
            }
            next.push(id);
        }
    }
    Ok(Explored { classes, next, accepting, states })
}
