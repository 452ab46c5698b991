//! Strings before some of their characters are removed.
//!
//! A program may remove characters and read what is left: the URL Standard removes controls and
//! spaces at both ends, and tabs and line ends anywhere. The rules describe the text that is left.
//! The strings that the program is given are the inverse image of the rules' strings:
//!
//! ```text
//!   given   ␠ h t ⇥ t p : / / ⇥ ⟨ a ⇥ b ⟩ ⇥ / ␠
//!   left      h t   t p : / /   ⟨ a   b ⟩   /
//! ```
//!
//! A component's span runs from its first character that is left to its last one. The span of an
//! empty component is before the next character that is left, and at the end of the string after
//! the last one.
//!
//! # One string, letter by letter
//!
//! The rule is a slash and a name of letters, the component. Tabs are removed anywhere, and
//! spaces at the ends. Two readings go on side by side ([`Read`]): more of the text follows
//! (`middle`), or what was read last is removed at the end (`complete`).
//!
//! ```text
//! letter   middle: state of the rule, gap    complete
//! ␠        0  Leading                        No
//! /        2  Nothing                        No
//! ⇥        2  Removed                        No
//! ⟨        3  Begun, after removed ones      No
//! a        3  Nothing                        No
//! ⟩        4  Nothing                        No           accepted: 4 is an end of the rule
//! ⇥        4  Removed                        Yes          accepted
//! ␠        none: not removed in the middle   Yes          accepted
//! ```
//!
//! The gap keeps a string from having two spans. In `/⇥⟨a⟩` the component begins after the tab,
//! and after `⟨` no tab is read. An empty name is marked `/⟨⟩⇥` and not `/⇥⟨⟩`: with removed
//! characters before it, it cannot be at the end.

use super::alphabet::{Alphabet, BEGIN, END};
use super::Marked;
use crate::{build, ByteClasses, ByteSet, Deterministic, Dfa, Limits, StateId, Undecided};

/// The characters of US-ASCII that a program removes before it reads a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The characters that are removed at the beginning, with those that are removed anywhere.
    pub begin: ByteSet,
    /// The characters that are removed at the end, with those that are removed anywhere.
    pub end: ByteSet,
    /// The characters that are removed anywhere, after those at the ends.
    pub anywhere: ByteSet,
}

impl Removal {
    /// Describes the removal of some characters anywhere, and of these and others at the beginning
    /// and at the end.
    pub fn new(anywhere: ByteSet, begin: ByteSet, end: ByteSet) -> Removal {
        Removal { begin: begin.union(&anywhere), end: end.union(&anywhere), anywhere }
    }

    /// Returns the automaton of the texts that can be left: UTF-8 without what is removed.
    fn left(&self) -> Result<Dfa, Undecided> {
        build(&mut Left(*self), Limits::default())?.intersection(&Dfa::utf8(), Limits::default())
    }

    /// Returns the classes that the removal distinguishes.
    fn classes(&self) -> ByteClasses {
        let key = |byte| [self.begin, self.end, self.anywhere].map(|set| set.contains(byte));
        ByteClasses::by_key(key)
    }
}

impl Marked {
    /// Returns the automaton of the strings that the removal turns into strings of this one, with
    /// the marks where the characters of the component were.
    ///
    /// ```
    /// use urigram_automata::marked::{Marked, Pattern, Removal};
    /// use urigram_automata::{ByteSet, Limits};
    ///
    /// let word = Pattern::capture(0, Pattern::Many((b'a'..=b'z').collect::<ByteSet>()));
    /// let pattern = Pattern::sequence([Pattern::text("/"), word]);
    /// let marked = Marked::new(&pattern, 0, Limits::default())?;
    /// let space = ByteSet::from_iter(*b" ");
    /// let removal = Removal::new(ByteSet::from_iter(*b"\t"), space, space);
    /// let before = marked.before(&removal, Limits::default())?;
    /// assert_eq!(before.markings(b" /\ta\tb\t "), [Some(3..6)]);
    /// assert!(before.markings(b"/a b").is_empty());
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if an automaton needs more than `limits.states` states.
    pub fn before(&self, removal: &Removal, limits: Limits) -> Result<Marked, Undecided> {
        let left = self.restricted(&removal.left()?, limits)?;
        let alphabet = Alphabet::new(left.alphabet.bytes().refine(&removal.classes()))?;
        let mut before = Before {
            left: &left.letters,
            from: &left.alphabet,
            dead: left.letters.dead(),
            removal,
            to: &alphabet,
        };
        let letters = build(&mut before, limits)?;
        // A character is not removed from the middle of another one.
        Marked::from_letters(alphabet, letters).restricted(&Dfa::utf8(), limits)
    }
}

/// The texts that a removal leaves: nothing of `anywhere`, and nothing of `ends` at an end.
struct Left(Removal);

/// The end of a text so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Ended {
    Empty,
    /// At a character that stays at an end.
    Kept,
    /// At a character that would be removed here.
    Padded,
    Never,
}

impl Deterministic for Left {
    type State = Ended;

    fn classes(&self) -> ByteClasses {
        self.0.classes()
    }

    fn start(&mut self) -> Result<Ended, Undecided> {
        Ok(Ended::Empty)
    }

    fn next(&mut self, state: &Ended, byte: u8) -> Result<Ended, Undecided> {
        let Removal { begin, end, anywhere } = self.0;
        Ok(match state {
            Ended::Never => Ended::Never,
            _ if anywhere.contains(byte) => Ended::Never,
            Ended::Empty if begin.contains(byte) => Ended::Never,
            _ if end.contains(byte) => Ended::Padded,
            _ => Ended::Kept,
        })
    }

    fn is_accepting(&mut self, state: &Ended) -> bool {
        matches!(state, Ended::Empty | Ended::Kept)
    }
}

/// The strings before a removal.
struct Before<'a> {
    left: &'a Dfa,
    from: &'a Alphabet,
    dead: Option<StateId>,
    removal: &'a Removal,
    to: &'a Alphabet,
}

/// A string so far, read in the two ways that are possible: what follows the last character that
/// must stay is in the middle of the text, or was removed at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Read {
    /// The state of the text that is left, if more of it follows.
    middle: Option<(StateId, Gap)>,
    /// The completeness of the text, if only characters that are removed follow.
    complete: Complete,
}

/// A text that is complete, if it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Complete {
    No,
    /// The text is empty: what begins the string and what ends it is removed.
    Empty,
    /// The end of the string is removed.
    Yes,
}

/// The letters after the last character that is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gap {
    /// No character is left yet, and none was removed.
    Start,
    /// No character is left yet.
    Leading,
    /// Nothing: the last character is left.
    Nothing,
    /// Characters that are removed.
    Removed,
    /// A component begins here. `removed`: characters were removed before it. `first`: the string
    /// also begins here.
    Begun { removed: bool, first: bool },
    /// An empty component is here. The fields are those of `Begun`.
    Empty { removed: bool, first: bool },
}

impl Before<'_> {
    /// Returns true if the text can end here.
    fn ends(&self, middle: Option<(StateId, Gap)>) -> bool {
        middle.is_some_and(|(state, gap)| {
            let is_at_end = match gap {
                Gap::Start | Gap::Leading | Gap::Nothing | Gap::Removed => true,
                Gap::Empty { removed, .. } => !removed,
                Gap::Begun { .. } => false,
            };
            is_at_end && self.left.is_accepting(state)
        })
    }

    fn mark(&self, (state, gap): (StateId, Gap), mark: u8) -> Option<(StateId, Gap)> {
        let gap = match (mark, gap) {
            (BEGIN, Gap::Start) => Gap::Begun { removed: false, first: true },
            (BEGIN, Gap::Nothing) => Gap::Begun { removed: false, first: false },
            (BEGIN, Gap::Leading | Gap::Removed) => Gap::Begun { removed: true, first: false },
            (END, Gap::Begun { removed, first }) => Gap::Empty { removed, first },
            // A component ends at its last character.
            (END, Gap::Nothing) => Gap::Nothing,
            _ => return None,
        };
        Some((self.left.next(state, mark), gap))
    }

    fn byte(&self, (state, gap): (StateId, Gap), byte: u8) -> Option<(StateId, Gap)> {
        let (is_removed, is_pad) =
            (self.removal.anywhere.contains(byte), self.removal.begin.contains(byte));
        match gap {
            Gap::Start | Gap::Leading if is_pad => Some((state, Gap::Leading)),
            Gap::Nothing | Gap::Removed if is_removed => Some((state, Gap::Removed)),
            // A mark of a component that begins, or is empty, has a character after it.
            _ if is_removed => None,
            _ => Some((self.left.next(state, self.from.letter(byte)), Gap::Nothing)),
        }
    }

    /// Returns how complete the text is after a byte that is removed at an end.
    fn complete(&self, read: &Read, byte: u8) -> Complete {
        let Removal { begin, end, .. } = self.removal;
        let can_end = self.ends(read.middle);
        let is_first = matches!(read.middle, Some((_, Gap::Empty { first: true, .. })));
        if begin.contains(byte) && (read.complete == Complete::Empty || is_first && can_end) {
            Complete::Empty
        } else if end.contains(byte) && (read.complete != Complete::No || can_end) {
            Complete::Yes
        } else {
            Complete::No
        }
    }
}

impl Deterministic for Before<'_> {
    type State = Read;

    fn classes(&self) -> ByteClasses {
        self.to.letters()
    }

    fn start(&mut self) -> Result<Read, Undecided> {
        Ok(Read { middle: Some((0, Gap::Start)), complete: Complete::No })
    }

    fn next(&mut self, read: &Read, letter: u8) -> Result<Read, Undecided> {
        let byte = self.to.byte(letter);
        let middle = read.middle.and_then(|middle| match byte {
            Some(byte) => self.byte(middle, byte),
            None => self.mark(middle, letter),
        });
        let complete = byte.map_or(Complete::No, |byte| self.complete(read, byte));
        Ok(Read { middle: middle.filter(|&(state, _)| Some(state) != self.dead), complete })
    }

    fn is_accepting(&mut self, read: &Read) -> bool {
        read.complete != Complete::No || self.ends(read.middle)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pattern, Span};
    use super::*;

    const BYTES: [u8; 7] = *b"a:/\t \xC3\xA9";

    fn removal() -> Removal {
        let space = ByteSet::from_iter(*b" ");
        Removal::new(ByteSet::from_iter(*b"\t"), space, space)
    }

    /// Keeps a space at the end.
    fn at_the_beginning() -> Removal {
        Removal { end: removal().anywhere, ..removal() }
    }

    /// Removes literally: returns the characters that are left, each with its place.
    fn left(removal: &Removal, input: &str) -> Vec<(usize, char)> {
        let begins = |c: char| removal.begin.contains(c as u8) && c.is_ascii();
        let ends = |c: char| removal.end.contains(c as u8) && c.is_ascii();
        let start = input.len() - input.trim_start_matches(begins).len();
        let inner = input.trim_start_matches(begins).trim_end_matches(ends);
        let all = inner.char_indices().filter(|&(_, c)| c != '\t');
        all.map(|(at, c)| (if inner.is_empty() { 0 } else { start + at }, c)).collect()
    }

    /// Splits what is left, and returns the span in the string as it is given.
    fn slowly(removal: &Removal, marked: &Marked, input: &[u8]) -> Vec<Span> {
        let Ok(text) = std::str::from_utf8(input) else { return Vec::new() };
        let kept = left(removal, text);
        let inner: String = kept.iter().map(|&(_, c)| c).collect();
        let offsets: Vec<(usize, usize)> =
            inner.char_indices().zip(&kept).map(|((at, _), &(place, _))| (at, place)).collect();
        let last = kept.last().map_or(0, |&(place, c)| place + c.len_utf8());
        let place = |at: usize| {
            offsets.iter().find(|(offset, _)| *offset == at).map_or(last, |&(_, place)| place)
        };
        let map = |span: Span| {
            let span = span?;
            let before = offsets.iter().zip(&kept).rev().find(|((at, _), _)| *at < span.end);
            let end = before.filter(|_| !span.is_empty());
            let start = place(span.start);
            Some(start..end.map_or(start, |((_, place), (_, c))| place + c.len_utf8()))
        };
        marked.markings(inner.as_bytes()).into_iter().map(map).collect()
    }

    /// A name, which may be empty, may hold spaces and `é`, and ends at a colon or a slash.
    fn pattern() -> Pattern {
        let name = Pattern::capture(0, Pattern::without(b":/\t"));
        let rest = Pattern::sequence([Pattern::text("/"), Pattern::without(b"\t")]);
        let named = Pattern::sequence([name, rest.optional()]);
        Pattern::either([
            named.rejected_by(&Pattern::text("aa").strings(Limits::default()).unwrap()),
            Pattern::text("aa"),
            Pattern::sequence([Pattern::text(":"), Pattern::capture(0, Pattern::without(b":\t"))]),
        ])
    }

    #[test]
    fn every_short_string_is_marked_as_what_is_left_of_it() {
        for removal in [removal(), at_the_beginning()] {
            marked_as_what_is_left(&removal);
        }
    }

    fn marked_as_what_is_left(removal: &Removal) {
        let marked = Marked::new(&pattern(), 0, Limits::default()).unwrap();
        let before = marked.before(removal, Limits::default()).unwrap();
        let before = before.functional(Limits::default()).unwrap();
        let (mut inputs, mut accepted, mut spans) = (vec![Vec::new()], 0, 0);
        for _ in 0..=6 {
            for input in &inputs {
                let found = before.marked().markings(input);
                let slow = slowly(removal, &marked, input);
                assert_eq!(found, slow, "{:?}", input.escape_ascii().to_string());
                accepted += found.len();
                spans += found.iter().filter(|span| span.is_some()).count();
            }
            let longer = |input: &Vec<u8>| BYTES.map(|byte| [&input[..], &[byte]].concat());
            inputs = inputs.iter().flat_map(longer).collect();
        }
        assert!(accepted > spans && spans > 5_000, "{accepted} {spans}");
    }

    #[test]
    fn nothing_is_removed_within_a_character() {
        let marked = Marked::new(&pattern(), 0, Limits::default()).unwrap();
        let before = marked.before(&removal(), Limits::default()).unwrap();
        assert_eq!(before.markings("\té\t".as_bytes()), [Some(1..3)]);
        assert!(before.markings(b"\xC3\t\xA9").is_empty());
    }
}
