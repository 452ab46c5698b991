//! The text of a certificate.

use super::continuations::{Continuations, Lowered};
use super::nodes::{Node, NodeId};
use crate::peg::continuation::{Automaton, Continuation, Id, State, ACCEPT, END};
use crate::peg::decision::{Formula, FALSE, TRUE};
use crate::{Dfa, StateId};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// Writes the classes and the automaton.
pub(super) fn automaton(text: &mut String, classes: &[Vec<(u32, u32)>], dfa: &Dfa) {
    for class in classes {
        let _ = writeln!(text, "class {}", ranges(class));
    }
    let _ = writeln!(text, "states {}", dfa.len());
    for state in 0..dfa.len() as StateId {
        text.push_str(if dfa.is_accepting(state) { "+" } else { "-" });
        for class in 0..classes.len() {
            let _ = write!(text, " {}", dfa.next(state, class as u8));
        }
        text.push('\n');
    }
}

/// Writes what each letter stands for, and rules with letters in them.
pub(super) fn rewritten(
    text: &mut String,
    all: &Continuations,
    letters: &[NodeId],
    bodies: &[(&str, NodeId)],
) {
    let mut numbers = HashMap::new();
    for &letter in letters {
        expression(text, all, letter, &mut numbers);
    }
    for &(_, body) in bodies {
        expression(text, all, body, &mut numbers);
    }
    for letter in letters {
        let _ = writeln!(text, "letter {}", numbers[letter]);
    }
    for (rule, body) in bodies {
        let _ = writeln!(text, "body {rule} {}", numbers[body]);
    }
}

/// Writes the sets of ABNF items.
pub(super) fn items(text: &mut String, all: &Continuations, entries: &[(Vec<Id>, StateId)]) {
    text.push_str("abnf\n");
    let used = entries.iter().flat_map(|(set, _)| set.iter().copied());
    let numbers = continuations(text, all, used);
    for (set, state) in entries {
        let _ = write!(text, "in {state}");
        for item in set {
            let _ = write!(text, " {}", numbers[item]);
        }
        text.push('\n');
    }
}

/// Writes the formulas of a PEG.
pub(super) fn formulas(
    text: &mut String,
    kind: &str,
    machine: &Automaton<Lowered>,
    entries: &[(State, StateId)],
) {
    let _ = writeln!(text, "{kind}");
    // A decision comes after those that it uses.
    let mut order: Vec<Formula> = Vec::new();
    let mut places = HashMap::from([(FALSE, 0), (TRUE, 1)]);
    for (state, _) in entries {
        let mut work = vec![state.formula()];
        while let Some(&formula) = work.last() {
            if places.contains_key(&formula) {
                work.pop();
                continue;
            }
            let decision = machine.decision(formula);
            let missing = [decision.yes, decision.no].into_iter().find(|f| !places.contains_key(f));
            if let Some(missing) = missing {
                work.push(missing);
            } else {
                places.insert(formula, places.len());
                order.push(formula);
                work.pop();
            }
        }
    }
    let used = order.iter().map(|&formula| machine.decision(formula).variable);
    let numbers = continuations(text, &machine.all, used);
    for formula in order {
        let decision = machine.decision(formula);
        let (yes, no) = (places[&decision.yes], places[&decision.no]);
        let _ = writeln!(text, "if {} {yes} {no}", numbers[&decision.variable]);
    }
    for (key, state) in entries {
        let _ = writeln!(text, "in {state} {}", places[&key.formula()]);
    }
}

/// Writes the expressions and the continuations that are used, and returns their numbers.
fn continuations(
    text: &mut String,
    all: &Continuations,
    used: impl Iterator<Item = Id>,
) -> HashMap<Id, usize> {
    let mut needed: BTreeSet<Id> = BTreeSet::new();
    let mut open: Vec<Id> = used.collect();
    while let Some(id) = open.pop() {
        if id > END && needed.insert(id) {
            open.push(all.lists[id as usize].tail);
        }
    }
    let mut expressions: HashMap<NodeId, usize> = HashMap::new();
    for &id in &needed {
        expression(text, all, all.lists[id as usize].head, &mut expressions);
    }
    let mut numbers = HashMap::from([(END, 0), (ACCEPT, 1)]);
    for id in needed {
        let Continuation { head, tail, .. } = all.lists[id as usize];
        let _ = writeln!(text, "then {} {}", expressions[&head], numbers[&tail]);
        numbers.insert(id, numbers.len());
    }
    numbers
}

/// Writes an expression after its parts. Their nesting is bounded where they are made.
fn expression(
    text: &mut String,
    all: &Continuations,
    node: NodeId,
    numbers: &mut HashMap<NodeId, usize>,
) {
    if numbers.contains_key(&node) {
        return;
    }
    let parts = all.program.nodes.parts(node);
    for &part in &parts {
        expression(text, all, part, numbers);
    }
    let list: String = parts.iter().map(|part| format!(" {}", numbers[part])).collect();
    let line = match &all.program.nodes.nodes[node as usize] {
        Node::Set(set) => format!("set {}", ranges(set)),
        Node::Sequence(_) => format!("sequence{list}"),
        Node::Choice(..) => format!("choice{list}"),
        Node::Repeat(_, min, None) => format!("repeat{list} {min} *"),
        Node::Repeat(_, min, Some(max)) => format!("repeat{list} {min} {max}"),
        Node::And(_) => format!("and{list}"),
        Node::Not(_) => format!("not{list}"),
        Node::End => "eoi".to_owned(),
        &Node::Rule(rule) => format!("rule {}", all.program.names[rule]),
    };
    let _ = writeln!(text, "{line}");
    numbers.insert(node, numbers.len());
}

fn ranges(ranges: &[(u32, u32)]) -> String {
    let mut text = String::new();
    for &(low, high) in ranges {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{low:X}");
        if low < high {
            let _ = write!(text, "-{high:X}");
        }
    }
    text
}
