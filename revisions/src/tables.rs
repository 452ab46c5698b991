//! Verdicts of every frame and numbers of strings, from automata that were made with the frames.

use urigram_automata::Dfa;

use crate::frame::{Frame, TABLES, TABLE_OFFSETS};

/// An automaton as bytes: the number of states and of classes, the class of each byte, whether each
/// state accepts, and the next state for each state and class. Numbers have two bytes, low first.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a>(&'a [u8]);

/// The longest strings that are counted, in bytes. There are 2^120 of them, which 128 bits hold.
pub const COUNTED: usize = 15;

/// The numbers of strings of no byte, of one byte, and so on, to those of [`COUNTED`] bytes.
pub type Counts = [u128; COUNTED + 1];

const CLASSES: usize = 4;
const ACCEPTING: usize = CLASSES + 256;

impl<'a> Table<'a> {
    fn number(self, at: usize) -> usize {
        self.0.get(at..at + 2).map_or(0, |two| usize::from(u16::from_le_bytes([two[0], two[1]])))
    }

    /// Returns the number of accepted strings of each length.
    fn counts(self) -> Counts {
        let (states, classes) = (self.number(0), self.number(2));
        let mut sizes = vec![0_u128; classes];
        self.0[CLASSES..ACCEPTING].iter().for_each(|&class| sizes[usize::from(class)] += 1);
        // The numbers of strings of the present length that are accepted from each state.
        let mut from: Vec<u128> =
            self.0[ACCEPTING..ACCEPTING + states].iter().copied().map(u128::from).collect();
        let row = |state: usize| ACCEPTING + states + 2 * state * classes;
        std::array::from_fn(|length| {
            if length > 0 {
                let ways = |(class, size): (usize, &u128), state: usize| {
                    size * from[self.number(row(state) + 2 * class)]
                };
                let of = |state| sizes.iter().enumerate().map(|one| ways(one, state)).sum();
                from = (0..states).map(of).collect();
            }
            from.first().copied().unwrap_or_default()
        })
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

impl Frame {
    /// Returns true if the rule of a whole reference accepts the input; `None` if that rule is
    /// broken in this frame.
    ///
    /// # Cost
    /// A step for each byte.
    pub fn accepts(self, input: &[u8]) -> Option<bool> {
        Some(self.table()?.accepts(input))
    }

    /// Returns the number of strings of each length that the rule of a whole reference accepts;
    /// `None` if the frame is broken there.
    ///
    /// ```
    /// use urigram_revisions::Revision;
    /// let of = |name: &str| name.parse::<Revision>().map(|one| one.frame);
    /// let [before, after] = [of("uri-syntax-03")?, of("rfc2396bis-07")?];
    /// // A query needs no path any more, so `?` is a reference of one byte.
    /// assert_eq!((before.accepts(b"?"), after.accepts(b"?")), (Some(false), Some(true)));
    /// assert_eq!(before.counts().map(|counts| counts[1]), Some(80));
    /// assert_eq!(after.counts().map(|counts| counts[1]), Some(81));
    /// # Ok::<(), urigram_revisions::UnknownRevision>(())
    /// ```
    ///
    /// # Cost
    /// [`COUNTED`] rounds over the transitions of the automaton: milliseconds.
    pub fn counts(self) -> Option<Counts> {
        self.table().map(Table::counts)
    }

    fn table(self) -> Option<Table<'static>> {
        let table = self.data().table?;
        let range = TABLE_OFFSETS[table]..TABLE_OFFSETS[table + 1];
        Some(Table(&TABLES[range]))
    }
}
