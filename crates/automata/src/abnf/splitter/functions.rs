//! The automaton of components whose places are known as functions from strings to spans.
//!
//! Each component has an automaton over bytes and marks. Its strings are read with the marks left
//! out, so that a string can be in several states, each with the marks that led there:
//!
//! ```text
//!   x = 'a'..'z'+ and then "!", after  ho     in x, begun at 0           [x from 0]
//!                                   after  ho!    x ended before this byte   [x 0..2]
//! ```
//!
//! A function gives each string one marking. So of two ways into one state either is right: if
//! both could end, some string would have two.

use super::{assembled, settle, Splitter, Value};
use crate::explore::explore;
use crate::marked::{Functional, Marked, BEGIN, END};
use crate::{ByteClasses, Deterministic, Limits, StateId, Undecided};

impl Splitter {
    /// Returns the automaton that finds components by functions from strings to one place each. All
    /// of them have to accept the same strings.
    ///
    /// ```
    /// use urigram_automata::abnf::Splitter;
    /// use urigram_automata::{peg, Limits};
    ///
    /// // The one parse of a PEG, whose lookahead no ABNF has.
    /// let rules = r#"text = { name ~ "," ~ rest } name = { (!"," ~ ANY)* } rest = { ANY* }"#;
    /// let grammar = peg::Grammar::parse(rules)?;
    /// let limits = Limits::default();
    /// let places = ["name", "rest"].map(|rule| {
    ///     let marked = grammar.marked("text", &[rule], peg::Which::Optimized, limits).unwrap();
    ///     marked.functional(limits).unwrap()
    /// });
    /// let splitter = Splitter::of_functions(&places.each_ref(), limits)?;
    /// assert_eq!(splitter.split(b"a,b,c"), Some(vec![Some(0..1), Some(2..5)]));
    /// assert_eq!(splitter.split(b"ab"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] where a limit is hit.
    pub fn of_functions(places: &[&Functional], limits: Limits) -> Result<Splitter, Undecided> {
        let mut runs = Runs(places.iter().map(|places| places.marked()).collect());
        let explored = explore(&mut runs, limits)?;
        assembled(explored, |state: &State| &state.notes, |state| runs.end(state))
    }
}

/// A state of one component's automaton, and the beginning and the end that led to it.
type Way = (StateId, [Value; 2]);

/// For each component, the ways to have read the string, and the slots that the last byte's offset
/// was written to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    parts: Vec<Vec<Way>>,
    notes: Vec<(usize, u8)>,
}

struct Runs<'p>(Vec<&'p Marked>);

/// Returns the ways after any marks: none, one of the two, or both.
fn marked(of: &Marked, (state, marks): Way) -> Vec<Way> {
    let letters = of.letters();
    let mut ways = vec![(state, marks)];
    let mut at = 0;
    while let Some(&(state, marks)) = ways.get(at) {
        for (letter, side) in [(BEGIN, 0), (END, 1)] {
            let next = letters.next(state, letter);
            // Each mark is placed once, so that this comes to an end.
            if Some(next) != letters.dead() && marks[side] == Value::Unset {
                let mut marks = marks;
                marks[side] = Value::Now;
                ways.push((next, marks));
            }
        }
        at += 1;
    }
    ways
}

impl Runs<'_> {
    /// Returns the marks of a string that ends here, two for each component.
    fn end(&self, state: &State) -> Option<Vec<Value>> {
        if state.parts.len() != self.0.len() {
            return None;
        }
        let mut values = Vec::new();
        for (of, ways) in self.0.iter().zip(&state.parts) {
            let mut ends = ways.iter().flat_map(|&way| marked(of, way));
            let (_, marks) = ends.find(|&(state, _)| of.letters().is_accepting(state))?;
            values.extend(marks);
        }
        Some(values)
    }
}

impl Deterministic for Runs<'_> {
    type State = State;

    fn classes(&self) -> ByteClasses {
        let mut all = self.0.iter().map(|of| of.bytes().clone());
        let first = all.next().unwrap_or_else(|| ByteClasses::by_key(|_| ()));
        all.fold(first, |classes, other| classes.refine(&other))
    }

    fn start(&mut self) -> Result<State, Undecided> {
        let parts = vec![vec![(0, [Value::Unset; 2])]; self.0.len()];
        Ok(State { parts, notes: Vec::new() })
    }

    fn next(&mut self, state: &State, byte: u8) -> Result<State, Undecided> {
        let (mut parts, mut notes) = (Vec::new(), Vec::new());
        for (number, (of, ways)) in self.0.iter().zip(&state.parts).enumerate() {
            let (letters, letter) = (of.letters(), of.letter(byte));
            let mut after: Vec<Way> = Vec::new();
            for (state, marks) in ways.iter().flat_map(|&way| marked(of, way)) {
                let next = letters.next(state, letter);
                let is_new = after.iter().all(|(known, _)| *known != next);
                if Some(next) != letters.dead() && is_new {
                    after.push((next, marks));
                }
            }
            after.sort_unstable_by_key(|(state, _)| *state);
            let slots = settle(&mut after, 2, |(_, marks), tag| &mut marks[tag])?;
            notes.extend(slots.into_iter().map(|(tag, slot)| (2 * number + tag, slot)));
            if after.is_empty() {
                // All states without a way are one.
                return Ok(State { parts: Vec::new(), notes: Vec::new() });
            }
            parts.push(after);
        }
        Ok(State { parts, notes })
    }

    fn is_accepting(&mut self, state: &State) -> bool {
        self.end(state).is_some()
    }
}
