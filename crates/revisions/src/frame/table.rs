//! An automaton that was made with the frames.

use urigram_automata::Dfa;

/// An automaton.
#[derive(PartialEq, Eq)]
pub(crate) struct Table {
    /// The class of each byte.
    pub(crate) classes: &'static [u8],
    /// For each state, whether it accepts.
    pub(crate) accepting: &'static [u8],
    /// The next state for each state and class.
    pub(crate) next: Runs,
}

/// Numbers. Most states lead to the dead one by most classes, so the file has each number with the
/// count of those that follow each other and are equal: a quarter of the bytes.
#[derive(PartialEq, Eq)]
pub(crate) struct Runs(pub(crate) &'static [u16]);

impl Table {
    /// Makes the table of an automaton; `None` if it has more states than two bytes count.
    #[cfg_attr(not(feature = "make"), allow(dead_code))]
    pub(crate) fn new(dfa: &Dfa) -> Option<Table> {
        let states = || 0..dfa.len() as u32;
        u16::try_from(dfa.len()).ok()?;
        let classes: Vec<u8> = (0..=255).map(|byte| dfa.classes().of(byte) as u8).collect();
        let accepting: Vec<u8> = states().map(|state| dfa.is_accepting(state).into()).collect();
        let row = |state| (0..dfa.classes().len()).map(move |class| (state, class));
        let next = states().flat_map(row).map(|(state, class)| dfa.next_by_class(state, class));
        let next: Vec<u16> = next.map(|next| next as u16).collect();
        let next = Runs(next.leak());
        Some(Table { classes: classes.leak(), accepting: accepting.leak(), next })
    }

    /// Returns true if the automaton accepts the input. Takes a step for each byte.
    pub(crate) fn accepts(&self, input: &[u8]) -> bool {
        let width = self.next.0.len() / self.accepting.len();
        let state = input.iter().fold(0, |state, &byte| {
            let class = usize::from(self.classes[usize::from(byte)]);
            usize::from(self.next.0[state * width + class])
        });
        self.accepting[state] == 1
    }
}
