//! `urigram compare`: the relation of two rules' languages.

mod matrix;

use std::io::Write;

use anstyle::Style;
use clap::Args;
use urigram::proof::{compare, Comparison, Relation, Side};
use urigram_answers::escape::witness;
use urigram_answers::json::{relation_name, ComparedRule, ComparisonJson};

use crate::exit::{Failure, Outcome};
use crate::operand::Operand;
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// A shortest string is shown for each difference and for what both share. A grammar may name its
/// own reading: `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, else 1.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two grammars, each an ID or the path of a folder or of an .abnf or .pest file, perhaps with
    /// @READING. The first rule of a file is its start rule
    #[arg(value_name = "ID|PATH", num_args = 0..=2)]
    operands: Vec<Operand>,

    /// Every pair of grammars by their start rules (or by --rule, where they have it), and the
    /// order by inclusion
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let mut operands = arguments.operands.clone();
    operands.extend(globals.grammars.iter().map(|&grammar| Operand::from(grammar)));
    if arguments.all {
        return matrix::run(globals, &operands, out);
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
    let (a, b) = (a.side(globals, rule_a)?, b.side(globals, rule_b)?);
    let comparison = compare(a, b)
        .map_err(|error| Failure::rule(rule_a.unwrap_or("the start rule"), a.grammar, error))?;
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
    let ids = (a.grammar.id(), b.grammar.id());
    let (one, other) = if ids.0 == ids.1 { ("first", "second") } else { ids };
    let parts = [
        (format!("only {one}"), &comparison.only_a),
        (format!("only {other}"), &comparison.only_b),
        ("both".to_owned(), &comparison.both),
    ];
    let (relation, a, b) = (relation_name(comparison.relation), named(a), named(b));
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
