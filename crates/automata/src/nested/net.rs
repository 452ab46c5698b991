//! The places of all bodies in one numbering, and where bytes and calls lead from them.

use super::{call, Bodies, CALL};
use crate::{ByteClasses, Dfa, StateId};
use std::collections::HashSet;

/// A place in a body: a state of its automaton.
pub type Place = u32;

/// The bodies as one net. Places from which a body cannot end are left out.
#[derive(Clone, Debug)]
pub struct Net {
    pub(super) classes: ByteClasses,
    width: usize,
    /// The place after a byte of each class.
    next: Vec<Option<Place>>,
    /// The calls at each place: the body, and the place behind the call.
    calls: Vec<Vec<(usize, Place)>>,
    is_end: Vec<bool>,
    /// The first place of each body.
    starts: Vec<Place>,
    /// True for each body that derives the empty string.
    is_nullable: Vec<bool>,
}

impl Net {
    /// Makes the net of some bodies.
    ///
    /// # Cost
    /// Linear in the places times the bodies.
    pub fn new(bodies: &Bodies) -> Net {
        let dfas: Vec<&Dfa> = (0..bodies.len()).map(|body| bodies.dfa(body)).collect();
        let mut starts = Vec::new();
        let mut count = 0;
        for dfa in &dfas {
            starts.push(count);
            count += dfa.len() as Place;
        }
        let calls = |dfa: &Dfa, start: Place, state: StateId| -> Vec<(usize, Place)> {
            let dead = dfa.dead();
            if Some(dfa.next(state, CALL)) == dead {
                return Vec::new();
            }
            let behind = |number: usize| {
                call(number).into_iter().fold(state, |state, byte| dfa.next(state, byte))
            };
            let called = (0..dfas.len()).map(|number| (number, behind(number)));
            let called = called.filter(|&(_, behind)| Some(behind) != dead);
            called.map(|(number, behind)| (number, start + behind)).collect()
        };
        let states = dfas.iter().zip(&starts).flat_map(|(dfa, &start)| {
            (0..dfa.len() as StateId).map(move |state| (*dfa, start, state))
        });
        let calls: Vec<Vec<(usize, Place)>> =
            states.clone().map(|(dfa, start, state)| calls(dfa, start, state)).collect();
        let is_end: Vec<bool> =
            states.clone().map(|(dfa, _, state)| dfa.is_accepting(state)).collect();
        let step = |(dfa, start, state): (&Dfa, Place, StateId), byte: u8| {
            let next = dfa.next(state, byte);
            (byte != CALL && Some(next) != dfa.dead()).then_some(start + next)
        };
        let states: Vec<(&Dfa, Place, StateId)> = states.collect();
        let classes = ByteClasses::by_key(|byte| {
            states.iter().map(|&state| step(state, byte)).collect::<Vec<_>>()
        });
        let columns = || classes.representatives().iter().copied();
        let next = states.iter().flat_map(|&state| columns().map(move |byte| step(state, byte)));
        let next: Vec<Option<Place>> = next.collect();
        let is_nullable = vec![false; dfas.len()];
        let width = classes.len();
        let mut net = Net { classes, width, next, calls, is_end, starts, is_nullable };
        net.prune();
        while (0..dfas.len()).any(|body| net.becomes_nullable(body)) {}
        net
    }

    /// Finds out whether a body derives the empty string, by calls that are known to. Returns true
    /// if that is new.
    fn becomes_nullable(&mut self, body: usize) -> bool {
        let (mut open, mut seen) = (vec![self.starts[body]], HashSet::new());
        while let Some(place) = open.pop().filter(|_| !self.is_nullable[body]) {
            if self.is_end[place as usize] {
                self.is_nullable[body] = true;
                return true;
            }
            let calls = self.calls[place as usize].iter();
            let empty = calls.filter(|&&(called, _)| self.is_nullable[called]);
            open.extend(empty.map(|&(_, behind)| behind).filter(|&behind| seen.insert(behind)));
        }
        false
    }

    /// Removes what leads to places from which no body ends: those behind calls of bodies that
    /// derive nothing included.
    fn prune(&mut self) {
        let mut is_alive = self.is_end.clone();
        // Each round makes a place alive or is the last one.
        loop {
            let mut is_changed = false;
            for place in (0..is_alive.len()).rev() {
                let lives = |place: &Place| is_alive[*place as usize];
                let mut bytes = self.next[place * self.width..][..self.width].iter().flatten();
                let mut calls = self.calls[place].iter();
                let is_new = !is_alive[place]
                    && (bytes.any(lives)
                        || calls.any(|(body, behind)| lives(&self.starts[*body]) && lives(behind)));
                is_alive[place] |= is_new;
                is_changed |= is_new;
            }
            if !is_changed {
                break;
            }
        }
        let lives = |place: Place| is_alive[place as usize];
        self.next.iter_mut().for_each(|next| *next = next.filter(|&next| lives(next)));
        for calls in &mut self.calls {
            calls.retain(|&(body, behind)| lives(self.starts[body]) && lives(behind));
        }
    }

    /// Returns the classes of bytes that no place distinguishes.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the number of places.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.is_end.len()
    }

    /// Returns the place where a body begins.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn start(&self, body: usize) -> Place {
        self.starts[body]
    }

    /// Returns the body of a place.
    pub(super) fn body(&self, place: Place) -> usize {
        self.starts.partition_point(|&start| start <= place) - 1
    }

    /// Returns the place after a byte of a class; `None` if the body does not go on so.
    ///
    /// # Panics
    /// If there is no such place or class.
    pub fn next(&self, place: Place, class: usize) -> Option<Place> {
        self.next[place as usize * self.width + class]
    }

    /// Returns the calls at a place: the body, and the place behind the call.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn calls(&self, place: Place) -> &[(usize, Place)] {
        &self.calls[place as usize]
    }

    /// Returns true if the body may end at a place.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn is_end(&self, place: Place) -> bool {
        self.is_end[place as usize]
    }

    /// Returns true if a body ends at a place and cannot go on.
    pub(super) fn is_last(&self, place: Place) -> bool {
        let at = place as usize;
        let mut next = self.next[at * self.width..][..self.width].iter();
        self.is_end[at] && self.calls[at].is_empty() && next.all(Option::is_none)
    }

    /// Returns true if a body derives the empty string.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn is_nullable(&self, body: usize) -> bool {
        self.is_nullable[body]
    }
}
