//! The check of one theorem: an automaton, and three lists that are closed under its transitions.

use crate::continuations::{Class, Cont, Continuations, END};
use crate::formulas::{Formulas, TRUE};
use crate::grammar::{Expr, Grammar, Node, Set};
use crate::lines::Lines;
use std::collections::HashMap;
use std::hash::Hash;

/// The most classes of characters in one automaton.
const CLASSES: usize = 1_000;

/// A deterministic automaton over classes of characters. Its start state is 0.
struct Automaton {
    classes: Vec<Set>,
    accepts: Vec<bool>,
    /// A row for each state, with a column for each class.
    next: Vec<Vec<usize>>,
}

/// The grammars that a theorem is about.
pub(crate) struct Grammars {
    pub(crate) abnf: Grammar,
    pub(crate) pest: Grammar,
    /// The rules as pest's optimizer leaves them.
    pub(crate) runs: Grammar,
}

/// Checks the theorem whose first line was read, and returns the number of its states.
pub(crate) fn theorem(
    lines: &mut Lines,
    grammars: &mut Grammars,
    (abnf, pest): (&str, &str),
) -> Result<usize, String> {
    let automaton = automaton(lines, &grammars.abnf.all())?;
    let rule = grammars.abnf.rule(&abnf.to_ascii_lowercase());
    lines.exactly("abnf")?;
    sets(lines, &mut grammars.abnf, rule, &automaton)?;
    for (word, grammar) in [("peg", &mut grammars.pest), ("runs", &mut grammars.runs)] {
        lines.exactly(word)?;
        let rule = grammar.rule(pest);
        formulas(lines, grammar, rule, &automaton)?;
    }
    lines.exactly("end")?;
    Ok(automaton.accepts.len())
}

fn automaton(lines: &mut Lines, all: &Set) -> Result<Automaton, String> {
    let mut classes = Vec::new();
    while let Some(words) = lines.next_if("class")? {
        let [ranges] = words[..] else { return Err("a class is one list of ranges".to_owned()) };
        classes.push(lines.ranges(ranges)?);
        if classes.len() > CLASSES {
            return Err(format!("more than {CLASSES} classes"));
        }
    }
    partition(&classes, all)?;
    let states = match lines.next_if("states")?.as_deref() {
        Some([count]) => lines.number(count, lines.remaining() + 1)?,
        _ => return Err("expected `states` and their number".to_owned()),
    };
    let (mut accepts, mut next) = (Vec::new(), Vec::new());
    for _ in 0..states {
        let (word, row) = lines.next()?;
        if word != "+" && word != "-" || row.len() != classes.len() {
            return Err(format!("a state is + or - and {} states", classes.len()));
        }
        accepts.push(word == "+");
        let row: Result<Vec<usize>, _> = row.iter().map(|to| lines.number(to, states)).collect();
        next.push(row?);
    }
    Ok(Automaton { classes, accepts, next })
}

/// Demands that each character is in exactly one class.
fn partition(classes: &[Set], all: &Set) -> Result<(), String> {
    let mut ranges: Vec<(u32, u32)> = classes.concat();
    ranges.sort_unstable();
    let mut joined: Set = Vec::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1 => return Err(format!("{low:X} is in two classes")),
            // Of the surrogates, which are no characters, neither side is joined.
            Some(last) if low == last.1 + 1 => last.1 = high,
            _ => joined.push((low, high)),
        }
    }
    if joined == *all && classes.iter().all(|class| !class.is_empty()) {
        return Ok(());
    }
    Err("the classes are not all characters".to_owned())
}

/// Reads expressions and continuations, and returns the numbers of the continuations in the order
/// of the certificate, after those of END and ACCEPT.
fn lists(lines: &mut Lines, conts: &mut Continuations) -> Result<Vec<Cont>, String> {
    let (mut exprs, mut listed): (Vec<Expr>, Vec<Cont>) = (Vec::new(), vec![0, 1]);
    loop {
        let Some(word) = lines.peek() else { return Ok(listed) };
        if word == "then" {
            let words = lines.next()?.1;
            let [head, tail] = words[..] else { return Err("then takes two numbers".to_owned()) };
            let (head, tail) = (lines.of(head, &exprs)?, lines.of(tail, &listed)?);
            if matches!(
                conts.grammar.nodes[head as usize],
                Node::Sequence(_) | Node::Repeat(_, _, Some(0))
            ) {
                return Err("a continuation cannot begin with this expression".to_owned());
            }
            listed.push(conts.cons(head, tail)?);
            continue;
        }
        let node = match word {
            "set" | "sequence" | "choice" | "repeat" | "and" | "not" | "eoi" | "rule" => {
                expression(lines, conts.grammar, &exprs)?
            }
            _ => return Ok(listed),
        };
        exprs.push(node);
    }
}

fn expression(lines: &mut Lines, grammar: &mut Grammar, exprs: &[Expr]) -> Result<Expr, String> {
    let (word, words) = lines.next()?;
    let all = |lines: &Lines, words: &[&str]| -> Result<Vec<Expr>, String> {
        words.iter().map(|number| lines.of(number, exprs)).collect()
    };
    match (word, &words[..]) {
        ("set", []) => Ok(grammar.set(Set::new())),
        ("set", [ranges]) => Ok(grammar.set(lines.ranges(ranges)?)),
        ("sequence", parts) => Ok(grammar.sequence(all(lines, parts)?)),
        ("choice", parts @ [_, _, ..]) => Ok(grammar.choice(all(lines, parts)?)),
        ("repeat", [inner, min, max]) => {
            let max = if *max == "*" { None } else { Some(lines.number(max, usize::MAX)? as u32) };
            let (inner, min) = (lines.of(inner, exprs)?, lines.number(min, usize::MAX)? as u32);
            Ok(grammar.node(Node::Repeat(inner, min, max)))
        }
        ("and", [inner]) => Ok(grammar.node(Node::And(lines.of(inner, exprs)?))),
        ("not", [inner]) => Ok(grammar.node(Node::Not(lines.of(inner, exprs)?))),
        ("eoi", []) => Ok(grammar.node(Node::End)),
        ("rule", [name]) => {
            // ABNF ignores the case of names, and its reader writes them in lower case.
            let name = if lines.is_abnf { name.to_ascii_lowercase() } else { (*name).to_owned() };
            let rule = grammar.rule(&name);
            Ok(grammar.node(Node::Rule(rule)))
        }
        _ => Err(format!("{word} does not take these words")),
    }
}

/// Checks the list of sets of ABNF items.
fn sets(
    lines: &mut Lines,
    grammar: &mut Grammar,
    rule: u32,
    automaton: &Automaton,
) -> Result<(), String> {
    lines.is_abnf = true;
    let call = grammar.node(Node::Rule(rule));
    let mut conts = Continuations::new(grammar);
    let listed = lists(lines, &mut conts)?;
    let mut entries: Vec<(Vec<Cont>, usize)> = Vec::new();
    while let Some(words) = lines.next_if("in")? {
        let [state, items @ ..] = &words[..] else { return Err("an entry has a state".to_owned()) };
        let items: Result<Vec<Cont>, _> =
            items.iter().map(|item| lines.of(item, &listed)).collect();
        let mut items = items?;
        items.sort_unstable();
        entries.push((items, lines.number(state, automaton.accepts.len())?));
    }
    lines.is_abnf = false;
    let start = vec![conts.cons(call, END)?];
    closed(&entries, &start, automaton, |set, class| {
        let next = conts.after_set(set, class)?;
        Ok((next == [END], next))
    })
}

/// Checks a list of formulas over the continuations of a PEG.
fn formulas(
    lines: &mut Lines,
    grammar: &mut Grammar,
    rule: u32,
    automaton: &Automaton,
) -> Result<(), String> {
    let call = grammar.node(Node::Rule(rule));
    let mut conts = Continuations::new(grammar);
    let listed = lists(lines, &mut conts)?;
    let mut all = Formulas::new(conts);
    let mut made = vec![0, 1];
    while let Some(words) = lines.next_if("if")? {
        let [cont, yes, no] = words[..] else { return Err("if takes three numbers".to_owned()) };
        let cont = lines.of(cont, &listed)?;
        made.push(all.decide(cont, lines.of(yes, &made)?, lines.of(no, &made)?)?);
    }
    let mut entries = Vec::new();
    while let Some(words) = lines.next_if("in")? {
        let [state, formula] = words[..] else {
            return Err("an entry is a state and a formula".to_owned());
        };
        entries.push((lines.of(formula, &made)?, lines.number(state, automaton.accepts.len())?));
    }
    let start = all.conts.cons(call, END)?;
    let start = all.of(start)?;
    closed(&entries, &start, automaton, |&formula, class| {
        let next = all.after(formula, class)?;
        Ok((next == TRUE, next))
    })
}

/// Checks that a list has the start with state 0, that an entry accepts the end of the text exactly
/// if its state does, and that after each class of characters an entry is one of the state that the
/// automaton goes to. `after` returns the next key, and whether it accepts the end.
fn closed<K: Clone + Eq + Hash>(
    entries: &[(K, usize)],
    start: &K,
    automaton: &Automaton,
    mut after: impl FnMut(&K, Class) -> Result<(bool, K), String>,
) -> Result<(), String> {
    let mut states: HashMap<&K, usize> = HashMap::new();
    for (key, state) in entries {
        if states.insert(key, *state).is_some() {
            return Err("the list has an entry twice".to_owned());
        }
    }
    if states.get(start) != Some(&0) {
        return Err("the list does not begin with the rule in state 0".to_owned());
    }
    for (number, (key, state)) in entries.iter().enumerate() {
        if after(key, None)?.0 != automaton.accepts[*state] {
            return Err(format!("entry {number} accepts, or state {state} does, but not both"));
        }
        for (class, set) in automaton.classes.iter().enumerate() {
            let next = after(key, Some((class, set)))?.1;
            let expected = automaton.next[*state][class];
            match states.get(&next) {
                Some(&state) if state == expected => {}
                Some(state) => {
                    return Err(format!(
                        "entry {number} goes by class {class} to state {state}, not to {expected}"
                    ));
                }
                None => return Err(format!("after entry {number}, class {class} has no entry")),
            }
        }
    }
    Ok(())
}
