//! `urigram agree`: whether two grammars find the same components.

mod lines;
mod matrix;

use std::ffi::OsString;
use std::io::Write;

use anstyle::Style;
use clap::Args;
use urigram::agreement::{Agreement, Condition, Definition, Outcome as Answer, Splits, COMPONENTS};
use urigram::proof::{ProofError, Side};
use urigram::{Component, Reading, UnknownName};

use crate::bulk;
use crate::exit::{Failure, Outcome};
use crate::operand::Operand;
use crate::options::Globals;
use crate::output;
use crate::parallel;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;
use urigram_answers::escape::witness;
use urigram_answers::json::AgreementJson;

/// Prove that two grammars find the same components, or show a shortest string where they differ
///
/// The comparison covers every string that both grammars accept. An absent component equals an
/// absent one and differs from an empty one. `not-applicable` means that one of the grammars never
/// has the component, `vacuous` that no string is accepted by both. The status is 1 if a component
/// differs, 3 if none does and one is undecided, and 0 otherwise.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two grammars, each an ID or the path of a folder or of a file of rules, perhaps with
    /// @READING; with --all any number of them, and none for all grammars
    #[arg(value_name = "ID|PATH")]
    operands: Vec<Operand>,

    /// A component, or a rule of one of the grammars, repeatable. Default: all components
    #[arg(long = "component", value_name = "COMPONENT|RULE")]
    components: Vec<String>,

    /// Compare only the strings of a rule: one of the first grammar that has it, or the first rule
    /// of some ABNF, as `x = "http://" *VCHAR`. The ABNF may use the first grammar's rules and the
    /// core rules of RFC 5234
    #[arg(long = "if", value_name = "RULE_OR_ABNF")]
    condition: Option<String>,

    /// Every pair of grammars, in both readings unless one is named
    #[arg(long)]
    all: bool,

    /// Print the lines of a file that the two grammars accept and split differently; `-` is
    /// standard input; repeatable
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "condition"])]
    lines: Vec<OsString>,

    #[command(flatten)]
    records: bulk::Options,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if arguments.lines.is_empty() {
        arguments.records.refuse("--lines")?;
    }
    let mut operands = arguments.operands.clone();
    operands.extend(globals.grammars.iter().map(|&grammar| Operand::from(grammar)));
    if arguments.all {
        return matrix::run(globals, arguments, &operands, out);
    }
    let [a, b] = &operands[..] else {
        return Err(Failure::Usage(format!(
            "agree takes two grammars, or --all; {} given",
            operands.len()
        )));
    };
    let (rule_a, rule_b) =
        match globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule))) {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        };
    let sides = [a.side(globals, rule_a)?, b.side(globals, rule_b)?];
    let components = arguments.components(&sides)?;
    if !arguments.lines.is_empty() {
        return lines::run(globals, sides, arguments, out);
    }
    let condition = arguments.condition(&sides)?;
    let splits = splits(&sides, &components)?;
    let decide = |&component| splits[0].agree(&splits[1], component, condition.as_ref());
    let answers: Vec<Agreement<'_>> = components.iter().map(decide).collect();
    if globals.json() {
        for answer in &answers {
            output::json_line(out, &AgreementJson::new(answer))?;
        }
    } else {
        text(out, sides, &answers)?;
    }
    Ok(status(&answers))
}

impl Arguments {
    /// Returns the components that are named. By default, they are those that the shapes know, and
    /// those of each grammar that states no shape.
    fn components(&self, sides: &[Side<'_>]) -> Result<Vec<Component>, Failure> {
        if !self.components.is_empty() {
            return self.components.iter().map(|name| component(name, sides)).collect();
        }
        let own: Vec<_> = sides.iter().map(|&side| own_components(side)).collect();
        let known = if own.iter().all(Option::is_some) { &[][..] } else { &COMPONENTS };
        let mut all = known.to_vec();
        for component in own.into_iter().flatten().flatten() {
            if !all.contains(&component) {
                all.push(component);
            }
        }
        Ok(all)
    }

    fn condition(&self, sides: &[Side<'_>]) -> Result<Option<Condition>, Failure> {
        let (Some(text), Some(first)) = (&self.condition, sides.first()) else { return Ok(None) };
        let failed = |error| match error {
            ProofError::Undecided(_) => Failure::Limit(format!("--if: {error}")),
            error => Failure::Usage(format!("--if {text:?}: {error}")),
        };
        let condition = if text.contains('=') {
            Condition::abnf(text, first.grammar, first.reading)
        } else {
            let known = sides.iter().find(|side| side.grammar.document().rule(text).is_ok());
            Condition::rule(Side { rule: Some(text), ..*known.unwrap_or(first) })
        };
        condition.map(Some).map_err(failed)
    }
}

/// Returns the components of a grammar that states no shape.
fn own_components(side: Side<'_>) -> Option<Vec<Component>> {
    let tables = side.grammar.tables(side.reading);
    let table = tables.find(side.rule).unwrap_or(tables.start());
    table.own_components().map(Iterator::collect)
}

/// Returns the component of a name, or the rule of one of the grammars.
fn component(name: &str, sides: &[Side<'_>]) -> Result<Component, Failure> {
    let rules = sides.iter().flat_map(|side| side.grammar.document().rules());
    let rules = rules.map(|rule| Component::of_name(rule.name));
    let named = sides.iter().filter_map(|&side| own_components(side)).flatten();
    let all: Vec<Component> = Component::ALL.into_iter().chain(named).chain(rules).collect();
    UnknownName::resolve("component or rule", name, all, Component::name)
        .map_err(|error| Failure::Usage(format!("--component {name}: {error}")))
}

/// Builds the components of all sides on all processors.
fn splits<'a>(sides: &[Side<'a>], components: &[Component]) -> Result<Vec<Splits<'a>>, Failure> {
    let mut all = Vec::new();
    parallel::in_order(
        sides,
        |&side| (side, Splits::of(side, components)),
        |(side, built)| {
            all.push(built.map_err(|error| {
                Failure::rule(side.rule.unwrap_or_default(), side.grammar, error)
            })?);
            Ok::<(), Failure>(())
        },
    )?;
    Ok(all)
}

fn status(answers: &[Agreement<'_>]) -> Outcome {
    let each = answers.iter().map(|answer| match answer.outcome {
        Answer::Differs(_) => Outcome::Rejected,
        Answer::Undecided => Outcome::Undecided,
        _ => Outcome::Done,
    });
    each.fold(Outcome::Done, Outcome::and)
}

fn text(
    out: &mut dyn Write,
    [a, b]: [Side<'_>; 2],
    answers: &[Agreement<'_>],
) -> Result<(), Failure> {
    let plain = Style::new();
    writeln!(out, "{HEAD}{}{HEAD:#} and {HEAD}{}{HEAD:#}", named(a), named(b))?;
    let row = |answer: &Agreement<'_>| {
        let style = match answer.outcome {
            Answer::Agrees => GOOD,
            Answer::Differs(_) | Answer::Undecided => BAD,
            _ => DIM,
        };
        let detail = match &answer.outcome {
            Answer::Differs(found) => {
                let [a, b] = [(a, &found.a), (b, &found.b)].map(|(side, span)| {
                    format!("{} {}", short(side), place(&found.input, span.as_ref()))
                });
                (plain, format!("{}   {a}, {b}", witness(&found.input)))
            }
            _ if answer.states == 0 => (plain, String::new()),
            _ => (DIM, format!("pairs of states: {}", answer.states)),
        };
        vec![
            (plain, answer.component.name().to_owned()),
            (style, answer.outcome.name().to_owned()),
            detail,
        ]
    };
    columns(out, 2, &answers.iter().map(row).collect::<Vec<_>>())?;
    // Documents of the project split by their shapes, which `prove` decides.
    let is_told = |one: &Definition| matches!(one, Definition::Rules(_) | Definition::Unknown(..));
    for answer in answers.iter().filter(|answer| answer.definitions.iter().any(is_told)) {
        let [of_a, of_b] = &answer.definitions;
        let name = answer.component.name();
        writeln!(out, "{DIM}{name}: {} {of_a}; {} {of_b}{DIM:#}", short(a), short(b))?;
    }
    Ok(())
}

/// Returns a span in words: its text and its place.
fn place(input: &[u8], span: Option<&std::ops::Range<usize>>) -> String {
    match span {
        Some(span) if span.is_empty() => format!("empty at {}", span.start),
        Some(span) => format!("{} at {}..{}", witness(&input[span.clone()]), span.start, span.end),
        None => "absent".to_owned(),
    }
}

/// Returns the name of a grammar, with its reading where that is not the default.
fn short(side: Side<'_>) -> String {
    if side.reading == Reading::default() {
        side.grammar.to_string()
    } else {
        format!("{}@{}", side.grammar, side.reading)
    }
}

fn named(side: Side<'_>) -> String {
    let document = side.grammar.document();
    let rule = side
        .rule
        .and_then(|rule| document.rule(rule).ok())
        .map_or(document.start.default, |rule| rule.name);
    format!("{} `{rule}`", short(side))
}
