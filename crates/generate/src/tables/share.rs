//! Automata of several rules in the same columns.
//!
//! Most states of RFC 3986's `URI` mean the same as states of its `URI-reference`: in both, the
//! same texts can follow:
//!
//! ```text
//! URI-reference     197 states, among them those of relative references
//! URI               2 more: before the scheme and in it. The others are there already
//! ```
//!
//! A byte that a rule refuses everywhere can have a meaning in the columns of another rule. It then
//! is in the class of the bytes that no state goes on with. With `ab = "a" "b"` and `b = "b"`:
//!
//! ```text
//! columns of `ab`    0 other   1 a   2 b      `b` alone    other   b
//! 0                  1         2     1        0            1       2
//! 1, dead            1         1     1        1, dead      1       1
//! 2                  1         1     3        2, accepts   1       1
//! 3, accepts         1         1     1
//! ```
//!
//! 1. Only `b` is read by the rule `b`. By texts of this byte, its states 0, 1 and 2 are like 2, 1
//!    and 3 here. So it needs no new state, and begins at 2.
//! 2. It refuses `a`, which leads from 0 to 2 in these columns. So its own classes put `a` into
//!    class 0, where every state dies. Its states and cells are those of `ab`; its classes and its
//!    start are not.
//! 3. States that are probably alike are found by hashes, so the guess is checked: a walk over both
//!    automata at once visits every pair of states that one input reaches. A rule that fails has
//!    columns of its own.

use std::collections::{HashMap, HashSet};

use urigram_automata::{Dfa, StateId};
use urigram_engine::generated::Automaton;

use crate::leak;

/// The most bytes of the columns of several rules, so that each rule's stay in the cache.
const SHARED: usize = 1 << 18;

/// A rule with its minimal automaton, and for each state the rule that errors are attributed to.
pub(crate) struct Rule<'r> {
    pub(crate) name: &'r str,
    pub(crate) dfa: Dfa,
    pub(crate) labels: Vec<u8>,
}

/// A rule's automaton, perhaps in columns of several rules.
pub(crate) struct Shared {
    pub(crate) automaton: &'static Automaton,
    pub(crate) labels: &'static [u8],
    /// For each state of the rule's own automaton the state in the columns.
    pub(crate) places: Vec<u16>,
}

/// Returns the automata of some rules, in their order.
pub(crate) fn all(rules: &[Rule<'_>]) -> Vec<Shared> {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(rules[at].dfa.len()));
    let mut groups: Vec<Columns> = Vec::new();
    let mut members: Vec<(usize, Member)> = Vec::new();
    for &at in &order {
        let rule = &rules[at];
        let (own, whole) = Columns::of(rule);
        let found = groups.iter().enumerate().find_map(|(group, columns)| {
            let (grown, member) = columns.with(rule)?;
            (grown.size() < columns.size() + own.size()).then_some((group, grown, member))
        });
        match found {
            Some((group, grown, member)) => {
                groups[group] = grown;
                members.push((group, member));
            }
            None => {
                members.push((groups.len(), whole));
                groups.push(own);
            }
        }
    }
    let cells: Vec<&'static [u8]> = groups.iter().map(|group| leak::list(group.cells())).collect();
    let mut shared: Vec<(usize, Shared)> = order
        .into_iter()
        .zip(members)
        .map(|(at, (group, member))| (at, groups[group].share(cells[group], &rules[at], member)))
        .collect();
    shared.sort_by_key(|(at, _)| *at);
    shared.into_iter().map(|(_, shared)| shared).collect()
}

/// The place of a rule in columns.
struct Member {
    classes: [u8; 256],
    places: Vec<usize>,
    labels: Vec<Option<u8>>,
}

/// The columns of one rule or several: states by number, each with its next state by class.
struct Columns {
    classes: [u8; 256],
    width: usize,
    next: Vec<Vec<usize>>,
    accepts: Vec<bool>,
    dead: Option<usize>,
    /// The number of rules.
    members: usize,
}

impl Columns {
    /// Returns the columns of a rule alone.
    fn of(rule: &Rule<'_>) -> (Columns, Member) {
        let dfa = &rule.dfa;
        let (classes, width) = (*dfa.classes().table(), dfa.classes().len());
        let states = 0..dfa.len() as StateId;
        let row =
            |state| (0..width).map(|class| dfa.next_by_class(state, class) as usize).collect();
        let columns = Columns {
            classes,
            width,
            next: states.clone().map(row).collect(),
            accepts: states.map(|state| dfa.is_accepting(state)).collect(),
            dead: dfa.dead().map(|dead| dead as usize),
            members: 1,
        };
        let labels = rule.labels.iter().copied().map(Some).collect();
        (columns, Member { classes, places: (0..dfa.len()).collect(), labels })
    }

    /// Returns the bytes that cells and labels take.
    fn size(&self) -> usize {
        self.cells().len() + self.members * self.next.len()
    }

    fn is_wide(&self) -> bool {
        self.next.len() > 256
    }

    fn cells(&self) -> Vec<u8> {
        let next = |state: usize, class: usize| self.next[state][class];
        let cells =
            Automaton::cells(self.next.len(), self.width, next, |state| self.accepts[state]);
        cells.expect("columns that fit into a table")
    }

    /// Returns the automaton of a rule in these columns.
    fn share(&self, cells: &'static [u8], rule: &Rule<'_>, member: Member) -> Shared {
        let Member { classes, places, labels } = member;
        // No input of the rule reaches the states without a label.
        let mut labels: Vec<u8> = labels.into_iter().map(Option::unwrap_or_default).collect();
        labels.resize(self.next.len(), 0);
        let automaton = Automaton {
            rule: leak::text(rule.name),
            start: places[0] as u16,
            dead: self.dead.map_or(u16::MAX, |dead| dead as u16),
            classes: leak::value(classes),
            states: self.next.len() as u16,
            cells,
        };
        let places = places.into_iter().map(|place| place as u16).collect();
        Shared { automaton: leak::value(automaton), labels: leak::list(labels), places }
    }

    /// Returns the columns with the states that a rule needs. `None` where they would not fit, or
    /// the rule tells bytes apart that have one class here.
    fn with(&self, rule: &Rule<'_>) -> Option<(Columns, Member)> {
        let dfa = &rule.dfa;
        let (dead, own_dead) = (self.dead?, dfa.dead()?);
        let states = 0..dfa.len() as StateId;
        let is_refused = |byte| states.clone().all(|state| dfa.next(state, byte) == own_dead);
        let refused: Vec<bool> = (0..=255).map(is_refused).collect();
        let alike = self.alike(dfa, &refused);
        // The first state here that is like a state of the rule, or a new one.
        let (mut next, mut accepts) = (self.next.clone(), self.accepts.clone());
        let mut first = HashMap::new();
        for (state, hash) in alike[..self.next.len()].iter().enumerate() {
            first.entry(*hash).or_insert(state);
        }
        let mut guess: Vec<usize> = Vec::new();
        for (state, hash) in states.clone().zip(&alike[self.next.len()..]) {
            guess.push(*first.entry(*hash).or_insert_with(|| {
                accepts.push(dfa.is_accepting(state));
                accepts.len() - 1
            }));
        }
        for state in states {
            if guess[state as usize] != next.len() {
                continue;
            }
            let mut row = vec![None; self.width];
            for byte in (0..=255).filter(|&byte| !refused[usize::from(byte)]) {
                let target = guess[dfa.next(state, byte) as usize];
                if *row[usize::from(self.classes[usize::from(byte)])].get_or_insert(target)
                    != target
                {
                    return None;
                }
            }
            next.push(row.into_iter().map(|target| target.unwrap_or(dead)).collect());
        }
        let nowhere = (0..self.width).find(|&class| next.iter().all(|row| row[class] == dead));
        let mut classes = self.classes;
        for (class, _) in classes.iter_mut().zip(&refused).filter(|(_, refused)| **refused) {
            if next.iter().any(|row| row[usize::from(*class)] != dead) {
                *class = nowhere? as u8;
            }
        }
        let (width, members) = (self.width, self.members + 1);
        let grown =
            Columns { classes: self.classes, width, next, accepts, dead: self.dead, members };
        // Narrow cells are faster.
        let own_is_wide = dfa.len() > 256;
        if grown.is_wide() != own_is_wide || 2 * (width + 1) * grown.next.len() > SHARED {
            return None;
        }
        let member = grown.member(rule, classes, guess[0])?;
        Some((grown, member))
    }

    /// Returns a hash for each state here and each of an automaton, equal for states from which the
    /// same texts of bytes that are not refused are accepted.
    fn alike(&self, dfa: &Dfa, refused: &[bool]) -> Vec<u64> {
        let (here, own) = (self.next.len(), dfa.len());
        let mut steps: Vec<(u8, usize)> = (0..=255)
            .filter(|&byte| !refused[usize::from(byte)])
            .map(|byte| (self.classes[usize::from(byte)], dfa.classes().of(byte)))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        let own_dead = dfa.dead().map(|dead| dead as usize + here);
        let kind = |state: usize| {
            let accepts = match state.checked_sub(here) {
                None => self.accepts[state],
                Some(own) => dfa.is_accepting(own as StateId),
            };
            let is_dead = Some(state) == self.dead || Some(state) == own_dead;
            u64::from(accepts) + 2 * u64::from(is_dead)
        };
        let mut hashes: Vec<u64> = (0..here + own).map(kind).collect();
        let mut known = 0;
        loop {
            let mut sorted = hashes.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() == known {
                return hashes;
            }
            known = sorted.len();
            let next = |state: usize, (class, own): (u8, usize)| match state.checked_sub(here) {
                None => self.next[state][usize::from(class)],
                Some(of_rule) => dfa.next_by_class(of_rule as StateId, own) as usize + here,
            };
            let mixed = |state: usize| {
                steps
                    .iter()
                    .fold(mix(hashes[state]), |hash, &step| mix(hash ^ hashes[next(state, step)]))
            };
            hashes = (0..here + own).map(mixed).collect();
        }
    }

    /// Returns the place of a rule, if it is read here from a start and with these classes: every
    /// input then has the same verdict, dies at the same byte and has the same labels. Each state
    /// of the rule has one place: errors of scanner and table are equal, state included.
    fn member(&self, rule: &Rule<'_>, classes: [u8; 256], start: usize) -> Option<Member> {
        let dfa = &rule.dfa;
        let mut places = vec![None; dfa.len()];
        let mut labels = vec![None; self.next.len()];
        let (mut reached, mut known) = (vec![(0, start)], HashSet::new());
        while let Some((state, place)) = reached.pop() {
            if !known.insert((state, place)) {
                continue;
            }
            let own = state as usize;
            let is_same = *labels[place].get_or_insert(rule.labels[own]) == rule.labels[own]
                && dfa.is_accepting(state) == self.accepts[place]
                && dfa.is_dead(state) == (Some(place) == self.dead)
                && *places[own].get_or_insert(place) == place;
            if !is_same {
                return None;
            }
            let step = |byte: u8| {
                (dfa.next(state, byte), self.next[place][usize::from(classes[usize::from(byte)])])
            };
            let mut targets: Vec<_> = (0..=255).map(step).collect();
            targets.sort_unstable();
            targets.dedup();
            reached.extend(targets);
        }
        let places = places.into_iter().collect::<Option<_>>()?;
        Some(Member { classes, places, labels })
    }
}

/// Scatters the bits of a number.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^ number >> 29
}

#[cfg(test)]
mod tests {
    use super::{all, Rule, Shared};
    use urigram_automata::{abnf, Limits, Terminals};

    const RULES: &str = "uri = scheme \":\" path [ \"#\" segment ]\n\
        absolute = scheme \":\" path\n\
        reference = uri / relative [ \"#\" segment ]\n\
        relative = segment [ \"/\" path ]\n\
        segment = *( \"a\" / \"1\" )\n\
        path = *( \"a\" / \"1\" / \":\" / \"/\" )\n\
        scheme = \"a\" *( \"a\" / \"1\" )\n\
        letters = 1*\"b\"\n";

    fn rules<'r>(names: &[&'r str]) -> Vec<Rule<'r>> {
        let grammar = abnf::Grammar::parse(RULES).unwrap();
        let tracked = ["scheme", "path", "segment"];
        let rule = |&name: &&'r str| {
            let built =
                grammar.labelled_dfa(name, Terminals::CodePoints, &tracked, Limits::default());
            let (dfa, labels) = built.unwrap();
            let labels = labels.iter().map(|label| label.map_or(9, |label| label as u8)).collect();
            Rule { name, dfa, labels }
        };
        names.iter().map(rule).collect()
    }

    /// Returns every text of up to six of the characters.
    fn texts() -> Vec<String> {
        let mut texts = vec![String::new()];
        let mut from = 0;
        for _ in 0..6 {
            let to = texts.len();
            for at in from..to {
                texts.extend(
                    "a1:/#b".chars().map(|c| format!("{}{c}", texts[at])).collect::<Vec<_>>(),
                );
            }
            from = to;
        }
        texts
    }

    #[test]
    fn shared_automata_read_as_their_rules_do() {
        let rules = rules(&["absolute", "uri", "reference", "scheme", "letters"]);
        let all = all(&rules);
        for (Rule { name, dfa, labels }, shared) in rules.iter().zip(&all) {
            let Shared { automaton, labels: held, places } = shared;
            assert_eq!(automaton.rule, *name);
            for text in texts() {
                let (mut own, mut state) = (0, usize::from(automaton.start));
                for byte in text.bytes() {
                    (own, state) = (dfa.next(own, byte), automaton.next(state, byte));
                }
                assert_eq!(dfa.is_accepting(own), automaton.accepts(state), "{name} {text}");
                assert_eq!(dfa.is_dead(own), state == usize::from(automaton.dead), "{name} {text}");
                assert_eq!(labels[own as usize], held[state], "{name} {text}");
            }
            assert_eq!(places.len(), dfa.len());
            assert_eq!(places[0], automaton.start);
        }
    }

    #[test]
    fn rules_with_the_same_states_have_the_same_columns() {
        let rules = rules(&["uri", "reference", "letters"]);
        let all = all(&rules);
        let of = |at: usize| all[at].automaton.cells.as_ptr();
        assert_eq!(of(0), of(1));
        assert_ne!(all[0].automaton.start, all[1].automaton.start);
        assert_ne!(of(2), of(1), "a rule of other letters has columns of its own");
    }

    #[test]
    fn each_rule_has_its_own_labels() {
        let mut rules = rules(&["uri", "uri"]);
        let same = all(&rules);
        assert_eq!(same[0].automaton.cells.as_ptr(), same[1].automaton.cells.as_ptr());
        let last = rules[1].labels.len() - 1;
        rules[1].labels[last] ^= 1;
        let other = all(&rules);
        assert_eq!(other[1].labels[usize::from(other[1].places[last])], rules[1].labels[last]);
        assert_ne!(other[0].labels, other[1].labels);
    }
}
