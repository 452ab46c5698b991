//! Operators with precedence: rows `[[operator]]`, and whether each match is an expression by them.
//!
//! Reading a match needs operands and operators in turn. In front of each node, either an operand
//! is wanted or there is one. An operand and a prefix are read where one is wanted, an infix and a
//! postfix where there is one. Each expression of the rule leads from these two states to some of
//! them. With
//!
//! ```text
//! sum  = { neg* ~ term ~ (plus ~ neg* ~ term)* }
//! ```
//!
//! `neg*` leads from *wanted* to *wanted*, `term` to *had*, `plus` back to *wanted*, and so the
//! whole from *wanted* to *had*, and nowhere else. Without the second `neg*`, `1+-1` is not a
//! match, and nothing is wrong. With `term?`, a `plus` could be read where an operand is wanted:
//! that is an error, with the name of the node. All alternatives count, even where a PEG never
//! takes one.

use std::collections::HashMap;

use urigram_automata::peg::{self, Expr, Rule, Which};
use urigram_engine::nested::Affix;

use crate::error::ReadError;
use crate::folder::Folder;

/// The operators of a rule.
pub(super) struct Operators {
    /// The rule.
    pub(super) of: String,
    /// Their rules, with the place and the level, from the loosest on.
    pub(super) rules: Vec<(String, Affix, u32)>,
}

impl Operators {
    /// Returns the place and the level of a rule, if it is an operator.
    pub(super) fn get(&self, rule: &str) -> Option<(Affix, u32)> {
        let found = self.rules.iter().find(|known| known.0 == rule);
        found.map(|&(_, affix, level)| (affix, level))
    }
}

/// Returns the operators of each rule that has rows. `in_peg` gives the PEG's name of a rule that
/// leaves a node.
///
/// # Errors
/// [`ReadError`] for an unknown rule, for a row without operators, for one with `left` and `right`,
/// and for an operator that is there twice.
pub(super) fn rows<'g>(
    folder: &Folder,
    in_peg: impl Fn(&str) -> Option<&'g str>,
) -> Result<Vec<Operators>, ReadError> {
    let mut all: Vec<Operators> = Vec::new();
    for row in &folder.facts.operators {
        let fail = |why: &str| folder.error(format!("[[operator]] {}: {why}", row.rule));
        if !row.left.is_empty() && !row.right.is_empty() {
            return Err(fail("one level has `left` and `right`: make a row of each"));
        }
        let named = |rule: &str| match in_peg(rule) {
            Some(name) => Ok(name.to_owned()),
            None => Err(fail(&format!("no rule `{rule}` leaves a node"))),
        };
        let of = named(&row.rule)?;
        let at = all.iter().position(|known| known.of == of).unwrap_or_else(|| {
            all.push(Operators { of, rules: Vec::new() });
            all.len() - 1
        });
        let own = &mut all[at];
        let level = own.rules.last().map_or(0, |last| last.2) + 1;
        let kinds = [
            (&row.left, Affix::Left),
            (&row.right, Affix::Right),
            (&row.prefix, Affix::Prefix),
            (&row.postfix, Affix::Postfix),
        ];
        let before = own.rules.len();
        for (rules, affix) in kinds {
            for rule in rules {
                let name = named(rule)?;
                if own.get(&name).is_some() {
                    return Err(fail(&format!("`{rule}` is an operator twice")));
                }
                own.rules.push((name, affix, level));
            }
        }
        if own.rules.len() == before {
            return Err(fail("name operators: `left`, `right`, `prefix` or `postfix`"));
        }
    }
    Ok(all)
}

/// An operand is wanted.
const WANTED: usize = 0;
/// There is an operand.
const HAD: usize = 1;

/// The states that an expression leads to from one state, and a node that it cannot have there.
#[derive(Clone, Default, PartialEq, Eq)]
struct Ends {
    to: [bool; 2],
    wrong: Option<String>,
}

impl Ends {
    fn join(&mut self, other: &Ends) {
        (0..2).for_each(|state| self.to[state] |= other.to[state]);
        if self.wrong.is_none() {
            self.wrong.clone_from(&other.wrong);
        }
    }
}

/// The [`Ends`] from each state.
#[derive(Clone, Default, PartialEq, Eq)]
struct Way([Ends; 2]);

impl Way {
    /// Nothing is read.
    fn stay() -> Way {
        let only = |state: usize| Ends { to: [state == WANTED, state == HAD], wrong: None };
        Way([only(WANTED), only(HAD)])
    }

    fn node(name: &str, operator: Option<Affix>) -> Way {
        let mut way = Way::default();
        let (from, to) = match operator {
            None => (WANTED, HAD),
            Some(Affix::Prefix) => (WANTED, WANTED),
            Some(Affix::Postfix) => (HAD, HAD),
            Some(Affix::Left | Affix::Right) => (HAD, WANTED),
        };
        way.0[from].to[to] = true;
        way.0[1 - from].wrong = Some(name.to_owned());
        way
    }

    fn then(&self, next: &Way) -> Way {
        let mut way = Way::default();
        for (own, ends) in way.0.iter_mut().zip(&self.0) {
            own.wrong.clone_from(&ends.wrong);
            (0..2).filter(|&state| ends.to[state]).for_each(|state| own.join(&next.0[state]));
        }
        way
    }

    fn or(mut self, other: &Way) -> Way {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| own.join(other));
        self
    }

    fn repeated(&self, min: u32, max: Option<u32>) -> Way {
        // Powers of a relation of two states repeat, the fourth and the sixth at the latest.
        let count = |times: u32| times.min(4 + times % 2);
        let mut all = (0..count(min)).fold(Way::stay(), |way, _| way.then(self));
        let more = max.map_or(4, |max| max.saturating_sub(min).min(4));
        for _ in 0..more {
            all = all.clone().or(&all.then(self));
        }
        all
    }
}

struct Finder<'g> {
    grammar: &'g peg::Grammar,
    numbers: HashMap<&'g str, usize>,
    operators: &'g Operators,
    /// For each rule that leaves no node what is known of its matches.
    found: Vec<Way>,
}

impl Finder<'_> {
    fn rule(&self, rule: &Rule) -> Way {
        self.of(rule.expr(Which::Optimized), rule.leaves_end())
    }

    fn of(&self, expr: &Expr, leaves_end: bool) -> Way {
        match expr {
            Expr::Rule(name) => match self.numbers.get(&**name) {
                Some(&number) => {
                    let rule = &self.grammar.rules()[number];
                    if rule.leaves_node() {
                        let name = rule.shown_name();
                        Way::node(name, self.operators.get(name).map(|operator| operator.0))
                    } else {
                        self.found[number].clone()
                    }
                }
                None => Way::stay(),
            },
            Expr::Choice(parts) => {
                let ways = parts.iter().map(|part| self.of(part, leaves_end));
                ways.fold(Way::default(), |all, way| all.or(&way))
            }
            Expr::Repeat { expr, min, max, .. } => self.of(expr, leaves_end).repeated(*min, *max),
            // A lookahead leaves no nodes.
            Expr::And(_) | Expr::Not(_) => Way::stay(),
            Expr::EndOfInput if leaves_end => {
                let end = || Ends { to: [false; 2], wrong: Some("EOI".to_owned()) };
                Way([end(), end()])
            }
            _ => expr
                .parts()
                .iter()
                .fold(Way::stay(), |all, part| all.then(&self.of(part, leaves_end))),
        }
    }
}

/// Checks that the nodes inside each match of a rule are an expression.
///
/// # Errors
/// [`ReadError`] with the node that can be where it must not, or if an operand can be missing.
pub(super) fn check(
    grammar: &peg::Grammar,
    folder: &Folder,
    operators: &Operators,
) -> Result<(), ReadError> {
    let rules = grammar.rules();
    let numbers = rules.iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
    let found = vec![Way::default(); rules.len()];
    let mut finder = Finder { grammar, numbers, operators, found };
    let mut is_changed = true;
    // Each round adds states or the first wrong node of a rule, and both are few.
    while is_changed {
        is_changed = false;
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| !rule.leaves_node()) {
            let way = finder.found[at].clone().or(&finder.rule(rule));
            is_changed |= way != finder.found[at];
            finder.found[at] = way;
        }
    }
    let of = &operators.of;
    let fail = |why: String| Err(folder.error(format!("[[operator]] {of}: {why}")));
    for rule in rules.iter().filter(|rule| rule.shown_name() == of) {
        let [Ends { to, wrong }, _] = finder.rule(rule).0;
        if let Some(wrong) = wrong {
            let place = match operators.get(&wrong) {
                _ if wrong == "EOI" => "is not an operand: match it in a rule around this one",
                None => "is not an operator, and can follow an operand",
                Some((Affix::Prefix, _)) => "can follow an operand",
                Some(_) => "can be where an operand has to be",
            };
            return fail(format!("`{wrong}` {place}"));
        }
        if to[WANTED] {
            return fail("a match can end where an operand has to be".to_owned());
        }
    }
    Ok(())
}
