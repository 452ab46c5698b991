//! Two marked automata on the same bytes: do they place their marks at the same time?

use super::alphabet::{BEGIN, END};
use super::list::Word;
use super::Marked;
use crate::product::readability;
use crate::shortest::spelled;
use crate::{ByteClasses, Limits, StateId, Undecided};
use std::collections::VecDeque;
use std::ops::Range;

/// The answer of a search.
pub(super) struct Found {
    /// The shortest string that both accept with different marks; of several, the most readable
    /// one.
    pub(super) differs: Option<Vec<u8>>,
    /// Whether both accept some string. Known only where `differs` is `None`.
    pub(super) common: bool,
    /// The number of nodes that were reached.
    pub(super) states: usize,
}

/// A state of both sides after the same bytes.
#[derive(Clone, Copy)]
struct Node {
    a: StateId,
    b: StateId,
    /// Whether a mark of one side has no mark of the other side at its place.
    differs: bool,
}

/// The marks that a state can place between two bytes: the state after them, and which they are.
struct Gaps(Vec<Vec<(StateId, Word)>>);

impl Gaps {
    fn of(marked: &Marked) -> Gaps {
        let letters = &marked.letters;
        let after = |state: StateId, mark: u8| {
            Some(letters.next(state, mark)).filter(|&next| Some(next) != letters.dead())
        };
        let all = |state: StateId| {
            let mut words = Vec::new();
            if Some(state) == letters.dead() {
                return words;
            }
            words.push((state, 0));
            // Inside an item only its end can follow, outside only a beginning.
            let mut mark = if after(state, END).is_some() { END } else { BEGIN };
            let ends = Word::from(mark == END);
            let (mut now, mut count) = (state, 0);
            while let Some(next) = after(now, mark) {
                count += 1;
                let is_new = words.iter().all(|&(known, _)| known != next);
                // A state that comes again has two words: more of them say nothing more.
                words.push((next, 2 * count + ends));
                if !is_new {
                    break;
                }
                (now, mark) = (next, if mark == END { BEGIN } else { END });
            }
            words
        };
        Gaps((0..letters.len() as StateId).map(all).collect())
    }

    fn from(&self, state: StateId) -> &[(StateId, Word)] {
        &self.0[state as usize]
    }
}

/// Bits for pairs of states, in rows that exist once they are needed.
struct Seen {
    rows: Vec<Box<[u64]>>,
    width: usize,
}

impl Seen {
    fn new(a: &Marked, b: &Marked) -> Seen {
        let rows = (0..2 * a.letters.len()).map(|_| Box::default()).collect();
        Seen { rows, width: b.letters.len().div_ceil(64) }
    }

    /// Notes a node; returns true if it is new.
    fn insert(&mut self, node: Node) -> bool {
        let row = &mut self.rows[2 * node.a as usize + usize::from(node.differs)];
        if row.is_empty() {
            *row = vec![0; self.width].into();
        }
        let (word, bit) = (&mut row[node.b as usize / 64], 1 << (node.b % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// Visits the nodes in the order of their first strings: shorter ones first, then more readable
/// ones.
///
/// A string can lead to several nodes, since marks may be placed at different times. Nodes that are
/// new after the same string stay together and are continued together; otherwise a node could be
/// found by a later string than its first.
pub(super) fn run(a: &Marked, b: &Marked, limits: Limits) -> Result<Found, Undecided> {
    let mut search = Search {
        steps: steps(a, b),
        dead: (a.letters.dead(), b.letters.dead()),
        gaps: (Gaps::of(a), Gaps::of(b)),
        seen: Seen::new(a, b),
        nodes: Vec::new(),
        limit: limits.states,
        a,
        b,
    };
    let mut strings: Vec<Reached> = vec![Reached { before: 0, byte: 0 }];
    let mut queue: VecDeque<Range<usize>> = VecDeque::new();
    search.reach(Node { a: 0, b: 0, differs: false })?;
    queue.push_back(0..search.nodes.len());
    let (mut string, mut common) = (0, false);
    while let Some(group) = queue.pop_front() {
        for at in group.clone() {
            let (accepts, differs) = search.ends(search.nodes[at]);
            common |= accepts;
            if differs {
                let before =
                    |at: usize| Some((strings[at].before, strings[at].byte)).filter(|_| at != 0);
                let differs = Some(spelled(string, before));
                return Ok(Found { differs, common, states: search.nodes.len() });
            }
        }
        for step in 0..search.steps.len() {
            let start = search.nodes.len();
            for at in group.clone() {
                search.advance(search.nodes[at], step)?;
            }
            if search.nodes.len() > start {
                strings.push(Reached { before: string, byte: search.steps[step].byte });
                queue.push_back(start..search.nodes.len());
            }
        }
        string += 1;
    }
    Ok(Found { differs: None, common, states: search.nodes.len() })
}

/// The last byte of a string that was reached, and the string before it by its number.
struct Reached {
    before: usize,
    byte: u8,
}

/// A byte, and its letter on each side.
struct Step {
    byte: u8,
    letters: (u8, u8),
}

/// Returns the most readable byte of each class, most readable first.
fn steps(a: &Marked, b: &Marked) -> Vec<Step> {
    let class =
        |marked: &Marked, byte: u8| marked.letters.classes().of(marked.alphabet.letter(byte));
    let classes = ByteClasses::by_key(|byte| (class(a, byte), class(b, byte)));
    let mut bytes: Vec<u8> = (0..classes.len())
        .filter_map(|class| classes.bytes(class).min_by_key(|&byte| readability(byte)))
        .collect();
    bytes.sort_unstable_by_key(|&byte| readability(byte));
    let step = |byte| Step { byte, letters: (a.alphabet.letter(byte), b.alphabet.letter(byte)) };
    bytes.into_iter().map(step).collect()
}

struct Search<'m> {
    a: &'m Marked,
    b: &'m Marked,
    dead: (Option<StateId>, Option<StateId>),
    gaps: (Gaps, Gaps),
    steps: Vec<Step>,
    seen: Seen,
    nodes: Vec<Node>,
    limit: usize,
}

impl Search<'_> {
    fn reach(&mut self, node: Node) -> Result<(), Undecided> {
        let dead = Some(node.a) == self.dead.0 || Some(node.b) == self.dead.1;
        if !dead && self.seen.insert(node) {
            if self.nodes.len() == self.limit {
                return Err(Undecided::new("pairs of states", self.limit));
            }
            self.nodes.push(node);
        }
        Ok(())
    }

    /// Reaches the nodes after one more byte, with any marks before it.
    fn advance(&mut self, node: Node, step: usize) -> Result<(), Undecided> {
        let letters = self.steps[step].letters;
        for one in 0..self.gaps.0.from(node.a).len() {
            let (a, marks_a) = self.gaps.0.from(node.a)[one];
            let a = self.a.letters.next(a, letters.0);
            if Some(a) == self.dead.0 {
                continue;
            }
            for other in 0..self.gaps.1.from(node.b).len() {
                let (b, marks_b) = self.gaps.1.from(node.b)[other];
                let b = self.b.letters.next(b, letters.1);
                self.reach(Node { a, b, differs: node.differs || marks_a != marks_b })?;
            }
        }
        Ok(())
    }

    /// Whether both sides accept here, and whether they can do so with different marks.
    fn ends(&self, node: Node) -> (bool, bool) {
        let accepting = |marked: &Marked, gaps: &Gaps, state| -> Vec<Word> {
            let ends =
                gaps.from(state).iter().filter(|&&(state, _)| marked.letters.is_accepting(state));
            ends.map(|&(_, marks)| marks).collect()
        };
        let (ends_a, ends_b) =
            (accepting(self.a, &self.gaps.0, node.a), accepting(self.b, &self.gaps.1, node.b));
        let accepts = !ends_a.is_empty() && !ends_b.is_empty();
        let differs =
            node.differs || ends_a.iter().any(|one| ends_b.iter().any(|other| one != other));
        (accepts, accepts && differs)
    }
}
