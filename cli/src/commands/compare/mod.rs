//! `urigram compare`: the relation of two rules' languages.

mod matrix;

use std::io::Write;

use anstyle::Style;
use clap::Args;
use urigram::proof::{compare, Comparison, Relation, Side};
use urigram_page::escape::witness;
use urigram_page::json::{relation_name, rule_of, ComparisonJson};

use crate::options::Globals;
use crate::exit::{Failure, Outcome};
use crate::operand::Operand;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// A shortest string is shown for each difference and for what both share. A grammar may name its own reading:
/// `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, else 1.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two grammars, each ID or ID@READING
    #[arg(value_name = "ID", num_args = 0..=2)]
    operands: Vec<Operand>,

    /// Every pair of grammars by their start rules (or by --rule, where they have it), and the order by inclusion
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut operands = arguments.operands.clone();
    operands.extend(globals.grammars.iter().map(|&grammar| Operand { grammar, reading: None }));
    if arguments.all {
        return matrix::run(globals, &operands, out);
    }
    let [a, b] = operands[..] else {
        return Err(Failure::Usage(format!("compare needs two grammars or --all; it was given {}", operands.len())));
    };
    let (rule_a, rule_b) = match globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule))) {
        Some((a, b)) => (Some(a), Some(b)),
        None => (None, None),
    };
    let (a, b) = (a.side(globals, rule_a)?, b.side(globals, rule_b)?);
    let comparison = compare(a, b).map_err(|error| Failure::Limit(error.to_string()))?;
    write(out, globals, a, b, &comparison)?;
    Ok(Outcome::of(comparison.relation == Relation::Equal))
}

fn write(
    out: &mut dyn Write,
    globals: &Globals,
    a: Side<'_>,
    b: Side<'_>,
    comparison: &Comparison,
) -> Result<(), Failure> {
    if globals.json() {
        return output::json_line(out, &ComparisonJson::new(a, b, comparison));
    }
    let style = if comparison.relation == Relation::Equal { GOOD } else { BAD };
    let (one, other) = if a.grammar == b.grammar { ("first", "second") } else { (a.grammar.id(), b.grammar.id()) };
    let (relation, a, b) = (relation_name(comparison.relation), named(a), named(b));
    writeln!(out, "{HEAD}{a}{HEAD:#} and {HEAD}{b}{HEAD:#}: {style}{relation}{style:#}")?;
    let parts = [
        (format!("only {one}"), &comparison.only_a),
        (format!("only {other}"), &comparison.only_b),
        ("both".to_owned(), &comparison.both),
    ];
    let rows = parts.map(|(name, string)| {
        let string = string.as_ref().map_or((DIM, "nothing".to_owned()), |string| (Style::new(), witness(string)));
        vec![(Style::new(), name), string]
    });
    columns(out, 2, &rows)?;
    Ok(())
}

/// Returns a side in words: ``rfc3986 `host` ``, with the reading unless it is the default.
fn named(side: Side<'_>) -> String {
    let reading =
        if side.reading == urigram::Reading::default() { String::new() } else { format!("@{}", side.reading) };
    format!("{}{reading} `{}`", side.grammar, rule_of(side))
}
