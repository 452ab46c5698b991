//! The checks that pest makes of a grammar before it uses it, each in time linear in the grammar.
//!
//! pest asks them rule by rule without remembering answers, which takes exponential time where
//! rules use rules twice.

use super::source::{Definition, Source};
use super::text::{Node, Shape, Times};
use super::{charset, Error, Refusal};
use crate::components::components;
use std::collections::{HashMap, HashSet};

/// Names that no rule may have.
const KEYWORDS: [&str; 10] =
    ["_", "ANY", "DROP", "EOI", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "PUSH", "SOI"];

/// Checks the names first, then what can never end or never be reached, each in the order of the
/// text.
pub(super) fn check(source: &Source, rules: &[Definition]) -> Result<(), Error> {
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    if let Some(rule) = rules.iter().find(|rule| KEYWORDS.contains(&&*rule.name)) {
        return Err(source.error_at(rule.body().start, format!("{} is a pest keyword", rule.name)));
    }
    for (index, rule) in rules.iter().enumerate() {
        if by_name.insert(&rule.name, index).is_some() {
            return Err(
                source.error_at(rule.body().start, format!("rule {} already defined", rule.name))
            );
        }
    }
    let mut known: HashSet<&str> = HashSet::new();
    for rule in rules {
        undefined(source, &rule.node, &by_name, &mut known)?;
    }
    let answers = Answers::of(rules, &by_name);
    let mut found = Vec::new();
    for rule in rules {
        answers.refusals(&rule.node, &mut found);
    }
    let mut found: Vec<(usize, String)> =
        found.into_iter().map(|(at, refusal)| (at, refusal.message().to_owned())).collect();
    found.extend(rules.iter().filter_map(|rule| answers.endless_between(rule)));
    found.extend(left_recursion(rules, &answers));
    match found.into_iter().min_by_key(|found| found.0) {
        Some((at, message)) => Err(source.error_at(at, message)),
        None => Ok(()),
    }
}

/// Returns the number of nodes that an expression has once its repetitions are unrolled.
pub(super) fn unrolled(node: &Node) -> usize {
    let inside = node.parts().iter().fold(0usize, |sum, part| sum.saturating_add(unrolled(part)));
    let joints = node.parts().len().saturating_sub(2);
    let times = match node.shape {
        Shape::Repeat(_, Times::Once) => 2,
        Shape::Repeat(_, Times::Exactly(n) | Times::AtLeast(n) | Times::AtMost(n)) => {
            (n as usize).saturating_add(1)
        }
        Shape::Repeat(_, Times::Between(min, max)) => (min.max(max) as usize).saturating_add(1),
        _ => 1,
    };
    inside.saturating_mul(times).saturating_add(joints + 1)
}

fn undefined<'a>(
    source: &Source,
    node: &'a Node,
    rules: &HashMap<&str, usize>,
    known: &mut HashSet<&'a str>,
) -> Result<(), Error> {
    if let Shape::Name(name) = &node.shape {
        let stack = ["DROP", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "SOI", "EOI", "NEWLINE"];
        let is_known = known.contains(&**name)
            || rules.contains_key(&**name)
            || stack.contains(&&**name)
            || charset::is_builtin(name);
        if !is_known {
            return Err(source.error_at(node.start, format!("rule {name} is undefined")));
        }
        known.insert(name);
    }
    node.parts().iter().try_for_each(|part| undefined(source, part, rules, known))
}

/// Answers to pest's two questions, for each rule.
struct Answers<'a> {
    by_name: &'a HashMap<&'a str, usize>,
    never_fails: Vec<bool>,
    may_consume_nothing: Vec<bool>,
}

impl<'a> Answers<'a> {
    /// Returns the least fixed point: a rule that is asked again within itself counts as no.
    fn of(rules: &[Definition], by_name: &'a HashMap<&'a str, usize>) -> Answers<'a> {
        let no = vec![false; rules.len()];
        let mut answers = Answers { by_name, never_fails: no.clone(), may_consume_nothing: no };
        let mut callers = vec![Vec::new(); rules.len()];
        for (index, rule) in rules.iter().enumerate() {
            each_name(&rule.node, &mut |name, _| {
                if let Some(&called) = by_name.get(name) {
                    callers[called].push(index);
                }
            });
        }
        let mut open: Vec<usize> = (0..rules.len()).collect();
        let mut is_open = vec![true; rules.len()];
        while let Some(rule) = open.pop() {
            is_open[rule] = false;
            let node = &rules[rule].node;
            let new = (answers.never_fails(node), answers.may_consume_nothing(node));
            if new != (answers.never_fails[rule], answers.may_consume_nothing[rule]) {
                (answers.never_fails[rule], answers.may_consume_nothing[rule]) = new;
                for &caller in &callers[rule] {
                    if !std::mem::replace(&mut is_open[caller], true) {
                        open.push(caller);
                    }
                }
            }
        }
        answers
    }

    fn never_fails(&self, node: &Node) -> bool {
        match &node.shape {
            Shape::Text(text) | Shape::TextAnyCase(text) => text.is_empty(),
            Shape::Name(name) => {
                self.by_name.get(&**name).is_some_and(|&rule| self.never_fails[rule])
            }
            Shape::Sequence(parts) => parts.iter().all(|part| self.never_fails(part)),
            Shape::Choice(parts) => parts.iter().any(|part| self.never_fails(part)),
            Shape::Repeat(inner, times) => times.may_be_none() || self.never_fails(inner),
            Shape::Positive(inner) | Shape::Push(inner) | Shape::Tag(inner, _) => {
                self.never_fails(inner)
            }
            Shape::PushLiteral(_) => true,
            Shape::Range(..) | Shape::Negative(_) | Shape::PeekSlice(..) => false,
        }
    }

    fn may_consume_nothing(&self, node: &Node) -> bool {
        match &node.shape {
            Shape::Text(text) | Shape::TextAnyCase(text) => text.is_empty(),
            Shape::Name(name) if name == "SOI" || name == "EOI" => true,
            Shape::Name(name) => {
                self.by_name.get(&**name).is_some_and(|&rule| self.may_consume_nothing[rule])
            }
            Shape::Sequence(parts) => parts.iter().all(|part| self.may_consume_nothing(part)),
            Shape::Choice(parts) => parts.iter().any(|part| self.may_consume_nothing(part)),
            Shape::Repeat(inner, times) => times.may_be_none() || self.may_consume_nothing(inner),
            Shape::Positive(_) | Shape::Negative(_) => true,
            Shape::Push(inner) | Shape::Tag(inner, _) => self.may_consume_nothing(inner),
            Shape::PushLiteral(_) => true,
            Shape::Range(..) | Shape::PeekSlice(..) => false,
        }
    }

    /// Returns the reason why a rule that pest repeats between other expressions never ends.
    fn endless_between(&self, rule: &Definition) -> Option<(usize, String)> {
        if rule.name != "WHITESPACE" && rule.name != "COMMENT" {
            return None;
        }
        let why = if self.never_fails(&rule.node) {
            "cannot fail"
        } else if self.may_consume_nothing(&rule.node) {
            "is non-progressing"
        } else {
            return None;
        };
        Some((rule.node.start, format!("{} {why} and will repeat infinitely", rule.name)))
    }

    fn refusals(&self, node: &Node, found: &mut Vec<(usize, Refusal)>) {
        match &node.shape {
            Shape::Repeat(inner, times) if times.is_unbounded() => {
                if self.never_fails(inner) {
                    found.push((node.start, Refusal::CannotFail));
                } else if self.may_consume_nothing(inner) {
                    found.push((node.start, Refusal::NoProgress));
                }
            }
            Shape::Choice(parts) => {
                let early = parts[..parts.len().saturating_sub(1)].iter();
                let never = early.filter(|part| self.never_fails(part));
                found.extend(never.map(|part| (part.start, Refusal::Unreached)));
            }
            _ => {}
        }
        node.parts().iter().for_each(|part| self.refusals(part, found));
    }

    /// Calls `found` on the names that are tried before anything is consumed.
    fn first<'n>(&self, node: &'n Node, found: &mut impl FnMut(&'n str, usize)) {
        match &node.shape {
            Shape::Name(name) => found(name, node.start),
            Shape::Sequence(parts) => {
                let (mut never_fails, mut nothing) = (true, true);
                for part in parts {
                    self.first(part, found);
                    never_fails &= self.never_fails(part);
                    nothing &= self.may_consume_nothing(part);
                    if !never_fails && !nothing {
                        break;
                    }
                }
            }
            _ => node.parts().iter().for_each(|part| self.first(part, found)),
        }
    }
}

fn each_name<'n>(node: &'n Node, found: &mut impl FnMut(&'n str, usize)) {
    if let Shape::Name(name) = &node.shape {
        found(name, node.start);
    }
    node.parts().iter().for_each(|part| each_name(part, found));
}

/// Returns the first call in the text by which a rule comes back to itself before anything is
/// consumed.
fn left_recursion(rules: &[Definition], answers: &Answers) -> Option<(usize, String)> {
    let mut calls: Vec<Vec<(usize, usize)>> = vec![Vec::new(); rules.len()];
    for (rule, definition) in rules.iter().enumerate() {
        answers.first(&definition.node, &mut |name, at| {
            calls[rule].extend(answers.by_name.get(name).map(|&called| (called, at)));
        });
    }
    let component = components(&calls);
    let inside = |rule: usize, called: usize| component[rule] == component[called];
    let all = calls
        .iter()
        .enumerate()
        .flat_map(|(rule, calls)| calls.iter().map(move |&(called, at)| (rule, called, at)));
    let (rule, called, at) =
        all.filter(|&(rule, called, _)| inside(rule, called)).min_by_key(|call| call.2)?;
    // The way back from the called rule, breadth first.
    let mut came_from = HashMap::from([(called, called)]);
    let mut open = std::collections::VecDeque::from([called]);
    while let Some(next) = open.pop_front().filter(|&next| next != rule) {
        for &(further, _) in calls[next].iter().filter(|&&(further, _)| inside(rule, further)) {
            came_from.entry(further).or_insert_with(|| {
                open.push_back(further);
                next
            });
        }
    }
    let (mut chain, mut back) = (vec![called], rule);
    let mut way = Vec::new();
    while back != called {
        way.push(back);
        back = *came_from.get(&back)?;
    }
    way.reverse();
    chain.extend(way);
    chain.push(called);
    let chain: Vec<&str> = chain.into_iter().map(|rule| rules[rule].name.as_str()).collect();
    let name = &rules[called].name;
    let message = format!(
        "rule {name} is left-recursive ({}): write what repeats as a repetition",
        chain.join(" -> ")
    );
    Some((at, message))
}
