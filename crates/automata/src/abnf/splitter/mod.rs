//! One automaton that reads a string once, checks it, and notes where components begin and end.
//!
//! A component is a rule. [`Grammar::places`] gives its place in each string as a function, and the
//! automaton is made of these (see `functions`). Each state of a function's automaton remembers
//! which register holds the beginning and the end of the component, on the way that led to it. A
//! mark is passed only when the byte after it is read, so a component that ends at a delimiter
//! needs one register and one note. For `a = x [ ":" y ]` with the components `x` and `y`, where
//! `x` and `y` are letters:
//!
//! ```text
//!   read      note                               registers
//!   h         x begins here                      x from 0
//!   o                                            x from 0
//!   :         x ends here                        x 0..2
//!   p         y begins here                      x 0..2, y from 3
//!   (end)     y ends here                        x 0..2, y 3..4
//! ```
//!
//! A register is never copied: what a note writes stays in its register until no way needs it.

mod functions;
mod places;
mod repeated;
mod unsplit;

pub use unsplit::Unsplit;

use super::{Grammar, Refused, Terminals};
use crate::explore::Explored;
use crate::marked::Span;
use crate::{Dfa, Limits, StateId, Undecided};
use std::collections::{BTreeMap, HashMap};

/// The source of a position when the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Noted {
    /// The component is absent.
    Nowhere,
    /// The register of this number.
    Register(u8),
    /// The end of the input.
    End,
}

/// A minimal automaton with registers: it checks a text and finds the components in one pass.
#[derive(Clone, Debug)]
pub struct Splitter {
    dfa: Dfa,
    /// For each state, the registers that its last byte's offset is written to.
    notes: Vec<Vec<u8>>,
    /// For each accepting state, the beginning and the end of each component.
    ends: Vec<Option<Vec<Noted>>>,
    registers: usize,
}

/// A component by its name, and the rules whose outermost occurrences are its places.
pub type Named<'n> = (&'n str, &'n [&'n str]);

impl Grammar {
    /// Returns the automaton that splits the strings of a rule into components, which are rules.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("a = x [ \":\" y ]\nx = *%x61-7A\ny = *%x61-7A\n")?;
    /// let (values, limits) = (Terminals::CodePoints, Limits::default());
    /// let splitter = grammar.splitter("a", &["x", "y"], values, limits)?;
    /// assert_eq!(splitter.split(b"ho:p"), Some(vec![Some(0..2), Some(3..4)]));
    /// assert_eq!(splitter.split(b"ho"), Some(vec![Some(0..2), None]));
    /// assert_eq!(splitter.split(b"ho:1"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unsplit`] for a rule without an automaton within the limits, for a component that some
    /// string gives two places, and for one that occurs twice in some string.
    pub fn splitter(
        &self,
        rule: &str,
        components: &[&str],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Splitter, Unsplit> {
        let own: Vec<[&str; 1]> = components.iter().map(|&name| [name]).collect();
        let named: Vec<Named<'_>> = own.iter().map(|own| (own[0], &own[..])).collect();
        self.splitter_of(rule, &named, false, None, terminals, limits)
    }

    /// Returns the automaton that splits the strings of a rule into components as
    /// [`Grammar::places`] places them.
    ///
    /// # Errors
    /// The errors of [`Grammar::places`].
    pub fn splitter_of(
        &self,
        rule: &str,
        components: &[Named<'_>],
        is_first: bool,
        condition: Option<&Dfa>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Splitter, Unsplit> {
        let places =
            |&named: &Named<'_>| self.places(rule, named, is_first, condition, terminals, limits);
        let places = components.iter().map(places).collect::<Result<Vec<_>, _>>()?;
        Ok(Splitter::of_functions(&places.iter().collect::<Vec<_>>(), limits)?)
    }
}

/// Makes the automaton of states that note marks: `notes` gives what a state writes on arrival, and
/// `end` the marks of a string that ends there.
fn assembled<S>(
    explored: Explored<S>,
    notes: impl Fn(&S) -> &[(usize, u8)],
    end: impl Fn(&S) -> Option<Vec<Value>>,
) -> Result<Splitter, Undecided> {
    let registers = registers(explored.states.iter().flat_map(&notes).copied())?;
    let number = |tag: usize, slot: u8| registers.first[&tag] + slot;
    let noted = |state: &S| -> (Vec<u8>, Option<Vec<Noted>>) {
        let written = notes(state).iter().map(|&(tag, slot)| number(tag, slot)).collect();
        let ends = end(state).map(|tags| {
            let one = |(tag, value): (usize, Value)| match value {
                Value::Unset => Noted::Nowhere,
                Value::Slot(slot) => Noted::Register(number(tag, slot)),
                Value::Now => Noted::End,
            };
            tags.into_iter().enumerate().map(one).collect()
        });
        (written, ends)
    };
    let mut labels: HashMap<(Vec<u8>, Option<Vec<Noted>>), u32> = HashMap::new();
    let mut by_label = Vec::new();
    let labelled: Vec<u32> = explored
        .states
        .iter()
        .map(|state| {
            let key = noted(state);
            let next = labels.len() as u32;
            *labels.entry(key).or_insert_with_key(|key| {
                by_label.push(key.clone());
                next
            })
        })
        .collect();
    let (dfa, labels) =
        Dfa::from_labelled_table(explored.classes, explored.next, explored.accepting, &labelled);
    let (notes, ends) = labels.iter().map(|&label| by_label[label as usize].clone()).unzip();
    Ok(Splitter { dfa, notes, ends, registers: registers.count })
}

impl Splitter {
    /// Returns an automaton without components.
    pub fn plain(dfa: Dfa) -> Splitter {
        let end = |state| dfa.is_accepting(state).then(Vec::new);
        let ends = (0..dfa.len() as StateId).map(end).collect();
        Splitter { notes: vec![Vec::new(); dfa.len()], ends, registers: 0, dfa }
    }

    /// Returns the automaton without its notes. It accepts the strings of the rule.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Returns the registers that the offset of the last byte is written to, on arrival in a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn notes(&self, state: StateId) -> &[u8] {
        &self.notes[state as usize]
    }

    /// Returns the beginning and the end of each component, one after another, if an input may end
    /// in a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn ends(&self, state: StateId) -> Option<&[Noted]> {
        self.ends[state as usize].as_deref()
    }

    /// Returns the place of each component, if the rule accepts the input. Linear in the input.
    pub fn split(&self, input: &[u8]) -> Option<Vec<Span>> {
        let mut registers = vec![0; self.registers];
        let mut state = 0;
        for (at, &byte) in input.iter().enumerate() {
            state = self.dfa.next(state, byte);
            for &register in self.notes(state) {
                registers[usize::from(register)] = at;
            }
        }
        let place = |noted: &Noted| match *noted {
            Noted::Nowhere => None,
            Noted::Register(register) => Some(registers[usize::from(register)]),
            Noted::End => Some(input.len()),
        };
        let ends = self.ends(state)?;
        Some(ends.chunks(2).map(|ends| Some(place(&ends[0])?..place(&ends[1])?)).collect())
    }
}

/// The place of a mark on a way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Value {
    /// The mark was not passed.
    Unset,
    /// The offset is in this slot. Each mark has slots of its own.
    Slot(u8),
    /// The mark was passed just now.
    Now,
}

/// Gives each mark that was passed just now a slot that no way needs for it, and returns the slots
/// that the last byte's offset is written to.
fn settle<W>(
    ways: &mut [W],
    tags: usize,
    of: impl Fn(&mut W, usize) -> &mut Value,
) -> Result<Vec<(usize, u8)>, Undecided> {
    let mut notes = Vec::new();
    for tag in 0..tags {
        let values: Vec<Value> = ways.iter_mut().map(|way| *of(way, tag)).collect();
        if !values.contains(&Value::Now) {
            continue;
        }
        let free = (0..u8::MAX).find(|&slot| !values.contains(&Value::Slot(slot)));
        let slot = free.ok_or(Undecided::new("pending places", 255))?;
        notes.push((tag, slot));
        for way in ways.iter_mut() {
            let value = of(way, tag);
            if *value == Value::Now {
                *value = Value::Slot(slot);
            }
        }
    }
    Ok(notes)
}

/// The registers of all marks: those of a mark follow each other.
struct Registers {
    /// The first register of each mark.
    first: BTreeMap<usize, u8>,
    count: usize,
}

/// Numbers the slots of all marks that some state writes.
fn registers(notes: impl Iterator<Item = (usize, u8)>) -> Result<Registers, Undecided> {
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    for (tag, slot) in notes {
        let count = slots.entry(tag).or_default();
        *count = (*count).max(usize::from(slot) + 1);
    }
    let mut registers = Registers { first: BTreeMap::new(), count: 0 };
    for (tag, count) in slots {
        registers.first.insert(tag, registers.count as u8);
        registers.count += count;
    }
    if registers.count > MOST_REGISTERS {
        return Err(Undecided::new("pending places", MOST_REGISTERS));
    }
    Ok(registers)
}

/// The most registers of an automaton.
const MOST_REGISTERS: usize = 64;
