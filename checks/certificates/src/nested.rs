//! Theorems about recursive rules.
//!
//! Such a rule has no automaton, but what stands inside its brackets can be taken for one
//! character, a *letter*. In
//!
//! ```text
//! list = "(" [ list ] ")"      list = "(" L      L = [ "(" L ] ")"
//! ```
//!
//! the right side is regular, with `L` as a character. A certificate gives rewritten rules of each
//! notation, and a theorem as of regular rules about the rule and about each letter, with a mark
//! behind the letter. Checked here is all that makes the notations one language:
//!
//! * A rewritten rule is the rule as written once letters are replaced by what they stand for. The
//!   rule as written may be unfolded for this, the rewritten one may not.
//! * In a formula of a PEG that asks for a letter or for the mark, nothing else is asked, not even
//!   for the end of the text. By every other character, and by the end, it becomes false.
//! * Nothing that stands for a letter begins with a letter or with the mark.
//!
//! So the automaton decides before each character of a text whether the character or a letter is
//! next. The match of a letter ends where the mark is asked for. It takes at least one character,
//! and the letters inside of it stand for shorter texts. `docs/theory/recursive.md` has the proof.

use crate::check::{self, expression, Side};
use crate::grammar::{Expr, Grammar, Node};
use crate::letters::{LETTER, STEPS};
use crate::lines::Lines;
use crate::{ensure, Checked};

/// The most letters of a theorem.
const LETTERS: usize = 1_000;
/// Checks the theorem whose first line was read, and returns the number of all states. Without a
/// number of letters it is one about a regular rule.
pub(crate) fn theorem(lines: &mut Lines, grammars: &mut [Side]) -> Checked<usize> {
    let Some([count]) = lines.take("letters")? else { return check::theorem(lines, grammars) };
    let count = lines.number(count, LETTERS)?;
    let mut cuts = Vec::new();
    for (word, grammar, rule) in grammars {
        let [] = lines.demand(word)?;
        cuts.push((*word, rewritten(lines, grammar, count)?, *rule));
    }
    let mut states = 0;
    for number in 0..=count {
        let letter = number.checked_sub(1).map(name);
        let rules = cuts.iter_mut().map(|(word, cut, rule)| {
            let rule = letter.as_deref().unwrap_or(rule);
            (*word, cut, rule)
        });
        states += check::theorem(lines, &mut rules.collect::<Vec<_>>())?;
    }
    Ok(states)
}

/// Returns the name under which the body of a letter is a rule. No text has it.
fn name(letter: usize) -> String {
    format!("#{letter}")
}

/// Reads rewritten rules, and returns the grammar with them and with a rule for each letter: what
/// it stands for, and then the mark.
fn rewritten(lines: &mut Lines, grammar: &Grammar, count: usize) -> Checked<Grammar> {
    let (mut cut, last) = (grammar.clone(), LETTER + count as u32);
    cut.letters = vec![(LETTER, last)];
    let (mut exprs, mut letters, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    while lines.peek().is_some_and(|word| !["abnf", "peg", "runs", "class"].contains(&word)) {
        if let Some([expr]) = lines.take("letter")? {
            letters.push(lines.of(expr, &exprs)?);
        } else if let Some([rule, expr]) = lines.take("body")? {
            bodies.push((cut.rule(rule), lines.of(expr, &exprs)?));
        } else {
            exprs.push(expression(lines, &mut cut, &exprs)?);
        }
    }
    ensure(letters.len() == count, "there should be a line for each letter")?;
    for &(rule, body) in &bodies {
        let written = cut.body(rule)?;
        is_rewritten(&cut, &letters, body, written)?;
    }
    bodies.iter().for_each(|&(rule, body)| cut.define(rule, body));
    for (letter, body) in letters.into_iter().enumerate() {
        let mark = cut.set(vec![(last, last)]);
        let body = cut.join(Node::Sequence, vec![body, mark]);
        let rule = cut.rule(&name(letter));
        cut.define(rule, body);
    }
    Ok(cut)
}

/// Checks that an expression with letters is one as it is written, with rules unfolded there.
fn is_rewritten(cut: &Grammar, letters: &[Expr], new: Expr, written: Expr) -> Checked {
    let mut pairs = vec![(vec![new], vec![written])];
    let mut steps = 0..STEPS;
    while let Some((mut new, mut written)) = pairs.pop() {
        loop {
            ensure(steps.next().is_some(), "the comparison of a rewritten rule takes too long")?;
            // The parts of a sequence, the first one on top.
            let parts = |expr: Expr| match &cut.nodes[expr] {
                Node::Sequence(parts) => Some(parts.iter().rev().copied().collect::<Vec<_>>()),
                _ => None,
            };
            let stands_for = |expr: Expr| match &cut.nodes[expr] {
                Node::Set(set) if set.len() == 1 && set[0].0 == set[0].1 => {
                    let letter = set[0].0.checked_sub(LETTER)?;
                    letters.get(letter as usize).map(|&body| vec![body])
                }
                _ => parts(expr),
            };
            if let Some(parts) = new.last().and_then(|&expr| stands_for(expr)) {
                new.pop();
                new.extend(parts);
                continue;
            }
            if let Some(parts) = written.last().and_then(|&expr| parts(expr)) {
                written.pop();
                written.extend(parts);
                continue;
            }
            let (a, b) = match (new.pop(), written.pop()) {
                (None, None) => break,
                (Some(a), Some(b)) if a == b => continue,
                (Some(a), Some(b)) => (a, b),
                _ => return Err("a rewritten rule is longer or shorter than the rule".to_owned()),
            };
            match (&cut.nodes[a], &cut.nodes[b]) {
                (Node::Choice(a), Node::Choice(b)) if a.len() == b.len() => {
                    pairs.extend(a.iter().zip(b).map(|(&a, &b)| (vec![a], vec![b])));
                }
                (&Node::Repeat(a, least, most), &Node::Repeat(b, min, max))
                    if (least, most) == (min, max) =>
                {
                    pairs.push((vec![a], vec![b]));
                }
                (&Node::And(a), &Node::And(b)) | (&Node::Not(a), &Node::Not(b)) => {
                    pairs.push((vec![a], vec![b]));
                }
                (_, &Node::Rule(rule)) => {
                    new.push(a);
                    written.push(cut.body(rule)?);
                }
                _ => return Err("a rewritten rule is not the rule".to_owned()),
            }
        }
    }
    Ok(())
}
