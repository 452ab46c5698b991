//! The check of one theorem: an automaton, and three lists that are closed under its transitions.

use crate::continuations::{Cont, Continuations, END};
use crate::formulas::{Formulas, FALSE, TRUE};
use crate::grammar::{Expr, Grammar, Node, Notation, Set};
use crate::lines::Lines;
use crate::numbers::Map;
use crate::{ensure, letters, Checked};

/// The most classes of characters in one automaton.
const CLASSES: usize = 1_000;

/// The word of a list, the grammar of the list, and the rule's name there.
pub(crate) type Side<'a> = (&'a str, &'a mut Grammar, &'a str);

/// A deterministic automaton over classes of characters. Its start state is 0.
struct Automaton {
    classes: Vec<Set>,
    accepts: Vec<bool>,
    /// A row for each state, with a column for each class.
    next: Vec<Vec<usize>>,
}

/// Checks the theorem whose first line was read, and returns the number of its states. A grammar
/// stands below the word of its list, with the rule's name.
pub(crate) fn theorem(lines: &mut Lines, grammars: &mut [Side]) -> Checked<usize> {
    let automaton = automaton(lines, grammars[0].1)?;
    for (word, grammar, rule) in grammars {
        let [] = lines.demand(word)?;
        list(lines, grammar, rule, &automaton)?;
    }
    Ok(automaton.accepts.len())
}

fn automaton(lines: &mut Lines, grammar: &Grammar) -> Checked<Automaton> {
    let mut classes = Vec::new();
    while let Some([ranges]) = lines.take("class")? {
        classes.push(lines.ranges(ranges)?);
        ensure(classes.len() <= CLASSES, "too many classes")?;
    }
    // Of sets that overlap, the sizes are more than that of their union.
    let size = |set: &Set| set.iter().map(|(low, high)| u64::from(high - low) + 1).sum::<u64>();
    let (all, sizes) = (grammar.all(), classes.iter().map(size).sum::<u64>());
    let are_apart = grammar.characters(classes.concat()) == all && sizes == size(&all);
    ensure(are_apart, "each character should be in exactly one class")?;
    let [count] = lines.demand("states")?;
    let states = lines.number(count, lines.remaining() + 1)?;
    let (mut accepts, mut next) = (Vec::new(), Vec::new());
    for _ in 0..states {
        let (word, row) = lines.next()?;
        let is_state = ["+", "-"].contains(&word) && row.len() == classes.len();
        ensure(is_state, "a state is + or - and a state for each class")?;
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
            listed.push(conts.cons(head, tail)?);
        } else if lines.peek().is_none_or(|word| ["in", "if"].contains(&word)) {
            return Ok(listed);
        } else {
            exprs.push(expression(lines, conts.grammar, &exprs)?);
        }
    }
}

pub(crate) fn expression(
    lines: &mut Lines,
    grammar: &mut Grammar,
    exprs: &[Expr],
) -> Checked<Expr> {
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
        _ => return Err(format!("{word} with these words is not an expression")),
    };
    Ok(grammar.nodes.of(node))
}

/// The state of each key in a list. A key is a set of numbers in ascending order: of continuations
/// of ABNF, or of one formula.
type Entries = Map<Vec<u32>, usize>;

/// Reads a list, and checks that it is closed.
fn list(lines: &mut Lines, grammar: &mut Grammar, rule: &str, automaton: &Automaton) -> Checked {
    let (call, is_abnf) = (grammar.call(rule), grammar.notation == Notation::Abnf);
    let mut all = Formulas::new(Continuations::new(grammar));
    let listed = lists(lines, &mut all.conts)?;
    let mut made = vec![FALSE, TRUE];
    while let Some([cont, yes, no]) = lines.take("if")? {
        let cont = lines.of(cont, &listed)?;
        made.push(all.decide(cont, lines.of(yes, &made)?, lines.of(no, &made)?)?);
    }
    let mut entries = Entries::default();
    while lines.peek() == Some("in") {
        let words = lines.next()?.1;
        let [state, key @ ..] = &words[..] else { return Err("an entry has a state".to_owned()) };
        ensure(is_abnf || key.len() == 1, "an entry is a state and a formula")?;
        let mut key = lines.all(key, if is_abnf { &listed } else { &made })?;
        key.sort_unstable();
        let before = entries.insert(key, lines.number(state, automaton.accepts.len())?);
        ensure(before.is_none(), "the list has an entry twice")?;
    }
    // What is made from here on is in no key.
    let (conts, formulas) = (all.conts.lists.len(), all.decisions.len());
    let start = all.conts.cons(call, END)?;
    if is_abnf {
        return closed(&entries, automaton, [start, END], |class| all.conts.after(conts, class));
    }
    let start = all.atom(start)?;
    closed(&entries, automaton, [start, TRUE], |class| all.after(formulas, class))?;
    let Automaton { classes, accepts, next } = automaton;
    letters::is_read_in_one_way(&mut all, &entries, (classes, accepts, next), (start, rule))
}

/// Checks that a list has the start with state 0, that after each class of characters an entry is
/// one of the state that the automaton goes to, and that an entry accepts the end of the text
/// exactly if its state does. `after` returns what each part of a key becomes after a class; at the
/// end of the text, a key that accepts becomes `accepted`.
fn closed<P: AsRef<[u32]>>(
    entries: &Entries,
    automaton: &Automaton,
    [start, accepted]: [u32; 2],
    mut after: impl FnMut(Option<&Set>) -> Checked<Vec<P>>,
) -> Checked {
    let begins = entries.get(&[start][..]) == Some(&0);
    ensure(begins, "the list does not have the rule with state 0")?;
    let mut next = Vec::new();
    for (column, class) in automaton.classes.iter().map(Some).chain([None]).enumerate() {
        let after = after(class)?;
        for (key, &from) in entries {
            next.clear();
            key.iter().for_each(|&part| next.extend(after[part as usize].as_ref()));
            next.sort_unstable();
            next.dedup();
            let agrees = match automaton.next[from].get(column) {
                Some(to) => entries.get(&next) == Some(to),
                None => (next == [accepted]) == automaton.accepts[from],
            };
            if !agrees {
                return Err(format!("an entry of state {from} becomes none by class {column}"));
            }
        }
    }
    Ok(())
}
