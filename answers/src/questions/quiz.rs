//! Questions about strings, the same for everyone who has the seed.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use urigram::proof::Random;
use urigram::selection::accepting;
use urigram::{Grammar, Reading};

use super::matrix::{matrix, Matrix};
use super::{examples, Described, Params, Question};
use crate::escape::escaped;
use crate::line::Line;
use crate::refusal::Refusal;

/// The number of strings drawn for a question.
const DRAWS: usize = 60;

/// The longest string that is asked about, in bytes.
const LONGEST: usize = 48;

/// The number of questions in a block. No string is asked about twice in a block.
const BLOCK: u64 = 60;

/// Question number `n` of `seed`. Every third question asks where a string fails, the others who
/// accepts it.
pub(super) struct Quiz(u64, u64);

/// A string that is asked about.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Asked {
    seed: u64,
    n: u64,
    /// The kind of question: `where` it fails by `grammar`, or `who` accepts it.
    kind: &'static str,
    grammar: Option<&'static str>,
    escaped: String,
    line: Line,
}

impl Question for Quiz {
    const NAME: &'static str = "quiz";

    fn read(params: &Params) -> Result<Quiz, Refusal> {
        let seed = params.number("seed")?.unwrap_or(1993);
        Ok(Quiz(seed, params.number("n")?.unwrap_or(1).max(1)))
    }

    fn answer(&self) -> Result<impl Described, Refusal> {
        let &Quiz(seed, n) = self;
        let Riddle { grammar, text } = riddle(seed, n)?;
        let kind = if grammar.is_some() { "where" } else { "who" };
        let (grammar, line) = (grammar.map(Grammar::as_str), Line::new(&text));
        Ok(Asked { seed, n, kind, grammar, escaped: escaped(&text), line })
    }
}

/// A string, and the document whose failure is asked for, if it is not asked who accepts it.
#[derive(Clone)]
struct Riddle {
    grammar: Option<Grammar>,
    text: Vec<u8>,
}

/// The first questions of a block.
struct Block {
    seed: u64,
    number: u64,
    questions: Vec<Riddle>,
}

/// Returns question number `number`, which is at least 1, of `seed`.
///
/// The questions before it in its block are drawn first, because it must differ from them. The last
/// block is kept, so that a class that goes on draws one question at a time.
fn riddle(seed: u64, number: u64) -> Result<Riddle, Refusal> {
    static LAST: Mutex<Option<Block>> = Mutex::new(None);
    let matrix = matrix()?;
    let (block, index) = ((number - 1) / BLOCK, ((number - 1) % BLOCK) as usize);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = last.take().filter(|last| (last.seed, last.number) == (seed, block));
    let mut kept = kept.unwrap_or(Block { seed, number: block, questions: Vec::new() });
    while kept.questions.len() <= index {
        let number = block * BLOCK + kept.questions.len() as u64 + 1;
        let next = drawn(matrix, seed, number, &kept.questions);
        kept.questions.push(next);
    }
    let found = kept.questions[index].clone();
    *last = Some(kept);
    Ok(found)
}

/// Draws a question about a string that is not in `before`.
fn drawn(matrix: &Matrix, seed: u64, number: u64, before: &[Riddle]) -> Riddle {
    let mut random = Random::seeded(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
    let is_new = |text: &[u8]| before.iter().all(|question| question.text != text);
    if number.is_multiple_of(3) {
        let (grammar, text) = failing(matrix, &mut random, is_new);
        Riddle { grammar: Some(grammar), text }
    } else {
        Riddle { grammar: None, text: dividing(matrix, &mut random, is_new) }
    }
}

/// Draws a string that some documents accept and others do not.
fn dividing(matrix: &Matrix, random: &mut Random, is_new: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let drawn = (0..DRAWS).filter_map(|_| {
        let text = draw(matrix, random).filter(|text| can_be_asked(text) && is_new(text))?;
        let accepting = accepting(&text, Reading::Corrected).iter().count();
        Some((accepting.abs_diff(Grammar::ALL.len() / 2), text))
    });
    let all: Vec<(usize, Vec<u8>)> = drawn.collect();
    let undivided = Grammar::ALL.len() / 2;
    let good: Vec<&(usize, Vec<u8>)> =
        all.iter().filter(|(uneven, _)| *uneven < undivided).collect();
    // Any of the strings that divide, so that questions differ.
    match good.len() {
        0 => all.into_iter().next().map_or_else(|| b"http://a/~b".to_vec(), |(_, text)| text),
        count => good[random.below(count)].1.clone(),
    }
}

/// Draws a witness, an example, or a near miss of an example.
fn draw(matrix: &Matrix, random: &mut Random) -> Option<Vec<u8>> {
    match random.below(4) {
        0 => {
            let pair = matrix.pairs.get(random.below(matrix.pairs.len()))?;
            let witnesses = [&pair.comparison.only_a, &pair.comparison.only_b];
            witnesses[random.below(2)].clone()
        }
        1 => example(matrix, random).map(|(_, text)| text.as_bytes().to_vec()),
        _ => {
            let (of, text) = example(matrix, random)?;
            matrix.automata[of].1.near_miss(text.as_bytes(), random)
        }
    }
}

/// Draws a document's example, and returns the document's index with it.
fn example(matrix: &Matrix, random: &mut Random) -> Option<(usize, &'static str)> {
    let of = random.below(matrix.automata.len());
    let all: Vec<&'static str> =
        examples::whole(matrix.automata[of].0).filter(|text| text.len() <= LONGEST).collect();
    Some((of, *all.get(random.below(all.len().max(1)))?))
}

/// Draws a near miss of a document's example. The document rejects it neither at its beginning nor
/// at its end.
fn failing(
    matrix: &Matrix,
    random: &mut Random,
    is_new: impl Fn(&[u8]) -> bool,
) -> (Grammar, Vec<u8>) {
    for _ in 0..DRAWS {
        let Some((of, text)) = example(matrix, random) else { continue };
        let (grammar, dfa) = &matrix.automata[of];
        let Some(miss) = dfa
            .near_miss(text.as_bytes(), random)
            .filter(|text| can_be_asked(text) && is_new(text))
        else {
            continue;
        };
        if dfa.reject_offset(&miss).is_some_and(|offset| 0 < offset && offset < miss.len()) {
            return (*grammar, miss);
        }
    }
    (Grammar::Rfc3986, b"http://a/b c".to_vec())
}

/// Returns true if a class can read the string aloud.
fn can_be_asked(text: &[u8]) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST
        && text.iter().all(|byte| (b'!'..=b'~').contains(byte))
}

#[cfg(test)]
mod tests {
    use super::super::question::json_of;
    use super::*;

    #[test]
    fn a_seed_gives_the_same_questions_and_they_can_be_answered() {
        let ask = |query: String| json_of::<Quiz>(&query).unwrap();
        let last = ask("seed=7&n=12".to_owned());
        for n in 1..=12 {
            let question = ask(format!("seed=7&n={n}"));
            // Another seed's questions in between change nothing.
            ask("seed=9".to_owned());
            assert_eq!(question, ask(format!("seed=7&n={n}")));
            assert!(n < 12 || question == last);
            let text = question["escaped"].as_str().unwrap();
            let bytes = crate::escape::unescaped(text.as_bytes()).unwrap();
            let accepting = accepting(&bytes, Reading::Corrected).iter().count();
            match question["kind"].as_str() {
                Some("who") => assert!((1..Grammar::ALL.len()).contains(&accepting), "{question}"),
                _ => {
                    let grammar: Grammar = question["grammar"].as_str().unwrap().parse().unwrap();
                    assert!(
                        !grammar.tables(Reading::Corrected).start().accepts(&bytes),
                        "{question}"
                    );
                }
            }
        }
        assert_ne!(
            ask("seed=7&n=1".to_owned())["escaped"],
            ask("seed=8&n=1".to_owned())["escaped"]
        );
    }

    #[test]
    fn no_string_is_asked_about_twice() {
        for seed in [5, 7, 1993] {
            let ask = |n| json_of::<Quiz>(&format!("seed={seed}&n={n}"));
            let texts: std::collections::BTreeSet<String> =
                (1..=16).map(|n| ask(n).unwrap()["escaped"].to_string()).collect();
            assert_eq!(texts.len(), 16, "{seed}");
        }
    }
}
