//! From a pattern to the automaton over letters, piece by piece. Each piece is minimal before the
//! next one uses it.

use super::alphabet::{Alphabet, BEGIN, CUT, END};
use super::operations::{
    Chain, Concatenation, Erasure, Lettered, Restricted, Unlettered, Unmarked,
};
use super::Pattern;
use crate::{build, Dfa, Limits, Undecided};

/// Builds the automaton of a pattern over letters, with marks around the captures that have this
/// number.
pub(super) fn letters(
    pattern: &Pattern,
    capture: usize,
    alphabet: &Alphabet,
    limits: Limits,
) -> Result<Dfa, Undecided> {
    let part = |pattern: &Pattern| letters(pattern, capture, alphabet, limits);
    match pattern {
        Pattern::Strings(dfa) => build(&mut Lettered { dfa, alphabet }, limits),
        Pattern::OneOf(bytes) => {
            let is_in = |letter| alphabet.byte(letter).is_some_and(|byte| bytes.contains(byte));
            chain(alphabet, 2, |at, letter| (at == 0 && is_in(letter)).then_some(1), limits)
        }
        Pattern::Many(bytes) => {
            let is_in = |letter| alphabet.byte(letter).is_some_and(|byte| bytes.contains(byte));
            chain(alphabet, 1, |_, letter| is_in(letter).then_some(0), limits)
        }
        Pattern::Text(text) => {
            let step = |at: usize, letter| {
                text.get(at).filter(|&&byte| alphabet.letter(byte) == letter).map(|_| at + 1)
            };
            chain(alphabet, text.len() + 1, step, limits)
        }
        Pattern::Sequence(parts) => {
            // From the end on: what follows is smaller than what came before.
            let nothing = chain(alphabet, 1, |_, _| None, limits)?;
            parts
                .iter()
                .rev()
                .try_fold(nothing, |after, one| concatenate(&part(one)?, &after, alphabet, limits))
        }
        Pattern::Either(parts) => {
            let mut all = chain(alphabet, 2, |_, _| None, limits)?;
            for one in parts {
                all = all.union(&part(one)?, limits)?;
            }
            Ok(all)
        }
        Pattern::Where(one, condition) => restrict(&part(one)?, condition, true, alphabet, limits),
        Pattern::Except(one, condition) => {
            restrict(&part(one)?, condition, false, alphabet, limits)
        }
        Pattern::Prefer(one, other) => {
            let (one, other) = (part(one)?, part(other)?);
            let strings = erase(&one, &[BEGIN, END], alphabet, limits)?;
            let strings = build(&mut Unlettered { letters: &strings, alphabet }, limits)?;
            one.union(&restrict(&other, &strings, false, alphabet, limits)?, limits)
        }
        Pattern::Shortest(one, rest) => shortest(&part(one)?, &part(rest)?, alphabet, limits),
        Pattern::Capture(number, one) if *number == capture => {
            let mark = |mark: u8| {
                chain(
                    alphabet,
                    2,
                    move |at, letter| (at == 0 && letter == mark).then_some(1),
                    limits,
                )
            };
            let ended = concatenate(&part(one)?, &mark(END)?, alphabet, limits)?;
            concatenate(&mark(BEGIN)?, &ended, alphabet, limits)
        }
        Pattern::Capture(_, one) => part(one),
    }
}

/// Divides a string in two where the first part is as short as possible.
///
/// Every division is written with a mark of its own. The divisions to be left out are those with a
/// shorter first part; they are the same strings, read without marks, in which the mark is later
/// than some possible division.
fn shortest(one: &Dfa, rest: &Dfa, alphabet: &Alphabet, limits: Limits) -> Result<Dfa, Undecided> {
    let cut = chain(alphabet, 2, |at, letter| (at == 0 && letter == CUT).then_some(1), limits)?;
    let divided = concatenate(one, &concatenate(&cut, rest, alphabet, limits)?, alphabet, limits)?;
    let strings = |letters: &Dfa| erase(letters, &[BEGIN, END], alphabet, limits);
    let (before, after) = (strings(one)?, strings(rest)?);
    let before = build(&mut Unmarked { strings: &before, cut_later: false, alphabet }, limits)?;
    let after = build(&mut Unmarked { strings: &after, cut_later: true, alphabet }, limits)?;
    let too_late = concatenate(&before, &after, alphabet, limits)?;
    erase(&divided.difference(&too_late, limits)?, &[CUT], alphabet, limits)
}

/// Builds an automaton of a few states. The last one accepts.
fn chain(
    alphabet: &Alphabet,
    states: usize,
    step: impl Fn(usize, u8) -> Option<usize>,
    limits: Limits,
) -> Result<Dfa, Undecided> {
    build(&mut Chain { alphabet, states, step }, limits)
}

fn restrict(
    letters: &Dfa,
    condition: &Dfa,
    wanted: bool,
    alphabet: &Alphabet,
    limits: Limits,
) -> Result<Dfa, Undecided> {
    build(&mut Restricted::new(letters, alphabet, condition, wanted, alphabet), limits)
}

fn concatenate(
    first: &Dfa,
    second: &Dfa,
    alphabet: &Alphabet,
    limits: Limits,
) -> Result<Dfa, Undecided> {
    let dead = (first.dead(), second.dead());
    build(&mut Concatenation { first, second, dead, alphabet }, limits)
}

/// Leaves out every occurrence of some letters.
pub(super) fn erase(
    letters: &Dfa,
    erased: &[u8],
    alphabet: &Alphabet,
    limits: Limits,
) -> Result<Dfa, Undecided> {
    build(&mut Erasure { letters, dead: letters.dead(), erased, alphabet }, limits)
}
