//! The automaton of a type as a graph whose edges note offsets, as small as that makes it.

use std::collections::BTreeMap;

use urigram_automata::abnf::{Noted, Splitter};
use urigram_automata::StateId;

/// A register that an edge writes: its number, and whether it gets the offset after the byte that
/// is read, and not the byte's own.
pub(super) type Note = (u8, bool);

/// The state after a byte, and what is noted on the way.
pub(super) type Edge = (usize, Vec<Note>);

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// For each byte, the edge; `None` where no text goes on.
    pub(super) edges: Vec<Option<Edge>>,
    /// The places of components if the text ends here.
    pub(super) end: Option<Vec<Noted>>,
}

/// The edges of one state that lead to one state and note the same.
pub(super) struct Group<'m> {
    pub(super) to: usize,
    pub(super) notes: &'m [Note],
    pub(super) bytes: Vec<u8>,
}

impl State {
    /// Returns the edges in groups, in order of their first bytes.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for (byte, edge) in (0..=u8::MAX).zip(&self.edges) {
            let Some((to, notes)) = edge else { continue };
            match groups.iter_mut().find(|group| group.to == *to && group.notes == *notes) {
                Some(group) => group.bytes.push(byte),
                None => groups.push(Group { to: *to, notes, bytes: vec![byte] }),
            }
        }
        groups
    }
}

/// Returns the states of a splitter for texts, which are UTF-8; the first one is the start.
pub(super) fn of(splitter: &Splitter) -> Vec<State> {
    let dfa = splitter.dfa();
    let edge = |state, byte| {
        let to = dfa.next(state, byte);
        let notes = || splitter.notes(to).iter().map(|&register| (register, false)).collect();
        (!dfa.is_dead(to)).then(|| (to as usize, notes()))
    };
    let state = |state: StateId| State {
        edges: (0..=u8::MAX).map(|byte| edge(state, byte)).collect(),
        end: splitter.ends(state).map(<[Noted]>::to_vec),
    };
    let mut states: Vec<State> = (0..dfa.len() as StateId).map(state).collect();
    read_characters(&mut states);
    note_early(&mut states);
    merged(&states)
}

/// A first and a last byte.
type Bytes = (u8, u8);

/// The bytes that begin a character, and those that go on (RFC 3629, section 4).
const CHARACTERS: [(Bytes, &[Bytes]); 8] = [
    ((0xC2, 0xDF), &[(0x80, 0xBF)]),
    ((0xE0, 0xE0), &[(0xA0, 0xBF), (0x80, 0xBF)]),
    ((0xE1, 0xEC), &[(0x80, 0xBF), (0x80, 0xBF)]),
    ((0xED, 0xED), &[(0x80, 0x9F), (0x80, 0xBF)]),
    ((0xEE, 0xEF), &[(0x80, 0xBF), (0x80, 0xBF)]),
    ((0xF0, 0xF0), &[(0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    ((0xF1, 0xF3), &[(0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    ((0xF4, 0xF4), &[(0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)]),
];

/// Makes a state that is the same after every character beyond ASCII read their bytes as one class:
/// in a text they are never apart. The states between the bytes of a character are left over.
fn read_characters(states: &mut [State]) {
    let stays = |from: usize| {
        CHARACTERS.iter().all(|&(lead, rest)| {
            let mut reached = vec![from];
            for &(first, last) in [lead].iter().chain(rest) {
                let mut next = Vec::new();
                for state in reached {
                    for edge in &states[state].edges[usize::from(first)..=usize::from(last)] {
                        match edge {
                            Some((to, notes)) if notes.is_empty() => next.push(*to),
                            _ => return false,
                        }
                    }
                }
                next.sort_unstable();
                next.dedup();
                reached = next;
            }
            reached == [from]
        })
    };
    let staying: Vec<usize> = (0..states.len()).filter(|&state| stays(state)).collect();
    for state in staying {
        states[state].edges[0x80..].fill(Some((state, Vec::new())));
    }
}

/// Writes a register on the way into a state where all ways out of it write it. A component then
/// begins in one state, whether or not its first byte differs from others.
fn note_early(states: &mut [State]) {
    for state in 1..states.len() {
        let of = &states[state];
        let mut edges = of.edges.iter().flatten();
        let Some((_, notes)) = edges.next() else { continue };
        let is_read =
            |register| of.end.iter().flatten().any(|noted| *noted == Noted::Register(register));
        let everywhere = |note: &Note| edges.clone().all(|(_, notes)| notes.contains(note));
        let is_early = |note: &&Note| !note.1 && !is_read(note.0) && everywhere(note);
        let early: Vec<Note> = notes.iter().filter(is_early).copied().collect();
        if early.is_empty() || of.edges.iter().flatten().any(|(to, _)| *to == state) {
            continue;
        }
        for (_, notes) in states[state].edges.iter_mut().flatten() {
            notes.retain(|note| !early.contains(note));
        }
        for (to, notes) in states.iter_mut().flat_map(|from| from.edges.iter_mut().flatten()) {
            if *to == state {
                notes.retain(|note| early.iter().all(|early| early.0 != note.0));
                notes.extend(early.iter().map(|&(register, _)| (register, true)));
            }
        }
    }
}

/// Returns the states that can be reached, those that go on alike as one.
pub(super) fn merged(states: &[State]) -> Vec<State> {
    let mut block: Vec<usize> = vec![0; states.len()];
    let mut count = 0;
    loop {
        let mut numbers = BTreeMap::new();
        block = states
            .iter()
            .map(|state| {
                let edge = |edge: &Option<Edge>| {
                    edge.as_ref().map(|(to, notes)| (block[*to], notes.clone()))
                };
                let edges: Vec<Option<Edge>> = state.edges.iter().map(edge).collect();
                let next = numbers.len();
                *numbers.entry((state.end.clone(), edges)).or_insert(next)
            })
            .collect();
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    // The blocks, in the order in which they are reached.
    let mut order = vec![0];
    let mut number: BTreeMap<usize, usize> = BTreeMap::from([(block[0], 0)]);
    let mut made = Vec::new();
    while made.len() < order.len() {
        let mut state = states[order[made.len()]].clone();
        for (to, _) in state.edges.iter_mut().flatten() {
            let next = number.len();
            let known = *number.entry(block[*to]).or_insert(next);
            if known == next {
                order.push(*to);
            }
            *to = known;
        }
        made.push(state);
    }
    made
}
