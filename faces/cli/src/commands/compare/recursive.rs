//! The relation of two rules, one of them recursive.

use urigram::Reading;
use urigram_answers::escape::witness;
use urigram_answers::json::{ComparedRule, ComparisonJson};
use urigram_generate::{Compared, NestedRule};

use crate::exit::{Failure, Outcome};
use crate::grammar::Operand;
use crate::name::{self, known, Name};
use crate::options::Globals;
use crate::output::Out;
use crate::style::{BAD, DIM, GOOD, HEAD};

/// Compares two rules if one of them is recursive and from a file or a folder; `None` for others.
///
/// # Errors
/// [`Failure`] for rules that cannot be read, and for a recursive rule beside a grammar of octets.
pub(super) fn compare(
    globals: &Globals,
    operands: [&Operand; 2],
    names: [Option<&str>; 2],
    out: &mut Out<'_>,
) -> Result<Option<Outcome>, Failure> {
    let reading = |operand: &Operand| operand.reading.unwrap_or(globals.reading());
    let mut is_recursive = false;
    for (operand, name) in operands.into_iter().zip(names) {
        if let Name::Path(path) = &operand.name {
            let nested = name::nested(path, name, reading(operand))?;
            is_recursive |= nested.is_some_and(|rule| rule.is_recursive());
        }
    }
    if !is_recursive {
        return Ok(None);
    }
    let rule = |operand: &Operand, name: Option<&str>| {
        let reading = reading(operand);
        match &operand.name {
            Name::Path(path) => {
                NestedRule::open_any(path, name, reading == Reading::Printed, known())
            }
            published => {
                NestedRule::of_published(published.grammar(name)?.definition(), reading, name)
            }
        }
        .map_err(Failure::from)
    };
    let [a, b] = operands;
    let (a, b) = (rule(a, names[0])?, rule(b, names[1])?);
    let compared = a.compare(&b);
    let (relation, only_a, only_b) = match &compared {
        Compared::Equal(_) => ("equal", None, None),
        Compared::Different { only_first, only_second, .. } => {
            ("different", only_first.as_deref(), only_second.as_deref())
        }
        _ => ("undecided", None, None),
    };
    let outcome = match relation {
        "equal" => Outcome::Done,
        "different" => Outcome::Rejected,
        _ => Outcome::Undecided,
    };
    let json = || ComparisonJson::of_nested(of(&a), of(&b), relation, [only_a, only_b]);
    out.answer(json, |out| {
        let style = if outcome == Outcome::Done { GOOD } else { BAD };
        writeln!(
            out,
            "{HEAD}{} `{}`{HEAD:#} and {HEAD}{} `{}`{HEAD:#}: {style}{relation}{style:#}",
            a.id(),
            a.name(),
            b.id(),
            b.name()
        )?;
        match &compared {
            Compared::Equal(states) => {
                writeln!(out, "  proved with calls as letters: {states} states")
            }
            Compared::Undecided(why) => {
                writeln!(out, "  no proof: {why}")?;
                writeln!(out, "  {DIM}no text was found that only one of them accepts{DIM:#}")
            }
            _ => [(&a, only_a), (&b, only_b)].into_iter().try_for_each(|(rule, only)| {
                let (id, name) = (rule.id(), rule.name());
                match only {
                    Some(text) => {
                        writeln!(out, "  only {id} `{name}`  {}", witness(text.as_bytes()))
                    }
                    None => writeln!(out, "  only {id} `{name}`  {DIM}nothing found{DIM:#}"),
                }
            }),
        }
    })?;
    Ok(Some(outcome))
}

fn of(rule: &NestedRule) -> ComparedRule<'_> {
    ComparedRule { name: rule.id(), rule: rule.name(), reading: None }
}
