//! The strings of a rule with the place of a component in the derivation that is chosen.

use super::{Chooser, Prefer, Way};
use crate::abnf::nfa::Mark;
use crate::abnf::{Grammar, Refused, Terminals};
use crate::marked::{Alphabet, Marked, BEGIN, END};
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, Undecided};

/// A component in the derivation that is chosen.
pub(in super::super) struct Chosen {
    /// A shortest string in which the component occurs twice.
    pub(in super::super) repeated: Option<Vec<u8>>,
    /// The first occurrence in each string.
    pub(in super::super) marked: Marked,
}

impl Grammar {
    /// Returns every string of a rule with the place of a component in the derivation that is
    /// chosen. The condition concerns the string in which it occurs twice.
    pub(in super::super) fn chosen(
        &self,
        rule: &str,
        rules: &[&str],
        prefer: Prefer<'_>,
        condition: Option<&Dfa>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Chosen, Refused> {
        let chooser = Chooser::new(self, rule, &[rules], Some(prefer), terminals, limits)?;
        let twice = build(&mut Twice(&chooser), limits)?;
        let twice = match condition {
            Some(condition) => twice.intersection(condition, limits)?,
            None => twice,
        };
        let repeated = twice.shortest();
        let alphabet = Alphabet::new(chooser.nfa().classes())?;
        let letters = build(&mut Letters { chooser, alphabet: &alphabet }, limits)?;
        Ok(Chosen { repeated, marked: Marked::from_letters(alphabet, letters) })
    }
}

/// The strings in which the component occurs twice.
struct Twice<'c>(&'c Chooser);

/// Counts the beginnings, up to two.
fn count(begun: &mut u8, mark: Mark, number: usize) {
    if (mark, number) == (Mark::Begin, 0) {
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
        self.0.next(ways, byte, count)
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

/// The marks between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Gap {
    begin: bool,
    end: bool,
}

/// The way of a derivation through a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Marks {
    /// Whether all marks before the gap are where the letters have them.
    is_right: bool,
    stage: Stage,
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

const DEAD: State =
    State { ways: Vec::new(), stage: Stage::Before, gap: Gap { begin: false, end: false } };

struct Letters<'a> {
    chooser: Chooser,
    alphabet: &'a Alphabet,
}

/// Passes a mark. The first occurrence of the component counts.
fn pass(marks: &mut Marks, mark: Mark, number: usize) {
    match (mark, number, marks.stage) {
        (Mark::Begin, 0, Stage::Before) => {
            (marks.stage, marks.gap.begin) = (Stage::Inside, true);
        }
        (Mark::End, 0, Stage::Inside) => (marks.stage, marks.gap.end) = (Stage::After, true),
        _ => {}
    }
}

impl State {
    /// Returns the ways with their marks before the gap.
    fn marks(&self) -> Vec<Way<Marks>> {
        let marks = |&is_right: &bool| Marks { is_right, stage: self.stage, gap: Gap::default() };
        let way =
            |way: &Way<bool>| Way { node: way.node, behind: way.behind, data: marks(&way.data) };
        self.ways.iter().map(way).collect()
    }

    /// Returns the stage after the gap.
    fn stage_after(&self) -> Stage {
        match self.gap {
            Gap { end: true, .. } => Stage::After,
            Gap { begin: true, .. } => Stage::Inside,
            _ => self.stage,
        }
    }

    fn is_right(&self, marks: &Marks) -> bool {
        marks.is_right && marks.gap == self.gap
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
        let stage = state.stage_after();
        if let (BEGIN, Stage::Before) | (END, Stage::Inside) = (letter, stage) {
            let gap = Gap { begin: state.gap.begin || letter == BEGIN, end: letter == END };
            return Ok(State { gap, ..state.clone() });
        }
        let Some(byte) = self.alphabet.byte(letter) else { return Ok(DEAD) };
        let ways = self.chooser.next(&state.marks(), byte, pass)?;
        let right = |way: Way<Marks>| Way {
            data: state.is_right(&way.data),
            node: way.node,
            behind: way.behind,
        };
        let ways: Vec<Way<bool>> = ways.into_iter().map(right).collect();
        if !ways.iter().any(|way| way.data) {
            return Ok(DEAD);
        }
        Ok(State { ways, stage, gap: Gap::default() })
    }

    fn is_accepting(&mut self, state: &State) -> bool {
        let way = self.chooser.end(&state.marks(), pass);
        way.is_some_and(|way| state.is_right(&way.data) && state.stage_after() != Stage::Inside)
    }
}
