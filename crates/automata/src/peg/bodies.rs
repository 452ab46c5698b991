//! Recursive rules, read as words over bytes and calls.
//!
//! The inside of brackets is called, and everything else is built in. With
//!
//! ```text
//! list = { "(" ~ (item ~ ("," ~ item)*)? ~ ")" }
//! item = _{ list | ASCII_DIGIT+ }
//! ```
//!
//! the rest of `list` behind `"("` is a call, `list#1`. The rules are then `list = "(" list#1` and
//! `list#1 = (item ("," item)*)? ")"` with `item = "(" list#1 | ASCII_DIGIT+`: neither rule is
//! recursive, and an automaton follows each body, where a call is one letter.
//!
//! A PEG's body and this automaton agree on every text where the following holds, and otherwise
//! nothing is said. docs/theory/recursive.md has the theorem and its proof.
//!
//! * In a state where a call may begin, no byte may be read, and no other call may begin. This is
//!   asked of the formulas, so that what predicates and alternatives look at counts. Whether the
//!   call fails there or anything else does is the same.
//! * A body that is called matches a beginning of its input that the rest does not change, and no
//!   such beginning is the beginning of another one. For this, a mark is set where the body ends,
//!   which all of its expressions pass over, and the words with their marks are compared.
//! * No body that is called asks for the start of the input, and none uses the stack of texts.

use super::continuation::{Automaton, State};
use super::program::Program;
use super::{recursion, CharSet, Expr, Grammar, Kind, Rule, Which};
use crate::brackets::Cut;
use crate::explore::{explore, Explored};
use crate::nested::{call, Bodies, Unproved};
use crate::{utf8, ByteClasses, Dfa, Limits, StateId, Terminals};
use std::collections::HashMap;

/// The byte that marks the end of a body.
const MARK: u8 = 0xFE;
/// The byte that begins a call.
const CALL: u8 = 0xFF;

impl Grammar {
    /// Returns the bodies of a rule and of what stands inside brackets in it, by name.
    ///
    /// # Errors
    /// [`Unproved`] if some body is not a language of bytes and calls for certain.
    pub fn bodies(&self, rule: &str, limits: Limits) -> Result<Bodies, Unproved> {
        self.bodies_of(rule, Which::Optimized, limits)
    }

    /// Returns the bodies of a rule as it is written or as pest runs it.
    pub(crate) fn bodies_of(
        &self,
        rule: &str,
        which: Which,
        limits: Limits,
    ) -> Result<Bodies, Unproved> {
        let meaning = self.meaning();
        let root = meaning.index(rule).map_err(|error| Unproved::new(rule, error))?;
        let cut = meaning.cut(root, which);
        let numbers: HashMap<&str, usize> =
            cut.called.keys().enumerate().map(|(at, name)| (&**name, at + 1)).collect();
        let start = Expr::Rule(rule.to_owned());
        let body = |expr, called| cut.body(&meaning, expr, &numbers, called, limits);
        let mut bodies = vec![(rule.to_owned(), body(&start, None)?)];
        for (name, (_, expr)) in &cut.called {
            bodies.push((name.clone(), body(expr, Some(name))?));
        }
        Ok(Bodies::new(bodies))
    }
}

impl Cut {
    /// Returns the language of a body over bytes and calls; of one that is called, of the
    /// beginnings that it matches.
    fn body(
        &self,
        grammar: &Grammar,
        body: &Expr,
        numbers: &HashMap<&str, usize>,
        called: Option<&str>,
        limits: Limits,
    ) -> Result<Dfa, Unproved> {
        let name = called.unwrap_or("the start rule");
        let no = |why: &dyn std::fmt::Display| Unproved::new(name, why);
        let lowering = Lowering { numbers, is_marked: called.is_some() };
        let lowered = |expr: &Expr| lowering.expr(expr).map_err(|why| no(&why));
        let mut whole = lowered(body)?;
        if called.is_some() {
            let rest = Expr::repeat(octets(0, 0xFF), 0, None);
            whole = Expr::Sequence(vec![whole, octets(MARK, MARK), rest]);
        }
        // No rule of a text has this name.
        let mut rules = vec![made("\u{0}", whole)];
        for (&rule, expr) in &self.rules {
            rules.push(made(&grammar.rules[rule].name, lowered(expr)?));
        }
        let grammar = Grammar { is_explicit: true, ..Grammar::made(rules) };
        recursion::check(&grammar, Which::Optimized, &[0])
            .map_err(|_| no(&"it recurs outside of brackets"))?;
        let automaton = Automaton::new(&grammar, Which::Optimized, Terminals::Octets, &[0], limits);
        let mut automaton = automaton.map_err(|limit| no(&limit))?;
        automaton.start_at(0).map_err(|limit| no(&limit))?;
        if called.is_some() && automaton.asks_for_start() {
            return Err(no(&"it asks for the start of the input inside brackets"));
        }
        let explored = explore(&mut automaton, limits).map_err(|limit| no(&limit))?;
        calls_are_alone(&mut automaton, &explored).map_err(|why| no(&why))?;
        let dfa = Dfa::from_table(explored.classes, explored.next, explored.accepting);
        match called {
            Some(_) => prefixes(&dfa, limits).map_err(|why| no(&why)),
            None => Ok(dfa),
        }
    }
}

fn made(name: &str, expr: Expr) -> Rule {
    Rule {
        name: name.to_owned(),
        doc: String::new(),
        kind: Kind::Normal,
        raw: expr.clone(),
        optimized: expr,
        leaves_node: true,
        leaves_end: true,
    }
}

/// Returns an expression for one byte of a range.
fn octets(low: u8, high: u8) -> Expr {
    Expr::Class(CharSet::from_ranges([(char::from(low), char::from(high))]))
}

/// Writes expressions over characters and calls as expressions over bytes.
struct Lowering<'a> {
    numbers: &'a HashMap<&'a str, usize>,
    /// True if every character and call passes over the mark before it.
    is_marked: bool,
}

impl Lowering<'_> {
    /// The nesting of one expression bounds the recursion.
    fn expr(&self, expr: &Expr) -> Result<Expr, &'static str> {
        Ok(match expr {
            Expr::Text(text) => Expr::Sequence(
                text.chars().map(|c| self.one(&CharSet::from_ranges([(c, c)]))).collect(),
            ),
            Expr::TextAnyCase(text) => Expr::Sequence(
                text.chars()
                    .map(|c| {
                        let (low, up) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
                        self.one(&CharSet::from_ranges([(low, low), (up, up)]))
                    })
                    .collect(),
            ),
            Expr::Class(set) => self.one(set),
            Expr::Rule(name) => match self.numbers.get(&**name) {
                Some(&number) => {
                    let bytes = call(number).map(|byte| octets(byte, byte));
                    Expr::Sequence(self.mark().into_iter().chain(bytes).collect())
                }
                None => expr.clone(),
            },
            Expr::Stack(_) => return Err("it uses the stack of texts"),
            _ => expr.try_inner(&mut |part| self.expr(part))?,
        })
    }

    fn mark(&self) -> Option<Expr> {
        self.is_marked.then(|| Expr::repeat(octets(MARK, MARK), 0, Some(1)))
    }

    fn one(&self, set: &CharSet) -> Expr {
        let bytes = utf8::sequences(set.scalars()).into_iter().map(|sequence| {
            Expr::Sequence(sequence.into_iter().map(|(low, high)| octets(low, high)).collect())
        });
        let bytes = Expr::Choice(bytes.collect());
        match self.mark() {
            Some(mark) => Expr::Sequence(vec![mark, bytes]),
            None => bytes,
        }
    }
}

/// Checks that where a call may begin, nothing else may, and that nothing goes on there if it
/// fails.
fn calls_are_alone(
    automaton: &mut Automaton<Program>,
    explored: &Explored<State>,
) -> Result<(), &'static str> {
    let width = explored.classes.len();
    let after =
        |state: usize, byte: u8| explored.next[state * width + explored.classes.of(byte)] as usize;
    let is_alive = alive(explored);
    let mut only = |state: usize, but_mark: bool| {
        let starts = automaton.starts(&explored.states[state]).map_err(|_| "it is too large")?;
        let others = (0..=255).filter(|&byte| starts.contains(byte));
        let others: Vec<u8> = others.filter(|&byte| !but_mark || byte != MARK).collect();
        Ok::<_, &'static str>(others)
    };
    for state in 0..explored.states.len() {
        let starts = only(state, true)?;
        if !starts.contains(&CALL) {
            continue;
        }
        if starts != [CALL] {
            return Err("something else may be read where a call may begin");
        }
        let mut at = after(state, CALL);
        for _ in 0..2 {
            match only(at, false)?[..] {
                // No call, or one that nothing depends on.
                [] => break,
                [byte] => at = after(at, byte),
                _ => return Err("two calls may begin at one place"),
            }
        }
        if is_alive[after(state, b'x')] {
            return Err("it goes on where a call fails");
        }
    }
    Ok(())
}

/// Returns for each state whether it can accept.
fn alive<S>(explored: &Explored<S>) -> Vec<bool> {
    let width = explored.classes.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); explored.states.len()];
    for (edge, &to) in explored.next.iter().enumerate() {
        before[to as usize].push(edge / width);
    }
    let mut is_alive = explored.accepting.clone();
    let mut open: Vec<usize> = (0..is_alive.len()).filter(|&state| is_alive[state]).collect();
    while let Some(state) = open.pop() {
        for &from in &before[state] {
            if !std::mem::replace(&mut is_alive[from], true) {
                open.push(from);
            }
        }
    }
    is_alive
}

/// Returns the beginnings that a body matches, from its words with a mark at the end of each.
fn prefixes(marked: &Dfa, limits: Limits) -> Result<Dfa, &'static str> {
    // Words with one mark: 0 before it, 1 behind it, 2 dead.
    let classes = ByteClasses::by_key(|byte| byte == MARK);
    let is_mark: Vec<bool> = classes.representatives().iter().map(|&byte| byte == MARK).collect();
    let next = [0, 1, 2].into_iter().flat_map(|state: StateId| {
        is_mark.iter().map(move |&is_mark| if is_mark { (state + 1).min(2) } else { state })
    });
    let one = Dfa::from_table(classes, next.collect(), vec![false, true, false]);
    let marked = marked.intersection(&one, limits).map_err(|_| "it is too large")?;
    let Some(dead) = marked.dead() else { return Err("it is too large") };
    let is_rest = |state: StateId| {
        marked.is_accepting(state)
            && (0..=255)
                .all(|byte| marked.next(state, byte) == if byte == MARK { dead } else { state })
    };
    let mut accepting = Vec::new();
    for state in 0..marked.len() as StateId {
        let behind = marked.next(state, MARK);
        if behind != dead && !is_rest(behind) {
            return Err("what it matches depends on what follows");
        }
        accepting.push(behind != dead);
    }
    let columns = marked.classes().representatives().to_vec();
    let mut next = Vec::new();
    for state in 0..marked.len() as StateId {
        let targets = columns.iter().map(|&byte| match byte {
            MARK => dead,
            byte => marked.next(state, byte),
        });
        let targets: Vec<StateId> = targets.collect();
        if accepting[state as usize] && targets.iter().any(|&target| target != dead) {
            return Err("it may end and go on");
        }
        next.extend(targets);
    }
    Ok(Dfa::from_table(marked.classes().clone(), next, accepting))
}
