//! Components as marked strings: the beginnings and ends of components, as a regular language.
//!
//! Two marks between bytes enclose a component of a string. The host of three strings:
//!
//! ```text
//! http://⟨example.com⟩:80/a?b
//! http://bob@⟨h⟩
//! mailto:bob@h                      no host: no marks
//! ```
//!
//! All strings of a grammar, each with its marks, are a language over bytes and the two marks, and
//! that language is regular. A [`Pattern`] describes the language in pieces, as the text of a
//! document does; [`Marked`] is its minimal automaton. The pattern `"//" host{ *letter } [ "/"
//! *letter ]` gives
//!
//! ```text
//!        /        /        ⟨     a-z loops     ⟩        /     a-z loops
//!  (0) ----> (1) ----> (2) ----> (3) ----> ((4)) ----> ((5))
//! ```
//!
//! where a double ring is a state where a string may end.
//!
//! # One marking for each string
//!
//! A description is a *function* from strings to spans only if no string has two markings.
//! [`Marked::functional`] decides that by running two copies of the automaton. Both read the same
//! bytes, and each may place its marks at any time. A pair of states carries one bit: whether the
//! copies have placed a mark at different times. A string that ends with the bit set has two
//! markings. One bit suffices because a mark is placed at most once in a string: after the copies
//! have disagreed on one gap between bytes, no later mark makes their spans equal.
//!
//! # Agreement
//!
//! [`agree`] runs two automata in the same way. Here the left side ends the host before `:` and the
//! right side does not:
//!
//! ```text
//!   read        left          right         bit
//!   //          //            //            same
//!   begin mark  //⟨           //⟨           same
//!   h           //⟨h          //⟨h          same
//!   end mark    //⟨h⟩         //⟨h          differs from here on
//!   :           //⟨h⟩:        //⟨h:         differs
//!   end mark    //⟨h⟩:        //⟨h:⟩        differs; both accept: the witness is //h:
//! ```
//!
//! # Lists
//!
//! A component that occurs more than once in a string is a list of places. Its marks alternate, and
//! everything above holds: the marks between two bytes are then a word such as `⟩⟨`, and two lists
//! are equal exactly if they have the same word in each gap. The module `list` has the details.
//!
//! The search visits pairs by the length of their shortest string, so the first witness is a
//! shortest one. There are at most 2 × |left| × |right| pairs.

mod agree;
mod alphabet;
mod build;
mod choice;
mod contrast;
mod list;
mod operations;
mod pattern;
mod removal;
mod search;
mod values;
mod within;

pub use agree::{agree, Agreement, Difference, Verdict};
pub use choice::Choice;
pub use contrast::{Contrast, Placed};
pub use pattern::Pattern;
pub use removal::Removal;
pub use values::{agree_on_values, Step, Value, ValueAgreement};

pub(crate) use alphabet::{Alphabet, BEGIN, END};

use crate::explore::build as explore_all;
use crate::{ByteClasses, Conformance, Dfa, Limits, Random, StateId, Undecided};
use std::fmt;
use std::ops::Range;

/// The place of a component in a string, in bytes; `None` where the component is absent.
pub type Span = Option<Range<usize>>;

/// The minimal automaton of the strings of a pattern, each with the marks of one component.
///
/// Two values made over the same byte classes are equal exactly when they hold the same marked
/// strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    alphabet: Alphabet,
    /// Over letters: a letter for each class of bytes, and one for each mark.
    letters: Dfa,
}

impl Marked {
    /// Builds the automaton of a pattern with the marks of the captures that have this number. All
    /// other captures of the pattern leave no mark.
    ///
    /// ```
    /// use urigram_automata::marked::{Marked, Pattern};
    /// use urigram_automata::{ByteSet, Limits};
    ///
    /// let word = || Pattern::Many((b'a'..=b'z').collect::<ByteSet>());
    /// let [first, second] = [0, 1].map(|number| Pattern::capture(number, word()));
    /// let pattern = Pattern::sequence([first, Pattern::text(":"), second]);
    /// let second = Marked::new(&pattern, 1, Limits::default())?;
    /// assert_eq!(second.markings(b"a:bc"), [Some(2..4)]);
    /// assert!(second.markings(b"abc").is_empty());
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if an intermediate automaton needs more than `limits.states` states, or if the
    /// pattern distinguishes more than 253 classes of bytes.
    pub fn new(pattern: &Pattern, capture: usize, limits: Limits) -> Result<Marked, Undecided> {
        let alphabet = Alphabet::new(pattern.classes())?;
        let letters = build::letters(pattern, capture, &alphabet, limits)?;
        Ok(Marked { alphabet, letters })
    }

    pub(crate) fn from_letters(alphabet: Alphabet, letters: Dfa) -> Marked {
        Marked { alphabet, letters }
    }

    /// Returns the automaton over letters.
    pub(crate) fn letters(&self) -> &Dfa {
        &self.letters
    }

    /// Returns the classes of bytes.
    pub(crate) fn bytes(&self) -> &ByteClasses {
        self.alphabet.bytes()
    }

    /// Returns the letter of a byte.
    pub(crate) fn letter(&self, byte: u8) -> u8 {
        self.alphabet.letter(byte)
    }

    /// Returns the number of states, the dead state included.
    pub fn states(&self) -> usize {
        self.letters.len()
    }

    /// Returns the minimal automaton of the strings without their marks.
    ///
    /// # Errors
    /// [`Undecided`] when it needs more than `limits.states` states before minimization.
    pub fn strings(&self, limits: Limits) -> Result<Dfa, Undecided> {
        let unmarked = build::erase(&self.letters, &[BEGIN, END], &self.alphabet, limits)?;
        explore_all(
            &mut operations::Unlettered { letters: &unmarked, alphabet: &self.alphabet },
            limits,
        )
    }

    /// Keeps the strings that the condition accepts.
    ///
    /// # Errors
    /// [`Undecided`] if the automaton needs more than `limits.states` states, or if pattern and
    /// condition together distinguish more than 253 classes of bytes.
    pub fn restricted(&self, condition: &Dfa, limits: Limits) -> Result<Marked, Undecided> {
        let alphabet = Alphabet::new(self.alphabet.bytes().refine(condition.classes()))?;
        let mut restricted =
            operations::Restricted::new(&self.letters, &self.alphabet, condition, true, &alphabet);
        let letters = explore_all(&mut restricted, limits)?;
        Ok(Marked { alphabet, letters })
    }

    /// Whether some string has the component.
    pub fn has_component(&self) -> bool {
        // No state of a minimal automaton but the dead one leads nowhere.
        let dead = self.letters.dead();
        (0..self.letters.len() as StateId)
            .any(|state| Some(self.letters.next(state, BEGIN)) != dead)
    }

    /// Returns the shortest string that has two markings; `None` where every string has at most
    /// one.
    ///
    /// # Errors
    /// [`Undecided`] when more than `limits.states` pairs of states are reached before.
    pub fn ambiguity(&self, limits: Limits) -> Result<Option<Ambiguity>, Undecided> {
        let found = search::run(self, self, limits)?;
        Ok(found.differs.map(|input| {
            let is_list = self.is_list();
            let all = self.lists(&input, if is_list { 2 } else { usize::MAX });
            let mut all = all.into_iter();
            let [one, other] = [(); 2].map(|()| all.next().unwrap_or_default());
            let (at, spans) = list::first_difference(&one, &other);
            let is_empty = |span: &Span| span.as_ref().is_some_and(Range::is_empty);
            let is_absence_alone = !is_list
                && spans[0].is_none()
                && is_empty(&spans[1])
                && self.is_open_for_absence_alone(limits).unwrap_or(false);
            Ambiguity { spans, input, item: is_list.then_some(at), is_absence_alone }
        }))
    }

    /// Checks that every string has at most one marking.
    ///
    /// # Errors
    /// [`NotFunctional::Ambiguous`] with the shortest string that has two markings, and
    /// [`NotFunctional::Undecided`] as [`Marked::ambiguity`].
    pub fn functional(self, limits: Limits) -> Result<Functional, NotFunctional> {
        match self.ambiguity(limits) {
            Ok(None) => Ok(Functional(self)),
            Ok(Some(ambiguity)) => Err(NotFunctional::Ambiguous(ambiguity)),
            Err(undecided) => Err(NotFunctional::Undecided(undecided)),
        }
    }

    /// Calls `each` with the words of the automaton's own conformance suite, without the marks, and
    /// with `extra` letters in their middle. The suite has words to every state, so it
    /// distinguishes strings that differ only in their marks. If it has more than `most` words,
    /// that many are drawn at random.
    pub fn conformance_inputs(
        &self,
        extra: usize,
        most: usize,
        random: &mut Random,
        mut each: impl FnMut(&[u8]),
    ) {
        let letters = self.alphabet.all_letters();
        let suite = Conformance::over(&self.letters, &letters);
        let mut input = Vec::new();
        let mut strip = |word: &[u8]| {
            input.clear();
            input.extend(word.iter().filter_map(|&letter| self.alphabet.readable(letter)));
            each(&input);
        };
        if suite.count(extra) <= most as u128 {
            suite.each(extra, strip);
        } else {
            (0..most).for_each(|_| strip(&suite.sample(extra, random)));
        }
    }
}

/// A string that has two markings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The string, one of the shortest.
    pub input: Vec<u8>,
    /// The places in two of its markings; of lists, those of the first item that differs.
    pub spans: [Span; 2],
    /// The number of that item, from 0, where the component is a list.
    pub item: Option<usize>,
    /// True if each string that has two markings has an absent component and an empty one, and no
    /// other markings.
    pub is_absence_alone: bool,
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |span: &Span| match span {
            Some(span) => format!("bytes {} to {}", span.start, span.end),
            None => "none".to_owned(),
        };
        let [one, other] = self.spans.each_ref().map(place);
        if let Some(item) = self.item {
            let (number, shown) = (item + 1, self.input.escape_ascii());
            return write!(
                f,
                "the component is two lists in \"{shown}\": its item {number} is {one}, or {other}"
            );
        }
        if self.is_absence_alone {
            let shown = self.input.escape_ascii();
            return write!(
                f,
                "the component is absent or empty in \"{shown}\": {one}, and {other}"
            );
        }
        write!(
            f,
            "the component has two places in \"{}\": {one}, and {other}",
            self.input.escape_ascii()
        )
    }
}

/// A reason why a marked automaton is not, or may not be, a function from strings to spans.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFunctional {
    /// A string has two markings.
    Ambiguous(Ambiguity),
    /// A limit was hit, so nothing is decided.
    Undecided(Undecided),
}

impl fmt::Display for NotFunctional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFunctional::Ambiguous(ambiguity) => ambiguity.fmt(f),
            NotFunctional::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

impl std::error::Error for NotFunctional {}

/// A marked automaton where every string has at most one marking: a partial function from strings
/// to spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functional(Marked);

impl Functional {
    /// Returns the place of the component in a string that is accepted, and `None` for any other
    /// string. Of a list, that is the first item.
    pub fn split(&self, input: &[u8]) -> Option<Span> {
        Some(self.items(input)?.into_iter().next())
    }

    /// Returns the places of all items of the component in a string that is accepted: at most one
    /// unless the component is a list. Returns `None` for any other string.
    ///
    /// Takes one step a byte for each state where a marking of the string so far can be.
    pub fn items(&self, input: &[u8]) -> Option<Vec<Range<usize>>> {
        self.0.lists(input, 1).pop()
    }

    /// Returns the automaton.
    pub fn marked(&self) -> &Marked {
        &self.0
    }

    /// Keeps the strings that the condition accepts. A part of a function is a function.
    ///
    /// # Errors
    /// [`Undecided`] if the automaton needs more than `limits.states` states, or if pattern and
    /// condition together distinguish more than 253 classes of bytes.
    pub fn restricted(&self, condition: &Dfa, limits: Limits) -> Result<Functional, Undecided> {
        self.0.restricted(condition, limits).map(Functional)
    }
}
