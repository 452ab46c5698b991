//! A table of every pair of grammars, and their order by inclusion.

use std::io::{self, Write};

use urigram::proof::{Dfa, Relation, Side};
use urigram_answers::escape::witness;
use urigram_answers::json::relation_name;
use urigram_answers::questions::{pairs, Compared};
use urigram_study::compare::Inclusion;

use super::grid::{self, Row};
use super::named;
use crate::exit::{Failure, Outcome};
use crate::grammar::Operand;
use crate::options::Globals;
use crate::output::Out;
use crate::style::{DIM, HEAD, NAME};
use crate::{grammar, parallel};

/// Compares every pair of the named grammars, or of all. The status is 0 if every pair is decided.
pub(super) fn run(
    globals: &Globals,
    operands: &[Operand],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    if rule.is_some_and(|rule| rule.contains('=')) {
        return Err("--matrix takes one rule, the same for all grammars".into());
    }
    let sides: Vec<Side<'_>> = if operands.is_empty() {
        let grammars = grammar::grammars(globals, rule)?.into_iter();
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
    let side = |at: usize| (sides[at], &automata[at]);
    let compare = |&(a, b): &(usize, usize)| Compared::new(side(a), side(b));
    let mut compared = Vec::new();
    parallel::in_order(&pairs(sides.len()), compare, |pair| {
        compared.push(pair.map_err(|error| Failure::Limit(error.to_string()))?);
        Ok::<(), Failure>(())
    })?;
    out.answers(|| &compared, |out| text(out, &sides, &compared))?;
    Ok(Outcome::Done)
}

fn text(out: &mut dyn Write, sides: &[Side<'_>], pairs: &[Compared<'_>]) -> io::Result<()> {
    // The pairs are in the order in which `Inclusion` asks for them.
    let mut known = pairs.iter().map(|pair| pair.comparison.relation);
    let relation = |_, _| known.next().ok_or_else(|| io::Error::other("a pair is missing"));
    let inclusion = Inclusion::new(sides.len(), relation)?;
    let row = |side: &Side<'_>| Row { name: named(*side), remark: None };
    grid::write(out, sides.iter().map(row).collect(), |a, b| sign(inclusion.relation(a, b)))?;
    writeln!(
        out,
        "{DIM}row to column: = equal, ⊂ subset, ⊃ superset, × overlapping, ∅ disjoint{DIM:#}"
    )?;
    writeln!(out, "\n{HEAD}Order by inclusion{HEAD:#}")?;
    for line in order(sides, &inclusion) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{HEAD}Shortest strings that only one of two accepts{HEAD:#}")?;
    for Compared { a, b, comparison } in pairs {
        let (one, other) = (a.name, b.name);
        writeln!(
            out,
            "{NAME}{one}{NAME:#} and {NAME}{other}{NAME:#}: {}",
            relation_name(comparison.relation)
        )?;
        let parts = [(one, &comparison.only_a), (other, &comparison.only_b)];
        for (only, string) in
            parts.into_iter().filter_map(|(only, string)| Some((only, string.as_ref()?)))
        {
            writeln!(out, "  only {only:10} {}", witness(string))?;
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
