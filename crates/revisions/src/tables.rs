//! Verdicts of every frame, from automata that were made with the frames.

use urigram_automata::Dfa;

use crate::frame::{Frame, FILE};

/// An automaton as bytes: the number of states and of classes, the class of each byte, whether each
/// state accepts, and the next state for each state and class. Numbers have two bytes, low first.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a>(&'a [u8]);

const CLASSES: usize = 4;
const ACCEPTING: usize = CLASSES + 256;

impl<'a> Table<'a> {
    fn number(self, at: usize) -> usize {
        self.0.get(at..at + 2).map_or(0, |two| usize::from(u16::from_le_bytes([two[0], two[1]])))
    }

    /// Returns true if the automaton accepts the input. Takes a step for each byte.
    pub(crate) fn accepts(self, input: &[u8]) -> bool {
        let (states, classes) = (self.number(0), self.number(2));
        let next = ACCEPTING + states;
        let state = input.iter().fold(0, |state, &byte| {
            let class = usize::from(self.0[CLASSES + usize::from(byte)]);
            self.number(next + 2 * (state * classes + class))
        });
        self.0[ACCEPTING + state] == 1
    }
}

/// Writes an automaton as bytes; `None` if it has more states than two bytes count.
#[cfg_attr(not(feature = "make"), allow(dead_code))]
pub(crate) fn bytes(dfa: &Dfa) -> Option<Vec<u8>> {
    let (states, classes) = (u16::try_from(dfa.len()).ok()?, dfa.classes().len());
    let mut out = states.to_le_bytes().to_vec();
    out.extend((classes as u16).to_le_bytes());
    out.extend((0..=255).map(|byte| dfa.classes().of(byte) as u8));
    out.extend((0..u32::from(states)).map(|state| u8::from(dfa.is_accepting(state))));
    for state in 0..u32::from(states) {
        for class in 0..classes {
            out.extend((dfa.next_by_class(state, class) as u16).to_le_bytes());
        }
    }
    Some(out)
}

/// Returns true if a string begins with a scheme and a colon.
fn has_scheme(input: &[u8]) -> bool {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = input.iter().take_while(|byte| is_of_scheme(byte)).count();
    input.first().is_some_and(u8::is_ascii_alphabetic) && input.get(length) == Some(&b':')
}

impl Frame {
    /// Returns true if the rule of a whole reference accepts the input; `None` if that rule is
    /// broken in this frame.
    ///
    /// # Cost
    /// A step for each byte.
    pub fn accepts(self, input: &[u8]) -> Option<bool> {
        Some(self.table()?.accepts(input))
    }

    /// Returns true if the frame is about strings like this one. The frames of the URL Standard
    /// hold absolute strings only, so they say nothing of a reference without a scheme, unless one
    /// of them accepts it.
    ///
    /// ```
    /// use urigram_revisions::Frame;
    /// let silent = |input: &[u8]| Frame::all().filter(|one| !one.speaks_of(input)).count();
    /// assert!(silent(b"//g") > 0 && silent(b"http://g") == 0);
    /// let mut silent = Frame::all().filter(|one| !one.speaks_of(b"//g"));
    /// assert!(silent.all(|one| one.accepts(b"//g") == Some(false)));
    /// ```
    pub fn speaks_of(self, input: &[u8]) -> bool {
        // A shortest reference of each kind.
        const REFERENCES: [&[u8]; 6] = [b"", b"g", b"/g", b"//g", b"?g", b"#g"];
        let takes = |input: &[u8]| self.accepts(input);
        let of_line = || Frame::all().filter(|frame| frame.line() == self.line());
        has_scheme(input)
            || !REFERENCES.iter().all(|one| takes(one) == Some(false))
            || of_line().any(|frame| frame.accepts(input) == Some(true))
    }

    fn table(self) -> Option<Table<'static>> {
        self.data().table.map(|table| Table(FILE.tables[table]))
    }
}
