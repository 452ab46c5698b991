//! `urigram compare`: the relation of two rules' languages.

mod matrix;

use std::io::Write;

use anstyle::Style;
use clap::Args;
use urigram::proof::{Comparison, Limits, Relation};
use urigram_page::escape::witness;
use urigram_page::json::{relation_name, ComparedRule, ComparisonJson};

use crate::exit::{Failure, Outcome};
use crate::operand::{Compared, Named, Operand};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// A shortest string is shown for each difference and for what both share. A grammar may name its own reading:
/// `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, else 1.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two grammars, each ID, ID@READING or the path of an .abnf or .pest file, whose first rule is its start rule
    #[arg(value_name = "ID", num_args = 0..=2)]
    operands: Vec<Named>,

    /// Every pair of grammars by their start rules (or by --rule, where they have it), and the order by inclusion
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut operands = arguments.operands.clone();
    let named = globals.grammars.iter().map(|&grammar| Operand { grammar, reading: None });
    operands.extend(named.map(Named::Document));
    if arguments.all {
        let documents = operands.iter().map(|operand| match operand {
            Named::Document(operand) => Ok(*operand),
            Named::File(path) => {
                Err(Failure::Usage(format!("{}: --all compares documents", path.display())))
            }
        });
        return matrix::run(globals, &documents.collect::<Result<Vec<_>, _>>()?, out);
    }
    let [a, b] = &operands[..] else {
        return Err(Failure::Usage(format!(
            "compare takes two grammars, or --all; {} given",
            operands.len()
        )));
    };
    let (rule_a, rule_b) =
        match globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule))) {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        };
    let (a, b) = (a.compared(globals, rule_a)?, b.compared(globals, rule_b)?);
    let comparison = a.automaton.compare(&b.automaton, Limits::default());
    let comparison = comparison.map_err(|error| Failure::Limit(error.to_string()))?;
    write(out, globals, &a, &b, &comparison)?;
    Ok(Outcome::of(comparison.relation == Relation::Equal))
}

fn write(
    out: &mut dyn Write,
    globals: &Globals,
    a: &Compared,
    b: &Compared,
    comparison: &Comparison,
) -> Result<(), Failure> {
    if globals.json() {
        return output::json_line(out, &ComparisonJson::new(a.as_rule(), b.as_rule(), comparison));
    }
    let style = if comparison.relation == Relation::Equal { GOOD } else { BAD };
    let (one, other) = if a.name == b.name { ("first", "second") } else { (&*a.name, &*b.name) };
    let parts = [
        (format!("only {one}"), &comparison.only_a),
        (format!("only {other}"), &comparison.only_b),
        ("both".to_owned(), &comparison.both),
    ];
    let (relation, a, b) =
        (relation_name(comparison.relation), named(a.as_rule()), named(b.as_rule()));
    writeln!(out, "{HEAD}{a}{HEAD:#} and {HEAD}{b}{HEAD:#}: {style}{relation}{style:#}")?;
    let rows = parts.map(|(name, string)| {
        let string = string
            .as_ref()
            .map_or((DIM, "nothing".to_owned()), |string| (Style::new(), witness(string)));
        vec![(Style::new(), name), string]
    });
    columns(out, 2, &rows)?;
    Ok(())
}

fn named<'a>(rule: impl Into<ComparedRule<'a>>) -> String {
    let rule = rule.into();
    let reading = rule.reading.filter(|&reading| reading != urigram::Reading::default());
    let reading = reading.map(|reading| format!("@{reading}")).unwrap_or_default();
    format!("{}{reading} `{}`", rule.name, rule.rule)
}
