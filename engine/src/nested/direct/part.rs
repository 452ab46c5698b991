//! Operations read back as expressions.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::class::{Class, Classes};
use crate::nested::code::{Code, Op};

/// The deepest nesting of an expression. Grammars have at most 100 levels, and skipping adds some.
const DEEPEST: usize = 300;

/// An expression of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A text, by its number.
    Text(u32),
    /// A text without regard to the case of ASCII letters.
    AnyCase(u32),
    /// A character of a class, by its number.
    One(u32),
    Start,
    End(bool),
    Fail,
    /// A tag for the node before it, by the number of its text.
    Tag(u32),
    Rule(u32),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Star(Box<Part>),
    And(Box<Part>),
    Not(Box<Part>),
}

impl Part {
    const EMPTY: Part = Part::Sequence(Vec::new());

    pub(super) fn parts(&self) -> &[Part] {
        match self {
            Part::Sequence(parts) | Part::Choice(parts) => parts,
            Part::Star(inner) | Part::And(inner) | Part::Not(inner) => core::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// Calls a function for each rule that is called.
    pub(super) fn rules(&self, each: &mut impl FnMut(u32)) {
        if let Part::Rule(rule) = self {
            each(*rule);
        }
        self.parts().iter().for_each(|part| part.rules(each));
    }
}

/// Returns the expression of a rule; `None` if it uses the stack of texts, or its operations are
/// not those of an expression.
pub(super) fn read(program: &Code, rule: usize, classes: &mut Classes) -> Option<Part> {
    let start = program.rules.get(rule)?.start as usize;
    let length = program.ops.get(start..)?.iter().position(|op| *op == Op::Return)?;
    let mut reader = Reader { program, classes };
    reader.sequence(start, start + length, 0)
}

struct Reader<'a> {
    program: &'a Code,
    classes: &'a mut Classes,
}

impl Reader<'_> {
    /// Reads the operations between two places.
    fn sequence(&mut self, mut at: usize, end: usize, depth: usize) -> Option<Part> {
        let mut parts = Vec::new();
        while at < end {
            // A repetition with a bound: the way of this round is closed, and the next one follows.
            if matches!(self.program.ops[at], Op::Commit(_)) {
                return None;
            }
            let (part, next) = self.one(at, end, depth)?;
            parts.push(part);
            at = next;
        }
        Some(self.joined(parts))
    }

    /// Reads one expression, and returns the place behind it.
    fn one(&mut self, at: usize, end: usize, depth: usize) -> Option<(Part, usize)> {
        let ops = &self.program.ops;
        let before = |to: usize| ops.get(to.checked_sub(1).filter(|&last| last > at)?).copied();
        let part = match ops[at] {
            _ if depth > DEEPEST => return None,
            Op::Text(text) => self.text(text)?,
            Op::TextAnyCase(text) => self.any_case(text)?,
            Op::Set(set) => {
                let ranges = self.program.sets.get(set as usize)?.ranges().to_vec();
                Part::One(self.classes.number(Class::new(ranges)))
            }
            Op::Start => Part::Start,
            Op::End(leaves_node) => Part::End(leaves_node),
            Op::Fail => Part::Fail,
            Op::Tag(tag) => Part::Tag(tag),
            Op::Call(rule) if self.program.rules.get(rule as usize).is_none() => Part::Fail,
            Op::Call(rule) => Part::Rule(rule),
            Op::Look(to) => {
                let to = to as usize;
                let (part, next) = match before(to)? {
                    _ if to > end => return None,
                    Op::Forbidden => {
                        (Part::Not(Box::new(self.sequence(at + 1, to - 1, depth + 1)?)), to)
                    }
                    Op::Found(next) if next as usize == to + 1 && to < end => {
                        let is_fail = ops[to] == Op::Fail;
                        let inner = self.sequence(at + 1, to - 1, depth + 1)?;
                        (Some(Part::And(Box::new(inner))).filter(|_| is_fail)?, to + 1)
                    }
                    _ => return None,
                };
                return Some((part, next));
            }
            Op::Try(to) => {
                let to = to as usize;
                return match before(to)? {
                    _ if to > end => None,
                    Op::Again(round) if round as usize == at + 1 => {
                        let inner = self.sequence(at + 1, to - 1, depth + 1)?;
                        Some((Part::Star(Box::new(inner)), to))
                    }
                    Op::Commit(behind) if behind as usize == to => {
                        Some((self.bounded(at, to, depth + 1)?, to))
                    }
                    Op::Commit(behind) => {
                        let behind = behind as usize;
                        let is_choice = (to..=end).contains(&behind);
                        let parts = self.choice(at, Some(behind).filter(|_| is_choice)?, depth)?;
                        Some((self.chosen(parts), behind))
                    }
                    _ => None,
                };
            }
            _ => return None,
        };
        Some((part, at + 1))
    }

    /// Reads the alternatives from the way that the first one opens.
    fn choice(&mut self, mut at: usize, behind: usize, depth: usize) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        while let Some(&Op::Try(to)) = self.program.ops.get(at).filter(|_| at < behind) {
            let to = to as usize;
            let last = to.checked_sub(1).filter(|&last| last > at && to <= behind);
            let Some(last) = last else { break };
            if self.program.ops[last] != Op::Commit(behind as u32) || to == behind {
                break;
            }
            parts.push(self.sequence(at + 1, last, depth + 1)?);
            at = to;
        }
        parts.push(self.sequence(at, behind, depth + 1)?);
        Some(parts)
    }

    /// Reads what may be repeated up to a bound: rounds, each of which gives up to the same place.
    fn bounded(&mut self, at: usize, end: usize, depth: usize) -> Option<Part> {
        let mut rounds = Vec::new();
        let mut from = at;
        while from < end {
            if self.program.ops[from] != Op::Try(end as u32) {
                return None;
            }
            let (mut place, mut parts) = (from + 1, Vec::new());
            while self.program.ops[place] != Op::Commit(place as u32 + 1) {
                let (part, next) = self.one(place, end - 1, depth)?;
                parts.push(part);
                place = next;
                if place >= end {
                    return None;
                }
            }
            rounds.push(self.joined(parts));
            from = place + 1;
        }
        let mut all = Part::EMPTY;
        while let Some(round) = rounds.pop().filter(|_| rounds.len() < DEEPEST) {
            let parts = if all == Part::EMPTY { vec![round] } else { vec![round, all] };
            all = Part::Choice(vec![self.joined(parts), Part::EMPTY]);
        }
        Some(all)
    }

    fn text(&mut self, number: u32) -> Option<Part> {
        let text = self.program.texts.get(number as usize)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Some(Part::EMPTY),
            (Some(c), None) => Some(self.class(vec![(c, c)])),
            _ => Some(Part::Text(number)),
        }
    }

    fn any_case(&mut self, number: u32) -> Option<Part> {
        let text = self.program.texts.get(number as usize)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Some(Part::EMPTY),
            (Some(c), None) => {
                let (up, low) = (c.to_ascii_uppercase(), c.to_ascii_lowercase());
                Some(self.class(if up == low { vec![(c, c)] } else { vec![(up, up), (low, low)] }))
            }
            _ => Some(Part::AnyCase(number)),
        }
    }

    fn class(&mut self, ranges: Vec<(char, char)>) -> Part {
        Part::One(self.classes.number(Class::new(ranges)))
    }

    fn joined(&mut self, parts: Vec<Part>) -> Part {
        sequence(parts, self.classes)
    }

    fn chosen(&mut self, parts: Vec<Part>) -> Part {
        choice(parts, self.classes)
    }
}

/// Returns a sequence, in which a class before which another one must not match is their
/// difference, and what may be skipped before each round is skipped behind it.
fn sequence(parts: Vec<Part>, classes: &mut Classes) -> Part {
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        match (all.last(), part) {
            (Some(Part::Not(no)), Part::One(class)) if matches!(**no, Part::One(_)) => {
                let Part::One(no) = **no else { continue };
                let rest = classes.without(class, no);
                all.pop();
                all.push(Part::One(rest));
            }
            (_, Part::Sequence(inner)) => all.extend(inner),
            (_, part) => all.push(part),
        }
    }
    let mut at = 1;
    while at < all.len() {
        if matches!(&all[at], Part::Star(one) if matches!(**one, Part::One(_)))
            && skips_first(&all[at - 1], &all[at])
        {
            let is_behind = at > 1 && all[at - 2] == all[at];
            let (skip, part) = (all.remove(at), all.remove(at - 1));
            let parts = skipped_behind(part, &skip, is_behind, classes);
            all.splice(at - 1..at - 1, parts);
        }
        at += 1;
    }
    if all.len() == 1 {
        all.remove(0)
    } else {
        Part::Sequence(all)
    }
}

/// Returns true if rounds at the end of an expression begin with what may be skipped behind it.
fn skips_first(part: &Part, skip: &Part) -> bool {
    match part {
        Part::Star(inner) => {
            matches!(&**inner, Part::Sequence(parts) if parts.len() > 1 && parts[0] == *skip)
        }
        Part::Sequence(parts) => parts.last().is_some_and(|last| skips_first(last, skip)),
        Part::Choice(parts) => parts.iter().any(|part| skips_first(part, skip)),
        _ => false,
    }
}

/// Returns the parts of an expression and a run of what may be skipped, as in
///
/// ```text
/// (" "* ~ "," ~ item)* ~ " "*   =   " "* ~ ("," ~ item ~ " "*)*
/// ```
///
/// A round that fails goes back to the blanks before it, and the run reads them again. A run cannot
/// fail, so that each alternative of a choice can have it.
fn skipped_behind(part: Part, skip: &Part, is_behind: bool, classes: &mut Classes) -> Vec<Part> {
    match part {
        Part::Star(inner) => {
            let mut parts = match *inner {
                Part::Sequence(parts) => parts,
                one => vec![one],
            };
            parts.remove(0);
            parts.push(skip.clone());
            vec![skip.clone(), Part::Star(Box::new(sequence(parts, classes)))]
        }
        Part::Choice(parts) => {
            let mut chosen = Vec::new();
            for part in parts {
                // Where blanks were read before, none is left.
                chosen.push(if is_behind && part == Part::EMPTY {
                    part
                } else {
                    sequence(vec![part, skip.clone()], classes)
                });
            }
            vec![choice(chosen, classes)]
        }
        part => vec![part, skip.clone()],
    }
}

/// Returns a choice, in which classes beside each other are one.
fn choice(parts: Vec<Part>, classes: &mut Classes) -> Part {
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        match (all.last_mut(), part) {
            (Some(Part::One(last)), Part::One(class)) => *last = classes.both(*last, class),
            (_, Part::Choice(inner)) => all.extend(inner),
            (_, part) => all.push(part),
        }
    }
    if let [Part::Sequence(first), Part::Sequence(none)] = &all[..] {
        // A round and more rounds, or none, are rounds.
        if let Some((Part::Star(round), once)) = first.split_last().filter(|_| none.is_empty()) {
            if matches!(&**round, Part::Sequence(parts) if parts[..] == *once) {
                return Part::Star(round.clone());
            }
        }
    }
    if all.len() == 1 {
        all.remove(0)
    } else {
        Part::Choice(all)
    }
}

/// Returns an expression in which rules that leave no node and are a class are that class.
pub(super) fn simplified(
    part: Part,
    classes: &mut Classes,
    class_of: &impl Fn(u32) -> Option<u32>,
) -> Part {
    let mut all = |parts: Vec<Part>| -> Vec<Part> {
        parts.into_iter().map(|part| simplified(part, classes, class_of)).collect()
    };
    match part {
        Part::Rule(rule) => class_of(rule).map_or(Part::Rule(rule), Part::One),
        Part::Sequence(parts) => {
            let parts = all(parts);
            sequence(parts, classes)
        }
        Part::Choice(parts) => {
            let parts = all(parts);
            choice(parts, classes)
        }
        Part::Star(inner) => Part::Star(Box::new(simplified(*inner, classes, class_of))),
        Part::And(inner) => Part::And(Box::new(simplified(*inner, classes, class_of))),
        Part::Not(inner) => Part::Not(Box::new(simplified(*inner, classes, class_of))),
        part => part,
    }
}
