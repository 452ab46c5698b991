//! Strings by the text of their component.
//!
//! Of the strings `//⟨a⟩/` and `//⟨b⟩/`, `within` the texts `a` keeps the first one, without
//! marks. A state is a set, because a mark has no byte: after `//a` the component may go on, or
//! may have ended here.

use super::{Marked, BEGIN, END};
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, StateId, Undecided};

impl Marked {
    /// Returns the automaton of the strings that have the component, with a text that another
    /// automaton accepts.
    ///
    /// ```
    /// use urigram_automata::marked::{Marked, Pattern};
    /// use urigram_automata::Limits;
    ///
    /// let limits = Limits::default();
    /// let host = Pattern::capture(0, Pattern::without(b"/"));
    /// let pattern = Pattern::sequence([Pattern::text("//"), host, Pattern::text("/")]);
    /// let hosts = Marked::new(&pattern, 0, limits)?;
    /// let within = hosts.within(&Pattern::text("a").strings(limits)?, limits)?;
    /// assert!(within.accepts(b"//a/") && !within.accepts(b"//b/") && !within.accepts(b"//ab/"));
    /// # Ok::<(), urigram_automata::Undecided>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if an automaton needs more than `limits.states` states.
    pub fn within(&self, texts: &Dfa, limits: Limits) -> Result<Dfa, Undecided> {
        build(&mut Within { marked: self, texts }, limits)
    }
}

struct Within<'a> {
    marked: &'a Marked,
    texts: &'a Dfa,
}

/// The part of a string that has been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Read {
    Before,
    /// The component, to a state of the automaton of texts.
    Inside(StateId),
    After,
}

impl Within<'_> {
    /// Adds a state with those that marks lead to.
    fn add(&self, ways: &mut Vec<(StateId, Read)>, way: (StateId, Read)) {
        let mut next = Some(way);
        while let Some((state, read)) = next.take() {
            let is_lost = matches!(read, Read::Inside(text) if self.texts.is_dead(text));
            if is_lost
                || self.marked.letters().dead() == Some(state)
                || ways.contains(&(state, read))
            {
                return;
            }
            ways.push((state, read));
            next = match read {
                Read::Before => Some((self.marked.letters().next(state, BEGIN), Read::Inside(0))),
                Read::Inside(text) if self.texts.is_accepting(text) => {
                    Some((self.marked.letters().next(state, END), Read::After))
                }
                _ => None,
            };
        }
    }
}

impl Deterministic for Within<'_> {
    type State = Vec<(StateId, Read)>;

    fn classes(&self) -> ByteClasses {
        self.marked.bytes().refine(self.texts.classes())
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        let mut ways = Vec::new();
        self.add(&mut ways, (0, Read::Before));
        ways.sort_unstable();
        Ok(ways)
    }

    fn next(&mut self, state: &Self::State, byte: u8) -> Result<Self::State, Undecided> {
        let mut ways = Vec::new();
        for &(from, read) in state {
            let to = self.marked.letters().next(from, self.marked.letter(byte));
            let read = match read {
                Read::Inside(text) => Read::Inside(self.texts.next(text, byte)),
                read => read,
            };
            self.add(&mut ways, (to, read));
        }
        ways.sort_unstable();
        Ok(ways)
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        let is_end = |&(state, read): &(StateId, Read)| {
            read == Read::After && self.marked.letters().is_accepting(state)
        };
        state.iter().any(is_end)
    }
}
