//! All pairs of grammars, and their order by inclusion.

use std::io::{self, Write};

use anstyle::Style;
use urigram::proof::{Comparison, Dfa, Limits, Relation, Side};

use super::{named, relation, Json, Operand};
use crate::args::Globals;
use crate::bytes::witness;
use crate::exit::{Failure, Outcome};
use crate::output::{self, columns, DIM, HEAD, NAME};
use crate::{parallel, target};

/// A pair by its places in the list, the first before the second.
struct Pair {
    a: usize,
    b: usize,
    comparison: Comparison,
}

/// Compares all that are named, or all grammars; the status is 0 if the matrix could be decided.
pub(super) fn run(globals: &Globals, operands: &[Operand], out: &mut dyn Write) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    if rule.is_some_and(|rule| rule.contains('=')) {
        return Err(Failure::Usage("--all takes one rule for all grammars".to_owned()));
    }
    let sides: Vec<Side<'_>> = if operands.is_empty() {
        let grammars = target::grammars(globals, rule)?.into_iter();
        grammars.map(|grammar| Operand { grammar, reading: None }.side(globals, rule)).collect::<Result<_, _>>()?
    } else {
        operands.iter().map(|operand| operand.side(globals, rule)).collect::<Result<_, _>>()?
    };
    let mut automata: Vec<Dfa> = Vec::new();
    parallel::in_order(&sides, Side::automaton, |built| {
        automata.push(built.map_err(|error| Failure::Limit(error.to_string()))?);
        Ok::<(), Failure>(())
    })?;
    let places: Vec<(usize, usize)> =
        (0..sides.len()).flat_map(|a| (a + 1..sides.len()).map(move |b| (a, b))).collect();
    let mut pairs = Vec::new();
    let compare = |&(a, b): &(usize, usize)| (a, b, automata[a].compare(&automata[b], Limits::default()));
    parallel::in_order(&places, compare, |(a, b, comparison)| {
        let comparison = comparison.map_err(|error| Failure::Limit(error.to_string()))?;
        pairs.push(Pair { a, b, comparison });
        Ok::<(), Failure>(())
    })?;
    if globals.json() {
        for pair in &pairs {
            output::json_line(out, &Json::new(sides[pair.a], sides[pair.b], &pair.comparison))?;
        }
    } else {
        text(out, &sides, &pairs)?;
    }
    Ok(Outcome::Done)
}

fn text(out: &mut dyn Write, sides: &[Side<'_>], pairs: &[Pair]) -> io::Result<()> {
    let plain = Style::new();
    let relations = relations(sides.len(), pairs);
    // Numbers head the columns: ids would not fit into 80 columns.
    let numbers = (1..=sides.len()).map(|number| (DIM, format!("{number:>2}")));
    let mut rows =
        vec![[(plain, String::new()), (plain, String::new())].into_iter().chain(numbers).collect::<Vec<_>>()];
    for (a, side) in sides.iter().enumerate() {
        let cells = relations[a].iter().map(|relation| (plain, format!("{:>2}", relation.map_or('·', sign))));
        let head = [(DIM, format!("{:>2}", a + 1)), (NAME, named(*side))];
        rows.push(head.into_iter().chain(cells).collect());
    }
    columns(out, 0, &rows)?;
    writeln!(out, "{DIM}row to column: = equal, ⊂ subset, ⊃ superset, × overlapping, ∅ disjoint{DIM:#}")?;
    writeln!(out, "\n{HEAD}Order by inclusion{HEAD:#}")?;
    for line in order(sides, &relations) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{HEAD}Shortest strings that only one of two accepts{HEAD:#}")?;
    for Pair { a, b, comparison } in pairs {
        let (one, other) = (sides[*a].grammar, sides[*b].grammar);
        writeln!(out, "{NAME}{one}{NAME:#} and {NAME}{other}{NAME:#}: {}", relation(comparison.relation))?;
        let parts = [(one, &comparison.only_a), (other, &comparison.only_b)];
        for (only, string) in parts.into_iter().filter_map(|(only, string)| Some((only, string.as_ref()?))) {
            writeln!(out, "  only {:10} {}", only.id(), witness(string))?;
        }
    }
    Ok(())
}

fn sign(relation: Relation) -> char {
    match relation {
        Relation::Equal => '=',
        Relation::Subset => '⊂',
        Relation::Superset => '⊃',
        Relation::Overlapping => '×',
        Relation::Disjoint => '∅',
    }
}

/// The relation of each to each; `None` to itself.
fn relations(count: usize, pairs: &[Pair]) -> Vec<Vec<Option<Relation>>> {
    let mut relations = vec![vec![None; count]; count];
    for Pair { a, b, comparison } in pairs {
        let there = comparison.relation;
        relations[*a][*b] = Some(there);
        relations[*b][*a] = Some(match there {
            Relation::Subset => Relation::Superset,
            Relation::Superset => Relation::Subset,
            symmetric => symmetric,
        });
    }
    relations
}

/// Each that lies in another, with those directly above it; equal ones stand together.
fn order(sides: &[Side<'_>], relations: &[Vec<Option<Relation>>]) -> Vec<String> {
    let count = sides.len();
    let is = |a: usize, b: usize, relation| relations[a][b] == Some(relation);
    let first_of_equals = |a: usize| !(0..a).any(|b| is(a, b, Relation::Equal));
    let name = |a: usize| {
        let equals = (a + 1..count).filter(|&b| is(a, b, Relation::Equal));
        std::iter::once(a).chain(equals).map(|b| named(sides[b])).collect::<Vec<_>>().join(" = ")
    };
    let mut lines = Vec::new();
    for a in (0..count).filter(|&a| first_of_equals(a)) {
        let above: Vec<usize> = (0..count).filter(|&b| first_of_equals(b) && is(a, b, Relation::Subset)).collect();
        let direct = above.iter().filter(|&&b| !above.iter().any(|&c| is(c, b, Relation::Subset)));
        let direct: Vec<String> = direct.map(|&b| name(b)).collect();
        let below = (0..count).any(|b| is(b, a, Relation::Subset));
        match direct.is_empty() {
            false => lines.extend(direct.iter().map(|other| format!("{} ⊂ {other}", name(a)))),
            true if !below => lines.push(format!("{} (in none, holds none)", name(a))),
            true => {}
        }
    }
    lines
}
