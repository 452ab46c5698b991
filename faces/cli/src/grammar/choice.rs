//! The grammars that parse an input, and the reason for the choice.

use urigram::errors::Objection;
use urigram::selection::Reason;
use urigram::{Select, SyntaxError};
use urigram_answers::parse::Choice;
use urigram_answers::RuleRef;

use crate::exit::Failure;
use crate::grammar::rules;
use crate::options::Globals;

/// Returns one choice for each grammar that was named; else one that is selected.
pub(crate) fn choices(
    globals: &Globals,
    select: Select,
    input: &[u8],
) -> Result<Vec<Choice>, Failure> {
    if !globals.grammars.is_empty() {
        return Ok(rules(globals)?
            .into_iter()
            .map(|target| Choice::named(target, input))
            .collect());
    }
    if globals.rule.is_some() {
        return by_rule(rules(globals)?, select, input).map(|choice| vec![choice]);
    }
    let reading = globals.reading();
    let selection = select.select(input, reading);
    let (grammar, error, reason) = match (selection.grammar, selection.closest()) {
        (Some(grammar), _) => (grammar, selection.error, selection.reason.to_string()),
        (None, Some((grammar, error))) => {
            (grammar, Some(Objection::Syntax(error)), NONE.to_owned())
        }
        (None, None) => return Err(nothing(select)),
    };
    let mut passed_over = selection.passed_over;
    passed_over.retain(|(passed, _)| *passed != grammar);
    Ok(vec![Choice { target: RuleRef::new(grammar, reading, None)?, error, reason, passed_over }])
}

const NONE: &str = "no grammar accepts this input; this one gets furthest";

fn nothing(select: Select) -> Failure {
    Failure::Usage(match select {
        Select::AsOf(date) => format!("no grammar for this form was published by {date}"),
        _ => "no grammar fits".to_owned(),
    })
}

fn check(target: RuleRef, input: &[u8]) -> Option<SyntaxError> {
    target.table.check(input, target.reading).err()
}

/// Selects from the grammars that have a rule. The form of the input does not matter, because a
/// rule may match any part of an identifier.
fn by_rule(mut targets: Vec<RuleRef>, select: Select, input: &[u8]) -> Result<Choice, Failure> {
    let reason = match select {
        Select::AsOf(date) => {
            let newest =
                targets.into_iter().rev().find(|target| target.grammar.document().date <= date);
            let mut choice = Choice::named(newest.ok_or_else(|| nothing(select))?, input);
            choice.reason = format!("the newest with this rule by {date}");
            return Ok(choice);
        }
        Select::Oldest => Reason::Oldest,
        _ => {
            targets.reverse();
            Reason::Newest
        }
    };
    let mut passed_over = Vec::new();
    let mut closest: Option<(RuleRef, SyntaxError)> = None;
    for target in targets {
        let Some(error) = check(target, input) else {
            return Ok(Choice { target, error: None, reason: reason.to_string(), passed_over });
        };
        passed_over.push((target.grammar, error));
        if closest.is_none_or(|(_, other)| error.offset() > other.offset()) {
            closest = Some((target, error));
        }
    }
    let (target, error) = closest.ok_or_else(|| nothing(select))?;
    passed_over.retain(|(grammar, _)| *grammar != target.grammar);
    let error = Some(Objection::Syntax(error));
    Ok(Choice { target, error, reason: NONE.to_owned(), passed_over })
}
