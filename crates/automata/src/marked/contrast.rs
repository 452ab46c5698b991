//! Marked languages side by side: the exact difference, choices between two, and moved marks.
//!
//! [`agree`](super::agree) asks functions for strings on which they differ. The comparison here
//! asks for more: two marked languages are equal only if both hold the same strings, each with the
//! same markings. It needs no function on either side. With the mark letters `⟨` and `⟩`:
//!
//! ```text
//! rules            shape            only the rules    only the shape
//! //⟨⟩  and //     //⟨⟩             //                             two markings by the rules
//! //a              //⟨a⟩            //a               //⟨a⟩        another place
//! ```

use super::alphabet::{Alphabet, BEGIN, END};
use super::{operations, Marked, Pattern, Span};
use crate::explore::build as explore_all;
use crate::{ByteClasses, ByteSet, Deterministic, Dfa, Limits, StateId, Undecided};

/// A string with one marking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The string.
    pub input: Vec<u8>,
    /// The place of the component.
    pub span: Span,
}

/// The difference of two marked languages; nothing on both sides if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// A shortest marked string that only the first language has.
    pub only_a: Option<Placed>,
    /// A shortest marked string that only the second language has.
    pub only_b: Option<Placed>,
}

impl Marked {
    /// Compares the marked strings of two languages.
    ///
    /// # Errors
    /// [`Undecided`] where more than `limits.states` pairs of states are reached, or both together
    /// distinguish more than 253 classes of bytes.
    pub fn contrast(&self, other: &Marked, limits: Limits) -> Result<Contrast, Undecided> {
        let (alphabet, [a, b]) = aligned([self, other], limits)?;
        let found = a.compare(&b, limits)?;
        let placed = |letters: Vec<u8>| placed(&letters, &alphabet);
        Ok(Contrast { only_a: found.only_a.map(placed), only_b: found.only_b.map(placed) })
    }

    /// Returns the markings of both.
    ///
    /// # Errors
    /// The errors of [`Marked::contrast`].
    pub fn union(&self, other: &Marked, limits: Limits) -> Result<Marked, Undecided> {
        let (alphabet, [a, b]) = aligned([self, other], limits)?;
        Ok(Marked::from_letters(alphabet, a.union(&b, limits)?))
    }

    /// Returns these markings, and those of the other for strings that have no marking here.
    ///
    /// # Errors
    /// The errors of [`Marked::contrast`].
    pub fn or_else(&self, other: &Marked, limits: Limits) -> Result<Marked, Undecided> {
        let others = self.strings(limits)?.complement();
        self.union(&other.restricted(&others, limits)?, limits)
    }

    /// Returns the markings where an absent component is an empty one before the first of some
    /// bytes, or at the end of a string without them.
    ///
    /// ```
    /// use urigram_automata::marked::{Marked, Pattern};
    /// use urigram_automata::Limits;
    ///
    /// let path = Pattern::capture(0, Pattern::text("/"));
    /// let query = Pattern::sequence([Pattern::text("?"), Pattern::any()]);
    /// let pattern = Pattern::sequence([Pattern::text("h"), path.optional(), query.optional()]);
    /// let marked = Marked::new(&pattern, 0, Limits::default())?;
    /// let path = marked.empty_before(b"?", Limits::default())?;
    /// assert_eq!(path.markings(b"h?a"), [Some(1..1)]);
    /// assert_eq!(path.markings(b"h/?a"), [Some(1..2)]);
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Marked::contrast`].
    pub fn empty_before(&self, bytes: &[u8], limits: Limits) -> Result<Marked, Undecided> {
        let mut unmarked =
            operations::Unlettered { letters: &self.letters, alphabet: &self.alphabet };
        let absent = explore_all(&mut unmarked, limits)?;
        let first = Pattern::OneOf(bytes.iter().copied().collect::<ByteSet>());
        let rest = Pattern::sequence([first, Pattern::any()]).optional();
        let empty = Pattern::capture(0, Pattern::text(""));
        let all = Pattern::sequence([Pattern::without(bytes), empty, rest]);
        let empty = Marked::new(&all.accepted_by(&absent), 0, limits)?;
        let alphabet = &self.alphabet;
        let absent = explore_all(&mut operations::Lettered { dfa: &absent, alphabet }, limits)?;
        let present = self.letters.difference(&absent, limits)?;
        Marked::from_letters(alphabet.clone(), present).union(&empty, limits)
    }

    /// Returns true if each string with two markings has an absent component and an empty one, and
    /// no other markings: the present ones are a function, and a string with one that is not empty
    /// never lacks the component.
    pub(super) fn is_open_for_absence_alone(&self, limits: Limits) -> Result<bool, Undecided> {
        let alphabet = &self.alphabet;
        let absent =
            explore_all(&mut operations::Unlettered { letters: &self.letters, alphabet }, limits)?;
        let unmarked = explore_all(&mut operations::Lettered { dfa: &absent, alphabet }, limits)?;
        let present = self.letters.difference(&unmarked, limits)?;
        let present = Marked::from_letters(alphabet.clone(), present);
        let empty = Pattern::capture(0, Pattern::text(""));
        let empty = Pattern::sequence([Pattern::any(), empty, Pattern::any()]);
        let empty = Marked::new(&empty, 0, limits)?;
        let (alphabet, [all, empty]) = aligned([&present, &empty], limits)?;
        let others = Marked::from_letters(alphabet, all.difference(&empty, limits)?);
        let both = others.strings(limits)?.intersection(&absent, limits)?;
        Ok(both.is_empty() && present.ambiguity(limits)?.is_none())
    }

    /// Returns the markings where the component ends before the first of its bytes that is this
    /// one.
    ///
    /// ```
    /// use urigram_automata::marked::{Marked, Pattern};
    /// use urigram_automata::Limits;
    ///
    /// let whole = Marked::new(&Pattern::capture(0, Pattern::any()), 0, Limits::default())?;
    /// assert_eq!(whole.cut_at(b'?', Limits::default())?.markings(b"a?b?c"), [Some(0..1)]);
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Marked::contrast`].
    pub fn cut_at(&self, byte: u8, limits: Limits) -> Result<Marked, Undecided> {
        let own = ByteClasses::by_key(|other| other == byte);
        let alphabet = Alphabet::new(self.alphabet.bytes().refine(&own))?;
        let letters = widened(self, &alphabet, limits)?;
        let cut = alphabet.letter(byte);
        let dead = letters.dead();
        let cut =
            explore_all(&mut Cut { letters: &letters, dead, alphabet: &alphabet, cut }, limits)?;
        Ok(Marked::from_letters(alphabet, cut))
    }
}

/// Returns the letters of both over one alphabet.
fn aligned(both: [&Marked; 2], limits: Limits) -> Result<(Alphabet, [Dfa; 2]), Undecided> {
    let alphabet = Alphabet::new(both[0].alphabet.bytes().refine(both[1].alphabet.bytes()))?;
    let [a, b] = both.map(|marked| widened(marked, &alphabet, limits));
    Ok((alphabet, [a?, b?]))
}

/// Returns the letters over an alphabet with finer classes of bytes.
fn widened(marked: &Marked, alphabet: &Alphabet, limits: Limits) -> Result<Dfa, Undecided> {
    if marked.alphabet == *alphabet {
        return Ok(marked.letters.clone());
    }
    let any = Pattern::any().strings(limits)?;
    let (letters, from) = (&marked.letters, &marked.alphabet);
    explore_all(&mut operations::Restricted::new(letters, from, &any, true, alphabet), limits)
}

/// Returns the string and the span that letters with marks write.
fn placed(letters: &[u8], alphabet: &Alphabet) -> Placed {
    let (mut input, mut begin, mut span) = (Vec::new(), None, None);
    for &letter in letters {
        match alphabet.readable(letter) {
            Some(byte) => input.push(byte),
            None if letter == BEGIN => begin = Some(input.len()),
            None => span = begin.map(|begin| begin..input.len()),
        }
    }
    Placed { input, span }
}

/// The markings where the component ends before a letter.
struct Cut<'a> {
    letters: &'a Dfa,
    dead: Option<StateId>,
    alphabet: &'a Alphabet,
    cut: u8,
}

/// The part of the component that was read, and the marks that were written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    Outside,
    Inside,
    /// The end was written before the letter, which is read next.
    AtCut,
    /// The end was written, and the old end is still to come.
    Beyond,
}

impl Cut<'_> {
    /// Adds the places after an old end that is not written.
    fn closed(&self, mut places: Vec<(StateId, Stage)>) -> Vec<(StateId, Stage)> {
        let ended = places.iter().filter(|(_, stage)| *stage == Stage::Beyond);
        let ended: Vec<_> =
            ended.map(|&(state, _)| (self.letters.next(state, END), Stage::Outside)).collect();
        places.extend(ended);
        places.retain(|&(state, _)| Some(state) != self.dead);
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl Deterministic for Cut<'_> {
    type State = Vec<(StateId, Stage)>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(vec![(0, Stage::Outside)])
    }

    fn next(&mut self, places: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        let mut next = Vec::new();
        for &(state, stage) in places {
            let after = self.letters.next(state, letter);
            match (stage, letter) {
                (Stage::Outside, BEGIN) => next.push((after, Stage::Inside)),
                (Stage::Inside, END) => {
                    next.push((after, Stage::Outside));
                    next.push((state, Stage::AtCut));
                }
                (Stage::AtCut, letter) if letter == self.cut => next.push((after, Stage::Beyond)),
                (Stage::Inside, letter) if letter == self.cut => {}
                (Stage::AtCut, _) | (_, BEGIN | END) => {}
                (stage, _) => next.push((after, stage)),
            }
        }
        Ok(self.closed(next))
    }

    fn is_accepting(&mut self, places: &Self::State) -> bool {
        let accepts = |&(state, stage): &(StateId, Stage)| {
            stage == Stage::Outside && self.letters.is_accepting(state)
        };
        places.iter().any(accepts)
    }
}
