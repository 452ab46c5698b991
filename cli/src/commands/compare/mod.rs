//! `urigram compare`: how the languages of two rules relate.

mod matrix;
mod operand;

use std::io::Write;

use anstyle::Style;
use clap::Args;
use serde::Serialize;
use urigram::proof::{Comparison, Limits, Relation, Side};

use crate::args::Globals;
use crate::bytes::{witness, Keyed};
use crate::exit::{Failure, Outcome};
use crate::output::{self, BAD, DIM, GOOD, HEAD};
pub(crate) use operand::Operand;
use operand::{Compared, Named};

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// Each difference and what both share come with a shortest string. A grammar may name its own reading:
/// `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, 1 if not.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two grammars, each ID, ID@READING or the path of an .abnf or .pest file, whose first rule is its start rule
    #[arg(value_name = "ID", num_args = 0..=2)]
    operands: Vec<Named>,

    /// Every pair of grammars by their start rules (or by --rule, where they have it), and the order by inclusion
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut operands = arguments.operands.clone();
    let named = globals.grammars.iter().map(|&grammar| Operand { grammar, reading: None });
    operands.extend(named.map(Named::Document));
    if arguments.all {
        let documents = operands.iter().map(|operand| match operand {
            Named::Document(operand) => Ok(*operand),
            Named::File(path) => Err(Failure::Usage(format!("{}: --all compares documents", path.display()))),
        });
        return matrix::run(globals, &documents.collect::<Result<Vec<_>, _>>()?, out);
    }
    let [a, b] = &operands[..] else {
        return Err(Failure::Usage(format!("compare takes two grammars, or --all; {} given", operands.len())));
    };
    let (rule_a, rule_b) = match globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule))) {
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
        return output::json_line(out, &Json::of(a, b, comparison));
    }
    let style = if comparison.relation == Relation::Equal { GOOD } else { BAD };
    let (one, other) = if a.name == b.name { ("first", "second") } else { (&*a.name, &*b.name) };
    let parts = [
        (format!("only {one}"), &comparison.only_a),
        (format!("only {other}"), &comparison.only_b),
        ("both".to_owned(), &comparison.both),
    ];
    let (relation, a, b) = (relation(comparison.relation), in_words(a), in_words(b));
    writeln!(out, "{HEAD}{a}{HEAD:#} and {HEAD}{b}{HEAD:#}: {style}{relation}{style:#}")?;
    let rows = parts.map(|(name, string)| {
        let string = string.as_ref().map_or((DIM, "nothing".to_owned()), |string| (Style::new(), witness(string)));
        vec![(Style::new(), name), string]
    });
    output::columns(out, 2, &rows)?;
    Ok(())
}

fn in_words(compared: &Compared) -> String {
    let reading = compared.reading.filter(|&reading| reading != urigram::Reading::default());
    let reading = reading.map(|reading| format!("@{reading}")).unwrap_or_default();
    format!("{}{reading} `{}`", compared.name, compared.rule)
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
    a: &'a str,
    b: &'a str,
    rule_a: &'a str,
    rule_b: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading_a: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading_b: Option<&'static str>,
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
            reading_a: Some(a.reading.id()),
            reading_b: Some(b.reading.id()),
            relation: relation(comparison.relation),
            only_a: Keyed("only_a", comparison.only_a.as_deref()),
            only_b: Keyed("only_b", comparison.only_b.as_deref()),
            both: Keyed("both", comparison.both.as_deref()),
        }
    }

    fn of(a: &'a Compared, b: &'a Compared, comparison: &'a Comparison) -> Json<'a> {
        Json {
            a: &a.name,
            b: &b.name,
            rule_a: &a.rule,
            rule_b: &b.rule,
            reading_a: a.reading.map(|reading| reading.id()),
            reading_b: b.reading.map(|reading| reading.id()),
            relation: relation(comparison.relation),
            only_a: Keyed("only_a", comparison.only_a.as_deref()),
            only_b: Keyed("only_b", comparison.only_b.as_deref()),
            both: Keyed("both", comparison.both.as_deref()),
        }
    }
}
