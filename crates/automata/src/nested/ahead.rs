//! Looking ahead: what follows a byte decides which readings are left.
//!
//! A pass from the end of a text to its beginning writes a *letter* for each byte. The automaton
//! with a stack then reads letters in place of bytes, from the beginning. With the rules
//!
//! ```text
//! p = "x" ( a "1" / b "2" )
//! a = "(" [ a ] ")"
//! b = "(" [ b ] ")"
//! ```
//!
//! and `x(((`, some `a` are open or as many `b`, and no byte decides which until the last one. From
//! the end it is known at once. Behind each byte of `x(())2` the pass is in one of two states, and
//! the state says in which places of the rules the rest can be read:
//!
//! ```text
//! x ( ( ) ) 2     at the end: where p may end
//!          ^      behind `)`, with `2` to come: in b, behind its `)`
//!        ^        behind the inner `)`: in b, as well
//! ```
//!
//! A letter is a byte together with the places behind it that are left: `(` in `a` and `(` in `b`
//! are two letters, and no state has readings in both rules.
//!
//! # What is looked for
//!
//! Which rest can be read at a place depends on the open calls, which the pass does not know. It
//! takes a superset, which is a regular language: where a rule ends, it goes on behind *any* call
//! of the rule, and at the end of the text any calls may be open that can end. A reading is dropped
//! only if the rest is in no way of the superset, so that every reading of an accepted text stays,
//! and the automaton accepts what the rules derive.

use super::net::{Column, Net, Place};
use crate::{ByteClasses, Undecided};
use std::collections::{HashMap, HashSet};

/// The most letters, as a letter is a byte.
const LETTERS: usize = 256;
/// The most states of the pass from the end.
const STATES: usize = 4_096;
/// The most places that are looked at to find the states.
const LOOKS: usize = 100_000_000;

/// The pass from the end of a text that writes a letter for each byte. It begins in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    classes: ByteClasses,
    /// Row for each state, column for each class: the state before the byte.
    next: Vec<u16>,
    /// Row for each state behind a byte, column for the byte's class.
    letters: Vec<u8>,
}

impl Ahead {
    /// Returns the classes of bytes that no rule distinguishes.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the number of states, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.next.len() / self.classes.len()
    }

    /// Returns the state before a byte of a class, from the state behind it.
    ///
    /// # Panics
    /// If there is no such state or class.
    pub fn next(&self, state: u16, class: usize) -> u16 {
        self.next[usize::from(state) * self.classes.len() + class]
    }

    /// Returns the letter of a byte of a class, from the state behind it.
    ///
    /// # Panics
    /// If there is no such state or class.
    pub fn letter(&self, state: u16, class: usize) -> u8 {
        self.letters[usize::from(state) * self.classes.len() + class]
    }

    /// Makes the pass for rules, and the same rules with letters in place of bytes.
    ///
    /// # Errors
    /// [`Undecided`] where letters, states or places are more than their limits.
    pub(super) fn new(net: &Net) -> Result<(Ahead, Net), Undecided> {
        let ways = Ways::new(net);
        let mut left = LOOKS;
        let end = ways.at_end();
        let mut numbers = HashMap::from([(end.clone(), 0_u16)]);
        let mut states = vec![end];
        let mut columns: Vec<Column> = Vec::new();
        let mut known: HashMap<Column, u8> = HashMap::new();
        let (mut next, mut letters) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(behind) = states.get(at).cloned() {
            at += 1;
            for class in 0..net.classes.len() {
                let column = ways.column(&behind, class);
                if !known.contains_key(&column) {
                    let limit = Undecided { what: "letters", limit: LETTERS };
                    known.insert(column.clone(), u8::try_from(columns.len()).map_err(|_| limit)?);
                    columns.push(column.clone());
                }
                letters.push(known[&column]);
                let limit = Undecided { what: "places ahead", limit: LOOKS };
                let before = ways.before(&column, &mut left).ok_or(limit)?;
                let new = numbers.len() as u16;
                next.push(*numbers.entry(before).or_insert_with_key(|before| {
                    states.push(before.clone());
                    new
                }));
                if states.len() > STATES {
                    return Err(Undecided { what: "states ahead", limit: STATES });
                }
            }
        }
        let classes = net.classes.clone();
        Ok((Ahead { classes, next, letters }, net.with_letters(&columns)))
    }
}

/// A set of places behind bytes: a bit for each, in order.
type Places = Vec<u64>;

/// The ways between places that read nothing, backwards.
struct Ways {
    /// For each place, and behind them each ended body, where a way to it begins.
    from: Vec<Vec<usize>>,
    /// The bit of each place that is behind a byte.
    bit: HashMap<Place, usize>,
    /// The places that read a byte of each class, with those behind it.
    moves: Vec<Column>,
    /// The number of places, which is the number of the end of the first body.
    len: usize,
}

impl Ways {
    fn new(net: &Net) -> Ways {
        let (len, width) = (net.len(), net.classes.len());
        let places = 0..len as Place;
        let mut from = vec![Vec::new(); len + net.bodies()];
        for place in places.clone() {
            if net.is_end(place) {
                from[len + net.body(place)].push(place as usize);
            }
            for &(body, behind) in net.calls(place) {
                from[net.start(body) as usize].push(place as usize);
                from[behind as usize].push(len + body);
            }
        }
        let column = |class: usize| {
            let next = |place: Place| Some((place, net.next(place, class)?));
            places.clone().filter_map(next).collect::<Column>()
        };
        let moves: Vec<Column> = (0..width).map(column).collect();
        let behind: HashSet<Place> = moves.iter().flatten().map(|&(_, behind)| behind).collect();
        let mut behind: Vec<Place> = behind.into_iter().collect();
        behind.sort_unstable();
        let bit: HashMap<Place, usize> = behind.into_iter().zip(0..).collect();
        Ways { from, bit, moves, len }
    }

    /// Returns the places behind bytes from which the first body ends without another byte.
    fn at_end(&self) -> Places {
        let mut looks = usize::MAX;
        self.back(vec![self.len], &mut looks).unwrap_or_default()
    }

    /// Returns the places behind bytes from which a byte is read as in a column. `None` if the
    /// looks that are left do not suffice.
    fn before(&self, column: &Column, looks: &mut usize) -> Option<Places> {
        self.back(column.iter().map(|&(place, _)| place as usize).collect(), looks)
    }

    fn back(&self, mut open: Vec<usize>, looks: &mut usize) -> Option<Places> {
        let mut found = vec![0; self.bit.len().div_ceil(64)];
        let mut seen = vec![false; self.from.len()];
        open.iter().for_each(|&at| seen[at] = true);
        while let Some(at) = open.pop() {
            *looks = looks.checked_sub(1)?;
            if let Some(bit) = self.bit.get(&(at as Place)) {
                found[bit / 64] |= 1 << (bit % 64);
            }
            for &from in &self.from[at] {
                if !std::mem::replace(&mut seen[from], true) {
                    open.push(from);
                }
            }
        }
        Some(found)
    }

    /// Returns the places that read a byte of a class, where the rest may be read behind it.
    fn column(&self, places: &Places, class: usize) -> Column {
        let has = |place: &Place| {
            self.bit.get(place).is_some_and(|bit| places[bit / 64] >> (bit % 64) & 1 == 1)
        };
        self.moves[class].iter().copied().filter(|(_, behind)| has(behind)).collect()
    }
}
