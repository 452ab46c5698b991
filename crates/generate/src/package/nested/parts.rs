//! The nodes inside a match of each rule: which rules leave them, and how many.
//!
//! The numbers are bounds: none, one, or several. A rule that leaves no node passes on what is
//! inside it; mutually recursive rules in circles without leaving a node are followed until nothing
//! changes. With
//!
//! ```text
//! list  = { "(" ~ items? ~ ")" }
//! items = _{ item ~ ("," ~ items)? }
//! item  = { list | 'a'..'z' }
//! ```
//!
//! `items` leaves at least one `item`, since its first part does. At most, the second round finds
//! two, which are several. So `list` has any number of items.

use std::collections::BTreeSet;

use urigram_automata::peg::{self, Expr, Rule, Which};
use urigram_engine::nested::Affix;

use crate::error::ReadError;
use crate::folder::rules::is_same;
use crate::folder::Folder;
use crate::package::names;

use super::counts::{Count, Counts, Finder, ONE};
use super::operators;

/// Names that a type of a node cannot have: those of Rust's prelude that its methods use, and those
/// of its functions, which clippy takes for constructors.
const TYPES: &[&str] = &["Option", "Some", "None", "Result", "Ok", "Err", "Self", "Of", "Inside"];
/// Names that no type can have where rules have operators: those of the code for expressions.
const WITH_OPERATORS: &[&str] = &["T", "U", "FnMut", "Affix", "Operation"];
/// Names that the method of a part cannot have, beside those of every package.
const METHODS: &[&str] = &["text", "start", "end", "nodes", "of", "inside", "read"];
/// Names that the method of a part cannot have where the rule has operators.
const OF_EXPRESSIONS: &[&str] =
    &["text", "start", "end", "nodes", "of", "inside", "read", "fold", "operations"];

/// A rule as a type.
pub(super) struct Type {
    /// The name of the rule.
    pub(super) rule: String,
    /// The name of the type.
    pub(super) name: String,
    /// The numbers of the rule in the program: it is there several times if it is read inside
    /// atomic rules and outside.
    pub(super) numbers: Vec<usize>,
    pub(super) shape: Shape,
    pub(super) leaves_node: bool,
    /// The type that its text is read as.
    pub(super) read_as: Option<String>,
    /// The operators inside, where its matches are expressions.
    pub(super) expression: Option<Expression>,
}

/// An expression inside a rule: types of nodes, by number.
pub(super) struct Expression {
    /// The names of the types of an operation, of all, and of an operand.
    pub(super) names: [String; 3],
    pub(super) operands: Vec<usize>,
    /// Operators with their place and level.
    pub(super) operators: Vec<(usize, Affix, u32)>,
}

/// The shape of a type.
pub(super) enum Shape {
    /// One of several nodes and nothing else: their types, by number.
    Either(Vec<usize>),
    /// Parts.
    Parts(Vec<Part>),
}

/// The nodes of one rule inside another.
pub(super) struct Part {
    pub(super) method: String,
    /// The number of the type.
    pub(super) of: usize,
    /// `one`, `optional` or `many`.
    pub(super) how: &'static str,
}

/// Returns for each rule what a match of its definition leaves inside its own node.
fn inside(grammar: &peg::Grammar) -> Vec<Counts> {
    let rules = grammar.rules();
    let numbers = rules.iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
    let passes = |rule: &Rule| !rule.leaves_node();
    let seen = |rule: &Rule, counts: Counts| {
        if passes(rule) {
            counts
        } else {
            Counts::node(rule.shown_name())
        }
    };
    let begin = rules.iter().map(|rule| seen(rule, Counts::none())).collect();
    let mut finder = Finder { numbers, found: begin };
    let silent: Vec<usize> = (0..rules.len()).filter(|&at| passes(&rules[at])).collect();
    // Each round can only raise the most that is known: up to several, and no further.
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for &at in &silent {
            let new = finder.of(rules[at].expr(Which::Optimized));
            let new = new.merged(&finder.found[at], |new, old| Count {
                least: 0,
                most: new.most.max(old.most),
            });
            is_changed |= new != finder.found[at];
            finder.found[at] = new;
        }
    }
    // The least begins with what is known at most, and falls.
    for &at in &silent {
        let all = finder.found[at].clone();
        finder.found[at] = all.merged(&all, |_, count| Count { least: count.most, ..count });
    }
    is_changed = true;
    while is_changed {
        is_changed = false;
        for &at in &silent {
            let new = finder.of(rules[at].expr(Which::Optimized));
            let new = finder.found[at]
                .merged(&new, |old, new| Count { least: new.least.min(old.least), most: old.most });
            is_changed |= new != finder.found[at];
            finder.found[at] = new;
        }
    }
    rules.iter().map(|rule| finder.of(rule.expr(Which::Optimized))).collect()
}

/// Returns true if a match of an expression is a node and nothing beside it. Rules that leave no
/// node are followed a few times.
fn is_node(grammar: &peg::Grammar, expr: &Expr, follow: u8) -> bool {
    match expr {
        Expr::Rule(name) => grammar.rule(name).is_some_and(|rule| {
            let expr = rule.expr(Which::Optimized);
            rule.leaves_node() || follow > 0 && is_node(grammar, expr, follow - 1)
        }),
        Expr::Choice(parts) => parts.iter().all(|part| is_node(grammar, part, follow)),
        _ => false,
    }
}

/// Returns a name that is not taken yet.
fn unused(mut name: String, taken: &mut Vec<String>, also: &[&str]) -> String {
    while also.contains(&&*name) || taken.contains(&name) {
        name.push('_');
    }
    taken.push(name.clone());
    name
}

/// Returns a type for each rule that leaves a node, and one for the start rule, in the order of the
/// source. The grammar is explicit, as its program is.
///
/// # Errors
/// [`ReadError`] for a row that names no such rule.
pub(super) fn types(
    grammar: &peg::Grammar,
    folder: &Folder,
    start: &str,
) -> Result<Vec<Type>, ReadError> {
    let counts = inside(grammar);
    // A rule can be there several times, as it is read inside atomic rules and outside.
    let mut of: Vec<(&Rule, Counts, bool)> = Vec::new();
    let is_start = |rule: &Rule| rule.shown_name() == start;
    let kept = grammar.rules().iter().zip(counts);
    for (rule, counts) in kept.filter(|(rule, _)| rule.leaves_node() || is_start(rule)) {
        let is_node = is_node(grammar, rule.expr(Which::Optimized), 4);
        match of.iter_mut().find(|known| known.0.shown_name() == rule.shown_name()) {
            Some(known) => {
                known.1 = known.1.or(&counts);
                known.2 &= is_node;
            }
            None => of.push((rule, counts, is_node)),
        }
    }
    let number = |name: &str| of.iter().position(|known| known.0.shown_name() == name);
    // Rows name rules as the ABNF does, or as the PEG does.
    let in_peg = |row: &str| -> Option<&str> {
        let mut names = of.iter().map(|known| known.0.shown_name());
        let exact = names.clone().find(|&name| name == row);
        exact.or_else(|| names.find(|name| is_same(name, row)))
    };
    let rows = folder.facts.types.iter();
    for row in rows.filter(|row| row.read_as.is_some()) {
        if in_peg(&row.rule).is_none() {
            return Err(folder.error(format!("`{}`: no rule of this name leaves a node", row.rule)));
        }
    }
    let levels = operators::rows(folder, in_peg)?;
    let operands = |one: &operators::Operators| -> BTreeSet<usize> {
        let inside = of.iter().find(|known| known.0.shown_name() == one.of);
        let parts = inside.into_iter().flat_map(|known| &known.1 .0);
        let parts = parts.filter(|(name, count)| count.most > 0 && one.get(name).is_none());
        parts.filter_map(|(name, _)| number(name)).collect()
    };
    for one in &levels {
        if operands(one).is_empty() {
            let why = format!("[[operator]] {}: nothing in a match is an operand", one.of);
            return Err(folder.error(why));
        }
        operators::check(grammar, folder, one)?;
    }
    let expressions = if levels.is_empty() { &[] } else { WITH_OPERATORS };
    let mut taken: Vec<String> = expressions.iter().map(|&name| name.to_owned()).collect();
    let mut types: Vec<Type> = Vec::new();
    for (rule, counts, is_node) in &of {
        let named = rule.shown_name();
        let row = folder.facts.types.iter().find(|row| in_peg(&row.rule) == Some(named));
        let name = row.and_then(|row| row.name.clone()).unwrap_or_else(|| names::camel(named));
        let parts = counts.0.iter().filter(|(_, count)| count.most > 0);
        let mut parts: Vec<(usize, Count)> =
            parts.filter_map(|(name, count)| Some((number(name)?, *count))).collect();
        parts.sort_by_key(|part| part.0);
        let shape = if *is_node && parts.len() > 1 {
            Shape::Either(parts.into_iter().map(|(number, _)| number).collect())
        } else {
            let is_expression = levels.iter().any(|one| one.of == named);
            let reserved = if is_expression { OF_EXPRESSIONS } else { METHODS };
            let mut methods = Vec::new();
            let part = |(of_part, count): (usize, Count)| {
                let how = match count {
                    ONE => "one",
                    Count { most: 0 | 1, .. } => "optional",
                    _ => "many",
                };
                let method = names::snake(of[of_part].0.shown_name());
                Part { method: unused(method, &mut methods, reserved), of: of_part, how }
            };
            Shape::Parts(parts.into_iter().map(part).collect())
        };
        let same = |(_, other): &(usize, &Rule)| other.shown_name() == named;
        let numbers = grammar.rules().iter().enumerate().filter(same).map(|(at, _)| at).collect();
        types.push(Type {
            rule: named.to_owned(),
            name: unused(name, &mut taken, TYPES),
            numbers,
            shape,
            leaves_node: rule.leaves_node(),
            read_as: row.and_then(|row| row.read_as.clone()),
            expression: None,
        });
    }
    for one in &levels {
        let operators = one.rules.iter();
        let operators =
            operators.filter_map(|(rule, affix, level)| Some((number(rule)?, *affix, *level)));
        let Some(at) = number(&one.of) else { continue };
        let names = ["Operation", "Operations", "Operand"]
            .map(|ending| unused(types[at].name.clone() + ending, &mut taken, TYPES));
        let operands = operands(one).into_iter().collect();
        let operators = operators.collect();
        types[at].expression = Some(Expression { names, operands, operators });
    }
    Ok(types)
}
