//! The origin of each rule's PEG, and the components that a string gives two places.

use std::collections::{BTreeSet, HashMap};

use urigram_automata::abnf::Grammar;
use urigram_automata::synthesis::{affordable, synthesize};
use urigram_automata::{Limits, Terminals};

/// The nodes that the rules of a text have together at most.
const TEXT: usize = 500_000;
/// The limits of an automaton of a repair.
const REPAIR: Limits = Limits { states: 5_000, nodes: 200_000 };
/// The limits of an automaton with the places of a component.
const MARKED: Limits = Limits { states: 2_000, nodes: 100_000 };

/// The number of regular rules for each origin of a proved PEG, and what is ambiguous.
#[derive(Debug, Default)]
pub(crate) struct Pegs {
    /// The literal copy is the rule.
    pub(crate) printed: usize,
    /// A copy with edits is.
    pub(crate) repaired: usize,
    /// The minimal automaton of the rule, or of one that it uses, became a PEG, which is not a
    /// second transcription.
    pub(crate) made: usize,
    /// The pairs of a rule and a component of it that some string gives two places.
    pub(crate) ambiguous: usize,
    /// The shortest such string, with the rule and the component.
    pub(crate) shortest: Option<(Vec<u8>, String, String)>,
    /// The rules that are undecided within the limits.
    pub(crate) open: Vec<String>,
}

impl Pegs {
    /// Makes a PEG of each of some rules, and looks for ambiguous components.
    pub(crate) fn of(grammar: &Grammar, regular: &[String]) -> Pegs {
        let mut pegs = Pegs::default();
        let names: Vec<&str> = regular.iter().map(String::as_str).collect();
        let rules = grammar.used_by_all(&names);
        let (rules, _) = affordable(&rules, TEXT);
        let found = synthesize(&rules, Terminals::CodePoints, REPAIR);
        // A name that the text takes from elsewhere may be spelled in another case there.
        let key = |name: &str| name.to_ascii_lowercase();
        let found: HashMap<String, _> =
            found.rules().iter().map(|found| (key(&found.rule), found)).collect();
        for rule in regular {
            let is_proved = found.get(&key(rule)).is_some_and(|found| found.proof.is_ok());
            if !is_proved {
                pegs.open.push(rule.clone());
                continue;
            }
            let used = rules.used_by(rule);
            let used: Vec<_> =
                used.rules().iter().filter_map(|rule| found.get(&key(&rule.name))).collect();
            let count = if used.iter().any(|found| found.from_automaton) {
                &mut pegs.made
            } else if used.iter().any(|found| !found.repairs.is_empty()) {
                &mut pegs.repaired
            } else {
                &mut pegs.printed
            };
            *count += 1;
        }
        for rule in regular.iter().filter_map(|rule| rules.rule(rule)) {
            let mut parts = BTreeSet::new();
            rule.expr.visit_rules(&mut |name| {
                parts.insert(name.to_owned());
            });
            for part in parts {
                let marked = rules.marked(&rule.name, &part, Terminals::CodePoints, MARKED);
                let found = marked.ok().and_then(|marked| marked.ambiguity(MARKED).ok()?);
                let Some(found) = found else { continue };
                pegs.ambiguous += 1;
                let length = |it: &(Vec<u8>, String, String)| it.0.len();
                if pegs.shortest.as_ref().is_none_or(|it| found.input.len() < length(it)) {
                    pegs.shortest = Some((found.input, rule.name.clone(), part));
                }
            }
        }
        pegs
    }

    /// Returns the cells of a table.
    pub(crate) fn cells(&self) -> String {
        let Pegs { printed, repaired, made, ambiguous, shortest, .. } = self;
        let shortest = shortest.as_ref().map_or(String::new(), |(string, rule, part)| {
            let string = match &string[..] {
                [] => "(empty)".to_owned(),
                bytes => String::from_utf8_lossy(bytes).escape_debug().to_string(),
            };
            format!("{string} gives {part} of {rule} two places")
        });
        format!("\t{printed}\t{repaired}\t{made}\t{ambiguous}\t{shortest}")
    }
}
