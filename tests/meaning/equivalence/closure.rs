//! The closure of the equivalences over some texts, by changes at single places.

use std::collections::{HashMap, VecDeque};

use urigram::documents::{Change, Equivalence};
use urigram::normalization::Objective;
use urigram::{Component, Grammar, Normalizer};

use super::changes::changes;
use super::split;

/// Returns the rows of a grammar that apply to a purpose.
pub fn rows(grammar: Grammar, objective: Objective) -> Vec<&'static Equivalence> {
    let comparison =
        grammar.document().comparison.as_ref().expect("every published document says something");
    comparison
        .equivalences
        .iter()
        .filter(|row| row.objective.is_none_or(|of| of == objective))
        .collect()
}

/// Compares the closure over some texts with their keys. Returns the numbers of texts and of
/// changes.
pub fn closure(
    grammar: Grammar,
    objective: Objective,
    texts: &[String],
    complaints: &mut Vec<String>,
) -> (usize, usize) {
    let mut complain = |row: &str, text: &str, what: String| {
        let few = complaints
            .iter()
            .filter(|known| known.starts_with(&format!("{grammar} {row}:")))
            .count()
            < 6;
        complaints.extend(few.then(|| format!("{grammar} {row}: {text} {what}")));
    };
    let rows = rows(grammar, objective);
    let normalizer = Normalizer::new(grammar).objective(objective);
    let forbidden = grammar.document().comparison.as_ref().unwrap().relative.is_some();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<String> = Vec::new();
    let mut sets: Vec<usize> = Vec::new();
    let mut queue: VecDeque<usize> = VecDeque::new();
    let mut edges = 0;
    let mut enter = |text: String,
                     all: &mut Vec<String>,
                     sets: &mut Vec<usize>,
                     queue: &mut VecDeque<usize>| {
        *ids.entry(text).or_insert_with_key(|text| {
            all.push(text.clone());
            sets.push(sets.len());
            queue.push_back(sets.len() - 1);
            sets.len() - 1
        })
    };
    for text in texts {
        enter(text.clone(), &mut all, &mut sets, &mut queue);
    }
    while let Some(at) = queue.pop_front() {
        let text = all[at].clone();
        let parts = split(grammar, &text).unwrap_or_else(|| panic!("{grammar} rejects {text}"));
        for row in &rows {
            for next in changes(row, &text, &parts) {
                let after = split(grammar, &next);
                let Some(after) = after else {
                    complain(row.id, &text, format!("becomes {next}, which is rejected"));
                    continue;
                };
                let may_differ =
                    row.key_only && matches!(row.change, Change::Same { .. } | Change::Drop(_));
                let kept = Component::ALL.iter().filter(|&&component| component != Component::Port);
                for &component in kept {
                    let same = parts.get(component).is_some() == after.get(component).is_some();
                    if !same && !may_differ {
                        complain(
                            row.id,
                            &text,
                            format!("becomes {next}, with or without {component:?}"),
                        );
                    }
                }
                let to = enter(next, &mut all, &mut sets, &mut queue);
                edges += 1;
                let (a, b) = (root(&mut sets, at), root(&mut sets, to));
                sets[a] = b;
            }
        }
    }
    let mut by_key: HashMap<String, usize> = HashMap::new();
    let mut by_set: HashMap<usize, String> = HashMap::new();
    for (at, text) in all.iter().enumerate() {
        let is_relative = split(grammar, text).unwrap().scheme().is_none();
        let Some(key) = normalizer.key(text).unwrap() else {
            if !(forbidden && is_relative) {
                complain("key", text, "has no key".to_owned());
            }
            continue;
        };
        if forbidden && is_relative {
            complain("key", text, "has a key".to_owned());
        }
        let set = root(&mut sets, at);
        let first = *by_key.entry(key.to_string()).or_insert(at);
        if root(&mut sets, first) != set {
            complain(
                "closure",
                text,
                format!("and {} have the key {key}, and no changes unite them", all[first]),
            );
        }
        let known = by_set.entry(set).or_insert_with(|| key.to_string());
        if *known != key {
            complain(
                "key",
                text,
                format!("has the key {key}, and changes unite it with the key {known}"),
            );
        }
    }
    (all.len(), edges)
}

/// Returns the representative of a set, and shortens the path to it.
fn root(sets: &mut [usize], mut at: usize) -> usize {
    while sets[at] != at {
        sets[at] = sets[sets[at]];
        at = sets[at];
    }
    at
}
