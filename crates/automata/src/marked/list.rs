//! Components that are lists: marks that alternate, any number of times.
//!
//! The items of `a,,b` and what an automaton over letters reads of them, gap by gap:
//!
//! ```text
//!   gap      0    1    2    3    4
//!   marks    ⟨    ⟩    ⟨⟩   ⟨    ⟩
//!   bytes      a    ,    ,    b
//! ```
//!
//! For any list, the marks of a gap are `⟩` or not, then any number of empty items `⟨⟩`, then `⟨`
//! or not. So their number says which they are, once the first one is known. The offsets of all
//! marks are the list, and the list gives the marks of each gap: two lists of one string are equal
//! exactly if all their gaps are.

use super::alphabet::{BEGIN, END};
use super::{Marked, Span};
use crate::shortest::shortest;
use crate::StateId;
use std::ops::Range;

/// The marks of a gap: twice their number, and one more if the first of them ends an item.
pub(super) type Word = u32;

impl Marked {
    /// Returns true if the component occurs twice in some string.
    pub fn is_list(&self) -> bool {
        self.shortest_list().is_some()
    }

    /// Returns a shortest string where the component occurs twice, if there is one.
    pub fn shortest_list(&self) -> Option<Vec<u8>> {
        // A state, and how often the component has begun.
        let is_list = |(state, begun)| begun == 2 && self.letters.is_accepting(state);
        let all = self.alphabet.all_letters();
        let steps = |(state, begun): (StateId, u8)| {
            let step = |&letter: &u8| {
                let to = (begun + u8::from(letter == BEGIN)).min(2);
                // Marks have no length.
                (self.alphabet.readable(letter), (self.letters.next(state, letter), to))
            };
            let is_alive =
                |step: &(Option<u8>, (StateId, u8))| Some(step.1 .0) != self.letters.dead();
            all.iter().map(step).filter(is_alive).collect()
        };
        shortest((0, 0), is_list, steps)
    }

    /// Returns every marking of a string, those without the component first; none where the string
    /// is not accepted. Of a list, the place is that of the first item.
    ///
    /// Takes one step a byte for each marking that is still possible. A functional automaton has at
    /// most one for each state.
    pub fn markings(&self, input: &[u8]) -> Vec<Span> {
        let first = |items: Vec<Range<usize>>| items.into_iter().next();
        let mut spans: Vec<Span> = self.lists(input, usize::MAX).into_iter().map(first).collect();
        spans.dedup();
        spans
    }

    /// Returns the lists of places in a string, in order. Of the ways to read the beginning of the
    /// string that lead to one state, `most` are followed; no two of them have the same marks,
    /// because the automaton is deterministic over letters.
    pub(super) fn lists(&self, input: &[u8], most: usize) -> Vec<Vec<Range<usize>>> {
        let letters = &self.letters;
        let mut ways =
            Ways { most, counts: vec![(0, 0); letters.len()], gap: 0, marks: Vec::new() };
        let (mut now, mut next) = (vec![Way { state: 0, marks: 0 }], Vec::new());
        for at in 0..=input.len() {
            ways.gap = at + 1;
            let mut kept = Vec::with_capacity(now.len());
            while let Some(way) = now.pop() {
                if Some(way.state) == letters.dead() || !ways.is_kept(way.state) {
                    continue;
                }
                kept.push(way);
                for mark in [BEGIN, END] {
                    let state = letters.next(way.state, mark);
                    if Some(state) != letters.dead() {
                        now.push(Way { state, marks: ways.after(way.marks, at) });
                    }
                }
            }
            let Some(&byte) = input.get(at) else {
                kept.retain(|way| letters.is_accepting(way.state));
                let mut all: Vec<_> = kept.iter().map(|way| ways.items(way.marks)).collect();
                all.sort_unstable_by(|one, other| one.iter().map(key).cmp(other.iter().map(key)));
                return all;
            };
            let letter = self.alphabet.letter(byte);
            let step = |way: Way| Way { state: letters.next(way.state, letter), ..way };
            next.extend(kept.into_iter().map(step));
            std::mem::swap(&mut now, &mut next);
        }
        Vec::new()
    }
}

fn key(item: &Range<usize>) -> (usize, usize) {
    (item.start, item.end)
}

/// Returns the number of the first item that differs, and its place in both lists.
pub(super) fn first_difference(one: &[Range<usize>], other: &[Range<usize>]) -> (usize, [Span; 2]) {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    (same, [one.get(same).cloned(), other.get(same).cloned()])
}

/// A way to have read the beginning of a string.
#[derive(Clone, Copy)]
struct Way {
    state: StateId,
    /// The last mark, as a number from 1 on; 0 before any mark.
    marks: usize,
}

/// The marks of all ways, each with the one before it, so that ways share what they have in common.
struct Ways {
    most: usize,
    /// For each state, the gap where it was last reached, and how often.
    counts: Vec<(usize, usize)>,
    /// The number of the gap, from 1 on.
    gap: usize,
    /// The mark before, and the offset.
    marks: Vec<(usize, usize)>,
}

impl Ways {
    /// Counts a way to a state; returns false if there are enough.
    fn is_kept(&mut self, state: StateId) -> bool {
        let (gap, count) = &mut self.counts[state as usize];
        if *gap != self.gap {
            (*gap, *count) = (self.gap, 0);
        }
        *count += 1;
        *count <= self.most
    }

    /// Adds a mark at an offset.
    fn after(&mut self, before: usize, at: usize) -> usize {
        self.marks.push((before, at));
        self.marks.len()
    }

    /// Returns the items that some marks enclose.
    fn items(&self, mut last: usize) -> Vec<Range<usize>> {
        let mut items = Vec::new();
        while last > 0 {
            let (begin, end) = self.marks[last - 1];
            // Marks alternate, so there is one that begins the item.
            let Some(&(before, start)) = self.marks.get(begin.wrapping_sub(1)) else { break };
            items.push(start..end);
            last = before;
        }
        items.reverse();
        items
    }
}
