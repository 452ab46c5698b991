//! The checks that pest makes of a grammar before it uses it, each in time linear in the grammar.
//!
//! pest asks them rule by rule without remembering answers, which takes exponential time where
//! rules use rules twice.

use super::source::{Definition, Source};
use super::{charset, Error, Expr, Facts, Refusal};
use crate::questions::{Circles, Rules};
use crate::shortest::shortest;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ptr;

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
        undefined(source, rule, &by_name, &mut known)?;
    }
    let exprs = rules.iter().map(|rule| &rule.expr);
    let facts = Facts::of(Rules::new(exprs, |name| by_name.get(name).copied()));
    let mut found: Vec<(&Expr, String)> = Vec::new();
    for rule in rules {
        facts.refusals(&rule.expr, &mut |part, refusal| {
            found.push((part, refusal.message().to_owned()));
        });
    }
    found.extend(rules.iter().filter_map(|rule| endless_between(rule, &facts)));
    let places = LazyCell::new(|| {
        let all = rules.iter().flat_map(|rule| rule.expr.all().into_iter().zip(&rule.places));
        all.map(|(part, &at)| (ptr::from_ref(part), at)).collect::<HashMap<_, _>>()
    });
    let found = found.into_iter().map(|(part, message)| (places[&ptr::from_ref(part)], message));
    let left = left_recursion(rules, &facts, &|part| places[&ptr::from_ref(part)]);
    match found.chain(left).min_by_key(|found| found.0) {
        Some((at, message)) => Err(source.error_at(at, message)),
        None => Ok(()),
    }
}

/// Returns the number of nodes that an expression has, once its repetitions are unrolled or before.
/// pest's nodes have two operands.
pub(super) fn unrolled(expr: &Expr, is_unrolled: bool) -> usize {
    let inside = expr.parts().iter().map(|part| unrolled(part, is_unrolled));
    let inside = inside.fold(0usize, usize::saturating_add);
    let joints = expr.parts().len().saturating_sub(2);
    let times = match expr {
        Expr::Repeat { max: Some(1), min: 0, .. } => 1,
        Expr::Repeat { min, max, .. } if is_unrolled => {
            (max.unwrap_or(*min) as usize).saturating_add(1)
        }
        _ => 1,
    };
    inside.saturating_mul(times).saturating_add(joints + 1)
}

fn undefined<'a>(
    source: &Source,
    rule: &'a Definition,
    rules: &HashMap<&str, usize>,
    known: &mut HashSet<&'a str>,
) -> Result<(), Error> {
    for (expr, &at) in rule.expr.all().into_iter().zip(&rule.places) {
        let Expr::Rule(name) = expr else { continue };
        let is_known = known.contains(&**name)
            || rules.contains_key(&**name)
            || name == "NEWLINE"
            || charset::is_builtin(name);
        if !is_known {
            return Err(source.error_at(at, format!("rule {name} is undefined")));
        }
        known.insert(name);
    }
    Ok(())
}

/// Returns the reason why a rule that pest repeats between other expressions never ends.
fn endless_between<'a>(rule: &'a Definition, facts: &Facts<'_>) -> Option<(&'a Expr, String)> {
    if rule.name != "WHITESPACE" && rule.name != "COMMENT" {
        return None;
    }
    let why = match facts.endless(&rule.expr)? {
        Refusal::CannotFail => "cannot fail",
        _ => "is non-progressing",
    };
    Some((&rule.expr, format!("{} {why} and will repeat infinitely", rule.name)))
}

/// Returns the first call in the text that takes a rule back to itself before anything is consumed.
fn left_recursion(
    rules: &[Definition],
    facts: &Facts<'_>,
    place: &dyn Fn(&Expr) -> usize,
) -> Option<(usize, String)> {
    let (mut calls, mut places) = (vec![Vec::new(); rules.len()], Vec::new());
    for (rule, definition) in rules.iter().enumerate() {
        facts.rules.first(&definition.expr, &facts.empty, &mut |name, called| {
            calls[rule].push(called);
            places.push((name, rule, called));
        });
    }
    let circles = Circles::of(&calls);
    let inside = |rule: usize, called: usize| circles.comes_back(rule, called);
    places.retain(|&(_, rule, called)| inside(rule, called));
    let all = places.into_iter().map(|(name, rule, called)| (place(name), rule, called));
    let (at, rule, called) = all.min()?;
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
