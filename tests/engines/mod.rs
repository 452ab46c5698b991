//! The engines that check an input, next to each other: pest, the tables, the automaton of the
//! ABNF, and the naive ABNF matcher.
#![allow(dead_code)]

use urigram_automata::{Dfa, StateId};
use urigram_core::tree::Tree;
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Grammar, Reading, Table};

/// One rule of a grammar and reading, in every engine.
pub struct Engines {
    pub grammar: Grammar,
    pub reading: Reading,
    /// The rule's id.
    pub rule: &'static str,
    pub table: &'static Table,
    pub automaton: Dfa,
    transcriptions: Transcriptions,
    alive: Vec<Option<Vec<u8>>>,
}

/// The ways that the naive matcher tries before it leaves an input undecided.
const STEPS: usize = 400_000;

impl Engines {
    /// Returns the engines of every start rule of every grammar and reading. Readings with the same
    /// rules occur once.
    pub fn all() -> Vec<(Grammar, Reading, &'static str)> {
        let mut all = Vec::new();
        for &grammar in Grammar::ALL {
            let same = |reading| (grammar.abnf(reading), grammar.pest(reading));
            let readings = if same(Reading::Corrected) == same(Reading::Printed) {
                vec![Reading::Corrected]
            } else {
                Reading::ALL.to_vec()
            };
            for reading in readings {
                all.extend(
                    grammar
                        .tables(reading)
                        .all
                        .iter()
                        .map(|table| (grammar, reading, table.rule())),
                );
            }
        }
        all
    }

    pub fn new(grammar: Grammar, reading: Reading, rule: &str) -> Engines {
        let transcriptions =
            Transcriptions::of(grammar, reading).expect("committed rules can be read");
        let rule = grammar.document().rule(rule).expect("the rule exists").id;
        let automaton = transcriptions.abnf_automaton(rule).expect("every rule has an automaton");
        let table = grammar.table_of(reading, rule).expect("every rule has a table");
        let alive = completions(&automaton);
        Engines { grammar, reading, rule, table, automaton, transcriptions, alive }
    }

    pub fn pest(&self, input: &[u8]) -> bool {
        Tree::parse_by_pest_alone(self.grammar, self.reading, Some(self.rule), input).is_ok()
    }

    /// Returns the naive matcher's verdict; `None` if that takes too long.
    pub fn naive(&self, input: &[u8]) -> Option<bool> {
        let terminals = self.transcriptions.terminals();
        self.transcriptions.abnf().matches_naively(self.rule, terminals, input, STEPS).ok()
    }

    /// Returns the verdict on an input, or the disagreement. The naive matcher is asked only if
    /// `naively`.
    pub fn verdict(&self, input: &[u8], naively: bool) -> Result<Verdict, String> {
        let accepted = self.automaton.accepts(input);
        let naive = if naively { self.naive(input) } else { None };
        let others = [("pest", self.pest(input)), ("table", self.table.accepts(input))];
        let naive_one = naive.map(|verdict| ("naive ABNF", verdict));
        let differing: Vec<&str> = others
            .into_iter()
            .chain(naive_one)
            .filter(|(_, verdict)| *verdict != accepted)
            .map(|(name, _)| name)
            .collect();
        match differing[..] {
            [] => Ok(Verdict { accepted, naive: naive.is_some() }),
            _ => Err(self.complaint(
                input,
                &format!("accepted by the automaton: {accepted}; not so by {differing:?}"),
            )),
        }
    }

    /// Returns the state of the automaton after an input, and a shortest way from there to an
    /// accepted string, if there is one.
    pub fn completion(&self, input: &[u8]) -> (StateId, Option<&[u8]>) {
        let state = input.iter().fold(0, |state, &byte| self.automaton.next(state, byte));
        (state, self.alive[state as usize].as_deref())
    }

    /// Returns true if an accepted string begins with the input.
    pub fn is_viable(&self, input: &[u8]) -> bool {
        self.completion(input).1.is_some()
    }

    pub fn complaint(&self, input: &[u8], what: &str) -> String {
        format!(
            "{} {} {} \"{}\": {what}",
            self.grammar,
            self.reading,
            self.rule,
            input.escape_ascii()
        )
    }
}

/// A verdict that every engine shares.
pub struct Verdict {
    pub accepted: bool,
    /// True if the naive matcher agreed, too.
    pub naive: bool,
}

/// Returns strings over one byte of each class, in order of length, `budget` of them if there are
/// so many. First come all strings up to the length at which a quarter of the budget is used, then
/// those of which all but the last byte begin an accepted string.
pub fn short_strings(automaton: &Dfa, budget: usize) -> Vec<Vec<u8>> {
    let bytes = automaton.classes().representatives();
    let alive = completions(automaton);
    let after = |input: &[u8]| input.iter().fold(0, |state, &byte| automaton.next(state, byte));
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut from, mut prune) = (0, false);
    while from < all.len() && all.len() < budget {
        let to = all.len();
        for index in from..to {
            if prune && alive[after(&all[index]) as usize].is_none() {
                continue;
            }
            let longer =
                bytes.iter().map(|&byte| [&all[index][..], &[byte]].concat()).collect::<Vec<_>>();
            all.extend(longer.into_iter().take(budget.saturating_sub(all.len())));
        }
        prune |= (to - from) * bytes.len() * bytes.len() > budget / 4;
        from = to;
    }
    all
}

/// Returns for each state a shortest string from there to acceptance. The search goes backwards
/// from the accepting states, so it does not rely on the automaton's dead state.
fn completions(automaton: &Dfa) -> Vec<Option<Vec<u8>>> {
    let states = automaton.len() as StateId;
    let mut before: Vec<Vec<(StateId, u8)>> = vec![Vec::new(); automaton.len()];
    for state in 0..states {
        for &byte in automaton.classes().representatives() {
            before[automaton.next(state, byte) as usize].push((state, byte));
        }
    }
    let accepting = |state: StateId| automaton.is_accepting(state).then(Vec::new);
    let mut completions: Vec<Option<Vec<u8>>> = (0..states).map(accepting).collect();
    let mut reached: Vec<StateId> =
        (0..states).filter(|&state| automaton.is_accepting(state)).collect();
    let mut at = 0;
    while let Some(&state) = reached.get(at) {
        at += 1;
        for &(from, byte) in &before[state as usize] {
            if completions[from as usize].is_none() {
                let rest = completions[state as usize].as_deref().unwrap_or_default();
                completions[from as usize] = Some([&[byte], rest].concat());
                reached.push(from);
            }
        }
    }
    completions
}
