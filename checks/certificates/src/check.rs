//! The check of one theorem: an automaton, and three lists that are closed under its transitions.

use crate::continuations::{Cont, Continuations, END};
use crate::formulas::{Formulas, TRUE};
use crate::grammar::{Expr, Grammar, Node, Notation, Set};
use crate::lines::Lines;
use crate::Checked;
use std::collections::HashMap;

/// The most classes of characters in one automaton.
const CLASSES: usize = 1_000;

/// A deterministic automaton over classes of characters. Its start state is 0.
struct Automaton {
    classes: Vec<Set>,
    accepts: Vec<bool>,
    /// A row for each state, with a column for each class.
    next: Vec<Vec<usize>>,
}

/// Checks the theorem whose first line was read, and returns the number of its states. A grammar
/// stands below the word of its list, with the rule's name.
pub(crate) fn theorem(
    lines: &mut Lines,
    grammars: [(&str, &mut Grammar, &str); 3],
) -> Checked<usize> {
    let automaton = automaton(lines, grammars[0].1)?;
    for (word, grammar, rule) in grammars {
        let [] = lines.demand(word)?;
        let call = grammar.call(rule);
        list(lines, grammar, call, &automaton)?;
    }
    let [] = lines.demand("end")?;
    Ok(automaton.accepts.len())
}

fn automaton(lines: &mut Lines, grammar: &Grammar) -> Checked<Automaton> {
    let mut classes = Vec::new();
    while let Some([ranges]) = lines.take("class")? {
        classes.push(lines.ranges(ranges)?);
        if classes.len() > CLASSES {
            return Err(format!("more than {CLASSES} classes"));
        }
    }
    // Of sets that overlap, the sizes are more than that of their union.
    let size = |set: &Set| set.iter().map(|(low, high)| u64::from(high - low) + 1).sum::<u64>();
    let (all, sizes) = (grammar.all(), classes.iter().map(size).sum::<u64>());
    if grammar.characters(classes.concat()) != all || sizes != size(&all) {
        return Err("each character should be in exactly one class".to_owned());
    }
    let [count] = lines.demand("states")?;
    let states = lines.number(count, lines.remaining() + 1)?;
    let (mut accepts, mut next) = (Vec::new(), Vec::new());
    for _ in 0..states {
        let (word, row) = lines.next()?;
        if word != "+" && word != "-" || row.len() != classes.len() {
            return Err(format!("a state is + or - and {} states", classes.len()));
        }
        accepts.push(word == "+");
        next.push(row.iter().map(|to| lines.number(to, states)).collect::<Result<_, _>>()?);
    }
    Ok(Automaton { classes, accepts, next })
}

/// Reads expressions and continuations, and returns the numbers of the continuations in the order
/// of the certificate, after those of END and ACCEPT.
fn lists(lines: &mut Lines, conts: &mut Continuations) -> Checked<Vec<Cont>> {
    let (mut exprs, mut listed): (Vec<Expr>, Vec<Cont>) = (Vec::new(), vec![0, 1]);
    loop {
        if let Some([head, tail]) = lines.take("then")? {
            let (head, tail) = (lines.of(head, &exprs)?, lines.of(tail, &listed)?);
            if let Node::Sequence(_) | Node::Repeat(_, _, Some(0)) = conts.grammar.nodes[head] {
                return Err("a continuation cannot begin with this expression".to_owned());
            }
            listed.push(conts.cons(head, tail)?);
        } else if lines.peek().is_none_or(|word| ["in", "if"].contains(&word)) {
            return Ok(listed);
        } else {
            exprs.push(expression(lines, conts.grammar, &exprs)?);
        }
    }
}

fn expression(lines: &mut Lines, grammar: &mut Grammar, exprs: &[Expr]) -> Checked<Expr> {
    let (word, words) = lines.next()?;
    let node = match (word, &words[..]) {
        ("set", []) => return Ok(grammar.set(Set::new())),
        ("set", [ranges]) => return Ok(grammar.set(lines.ranges(ranges)?)),
        ("sequence", parts) => return Ok(grammar.join(Node::Sequence, lines.all(parts, exprs)?)),
        ("choice", parts @ [_, _, ..]) => {
            return Ok(grammar.join(Node::Choice, lines.all(parts, exprs)?));
        }
        ("rule", [name]) => return Ok(grammar.call(name)),
        ("repeat", [inner, min, max]) => {
            let bound = |word| Ok::<_, String>(lines.number(word, usize::MAX)? as u32);
            let max = if *max == "*" { None } else { Some(bound(max)?) };
            Node::Repeat(lines.of(inner, exprs)?, bound(min)?, max)
        }
        ("and", [inner]) => Node::And(lines.of(inner, exprs)?),
        ("not", [inner]) => Node::Not(lines.of(inner, exprs)?),
        ("eoi", []) => Node::End,
        _ => return Err(format!("{word} with these words is no expression")),
    };
    Ok(grammar.nodes.of(node))
}

/// Checks a list. A key is a set of continuations of ABNF, in ascending order, or one formula.
fn list(lines: &mut Lines, grammar: &mut Grammar, call: Expr, automaton: &Automaton) -> Checked {
    let is_abnf = grammar.notation == Notation::Abnf;
    let mut all = Formulas::new(Continuations::new(grammar, &automaton.classes));
    let listed = lists(lines, &mut all.conts)?;
    let mut made = vec![0, 1];
    while let Some([cont, yes, no]) = lines.take("if")? {
        let cont = lines.of(cont, &listed)?;
        made.push(all.decide(cont, lines.of(yes, &made)?, lines.of(no, &made)?)?);
    }
    let (mut entries, mut states) = (Vec::new(), HashMap::new());
    while lines.peek() == Some("in") {
        let words = lines.next()?.1;
        let [state, key @ ..] = &words[..] else { return Err("an entry has a state".to_owned()) };
        let mut key = lines.all(key, if is_abnf { &listed } else { &made })?;
        if !is_abnf && key.len() != 1 {
            return Err("an entry is a state and a formula".to_owned());
        }
        key.sort_unstable();
        let state = lines.number(state, automaton.accepts.len())?;
        if states.insert(key.clone(), state).is_some() {
            return Err("the list has an entry twice".to_owned());
        }
        entries.push((key, state));
    }
    let start = all.conts.cons(call, END)?;
    let (start, accepted) = if is_abnf { (start, END) } else { (all.atom(start)?, TRUE) };
    let after = |key: &[u32], class| match *key {
        [formula] if !is_abnf => Ok(vec![all.after(formula, class)?]),
        _ => all.conts.after_set(key, class),
    };
    closed(&entries, &states, automaton, [start, accepted], after)
}

/// Checks that a list has the start with state 0, that an entry accepts the end of the text exactly
/// if its state does, and that after each class of characters an entry is one of the state that the
/// automaton goes to. `after` returns the next key; at the end of the text, `accepted` or another.
fn closed(
    entries: &[(Vec<u32>, usize)],
    states: &HashMap<Vec<u32>, usize>,
    automaton: &Automaton,
    [start, accepted]: [u32; 2],
    mut after: impl FnMut(&[u32], usize) -> Checked<Vec<u32>>,
) -> Checked {
    if states.get(&vec![start]) != Some(&0) {
        return Err("the list does not begin with the rule in state 0".to_owned());
    }
    for (number, (key, state)) in entries.iter().enumerate() {
        let accepts = after(key, automaton.classes.len())? == [accepted];
        if accepts != automaton.accepts[*state] {
            return Err(format!("entry {number} accepts, or state {state} does, but not both"));
        }
        for (class, &expected) in automaton.next[*state].iter().enumerate() {
            let found = states.get(&after(key, class)?);
            if found != Some(&expected) {
                let found = found.map_or("no entry".to_owned(), |state| format!("state {state}"));
                return Err(format!(
                    "entry {number}, class {class}: {found}, not state {expected}"
                ));
            }
        }
    }
    Ok(())
}
