//! Agreement: whether two grammars find the same components.

pub(super) mod matrix;
mod values;

use std::io::Write;

use anstyle::Style;
use urigram::errors::UnknownName;
use urigram::proof::{self, ProofError, Side};
use urigram::{Component, Reading};
use urigram_study::agreement::{
    Agreement, Condition, Definition, Outcome as Answer, Splits, COMPONENTS,
};

use super::Arguments;
use crate::exit::{Failure, Outcome};
use crate::output::Out;
use crate::parallel;
use crate::strict;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;
use urigram_answers::escape::witness;
use urigram_answers::json::AgreementJson;
use urigram_answers::RuleRef;

/// Returns the components that somebody named. For `all`, or without a name, they are those that
/// the shapes know, and those of each grammar that states no shape.
pub(in crate::commands) fn named_components(
    wanted: &[String],
    sides: &[Side<'_>],
) -> Result<Vec<Component>, Failure> {
    if !wanted.is_empty() && !wanted.iter().any(|name| name == "all") {
        return wanted.iter().map(|name| component(name, sides)).collect();
    }
    let by_side: Vec<_> = sides.iter().map(|&side| own_components(side)).collect();
    let known = if by_side.iter().all(Option::is_some) { &[][..] } else { &COMPONENTS };
    let mut all = known.to_vec();
    for component in by_side.into_iter().flatten().flatten() {
        if !all.contains(&component) {
            all.push(component);
        }
    }
    Ok(all)
}

/// Decides whether both grammars find the same host in references, or, in both directions, whether
/// a trusted host that one grammar finds can be another one.
pub(super) fn hosts(
    arguments: &Arguments,
    sides: [Side<'_>; 2],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    for component in &arguments.components {
        if component != Component::Host.name() {
            let text = format!("--base takes --component host, not {component}");
            return Err(Failure::Usage(text));
        }
    }
    let trusted = arguments.trust.as_deref();
    let condition = condition(arguments, &sides)?;
    let splits = splits(arguments, &sides, &[Component::Host])?;
    let base = arguments.base.as_deref();
    for (side, base) in sides.iter().zip(base.into_iter().cycle()) {
        let start = RuleRef::start(side.grammar, side.reading);
        start.verdict(base.as_bytes()).check().map_err(|objection| {
            Failure::Usage(format!("--base: {} does not accept it: {objection}", side.grammar))
        })?;
    }
    let mut answers = Vec::new();
    for [a, b] in [[0, 1], [1, 0]].into_iter().take(if trusted.is_some() { 2 } else { 1 }) {
        let failed = |error| Failure::Usage(format!("--trust: {error}"));
        let of = |side: usize| splits[side].values(Component::Host).map_err(failed);
        let (one, other) = (of(a)?, of(b)?);
        let answer = match (base, trusted) {
            (None, Some(host)) => one.trust(&other, host, condition.as_ref()).map_err(failed)?,
            _ => one.references(&other, base.unwrap_or_default(), trusted, condition.as_ref()),
        };
        answers.push(values::Answer::new(answer, [&one, &other], base));
    }
    for answer in &answers {
        let json = || answer.json();
        out.answer(json, |out| {
            let one = &answer.agreement;
            text(out, [one.a, one.b], std::slice::from_ref(one))?;
            if let Some(detail) = answer.detail() {
                writeln!(out, "{DIM}values: {detail}{DIM:#}")?;
            }
            Ok::<(), Failure>(())
        })?;
    }
    Ok(status(answers.iter().map(|answer| &answer.agreement)))
}

/// Decides each component for all strings that both grammars accept.
pub(super) fn run(
    arguments: &Arguments,
    sides: [Side<'_>; 2],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let components = named_components(&arguments.components, &sides)?;
    let condition = condition(arguments, &sides)?;
    let splits = splits(arguments, &sides, &components)?;
    let decide = |&component| splits[0].agree(&splits[1], component, condition.as_ref());
    let answers: Vec<Agreement<'_>> = components.iter().map(decide).collect();
    let of_values = if arguments.values {
        values::of_pair([&splits[0], &splits[1]], &components, condition.as_ref())?
    } else {
        Vec::new()
    };
    let of_values_json = || of_values.iter().map(values::Answer::json);
    let json = || answers.iter().map(AgreementJson::new).chain(of_values_json());
    out.answers(json, |out| {
        text(out, sides, &answers)?;
        values::text(out, &of_values)
    })?;
    Ok(status(answers.iter().chain(of_values.iter().map(|answer| &answer.agreement))))
}

fn condition(arguments: &Arguments, sides: &[Side<'_>]) -> Result<Option<Condition>, Failure> {
    let read = |text: &String| {
        Condition::read(text, sides).map_err(|error| match error {
            ProofError::Undecided(_) => Failure::Limit(format!("--under: {error}")),
            error => Failure::Usage(format!("--under {text:?}: {error}")),
        })
    };
    arguments.under.as_ref().map(read).transpose()
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
fn splits<'a>(
    arguments: &Arguments,
    sides: &[Side<'a>],
    components: &[Component],
) -> Result<Vec<Splits<'a>>, Failure> {
    if arguments.strict {
        sides.iter().for_each(|side| strict::note_unchecked(side.grammar));
    }
    let mut all = Vec::new();
    parallel::in_order(
        sides,
        |&side| (side, Splits::of(side, components)),
        |(side, built)| {
            let built = built.map_err(|error| {
                Failure::rule(side.rule.unwrap_or_default(), side.grammar, error)
            })?;
            all.push(if arguments.strict { built.strict() } else { built });
            Ok::<(), Failure>(())
        },
    )?;
    Ok(all)
}

fn status<'a>(answers: impl Iterator<Item = &'a Agreement<'a>>) -> Outcome {
    let each = answers.map(|answer| match answer.outcome {
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
                let item = found.item.map_or(String::new(), |at| format!("item {}: ", at + 1));
                (plain, format!("{}   {item}{a}, {b}", witness(&found.input)))
            }
            Answer::Undecided if answer.open.is_some() || answer.references.is_some() => {
                (DIM, unknown(answer))
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
    let has_rules =
        |one: &Definition| matches!(one, Definition::Rules(_) | Definition::Unknown(..));
    for answer in answers.iter().filter(|answer| answer.definitions.iter().any(has_rules)) {
        let [of_a, of_b] = &answer.definitions;
        let name = answer.component.name();
        writeln!(out, "{DIM}{name}: {} {of_a}; {} {of_b}{DIM:#}", short(a), short(b))?;
    }
    Ok(())
}

/// Returns the string without a known value, with the reason why a program differs there, or the
/// number of references that were compared without a difference.
fn unknown(answer: &Agreement<'_>) -> String {
    if let Some(count) = answer.references {
        return format!("no difference found in {count} references");
    }
    let Some(open) = &answer.open else { return String::new() };
    let says = |side: Side<'_>| {
        let rows = proof::differences(side.grammar, side.reading).ok()?;
        let row = rows
            .into_iter()
            .find(|row| row.touches(answer.component) && row.strings.accepts(open))?;
        Some(format!("; {}: {}", side.grammar, row.says))
    };
    let says = [answer.a, answer.b].into_iter().filter_map(says).collect::<String>();
    format!("nothing is decided about {}{says}", witness(open))
}

/// Returns a span in words: its text and its place.
pub(in crate::commands) fn place(input: &[u8], span: Option<&std::ops::Range<usize>>) -> String {
    match span {
        Some(span) if span.is_empty() => format!("empty at {}", span.start),
        Some(span) => format!("{} at {}..{}", witness(&input[span.clone()]), span.start, span.end),
        None => "absent".to_owned(),
    }
}

/// Returns the name of a grammar, with its reading where that is not the default.
pub(in crate::commands) fn short(side: Side<'_>) -> String {
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
