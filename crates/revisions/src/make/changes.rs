//! Automata of whole references, and the changes of every rule's language.

use std::collections::HashMap;
use std::rc::Rc;

use urigram_automata::{abnf, Dfa};

use super::frames::Made;
use super::{fixed, stages};
use crate::frame::{Change, Frame, Kind, Table};
use crate::proof::{Prover, LIMITS};
use crate::rules::{blocks, key};

/// The automata of all frames: those that are alike are there once.
pub(super) struct Tables {
    pub(super) all: Vec<Table>,
    /// The number of each frame's automaton.
    pub(super) of: Vec<Option<usize>>,
}

/// Returns the automata of whole references.
pub(super) fn tables(made: &Made, prover: &mut Prover) -> Result<Tables, String> {
    let mut tables = Tables { all: Vec::new(), of: Vec::new() };
    for (index, frame) in made.frames.iter().enumerate() {
        let start = stages::start(made, index)?;
        if frame.grammar.rule(&start).is_none() {
            tables.of.push(None);
            continue;
        }
        let dfa = prover.of_abnf(&frame.grammar, &start);
        let dfa = dfa.map_err(|error| format!("{}: {error}", frame.folder))?;
        let table = Table::new(&dfa)
            .ok_or_else(|| format!("{}: {start}: more than 65,535 states", frame.folder))?;
        let number = tables.all.iter().position(|one| *one == table).unwrap_or_else(|| {
            tables.all.push(table);
            tables.all.len() - 1
        });
        tables.of.push(Some(number));
    }
    Ok(tables)
}

/// The last language of a rule, with the name that it had.
type Last = HashMap<String, (String, Rc<Dfa>)>;

/// Returns the changes of every rule from frame to frame.
pub(super) fn changes(made: &Made, prover: &mut Prover) -> Result<Vec<Change>, String> {
    let core = abnf::core_rules();
    let mut found = Vec::new();
    let mut after: Vec<Last> = Vec::new();
    for (index, frame) in made.frames.iter().enumerate() {
        let mut last = frame.parent.map_or_else(Last::new, |parent| after[parent].clone());
        let was_sound = |name: &str| {
            frame.parent.is_some_and(|parent| made.frames[parent].grammar.rule(name).is_some())
        };
        let mut renamed: HashMap<String, String> = HashMap::new();
        for (old, new) in &frame.renamed {
            if let Some(known) = last.remove(&key(old)) {
                renamed.insert(key(new), known.0.clone());
                last.insert(key(new), known);
            }
        }
        let broken: Vec<String> = frame.facts.broken.iter().map(|one| key(&one.rule)).collect();
        let patched: Vec<String> = blocks(&frame.abnf).into_iter().map(|(name, _)| name).collect();
        let mut add = |rule: &str, kind, relation, only: [Option<Vec<u8>>; 2]| {
            let was = renamed.get(&key(rule)).filter(|old| key(old) != key(rule));
            let (was, rule) = (was.map(|old| fixed(old)), fixed(rule));
            let [only_before, only_after] = only.map(|word| word.map(|word| &*word.leak()));
            let frame = Frame::at(index);
            found.push(Change { frame, rule, was, kind, relation, only_before, only_after });
        };
        let mut still = Last::new();
        for rule in frame.grammar.rules() {
            let name = key(&rule.name);
            let kind = if patched.contains(&name) { Kind::Text } else { Kind::Through };
            let dfa = prover.of_abnf(&frame.grammar, &rule.name);
            let dfa = dfa.map_err(|error| format!("{}: {error}", frame.folder))?;
            match last.get(&name) {
                None => add(&rule.name, Kind::New, None, [None, None]),
                Some((old, before)) => {
                    let repaired = frame.parent.is_some() && !was_sound(old);
                    if *before != dfa || kind == Kind::Text || repaired {
                        let both = before.compare(&dfa, LIMITS).map_err(|e| e.to_string())?;
                        let only = [both.only_a, both.only_b];
                        add(&rule.name, kind, Some(both.relation), only);
                    }
                }
            }
            still.insert(name, (rule.name.clone(), dfa));
        }
        let mut lost: Vec<(&String, &(String, Rc<Dfa>))> =
            last.iter().filter(|(name, _)| !still.contains_key(*name)).collect();
        lost.sort_by_key(|(name, _)| *name);
        let gone: Vec<String> = frame.facts.gone.iter().map(|name| key(name)).collect();
        let mut kept = Last::new();
        for (name, known) in lost {
            if gone.contains(name) && !broken.contains(name) {
                add(&known.0, Kind::Gone, None, [None, None]);
                continue;
            }
            // A core rule is there where it is used.
            if was_sound(&known.0) && core.rule(&known.0).is_none() {
                add(&known.0, Kind::Broken, None, [None, None]);
            }
            kept.insert(name.clone(), known.clone());
        }
        still.extend(kept);
        after.push(still);
    }
    Ok(found)
}
