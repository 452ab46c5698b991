//! The strings of a rule with the place of a component in the first derivation.

use super::{Chooser, Way};
use crate::abnf::nfa::Mark;
use crate::abnf::{Grammar, Refused, Terminals};
use crate::marked::{Alphabet, Marked, BEGIN, END};
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, Undecided};

/// A component in the first derivation.
pub(in super::super) struct Chosen {
    /// A shortest string where the component occurs twice.
    pub(in super::super) repeated: Option<Vec<u8>>,
    /// The first occurrence in each string, or the list of all.
    pub(in super::super) marked: Marked,
}

impl Grammar {
    /// Returns every string of a rule with the place of a component in the first derivation, or
    /// with all of them where it is a list. The condition concerns the string where it occurs
    /// twice.
    pub(in super::super) fn chosen(
        &self,
        rule: &str,
        (rules, is_list): (&[&str], bool),
        condition: Option<&Dfa>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Chosen, Refused> {
        let chooser = Chooser::new(self, rule, rules, terminals, limits)?;
        let twice = build(&mut Twice(&chooser), limits)?;
        let twice = match condition {
            Some(condition) => twice.intersection(condition, limits)?,
            None => twice,
        };
        let repeated = twice.shortest();
        let alphabet = Alphabet::new(chooser.nfa().classes())?;
        let letters = build(&mut Letters { chooser, alphabet: &alphabet, is_list }, limits)?;
        Ok(Chosen { repeated, marked: Marked::from_letters(alphabet, letters) })
    }
}

/// The strings where the component occurs twice.
struct Twice<'c>(&'c Chooser);

/// Counts the beginnings, up to two.
fn count(begun: &mut u8, mark: Mark, _: usize) {
    if mark == Mark::Begin {
        *begun = (*begun + 1).min(2);
    }
}

impl Deterministic for Twice<'_> {
    type State = Vec<Way<u8>>;

    fn classes(&self) -> ByteClasses {
        self.0.nfa().classes()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(self.0.start(0))
    }

    fn next(&mut self, ways: &Self::State, byte: u8) -> Result<Self::State, Undecided> {
        Ok(self.0.next(ways, byte, count))
    }

    fn is_accepting(&mut self, ways: &Self::State) -> bool {
        self.0.end(ways, count).is_some_and(|way| way.data == 2)
    }
}

/// The part of the component that was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    Before,
    Inside,
    After,
}

impl Stage {
    /// Returns the stage after a mark that counts; `None` for one that does not. The first
    /// occurrence of a component counts, and each one of a list.
    fn after(self, mark: Mark, is_list: bool) -> Option<Stage> {
        match (mark, self) {
            (Mark::Begin, Stage::Before) => Some(Stage::Inside),
            (Mark::End, Stage::Inside) if is_list => Some(Stage::Before),
            (Mark::End, Stage::Inside) => Some(Stage::After),
            _ => None,
        }
    }
}

/// The marks between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Gap {
    /// The number of marks. They alternate, so that the stage before them says which they are.
    marks: u32,
    /// The stage after them.
    stage: Stage,
}

/// The way of a derivation through a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Marks {
    /// Whether all marks before the gap are where the letters have them.
    is_right: bool,
    gap: Gap,
}

/// The ways after the last byte, each with whether its marks are those of the letters, and the
/// letters since then. A way with other marks still decides that no later one is chosen.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    ways: Vec<Way<bool>>,
    /// The stage before the gap.
    stage: Stage,
    gap: Gap,
}

const BEFORE: Gap = Gap { marks: 0, stage: Stage::Before };

const DEAD: State = State { ways: Vec::new(), stage: Stage::Before, gap: BEFORE };

struct Letters<'a> {
    chooser: Chooser,
    alphabet: &'a Alphabet,
    is_list: bool,
}

impl State {
    /// Returns the ways with their marks before the gap.
    fn marks(&self) -> Vec<Way<Marks>> {
        let gap = Gap { marks: 0, stage: self.stage };
        let way = |way: &Way<bool>| Way { node: way.node, data: Marks { is_right: way.data, gap } };
        self.ways.iter().map(way).collect()
    }

    fn is_right(&self, marks: &Marks) -> bool {
        marks.is_right && marks.gap == self.gap
    }
}

impl Letters<'_> {
    /// Returns what passes a mark.
    fn pass(&self) -> impl Fn(&mut Marks, Mark, usize) + use<> {
        let is_list = self.is_list;
        move |marks, mark, _| {
            if let Some(stage) = marks.gap.stage.after(mark, is_list) {
                marks.gap = Gap { marks: marks.gap.marks + 1, stage };
            }
        }
    }
}

impl Deterministic for Letters<'_> {
    type State = State;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<State, Undecided> {
        Ok(State { ways: self.chooser.start(true), ..DEAD })
    }

    fn next(&mut self, state: &State, letter: u8) -> Result<State, Undecided> {
        let Gap { marks, stage } = state.gap;
        let mark = match letter {
            BEGIN => Some(Mark::Begin),
            END => Some(Mark::End),
            _ => None,
        };
        if let Some(mark) = mark {
            let Some(stage) = stage.after(mark, self.is_list) else { return Ok(DEAD) };
            let gap = Gap { marks: marks + 1, stage };
            // More marks than any way has are of no use.
            let ways = self.chooser.closed(&state.marks(), self.pass());
            let is_possible = ways.iter().any(|way| way.data.gap.marks >= gap.marks);
            return Ok(if is_possible { State { gap, ..state.clone() } } else { DEAD });
        }
        let Some(byte) = self.alphabet.byte(letter) else { return Ok(DEAD) };
        let ways = self.chooser.next(&state.marks(), byte, self.pass());
        let right = |way: Way<Marks>| Way { data: state.is_right(&way.data), node: way.node };
        let ways: Vec<Way<bool>> = ways.into_iter().map(right).collect();
        if !ways.iter().any(|way| way.data) {
            return Ok(DEAD);
        }
        Ok(State { ways, stage, gap: Gap { marks: 0, stage } })
    }

    fn is_accepting(&mut self, state: &State) -> bool {
        let way = self.chooser.end(&state.marks(), self.pass());
        way.is_some_and(|way| state.is_right(&way.data) && state.gap.stage != Stage::Inside)
    }
}
