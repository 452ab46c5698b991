//! One marking of several: the one that begins first, and of these the shortest or the longest.
//!
//! Two markings of a string are compared as texts with marks. At their first difference only one
//! has a mark:
//!
//! ```text
//! ⟨a⟩?=b?=c      the end mark comes here …
//! ⟨a?=b⟩?=c      … and later here: the first is the shortest, the second the longest
//! ```
//!
//! A marked string stays if no other marking of the same string comes before it. So a state holds
//! the state after the string's own letters, and the states of all markings that have differed
//! from it and come before it.

use super::alphabet::{Alphabet, BEGIN, END};
use super::Marked;
use crate::explore::build as explore_all;
use crate::{ByteClasses, Deterministic, Dfa, Limits, StateId, Undecided};

/// The choice among the places of a component that begin at the same byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The place that ends first.
    Shortest,
    /// The place that ends last.
    Longest,
}

impl Marked {
    /// Returns one marking of each string: a place goes before no place, one that begins first
    /// before others, and of those the choice decides.
    ///
    /// ```
    /// use urigram_automata::marked::{Choice, Marked, Pattern};
    /// use urigram_automata::Limits;
    ///
    /// let rest = Pattern::sequence([Pattern::text("?"), Pattern::any()]).optional();
    /// let part = Pattern::capture(0, Pattern::any());
    /// let all = Marked::new(&Pattern::sequence([part, rest]), 0, Limits::default())?;
    /// assert_eq!(all.markings(b"a?b"), [Some(0..1), Some(0..3)]);
    /// let [short, long] = [Choice::Shortest, Choice::Longest]
    ///     .map(|choice| all.chosen(choice, Limits::default()).unwrap());
    /// assert_eq!(short.markings(b"a?b"), [Some(0..1)]);
    /// assert_eq!(long.markings(b"a?b"), [Some(0..3)]);
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if the automaton needs more than `limits.states` states.
    pub fn chosen(&self, choice: Choice, limits: Limits) -> Result<Marked, Undecided> {
        let (letters, alphabet) = (&self.letters, &self.alphabet);
        let mut first = First { letters, dead: letters.dead(), alphabet, choice };
        Ok(Marked::from_letters(alphabet.clone(), explore_all(&mut first, limits)?))
    }
}

struct First<'a> {
    letters: &'a Dfa,
    dead: Option<StateId>,
    alphabet: &'a Alphabet,
    choice: Choice,
}

impl First<'_> {
    /// Returns the states after a state, with any marks at this place of the string.
    fn closed(&self, state: StateId) -> impl Iterator<Item = StateId> {
        let begun = self.letters.next(state, BEGIN);
        let all = [state, begun, self.letters.next(state, END), self.letters.next(begun, END)];
        let dead = self.dead;
        all.into_iter().filter(move |&state| Some(state) != dead)
    }

    /// Returns the states of markings that have a mark here, where the string's own marking does
    /// not, and therefore come before it.
    fn earlier(&self, own: StateId) -> Vec<StateId> {
        let begun = self.letters.next(own, BEGIN);
        let mut all = vec![begun, self.letters.next(begun, END)];
        if self.choice == Choice::Shortest {
            all.push(self.letters.next(own, END));
        }
        all.retain(|&state| Some(state) != self.dead);
        all
    }
}

impl Deterministic for First<'_> {
    /// The state after the string's own letters, and those of the markings before it.
    type State = Option<(StateId, Vec<StateId>)>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some((0, Vec::new())))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        let Some((own, before)) = state else { return Ok(None) };
        let after = self.letters.next(*own, letter);
        if Some(after) == self.dead {
            return Ok(None);
        }
        let mut next = before.clone();
        if self.alphabet.byte(letter).is_some() {
            next.extend(self.earlier(*own));
            let read = next.iter().map(|&state| self.letters.next(state, letter));
            next = read.flat_map(|state| self.closed(state)).collect();
        } else if letter == END && self.choice == Choice::Longest {
            // It reads on here. Its end mark comes after a byte at least.
            next.push(*own);
        }
        next.sort_unstable();
        next.dedup();
        Ok(Some((after, next)))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        state.as_ref().is_some_and(|(own, before)| {
            let mut others = before.iter().copied().chain(self.earlier(*own));
            self.letters.is_accepting(*own) && !others.any(|other| self.letters.is_accepting(other))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pattern, Span};
    use super::*;

    /// Every string of some bytes up to a length keeps the marking that a sort finds.
    #[test]
    fn the_first_marking_stays() {
        let part = |except: &[u8]| Pattern::capture(0, Pattern::without(except));
        let rest = || Pattern::sequence([Pattern::text("?"), Pattern::any()]).optional();
        let pattern = Pattern::either([
            Pattern::sequence([part(b""), rest()]),
            Pattern::sequence([Pattern::any(), Pattern::text("a"), part(b"b"), rest()]),
            Pattern::sequence([Pattern::text("b"), Pattern::any()]),
        ]);
        let marked = Marked::new(&pattern, 0, Limits::default()).unwrap();
        let of = |choice| marked.chosen(choice, Limits::default()).unwrap();
        let (short, long) = (of(Choice::Shortest), of(Choice::Longest));
        let mut inputs = vec![Vec::new()];
        let mut several = 0;
        for _ in 0..6 {
            for input in &inputs {
                let all = marked.markings(input);
                several += usize::from(all.len() > 2);
                let key = |span: &Span| span.clone().map_or((1, 0, 0), |s| (0, s.start, s.end));
                let late =
                    |span: &Span| span.clone().map_or((1, 0, 0), |s| (0, s.start, 99 - s.end));
                let least: Vec<Span> = all.iter().cloned().min_by_key(key).into_iter().collect();
                let most: Vec<Span> = all.iter().cloned().min_by_key(late).into_iter().collect();
                assert_eq!(short.markings(input), least, "{:?}", input.escape_ascii().to_string());
                assert_eq!(long.markings(input), most, "{:?}", input.escape_ascii().to_string());
            }
            let longer =
                |input: &Vec<u8>| [b'a', b'b', b'?'].map(|byte| [&input[..], &[byte]].concat());
            inputs = inputs.iter().flat_map(longer).collect();
        }
        assert!(several > 50, "{several}");
    }
}
