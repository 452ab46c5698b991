//! The checks that pest makes of a grammar before it uses it, each in time linear in the grammar.
//!
//! pest asks them rule by rule without remembering answers, which takes exponential time where
//! rules use rules twice.

use super::source::{Definition, Source};
use super::text::{Node, Shape, Times};
use super::{charset, Error, Facts, Refusal};
use crate::questions::{Circles, Expression, Rules, View};
use crate::shortest::shortest;
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
    let nodes = rules.iter().map(|rule| &rule.node);
    let facts = Facts::of(Rules::new(nodes, |name| by_name.get(name).copied()));
    let mut found: Vec<(usize, String)> = Vec::new();
    for rule in rules {
        facts.refusals(&rule.node, &mut |part, refusal| {
            found.push((part.start, refusal.message().to_owned()));
        });
    }
    found.extend(rules.iter().filter_map(|rule| endless_between(rule, &facts)));
    found.extend(left_recursion(rules, &facts));
    match found.into_iter().min_by_key(|found| found.0) {
        Some((at, message)) => Err(source.error_at(at, message)),
        None => Ok(()),
    }
}

/// Returns the number of nodes that an expression has, once its repetitions are unrolled or before.
pub(super) fn unrolled(node: &Node, is_unrolled: bool) -> usize {
    let inside = node.inner().iter().map(|part| unrolled(part, is_unrolled));
    let inside = inside.fold(0usize, usize::saturating_add);
    let joints = node.inner().len().saturating_sub(2);
    let times = match node.shape {
        _ if !is_unrolled => 1,
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
    node.inner().iter().try_for_each(|part| undefined(source, part, rules, known))
}

impl Expression for Node {
    fn view(&self) -> View<'_, Node> {
        let fixed = |is_empty, is_sure| View::Leaf { is_empty, is_sure };
        match &self.shape {
            Shape::Text(text) | Shape::TextAnyCase(text) => fixed(text.is_empty(), text.is_empty()),
            Shape::Name(name) if name == "SOI" || name == "EOI" => fixed(true, false),
            Shape::Name(name) => View::Rule(name),
            Shape::Sequence(parts) => View::All(parts),
            Shape::Choice(parts) => View::Any(parts),
            Shape::Repeat(of, times) => View::Repeat {
                of,
                may_be_none: times.may_be_none(),
                is_unbounded: times.is_unbounded(),
            },
            Shape::Positive(inner) => View::Look(inner, true),
            Shape::Negative(inner) => View::Look(inner, false),
            Shape::Push(inner) => View::Inside(inner),
            Shape::Range(..) | Shape::PeekSlice(..) => fixed(false, false),
        }
    }
}

/// Returns the reason why a rule that pest repeats between other expressions never ends.
fn endless_between(rule: &Definition, facts: &Facts<'_, Node>) -> Option<(usize, String)> {
    if rule.name != "WHITESPACE" && rule.name != "COMMENT" {
        return None;
    }
    let why = match facts.endless(&rule.node)? {
        Refusal::CannotFail => "cannot fail",
        _ => "is non-progressing",
    };
    Some((rule.node.start, format!("{} {why} and will repeat infinitely", rule.name)))
}

/// Returns the first call in the text that takes a rule back to itself before anything is consumed.
fn left_recursion(rules: &[Definition], facts: &Facts<'_, Node>) -> Option<(usize, String)> {
    let (mut calls, mut places) = (vec![Vec::new(); rules.len()], Vec::new());
    for (rule, definition) in rules.iter().enumerate() {
        facts.rules.first(&definition.node, &facts.empty, &mut |name, called| {
            calls[rule].push(called);
            places.push((name.start, rule, called));
        });
    }
    let circles = Circles::of(&calls);
    let inside = |rule: usize, called: usize| circles.comes_back(rule, called);
    places.retain(|&(_, rule, called)| inside(rule, called));
    let &(at, rule, called) = places.iter().min()?;
    // The way back from the called rule.
    let back = |from: usize| {
        let further = calls[from].iter().filter(|&&further| inside(from, further));
        further.map(|&further| (Some(further), further)).collect()
    };
    let way = shortest(called, |place| place == rule, back)?;
    let chain = [called].into_iter().chain(way).chain([called]);
    let chain: Vec<&str> = chain.map(|rule| rules[rule].name.as_str()).collect();
    let name = &rules[called].name;
    let message = format!(
        "rule {name} is left-recursive ({}): write what repeats as a repetition",
        chain.join(" -> ")
    );
    Some((at, message))
}
