//! Words with the verdict that the ABNF gives on them, and a quick check of a candidate against
//! them.
//!
//! Most candidates fail on a word that an earlier one failed on. Matching that word takes
//! microseconds, an automaton takes milliseconds.

use crate::abnf::{self, Terminals};
use crate::hashing::NumberMap;
use crate::peg::Expr;
use crate::questions;
use crate::{Dfa, Random};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A word and whether the rule accepts it.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) chars: Vec<char>,
    pub(super) accepted: bool,
}

/// Returns the characters that a PEG sees in these bytes; `None` if they are not text.
pub(super) fn chars(bytes: &[u8], terminals: Terminals) -> Option<Vec<char>> {
    match terminals {
        Terminals::Octets => Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        Terminals::CodePoints => std::str::from_utf8(bytes).ok().map(|text| text.chars().collect()),
    }
}

fn bytes(chars: &[char], terminals: Terminals) -> Vec<u8> {
    match terminals {
        Terminals::Octets => chars.iter().map(|&c| u32::from(c) as u8).collect(),
        Terminals::CodePoints => chars.iter().collect::<String>().into_bytes(),
    }
}

/// Derivations drawn for each rule; each gives one word and some near misses.
const DERIVATIONS: usize = 48;
/// The longest word that is kept, in characters.
const LONGEST: usize = 48;

/// Draws words of a rule and near misses of them, the shortest first.
pub(super) fn draw(
    grammar: &abnf::Grammar,
    rule: usize,
    dfa: &Dfa,
    terminals: Terminals,
) -> Vec<Word> {
    let mut random = Random::seeded(rule as u64 + 1);
    let mut seen = HashSet::new();
    let mut words = Vec::new();
    let mut keep = |chars: Vec<char>| {
        if chars.len() <= LONGEST && seen.insert(chars.clone()) {
            let accepted = dfa.accepts(&bytes(&chars, terminals));
            words.push(Word { chars, accepted });
        }
    };
    keep(Vec::new());
    for round in 0..DERIVATIONS {
        let mut drawn = Vec::new();
        let mut left = 400;
        let more = [1, 2, 3][round % 3];
        derive(grammar, &grammar.rules()[rule].expr, &mut random, more, &mut left, &mut drawn);
        if drawn.is_empty() {
            continue;
        }
        for edit in 0..4 {
            let mut near = drawn.clone();
            let at = random.below(near.len());
            match edit {
                0 => drop(near.remove(at)),
                1 => near.insert(at, near[random.below(near.len())]),
                2 => near[at] = near[random.below(near.len())],
                _ => near.truncate(at),
            }
            keep(near);
        }
        keep(drawn);
    }
    words.sort_by_key(|word| word.chars.len());
    words
}

/// Appends one derivation, which is cut off once `left` expressions were derived.
fn derive(
    grammar: &abnf::Grammar,
    expr: &abnf::Expr,
    random: &mut Random,
    more: usize,
    left: &mut usize,
    out: &mut Vec<char>,
) {
    if *left == 0 || out.len() > LONGEST {
        return;
    }
    *left -= 1;
    match expr {
        abnf::Expr::Alternation(parts) => {
            derive(grammar, &parts[random.below(parts.len())], random, more, left, out);
        }
        abnf::Expr::Concatenation(parts) => {
            parts.iter().for_each(|part| derive(grammar, part, random, more, left, out));
        }
        abnf::Expr::Optional(expr) => {
            if random.below(2) == 1 {
                derive(grammar, expr, random, more, left, out);
            }
        }
        abnf::Expr::Repetition { min, max, expr } => {
            let room = max.map_or(more, |max| (max - min) as usize).min(more);
            for _ in 0..(*min as usize).min(LONGEST) + random.below(room + 1) {
                derive(grammar, expr, random, more, left, out);
            }
        }
        abnf::Expr::Rule(name) => {
            if let Some(rule) = grammar.rule(name) {
                derive(grammar, &rule.expr, random, more, left, out);
            }
        }
        abnf::Expr::Literal { text, .. } => out.extend(text.chars()),
        abnf::Expr::Values(values) => {
            out.extend(values.iter().filter_map(|&value| char::from_u32(value)));
        }
        abnf::Expr::Range(low, high) => {
            let value = low + random.below((high - low) as usize + 1) as u32;
            out.extend(char::from_u32(value));
        }
    }
}

/// The rules of a candidate, by the places of the ABNF's rules.
#[derive(Clone)]
pub(super) struct Rules {
    pub(super) exprs: Vec<Rc<Expr>>,
    pub(super) by_name: Rc<HashMap<String, usize>>,
}

/// Places in rules: a rule and the number of an expression in it.
pub(super) type Places = HashSet<(usize, usize)>;

const STEPS: usize = 40_000;
const DEPTH: usize = 1_000;

impl Rules {
    /// Returns the rules, to be asked about.
    pub(super) fn questions(&self) -> questions::Rules<'_, Expr> {
        let exprs = self.exprs.iter().map(|expr| &**expr);
        questions::Rules::new(exprs, |name| self.by_name.get(name).copied())
    }

    /// Returns whether the rule matches the whole word; `None` if that takes too many steps.
    pub(super) fn accepts(
        &self,
        rule: usize,
        word: &[char],
        touched: Option<&mut Places>,
    ) -> Option<bool> {
        let mut matcher =
            Matcher { rules: self, input: word, left: STEPS, known: NumberMap::default(), touched };
        let end = matcher.call(rule, 0, 0)?;
        Some(end == Some(word.len()))
    }
}

struct Matcher<'a> {
    rules: &'a Rules,
    input: &'a [char],
    left: usize,
    known: NumberMap<(usize, usize), Option<usize>>,
    touched: Option<&'a mut Places>,
}

impl Matcher<'_> {
    // The outer `None` is a limit, the inner one a failed match.
    #[allow(clippy::option_option)]
    fn call(&mut self, rule: usize, at: usize, depth: usize) -> Option<Option<usize>> {
        if let Some(&known) = self.known.get(&(rule, at)) {
            return Some(known);
        }
        let rules = self.rules;
        let end = self.end(&rules.exprs[rule], (rule, 0), at, depth + 1)?;
        self.known.insert((rule, at), end);
        Some(end)
    }

    /// Returns the end of a match that begins at `at`, if there is one; the outer `None` is a
    /// limit.
    #[allow(clippy::option_option)]
    fn end(
        &mut self,
        expr: &Expr,
        place: (usize, usize),
        at: usize,
        depth: usize,
    ) -> Option<Option<usize>> {
        self.left = self.left.checked_sub(1)?;
        if depth > DEPTH {
            return None;
        }
        let tracked = self.touched.is_some();
        if let Some(touched) = &mut self.touched {
            touched.insert(place);
        }
        let (rule, number) = place;
        let rest = &self.input[at..];
        let same = |c: char, d: char, any: bool| c == d || any && c.eq_ignore_ascii_case(&d);
        let text = |text: &str, any: bool| {
            let mut end = 0;
            for c in text.chars() {
                if !rest.get(end).is_some_and(|&d| same(c, d, any)) {
                    return None;
                }
                end += 1;
            }
            Some(at + end)
        };
        Some(match expr {
            Expr::Text(wanted) => text(wanted, false),
            Expr::TextAnyCase(wanted) => text(wanted, true),
            Expr::Class(set) => rest.first().filter(|&&c| set.contains(c)).map(|_| at + 1),
            Expr::Rule(name) => match self.rules.by_name.get(name) {
                Some(&called) => self.call(called, at, depth)?,
                None => None,
            },
            Expr::Sequence(parts) => {
                let (mut end, mut inner) = (at, number + 1);
                for part in parts {
                    match self.end(part, (rule, inner), end, depth + 1)? {
                        Some(next) => end = next,
                        None => return Some(None),
                    }
                    inner += if tracked { part.size() } else { 0 };
                }
                Some(end)
            }
            Expr::Choice(parts) => {
                let mut inner = number + 1;
                for part in parts {
                    if let Some(end) = self.end(part, (rule, inner), at, depth + 1)? {
                        return Some(Some(end));
                    }
                    inner += if tracked { part.size() } else { 0 };
                }
                None
            }
            Expr::Repeat { expr, min, max } => {
                let (mut end, mut times) = (at, 0);
                while max.is_none_or(|max| times < max) {
                    match self.end(expr, (rule, number + 1), end, depth + 1)? {
                        // It would match nothing for ever, and pest refuses it.
                        Some(next) if next == end && max.is_none() => return None,
                        Some(next) => end = next,
                        None => break,
                    }
                    times += 1;
                }
                (times >= *min).then_some(end)
            }
            Expr::And(expr) => self.end(expr, (rule, number + 1), at, depth + 1)?.map(|_| at),
            Expr::Not(expr) => match self.end(expr, (rule, number + 1), at, depth + 1)? {
                Some(_) => None,
                None => Some(at),
            },
            Expr::StartOfInput => (at == 0).then_some(at),
            Expr::EndOfInput => rest.is_empty().then_some(at),
            Expr::Stack(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{Grammar, Which};
    use std::collections::BTreeSet;

    /// An expression is touched if the match of its rule tried it: edits there can matter.
    #[test]
    fn places_are_those_of_the_expressions_that_were_tried() {
        let source = "r = { \"a\" ~ (\"b\" | s ~ \"d\"{2,}) ~ (!\"e\" ~ &\"f\" ~ \"f\")? }\ns = { 'c'..'d' }";
        let grammar = Grammar::parse(source).unwrap();
        let exprs: Vec<Expr> =
            grammar.rules().iter().map(|rule| rule.expr(Which::Raw).clone()).collect();
        let by_name = [("r".to_owned(), 0), ("s".to_owned(), 1)].into();
        let shared = exprs.iter().cloned().map(Rc::new).collect();
        let rules = Rules { exprs: shared, by_name: Rc::new(by_name) };
        let always = ["\"a\""];
        let choice = ["\"b\""];
        let last = ["!\"e\"", "\"e\""];
        let ahead = ["&\"f\"", "\"f\""];
        let second = ["s", "'c'..'d'"];
        let times = ["\"d\""];
        for (word, accepted, simple) in [
            ("", false, vec![&always[..]]),
            ("b", false, vec![&always]),
            ("ab", true, vec![&always, &choice, &last, &ahead]),
            ("abe", false, vec![&always, &choice, &last]),
            ("abf", true, vec![&always, &choice, &last, &ahead]),
            ("ae", false, vec![&always, &choice, &second]),
            ("acd", false, vec![&always, &choice, &second, &times]),
            ("acdd", true, vec![&always, &choice, &second, &times, &last, &ahead]),
        ] {
            let chars: Vec<char> = word.chars().collect();
            let mut touched = Places::new();
            assert_eq!(rules.accepts(0, &chars, Some(&mut touched)), Some(accepted), "{word}");
            assert_eq!(rules.accepts(0, &chars, None), Some(accepted), "{word}");
            let written: Vec<_> = exprs.iter().map(Expr::written).collect();
            let texts: BTreeSet<&str> = touched
                .iter()
                .map(|&(rule, number)| &written[rule].text[written[rule].spans[number].clone()])
                .filter(|text| !text.contains(['~', '|', '{', '?']))
                .collect();
            let expected: BTreeSet<&str> = simple.concat().into_iter().collect();
            assert_eq!(texts, expected, "{word}");
        }
    }

    /// Every operator counts as a level, so that no expression exhausts the stack.
    #[test]
    fn every_operator_is_a_level() {
        let (text, x) = (Expr::Text("x".to_owned()), || Expr::Text("x".to_owned()));
        let boxed = Box::new;
        let operators: [&dyn Fn(Expr) -> Expr; 5] = [
            &|inner| Expr::Sequence(vec![inner]),
            &|inner| Expr::Choice(vec![inner, x()]),
            &|inner| Expr::Repeat { expr: boxed(inner), min: 1, max: Some(1) },
            &|inner| Expr::And(boxed(inner)),
            &|inner| Expr::Not(boxed(inner)),
        ];
        for (operator, within) in operators.iter().enumerate() {
            for (levels, decided) in [(DEPTH - 10, true), (DEPTH + 10, false)] {
                let deep = (0..levels).fold(text.clone(), |inner, _| within(inner));
                let expr = Rc::new(Expr::Sequence(vec![deep, text.clone()]));
                let rules = Rules { exprs: vec![expr], by_name: Rc::default() };
                let verdict = rules.accepts(0, &['x'], None);
                assert_eq!(verdict.is_some(), decided, "operator {operator}, {levels} levels");
            }
        }
    }
}
