//! Theorems about the changes of identifiers, decided on automata when tables are generated.
//!
//! A setter that relies on one of these does not parse again. [`free_ends`] is about queries and
//! fragments, [`has_open_paths`] about segments at the end of a path, and [`excess`] about the rule
//! for references and the rule for identifiers.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;

use crate::dfa::automaton::Automaton;
use crate::{ByteSet, Table};

/// Some states of an automaton, a bit for each. A row has four bytes at least, and rows begin below
/// 65,536.
struct States([u64; 256]);

impl States {
    const NONE: States = States([0; 256]);

    /// Returns the states of a table that some input reaches. Other states belong to rules that
    /// share the table's automaton.
    fn reached(table: &Table) -> States {
        let mut reached = States::NONE;
        reached.add(usize::from(table.automaton.start));
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for state in 0..table.labels.len() {
                for byte in 0..=u8::MAX {
                    let is_new =
                        reached.has(state) && reached.add(table.automaton.next(state, byte));
                    has_grown |= is_new;
                }
            }
        }
        reached
    }

    fn has(&self, state: usize) -> bool {
        self.0[state / 64] >> (state % 64) & 1 == 1
    }

    /// Adds a state, and returns true if it is new.
    fn add(&mut self, state: usize) -> bool {
        let is_new = !self.has(state);
        self.0[state / 64] |= 1 << (state % 64);
        is_new
    }
}

/// Returns whether the query and the fragment of a rule are free, of these legal characters.
pub(crate) fn free_ends(table: &Table, query: &ByteSet, fragment: &ByteSet) -> FreeEnds {
    let Some(states) = free_states(table, b'#', fragment, None) else {
        return FreeEnds { query: false, fragment: false };
    };
    let query = free_states(table, b'?', query, Some((b'#', &states))).is_some();
    FreeEnds { query, fragment: true }
}

/// The components at the end of an identifier that are free.
pub(crate) struct FreeEnds {
    pub(crate) query: bool,
    pub(crate) fragment: bool,
}

/// Returns the states where a component can be that a delimiter begins, if the component is free:
/// wherever the delimiter occurs outside of `later`, each of these accepts, is left to `later` by
/// the delimiter of the next component, and leads to another of them by every legal character and
/// by every percent-encoding. Then the component is `*( legal / pct-encoded )` in every identifier.
/// And outside, the delimiter can follow exactly where the identifier or the next component can:
/// then the component can be added and removed.
///
/// ```text
/// /path?q%41#f      all states after `?` and before `#`, the two inside the encoding aside
/// ```
fn free_states(
    table: &Table,
    delimiter: u8,
    legal: &ByteSet,
    next: Option<(u8, &States)>,
) -> Option<States> {
    if legal.is_empty() || !table.shape.splits_everywhere(delimiter) {
        return None;
    }
    let after = |state: usize, text: &[u8]| table.automaton.state_after(state, text);
    let is_later = |state: usize| next.is_some_and(|(_, later)| later.has(state));
    let mut inside = States::NONE;
    let reached = States::reached(table);
    let all = (0..table.labels.len()).filter(|&state| reached.has(state));
    for state in all.clone().filter(|&state| !is_later(state)) {
        if let Some(first) = after(state, &[delimiter]) {
            inside.add(first);
        }
    }
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for state in all.clone() {
            if !inside.has(state) {
                continue;
            }
            for byte in legal.iter() {
                has_grown |= inside.add(after(state, &[byte])?);
            }
            for digit in (0..128u8).filter(u8::is_ascii_hexdigit) {
                has_grown |= inside.add(after(state, &[b'%', digit, b'0'])?);
                has_grown |= inside.add(after(state, &[b'%', b'0', digit])?);
            }
        }
    }
    let ends = |state: usize| {
        let goes_on = next.is_none_or(|(delimiter, later)| {
            after(state, &[delimiter]).is_some_and(|found| later.has(found))
        });
        goes_on && table.automaton.accepts(state)
    };
    // Outside, the component can begin wherever the identifier, or the next component, can.
    let begins = |state: usize| {
        let is_end = table.automaton.accepts(state)
            || next.is_some_and(|(delimiter, _)| after(state, &[delimiter]).is_some());
        is_end == after(state, &[delimiter]).is_some()
    };
    let mut states = all;
    let is_free = states.all(|state| match (inside.has(state), is_later(state)) {
        (true, _) => ends(state),
        (false, is_later) => is_later || begins(state),
    });
    is_free.then_some(inside)
}

/// Returns true if segments of data (unreserved characters and percent-encodings) can be appended
/// to every path that contains a slash, and removed as long as it contains another.
///
/// ```text
/// http://h/a?q        after `/`, and after all that follows one outside of query and fragment, a
///           ^         state in which the path can end accepts the same continuations as any other
/// ```
///
/// So an identifier stays one if its path ends in any of these states. A state of an authority is
/// among them: `//h` can be followed by what `//h/a` can. And it keeps its components if the rules
/// that the shape asks about the text answer the same ([`keeps_answer`]).
pub(crate) fn has_open_paths(table: &Table, data: &ByteSet) -> bool {
    let Some(delimiters) = table.shape.path_ends() else { return false };
    let automaton = &table.automaton;
    let dead = usize::from(automaton.dead);
    let outside = |byte: &u8| !delimiters.contains(byte);
    let close = |states: &mut States, bytes: &dyn Fn(usize, &mut States) -> bool| {
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for state in 0..table.labels.len() {
                has_grown |= states.has(state) && bytes(state, states);
            }
        }
    };
    let every_byte = |state: usize, states: &mut States| {
        let live = (0..=u8::MAX).filter(outside).map(|byte| automaton.next(state, byte));
        // Each is added, also after the first that is new.
        live.filter(|&next| next != dead).filter(|&next| states.add(next)).count() > 0
    };
    let mut before = States::NONE;
    before.add(usize::from(automaton.start));
    close(&mut before, &every_byte);
    let mut after_slash = States::NONE;
    for state in (0..table.labels.len()).filter(|&state| before.has(state)) {
        let next = automaton.next(state, b'/');
        if next != dead {
            after_slash.add(next);
        }
    }
    let mut inside = States(after_slash.0);
    close(&mut inside, &every_byte);
    let is_end = |state: usize| can_end(automaton, state, delimiters);
    let mut all = (0..table.labels.len()).filter(|&state| inside.has(state) && is_end(state));
    let Some(first) = all.clone().next() else { return false };
    let languages = languages(automaton);
    let is_open = |state: usize| {
        let leads_as = |&byte: &u8| {
            languages[automaton.next(state, byte)] == languages[automaton.next(first, byte)]
        };
        automaton.accepts(state)
            && automaton.next(state, b'/') != dead
            && delimiters.iter().all(leads_as)
    };
    if !all.all(is_open) {
        return false;
    }
    let mut rules = table.shape.rules_about_paths();
    if !rules.all(|(rule, start)| keeps_answer(table, rule, start, delimiters)) {
        return false;
    }
    let mut written = States(after_slash.0);
    close(&mut written, &|state, states| {
        let plain = data.iter().map(|byte| automaton.next(state, byte));
        let mut grown = plain.filter(|&next| states.add(next)).count() > 0;
        for digit in (0..128u8).filter(u8::is_ascii_hexdigit) {
            for text in [[b'%', digit, b'0'], [b'%', b'0', digit]] {
                let next = automaton.state_after(state, &text).unwrap_or(dead);
                grown |= states.add(next);
            }
        }
        grown
    });
    (0..table.labels.len()).filter(|&state| written.has(state)).all(is_open)
}

/// Returns a number for each state: the same for states from which the same texts are accepted.
///
/// States that differ only in the rule that an error names are two in a table. By RFC 2396, these
/// are the state after `a:b` and the one after `a:/b?`: both accept `*uric`. The states are split
/// by where their bytes lead until no block splits any more.
fn languages(automaton: &Automaton) -> Vec<usize> {
    // One byte of each column.
    let columns: BTreeMap<u8, u8> =
        (0..=u8::MAX).map(|byte| (automaton.classes[usize::from(byte)], byte)).collect();
    let states = 0..usize::from(automaton.states);
    let mut blocks: Vec<usize> =
        states.clone().map(|state| usize::from(automaton.accepts(state))).collect();
    let mut count = 0;
    loop {
        let mut found = BTreeMap::new();
        let split: Vec<usize> = states
            .clone()
            .map(|state| {
                let leads = columns.values().map(|&byte| blocks[automaton.next(state, byte)]);
                let key: Vec<usize> = core::iter::once(blocks[state]).chain(leads).collect();
                let new = found.len();
                *found.entry(key).or_insert(new)
            })
            .collect();
        if found.len() == count {
            return blocks;
        }
        count = found.len();
        blocks = split;
    }
}

/// Returns true if a path can end in a state: the identifier ends there, or a segment or the next
/// component begins.
fn can_end(automaton: &Automaton, state: usize, delimiters: &[u8]) -> bool {
    let is_live = |&byte: &u8| automaton.next(state, byte) != usize::from(automaton.dead);
    automaton.accepts(state) || is_live(&b'/') || delimiters.iter().any(is_live)
}

/// The most pairs of states that [`keeps_answer`] looks at.
const MOST_PAIRS: usize = 1 << 14;

/// Returns true if a rule that is asked about the text after the scheme answers the same for all
/// last segments of a path that contains a slash. `start` is the text that it begins with where the
/// rule is asked.
///
/// ```text
/// RFC 2396            a:/b?q     hier_part accepts /b?q, so the query is one
///                     a:/b/c?q   and /b/c?q
///                     a:b/c      but no byte after `a:b`: the state is dead, and stays dead
/// ```
///
/// Both automata run side by side from the start of the text. The answers are the same if, after
/// the first slash, the rule's automaton never dies on a byte that the identifier's survives, and
/// if it is in states that accept alike and lead to one state by the next delimiter wherever the
/// path can end.
fn keeps_answer(table: &Table, rule: &Automaton, start: &[u8], delimiters: &[u8]) -> bool {
    let automaton = &table.automaton;
    let (dead, dead_rule) = (usize::from(automaton.dead), usize::from(rule.dead));
    let Some(asked) = rule.state_after(usize::from(rule.start), start) else { return true };
    // The text begins with the identifier, or after a scheme.
    let mut before = Vec::from([usize::from(automaton.start)]);
    let mut at = 0;
    while let Some(&state) = before.get(at) {
        for byte in (0..=u8::MAX).filter(|byte| !b":/?#".contains(byte)) {
            let next = automaton.next(state, byte);
            if next != dead && !before.contains(&next) {
                before.push(next);
            }
        }
        at += 1;
    }
    let after_scheme = before.iter().filter_map(|&state| automaton.state_after(state, b":"));
    let texts = after_scheme.chain([usize::from(automaton.start)]);
    let begun = texts.filter_map(|state| automaton.state_after(state, start));
    let is_after_slash = !start.is_empty();
    let mut pairs: BTreeSet<(usize, usize, bool)> =
        begun.map(|state| (state, asked, is_after_slash)).collect();
    let mut queue: VecDeque<_> = pairs.iter().copied().collect();
    let languages = languages(rule);
    let mut first = None;
    while let Some((state, own, is_after_slash)) = queue.pop_front() {
        if is_after_slash && can_end(automaton, state, delimiters) {
            let first = *first.get_or_insert(own);
            let leads_as =
                |&byte: &u8| languages[rule.next(own, byte)] == languages[rule.next(first, byte)];
            if rule.accepts(own) != rule.accepts(first) || !delimiters.iter().all(leads_as) {
                return false;
            }
        }
        for byte in (0..=u8::MAX).filter(|byte| !delimiters.contains(byte)) {
            let (next, next_own) = (automaton.next(state, byte), rule.next(own, byte));
            if next == dead || (next_own == dead_rule && !is_after_slash) {
                // A rule that died before the first slash rejects the text.
                continue;
            }
            if next_own == dead_rule || pairs.len() > MOST_PAIRS {
                return false;
            }
            let pair = (next, next_own, is_after_slash || byte == b'/');
            if pairs.insert(pair) {
                queue.push_back(pair);
            }
        }
    }
    true
}

/// Returns a shortest text that one rule accepts and another rejects. With `has_scheme`, of the
/// texts where a colon comes before any of `/?#`, as it does after a scheme.
#[doc(hidden)]
pub fn excess(one: &Table, other: &Table, has_scheme: bool) -> Option<Vec<u8>> {
    type Node = (usize, usize, bool);
    let (one, other) = (&one.automaton, &other.automaton);
    let start: Node = (usize::from(one.start), usize::from(other.start), !has_scheme);
    let mut before: BTreeMap<Node, Option<(Node, u8)>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        let (a, b, is_counted) = node;
        if is_counted && one.accepts(a) && !other.accepts(b) {
            let mut text = Vec::new();
            let mut at = node;
            while let Some(&Some((earlier, byte))) = before.get(&at) {
                text.push(byte);
                at = earlier;
            }
            text.reverse();
            return Some(text);
        }
        for byte in 0..=u8::MAX {
            if !is_counted && matches!(byte, b'/' | b'?' | b'#') {
                continue;
            }
            let next = (one.next(a, byte), other.next(b, byte), is_counted || byte == b':');
            if next.0 != usize::from(one.dead) && !before.contains_key(&next) {
                before.insert(next, Some((node, byte)));
                queue.push_back(next);
            }
        }
    }
    None
}
