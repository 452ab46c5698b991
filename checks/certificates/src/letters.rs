//! The one reading of a text as letters, which a PEG must have: `nested.rs` says why.

use crate::continuations::{is_in, Cont, Head, ACCEPT};
use crate::formulas::{Formula, Formulas, FALSE, TRUE};
use crate::grammar::Set;
use crate::numbers::Map;
use crate::{ensure, Checked};
use std::collections::HashSet;

/// The first letter. The mark is the one behind the last letter. No text has these characters.
pub(crate) const LETTER: u32 = 0x20_0000;
/// The end of the text among the characters that are asked for.
const END_OF_TEXT: u32 = LETTER - 1;
/// The most steps in the comparison of a rewritten rule with the rule, and in a search for what a
/// formula asks.
pub(crate) const STEPS: usize = 100_000;

/// Checks that a list of a PEG leaves one reading as letters of each text. Regular rules have no
/// letters.
pub(crate) fn is_read_in_one_way(
    all: &mut Formulas,
    entries: &Map<Vec<u32>, usize>,
    (classes, accepts, next): (&[Set], &[bool], &[Vec<usize>]),
    (start, rule): (Formula, &str),
) -> Checked {
    if all.conts.grammar.letters.is_empty() {
        return Ok(());
    }
    let none = entries.get(&[FALSE][..]);
    for (key, &state) in entries {
        let asked = asked(all, key[0])?;
        let Some(&(letter, _)) = asked.iter().find(|(_, high)| *high >= LETTER) else { continue };
        let is_alone = asked.iter().all(|&range| range == (letter, letter));
        ensure(is_alone, "something else is asked where a letter may begin, or the mark")?;
        let is_inside = key[0] == start && rule.starts_with('#');
        ensure(!is_inside, "what stands for a letter begins with a letter, or is empty")?;
        let mut ends = !accepts[state];
        for (class, to) in classes.iter().zip(&next[state]) {
            ends &= is_in(&vec![(letter, letter)], Some(class))? || Some(to) == none;
        }
        ensure(ends, "a match goes on where a letter fails")?;
    }
    Ok(())
}

/// Returns all sets of characters that a formula may ask for at any next character.
fn asked(all: &mut Formulas, formula: Formula) -> Checked<Set> {
    let (mut formulas, mut open, mut seen) = (vec![formula], Vec::new(), HashSet::new());
    while let Some(formula) = formulas.pop() {
        if formula > TRUE && seen.insert(formula) {
            let (cont, yes, no) = all.decisions[formula];
            open.push(cont);
            formulas.extend([yes, no]);
        }
        ensure(seen.len() <= STEPS, "too many decisions in a formula")?;
    }
    let (mut asked, mut seen) = (Set::new(), HashSet::<Cont>::new());
    while let Some(cont) = open.pop() {
        if cont <= ACCEPT || !seen.insert(cont) {
            continue;
        }
        ensure(seen.len() <= STEPS, "too many steps at one character")?;
        match &*all.conts.head(cont)? {
            Head::Set(set, _) => asked.extend(set),
            Head::Either(others) => open.extend(others.iter().flat_map(|&(a, b)| [a, b])),
            &Head::Ahead(ahead, _, tail) => open.extend([ahead, tail]),
            &Head::End(tail) => {
                asked.push((END_OF_TEXT, END_OF_TEXT));
                open.push(tail);
            }
        }
    }
    Ok(asked)
}
