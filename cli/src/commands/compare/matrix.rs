//! A table of every pair of grammars, and their order by inclusion.

use std::io::{self, Write};

use anstyle::Style;
use urigram::compare::Inclusion;
use urigram::proof::{Comparison, Dfa, Limits, Relation, Side};
use urigram_answers::escape::witness;
use urigram_answers::json::{relation_name, ComparisonJson};

use super::named;
use crate::exit::{Failure, Outcome};
use crate::operand::Operand;
use crate::options::Globals;
use crate::output;
use crate::style::{DIM, HEAD, NAME};
use crate::table::columns;
use crate::{parallel, rule_ref};

/// A pair by the indexes of its sides, the smaller one first.
struct Pair {
    a: usize,
    b: usize,
    comparison: Comparison,
}

/// Compares every pair of the named grammars, or of all. The status is 0 if every pair is decided.
pub(super) fn run(
    globals: &Globals,
    operands: &[Operand],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    if rule.is_some_and(|rule| rule.contains('=')) {
        return Err(Failure::Usage(
            "--matrix takes one rule, the same for all grammars".to_owned(),
        ));
    }
    let sides: Vec<Side<'_>> = if operands.is_empty() {
        let grammars = rule_ref::grammars(globals, rule)?.into_iter();
        grammars
            .map(|grammar| Operand::from(grammar).side(globals, rule))
            .collect::<Result<_, _>>()?
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
    let compare =
        |&(a, b): &(usize, usize)| (a, b, automata[a].compare(&automata[b], Limits::default()));
    parallel::in_order(&places, compare, |(a, b, comparison)| {
        let comparison = comparison.map_err(|error| Failure::Limit(error.to_string()))?;
        pairs.push(Pair { a, b, comparison });
        Ok::<(), Failure>(())
    })?;
    if globals.json() {
        for pair in &pairs {
            output::json_line(
                out,
                &ComparisonJson::new(sides[pair.a], sides[pair.b], &pair.comparison),
            )?;
        }
    } else {
        text(out, &sides, &pairs)?;
    }
    Ok(Outcome::Done)
}

fn text(out: &mut dyn Write, sides: &[Side<'_>], pairs: &[Pair]) -> io::Result<()> {
    let plain = Style::new();
    // The pairs are in the order in which `Inclusion` asks for them.
    let mut known = pairs.iter().map(|pair| pair.comparison.relation);
    let relation = |_, _| known.next().ok_or_else(|| io::Error::other("a pair is missing"));
    let inclusion = Inclusion::new(sides.len(), relation)?;
    // Columns are headed by numbers, because ids would not fit into 80 columns.
    let numbers = (1..=sides.len()).map(|number| (DIM, format!("{number:>2}")));
    let mut rows = vec![[(plain, String::new()), (plain, String::new())]
        .into_iter()
        .chain(numbers)
        .collect::<Vec<_>>()];
    for (a, side) in sides.iter().enumerate() {
        let cell = |b: usize| if a == b { '·' } else { sign(inclusion.relation(a, b)) };
        let cells = (0..sides.len()).map(|b| (plain, format!("{:>2}", cell(b))));
        let head = [(DIM, format!("{:>2}", a + 1)), (NAME, named(*side))];
        rows.push(head.into_iter().chain(cells).collect());
    }
    columns(out, 0, &rows)?;
    writeln!(
        out,
        "{DIM}row to column: = equal, ⊂ subset, ⊃ superset, × overlapping, ∅ disjoint{DIM:#}"
    )?;
    writeln!(out, "\n{HEAD}Order by inclusion{HEAD:#}")?;
    for line in order(sides, &inclusion) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{HEAD}Shortest strings that only one of two accepts{HEAD:#}")?;
    for Pair { a, b, comparison } in pairs {
        let (one, other) = (sides[*a].grammar, sides[*b].grammar);
        writeln!(
            out,
            "{NAME}{one}{NAME:#} and {NAME}{other}{NAME:#}: {}",
            relation_name(comparison.relation)
        )?;
        let parts = [(one, &comparison.only_a), (other, &comparison.only_b)];
        for (only, string) in
            parts.into_iter().filter_map(|(only, string)| Some((only, string.as_ref()?)))
        {
            writeln!(out, "  only {:10} {}", only.as_str(), witness(string))?;
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

/// Returns a line for each class of equal languages and each class directly above it.
fn order(sides: &[Side<'_>], inclusion: &Inclusion) -> Vec<String> {
    let classes = inclusion.classes();
    let name = |first: usize| {
        let class = classes.iter().find(|class| class[0] == first).map_or(&[][..], Vec::as_slice);
        class.iter().map(|&member| named(sides[member])).collect::<Vec<_>>().join(" = ")
    };
    let mut lines = Vec::new();
    for first in classes.iter().map(|class| class[0]) {
        let above = inclusion.directly_above(first);
        lines.extend(above.iter().map(|&other| format!("{} ⊂ {}", name(first), name(other))));
        if above.is_empty() && !inclusion.has_below(first) {
            lines.push(format!("{} (in none, includes none)", name(first)));
        }
    }
    lines
}
