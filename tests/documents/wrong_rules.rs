//! Tests that the proof can fail. The `.pest` sources are edited systematically. For each mutant
//! either the proof fails, with a witness on which pest and the naive ABNF matcher disagree, or
//! every rule that the edit can reach is still proved. Then pest finds no difference either, over
//! all short strings and random ones.

#[path = "../../crates/automata/tests/mutate/mod.rs"]
mod mutate;

use crate::corpus;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use mutate::{mutants, Mutant, Mutation};
use pest_vm::Vm;
use rayon::prelude::*;
use urigram_automata::peg::{self, Expr, Which};
use urigram_automata::{Dfa, Limits, Random, Sampler, Terminals};
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Grammar, Reading};

/// The number of strings for each rule on which pest must distinguish a mutant from its original.
const SHORT: usize = 300;
const RANDOM: usize = 30;
/// A limit far above the needs of any rule as it is written.
const LIMITS: Limits = Limits { states: 20_000, nodes: 2_000_000 };
const STEPS: usize = 2_000_000;

/// One grammar and reading, with the automata of its ABNF.
struct Original {
    grammar: Grammar,
    reading: Reading,
    both: Transcriptions,
    /// The definition of each rule of the PEG.
    texts: HashMap<String, String>,
    /// By rule of the PEG: itself and the rules that use it, nearest first.
    reached: HashMap<String, Vec<String>>,
    automata: Mutex<HashMap<String, Dfa>>,
    vm: Vm,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// The proof of a rule fails.
    Killed,
    /// A rule outgrows the limits, so it is not proved, and pest shows a difference.
    Outgrown,
    /// Every rule is still proved.
    Equivalent,
    /// pest rejects it as a grammar, or it never ends.
    Invalid,
    /// Nothing is decided about this rule.
    Undecided(String),
    /// The engines contradict the proof, or find no difference for an undecided rule.
    Wrong(String),
}

impl Original {
    fn new(grammar: Grammar, reading: Reading) -> Original {
        let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
        let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
        for rule in both.peg().rules() {
            let mut inside = vec![rule.expr(Which::Raw)];
            while let Some(expr) = inside.pop() {
                if let Expr::Rule(name) = expr {
                    users.entry(name).or_default().push(rule.name());
                }
                inside.extend(expr.parts());
            }
        }
        let mut reached = HashMap::new();
        for rule in both.peg().rules() {
            let mut all = vec![rule.name().to_owned()];
            let mut at = 0;
            while let Some(name) = all.get(at) {
                let next =
                    users.get(name.as_str()).into_iter().flatten().map(|&user| user.to_owned());
                let next: Vec<String> = next.filter(|user| !all.contains(user)).collect();
                all.extend(next);
                at += 1;
            }
            all.dedup();
            reached.insert(rule.name().to_owned(), all);
        }
        let vm = vm(both.peg().source()).expect("committed grammars are valid");
        let text = |rule: pest::iterators::Pair<'_, _>| {
            let name = rule.clone().into_inner().next().expect("a rule has a name");
            (name.as_str().to_owned(), rule.as_str().to_owned())
        };
        let texts = mutate::rules(both.peg().source()).map(text).collect();
        Original { grammar, reading, both, texts, reached, automata: Mutex::default(), vm }
    }

    fn terminals(&self) -> Terminals {
        self.both.terminals()
    }

    /// Returns the automaton of a PEG rule by the ABNF; none for a helper that no document prints.
    fn abnf(&self, rule: &str) -> Option<Dfa> {
        let id = &self.both.abnf().rule(&rule.replace('_', "-"))?.name;
        let mut automata = self.automata.lock().unwrap_or_else(PoisonError::into_inner);
        let build = || {
            self.both
                .abnf()
                .dfa(id, self.terminals(), Limits::default())
                .expect("every rule has an automaton")
        };
        Some(automata.entry(rule.to_owned()).or_insert_with(build).clone())
    }

    /// Returns the mutants of a rule, each as an edit of the excerpt that the rule needs.
    fn mutants(&self, rule: &str) -> (String, Vec<Mutant>) {
        let used = self.both.peg().reachable(rule).expect("the rule exists");
        let texts: Vec<&str> = used.iter().map(|rule| self.texts[rule.name()].as_str()).collect();
        let excerpt = texts.join("\n");
        let mutants = mutants(&peg::Grammar::parse(&excerpt).expect("an excerpt can be read"));
        (excerpt, mutants.into_iter().filter(|mutant| mutant.rule == rule).collect())
    }

    /// Returns the fate of a mutant: of the rule on its own first, then of the rules that use it.
    fn fate(&self, excerpt: &str, mutant: &Mutant) -> Fate {
        let alone = mutant.source(excerpt);
        let Ok(grammar) = peg::Grammar::parse(&alone) else { return Fate::Invalid };
        match self.differs(&grammar, &mutant.rule) {
            Some(Fate::Undecided(rule)) => return self.outgrown(&alone, &rule),
            Some(fate) => return fate,
            None => {}
        }
        let whole = self.both.peg().source();
        let begins = format!("\n{}", &excerpt[..mutant.span.end]);
        let at = format!("\n{whole}").find(&begins).expect("an excerpt is a part of the text");
        let mut moved = mutant.clone();
        moved.span = mutant.span.start + at..mutant.span.end + at;
        let source = moved.source(whole);
        let Ok(grammar) = peg::Grammar::parse(&source) else { return Fate::Invalid };
        let reached = &self.reached[&mutant.rule];
        let mut outgrown = None;
        for rule in &reached[1..] {
            match self.differs(&grammar, rule) {
                // Another rule may be easier to decide.
                Some(Fate::Undecided(rule)) => outgrown = outgrown.or(Some(rule)),
                Some(fate) => return fate,
                None => {}
            }
        }
        match outgrown {
            Some(rule) => self.outgrown(&source, &rule),
            None => self.told_apart_by_pest(&source, reached),
        }
    }

    /// Returns the fate that a rule of the mutant decides, unless the rule is still proved.
    fn differs(&self, mutated: &peg::Grammar, rule: &str) -> Option<Fate> {
        let narrowed = rule.split_once("__").map(|(of, _)| of);
        let abnf = self.abnf(narrowed.unwrap_or(rule))?;
        let peg = match mutated.dfa(rule, Which::Optimized, self.terminals(), LIMITS) {
            Ok(peg) => peg,
            Err(peg::Error::Undecided(_)) => return Some(Fate::Undecided(rule.to_owned())),
            Err(_) => return Some(Fate::Invalid),
        };
        if narrowed.is_some() {
            // A narrowed form may accept less; the rules that use it show the consequence.
            let within = peg.is_subset(&abnf, Limits::default());
            return if within == Ok(true) { None } else { Some(Fate::Killed) };
        }
        if peg == abnf {
            return None;
        }
        let comparison =
            peg.compare(&abnf, Limits::default()).expect("small automata can be compared");
        let witness =
            comparison.only_a.as_ref().or(comparison.only_b.as_ref()).expect("they differ");
        let pest =
            matches(&vm(mutated.source()).expect("it was read before"), rule, &self.text(witness));
        let naive = self.both.abnf().matches_naively(
            &rule.replace('_', "-"),
            self.terminals(),
            witness,
            STEPS,
        );
        let by_proof = comparison.only_a.is_some();
        let shown = pest == Some(by_proof) && !naive.is_ok_and(|naive| naive == by_proof);
        let contradicted = || {
            format!(
                "{rule}: pest and the naive matcher do not bear out {:?}",
                witness.escape_ascii()
            )
        };
        Some(if shown { Fate::Killed } else { Fate::Wrong(contradicted()) })
    }

    /// Checks that an undecided rule is only undecided because of a limit: pest must show a
    /// difference. The difference may need strings longer than the documents' limits (63 characters
    /// in a label).
    fn outgrown(&self, source: &str, rule: &str) -> Fate {
        let (vm, abnf) = (
            vm(source).expect("it was read before"),
            self.abnf(rule).expect("the rule was built before"),
        );
        let mut random = Random::seeded(64);
        let sampler =
            Sampler::new(&abnf, 90, Limits::default()).expect("short strings can be counted");
        let members = (0..20 * RANDOM).filter_map(|_| sampler.sample(&mut random));
        let told_apart = |string: Vec<u8>| {
            let text = self.text(&string);
            text.is_some() && matches(&vm, rule, &text) != Some(abnf.accepts(&string))
        };
        if members.chain(strings(&abnf, SHORT)).any(told_apart) {
            Fate::Outgrown
        } else {
            Fate::Wrong(format!("{rule}: undecided, and pest shows no difference"))
        }
    }

    /// Asks pest for a second opinion on an equivalent mutant.
    fn told_apart_by_pest(&self, source: &str, reached: &[String]) -> Fate {
        let mutated = vm(source).expect("it was read before");
        let printed = reached.iter().filter(|rule| !rule.contains("__") && !rule.starts_with('_'));
        // The rule itself, and the last one that it reaches, because the start rules are at the
        // end.
        let mut rules: Vec<&String> = printed.collect();
        rules.splice(1.min(rules.len())..rules.len().saturating_sub(2).max(1.min(rules.len())), []);
        for rule in rules {
            let Some(abnf) = self.abnf(rule) else { continue };
            for string in strings(&abnf, SHORT) {
                let text = self.text(&string);
                let verdicts = [&self.vm, &mutated].map(|vm| matches(vm, rule, &text));
                if verdicts
                    != [Some(abnf.accepts(&string)).filter(|_| text.is_some()).or(verdicts[0]); 2]
                {
                    return Fate::Wrong(format!(
                        "{rule}: proved, and pest distinguishes {:?}",
                        string.escape_ascii()
                    ));
                }
            }
        }
        Fate::Equivalent
    }

    /// Returns pest's input for some bytes; nothing if they are not UTF-8.
    fn text(&self, input: &[u8]) -> Option<String> {
        match self.terminals() {
            Terminals::CodePoints => String::from_utf8(input.to_vec()).ok(),
            Terminals::Octets => Some(input.iter().copied().map(char::from).collect()),
        }
    }
}

/// Returns strings over one byte of each class, in order of length, `budget` of them if there are
/// so many. First come all strings up to the length where a quarter of the budget is used, then
/// those whose bytes before the last begin an accepted string.
fn short_strings(automaton: &Dfa, budget: usize) -> Vec<Vec<u8>> {
    let bytes = automaton.classes().representatives();
    let after = |input: &[u8]| input.iter().fold(0, |state, &byte| automaton.next(state, byte));
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut from, mut prune) = (0, false);
    while from < all.len() && all.len() < budget {
        let to = all.len();
        for index in from..to {
            if prune && automaton.is_dead(after(&all[index])) {
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

/// Returns short strings over a rule's classes, random members, and near misses of those.
fn strings(abnf: &Dfa, short: usize) -> Vec<Vec<u8>> {
    let mut random = Random::seeded(7);
    let mut strings = short_strings(abnf, short);
    let sampler = Sampler::new(abnf, 16, Limits::default()).expect("short strings can be counted");
    let members: Vec<Vec<u8>> = (0..RANDOM).filter_map(|_| sampler.sample(&mut random)).collect();
    strings.extend(members.iter().filter_map(|member| abnf.near_miss(member, &mut random)));
    strings.extend(members);
    strings
}

fn vm(source: &str) -> Option<Vm> {
    pest_meta::parse_and_optimize(source).ok().map(|(_, rules)| Vm::new(rules))
}

/// Returns true if pest matches the whole of a text.
fn matches(vm: &Vm, rule: &str, text: &Option<String>) -> Option<bool> {
    let text = text.as_ref()?;
    let Ok(mut pairs) = vm.parse(rule, text) else { return Some(false) };
    Some(pairs.next().is_some_and(|pair| pair.as_span().end() == text.len()))
}

#[derive(Default)]
struct Score {
    killed: usize,
    outgrown: usize,
    invalid: usize,
    equivalent: Vec<String>,
    wrong: Vec<String>,
    /// The number of killed mutants by mutation.
    by: BTreeMap<Mutation, usize>,
}

#[test]
#[ignore = "minutes; `.ci/long` runs it in release"]
fn every_mutant_is_noticed() {
    let mut originals = Vec::new();
    for &grammar in Grammar::ALL {
        originals.push(Original::new(grammar, Reading::Corrected));
        if grammar.pest(Reading::Printed) != grammar.pest(Reading::Corrected) {
            originals.push(Original::new(grammar, Reading::Printed));
        }
    }
    let mut tasks = Vec::new();
    for (index, original) in originals.iter().enumerate() {
        for rule in original.both.peg().rules() {
            let (excerpt, mutants) = original.mutants(rule.name());
            tasks.extend(mutants.into_iter().map(|mutant| (index, excerpt.clone(), mutant)));
        }
    }
    let fate = |(index, excerpt, mutant): &(usize, String, Mutant)| {
        originals[*index].fate(excerpt, mutant)
    };
    let fates: Vec<Fate> = tasks.par_iter().with_max_len(1).map(fate).collect();
    let mut scores: Vec<Score> = originals.iter().map(|_| Score::default()).collect();
    for ((index, excerpt, mutant), fate) in tasks.iter().zip(fates) {
        let score = &mut scores[*index];
        let was = &excerpt[mutant.span.clone()];
        let line = format!("{} in {}: `{was}` to `{}`", mutant.mutation, mutant.rule, mutant.by);
        match fate {
            Fate::Killed => {
                score.killed += 1;
                *score.by.entry(mutant.mutation).or_default() += 1;
            }
            Fate::Outgrown => score.outgrown += 1,
            Fate::Invalid => score.invalid += 1,
            Fate::Equivalent => score.equivalent.push(line),
            Fate::Undecided(why) | Fate::Wrong(why) => score.wrong.push(format!("{line}: {why}")),
        }
    }
    let mut complaints = Vec::new();
    let mut by: BTreeMap<Mutation, usize> = BTreeMap::new();
    let (mut killed, mut outgrown, mut equivalent, mut invalid) = (0, 0, 0, 0);
    for (original, score) in originals.iter().zip(scores) {
        let name = format!("{} {}", original.grammar, original.reading);
        let (same, none) = (score.equivalent.len(), score.invalid);
        println!(
            "{name}: {} killed, {} outgrown, {same} equivalent, {none} invalid",
            score.killed, score.outgrown
        );
        score.equivalent.iter().for_each(|line| println!("  equivalent: {line}"));
        killed += score.killed;
        outgrown += score.outgrown;
        equivalent += same;
        invalid += none;
        score
            .by
            .into_iter()
            .for_each(|(mutation, count)| *by.entry(mutation).or_default() += count);
        complaints.extend(score.wrong.into_iter().map(|line| format!("{name}: {line}")));
    }
    println!("{killed} killed, {outgrown} outgrown, {equivalent} equivalent, {invalid} invalid");
    by.iter().for_each(|(mutation, count)| println!("  killed by \"{mutation}\": {count}"));
    corpus::expect_none(complaints);
    assert_eq!(by.len(), 11, "a mutation is never noticed: {by:?}");
    assert!(killed > 2 * equivalent, "most edits should change the language");
}
