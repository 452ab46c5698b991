//! The answers for every pair of grammars and every component.

use std::io::Write;

use urigram::documents::Form;
use urigram::proof::Side;
use urigram::{Grammar, Reading};
use urigram_study::agreement::{Agreement, Outcome as Answer};

use super::super::grid::{self, Row};
use super::{condition, named_components, place, short, splits, status, values, Arguments};
use crate::exit::{Failure, Outcome};
use crate::grammar::Operand;
use crate::options::Globals;
use crate::output::Out;
use crate::style::{DIM, HEAD};
use crate::{grammar, parallel};
use urigram_answers::escape::witness;
use urigram_answers::json::AgreementJson;
use urigram_answers::questions::pairs;

/// Answers each pair and component. The status is success if everything is decided, even if
/// components differ.
pub(in crate::commands) fn run(
    globals: &Globals,
    arguments: &Arguments,
    operands: &[Operand],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    if rule.is_some_and(|rule| rule.contains('=')) {
        return Err("--matrix takes one rule for all grammars".into());
    }
    let sides = sides(globals, operands, rule)?;
    let components = named_components(&arguments.components, &sides)?;
    // A condition in ABNF is written in the terms of the newest generic grammar, unless grammars
    // are named.
    let newest = Grammar::newest(Form::Generic).filter(|_| operands.is_empty());
    let terms = newest.map(|grammar| Side { grammar, reading: globals.reading(), rule: None });
    let condition =
        condition(arguments, &terms.into_iter().chain(sides.iter().copied()).collect::<Vec<_>>())?;
    let splits = splits(arguments, &sides, &components)?;
    let pairs = pairs(sides.len());
    let decide = |&(a, b): &(usize, usize)| -> Vec<Agreement<'_>> {
        components
            .iter()
            .map(|&component| splits[a].agree(&splits[b], component, condition.as_ref()))
            .collect()
    };
    let mut answers = Vec::new();
    parallel::in_order(&pairs, decide, |found| {
        out.answers(|| found.iter().map(AgreementJson::new), |_| Ok::<(), Failure>(()))?;
        answers.extend(found);
        Ok::<(), Failure>(())
    })?;
    let mut of_values = Vec::new();
    if arguments.values {
        let decide = |&(a, b): &(usize, usize)| {
            values::of_pair([&splits[a], &splits[b]], &components, condition.as_ref())
        };
        parallel::in_order(&pairs, decide, |found| {
            let found = found?;
            out.answers(|| found.iter().map(values::Answer::json), |_| Ok::<(), Failure>(()))?;
            of_values.extend(found);
            Ok::<(), Failure>(())
        })?;
    }
    if !out.is_json() {
        for &component in &components {
            let of_component = answers.iter().filter(|answer| answer.component == component);
            text(out, &sides, component.name(), &of_component.collect::<Vec<_>>())?;
            let of_component: Vec<_> =
                of_values.iter().filter(|answer| answer.agreement.component == component).collect();
            if !of_component.is_empty() {
                let head = format!("{}: values", component.name());
                let agreements: Vec<_> =
                    of_component.iter().map(|answer| &answer.agreement).collect();
                table(out, &sides, &head, &agreements)?;
                for line in of_component.iter().filter_map(|answer| answer.detail()) {
                    writeln!(out, "  {line}")?;
                }
                writeln!(out)?;
            }
        }
    }
    let all = answers.iter().chain(of_values.iter().map(|answer| &answer.agreement));
    Ok(match status(all) {
        Outcome::Undecided => Outcome::Undecided,
        _ => Outcome::Done,
    })
}

/// Returns the sides that are named, or all grammars; a printed reading only where it is written
/// differently.
fn sides<'a>(
    globals: &Globals,
    operands: &[Operand],
    rule: Option<&'a str>,
) -> Result<Vec<Side<'a>>, Failure> {
    let named = |operand: &Operand| operand.side(globals, rule);
    if operands.iter().any(|operand| operand.reading.is_some()) {
        return operands.iter().map(named).collect();
    }
    let grammars = if operands.is_empty() {
        grammar::grammars(globals, rule)?
    } else {
        operands.iter().map(|operand| operand.name.grammar(rule)).collect::<Result<_, _>>()?
    };
    let mut sides = Vec::new();
    for grammar in grammars {
        let readings = globals.reading.map_or(Reading::ALL.to_vec(), |reading| vec![reading]);
        for reading in readings {
            let rules = grammar.abnf(reading);
            let known =
                |side: &Side<'_>| side.grammar == grammar && grammar.abnf(side.reading) == rules;
            if !sides.iter().any(known) {
                let reading = Some(reading);
                sides.push(Operand { reading, ..Operand::from(grammar) }.side(globals, rule)?);
            }
        }
    }
    Ok(sides)
}

fn text(
    out: &mut dyn Write,
    sides: &[Side<'_>],
    head: &str,
    answers: &[&Agreement<'_>],
) -> Result<(), Failure> {
    table(out, sides, head, answers)?;
    for answer in answers {
        if let Answer::Differs(found) = &answer.outcome {
            let [a, b] = [(answer.a, &found.a), (answer.b, &found.b)].map(|(side, span)| {
                format!("{} {}", short(side), place(&found.input, span.as_ref()))
            });
            writeln!(out, "  {}   {a}, {b}", witness(&found.input))?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// Writes a table of signs for every pair, and what they mean.
fn table(
    out: &mut dyn Write,
    sides: &[Side<'_>],
    head: &str,
    answers: &[&Agreement<'_>],
) -> Result<(), Failure> {
    writeln!(out, "{HEAD}{head}{HEAD:#}")?;
    let count = sides.len();
    // The answers are in the order of the pairs.
    let mut signs = vec![vec!['·'; count]; count];
    for ((a, b), answer) in pairs(count).into_iter().zip(answers) {
        signs[a][b] = sign(&answer.outcome);
        signs[b][a] = signs[a][b];
    }
    let row = |side: &Side<'_>| {
        let remark = Some(side.grammar.document().number.to_owned());
        Row { name: short(*side), remark }
    };
    grid::write(out, sides.iter().map(row).collect(), |a, b| signs[a][b])?;
    writeln!(out, "{DIM}= agrees, ≠ differs, ∅ vacuous, - not applicable, ? undecided{DIM:#}")?;
    Ok(())
}

fn sign(answer: &Answer) -> char {
    match answer {
        Answer::Agrees => '=',
        Answer::Differs(_) => '≠',
        Answer::Vacuous => '∅',
        Answer::NotApplicable => '-',
        _ => '?',
    }
}
