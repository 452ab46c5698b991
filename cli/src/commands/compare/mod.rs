//! `urigram compare`: how the languages of two rules relate.

mod matrix;
mod operand;

use std::io::Write;

use anstyle::Style;
use clap::Args;
use serde::Serialize;
use urigram::proof::{compare, Comparison, Relation, Side};

use crate::args::Globals;
use crate::bytes::{witness, Keyed};
use crate::exit::{Failure, Outcome};
use crate::output::{self, BAD, DIM, GOOD, HEAD};
pub(crate) use operand::Operand;

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// Each difference and what both share come with a shortest string. A grammar may name its own reading:
/// `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, 1 if not.
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
        return Err(Failure::Usage(format!("compare takes two grammars, or --all; {} given", operands.len())));
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
        return output::json_line(out, &Json::new(a, b, comparison));
    }
    let style = if comparison.relation == Relation::Equal { GOOD } else { BAD };
    let (one, other) = if a.grammar == b.grammar { ("first", "second") } else { (a.grammar.id(), b.grammar.id()) };
    let (relation, a, b) = (relation(comparison.relation), named(a), named(b));
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
    output::columns(out, 2, &rows)?;
    Ok(())
}

/// A side in words: `host` of rfc3986, with the reading where it is not the default.
fn named(side: Side<'_>) -> String {
    let reading =
        if side.reading == urigram::Reading::default() { String::new() } else { format!("@{}", side.reading) };
    format!("{}{reading} `{}`", side.grammar, rule_of(side))
}

fn rule_of(side: Side<'_>) -> &'static str {
    let document = side.grammar.document();
    let named = side.rule.and_then(|rule| document.rule(rule).ok());
    named.map_or(document.start.default, |rule| rule.name)
}

pub(crate) fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "equal",
        Relation::Subset => "subset",
        Relation::Superset => "superset",
        Relation::Overlapping => "overlapping",
        Relation::Disjoint => "disjoint",
    }
}

#[derive(Serialize)]
pub(crate) struct Json<'a> {
    a: &'static str,
    b: &'static str,
    rule_a: &'static str,
    rule_b: &'static str,
    reading_a: &'static str,
    reading_b: &'static str,
    relation: &'static str,
    #[serde(flatten)]
    only_a: Keyed<'a>,
    #[serde(flatten)]
    only_b: Keyed<'a>,
    #[serde(flatten)]
    both: Keyed<'a>,
}

impl<'a> Json<'a> {
    pub(crate) fn new(a: Side<'_>, b: Side<'_>, comparison: &'a Comparison) -> Json<'a> {
        Json {
            a: a.grammar.id(),
            b: b.grammar.id(),
            rule_a: rule_of(a),
            rule_b: rule_of(b),
            reading_a: a.reading.id(),
            reading_b: b.reading.id(),
            relation: relation(comparison.relation),
            only_a: Keyed("only_a", comparison.only_a.as_deref()),
            only_b: Keyed("only_b", comparison.only_b.as_deref()),
            both: Keyed("both", comparison.both.as_deref()),
        }
    }
}
