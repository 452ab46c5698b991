//! `urigram diff --shortest`: what an upgrade changes, for all strings.

use anstyle::Style;
use urigram::proof::{ProofError, Side};
use urigram::Component;
use urigram_answers::escape::witness;
use urigram_study::agreement::{Agreement, Only, Outcome as Answer, Splits};

use super::json::{ShortestChangeJson, ShortestJson};
use crate::commands::compare::components::short;
use crate::exit::{Failure, Outcome};
use crate::output::Out;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// A shortest string, the proof that no string exists, or neither.
enum Found {
    String(Vec<u8>),
    None,
    /// With the reason.
    Undecided(String),
}

/// The kinds of changes, in the order in which they are written.
const KINDS: [(&str, &str); 4] = [
    ("lost", "no longer accepted"),
    ("gained", "newly accepted"),
    ("host", "other host"),
    ("host_value", "other value of the host"),
];

/// Finds the shortest string of each kind of change. The status is 1 if there is one, 3 if there
/// isn't one and something is undecided.
pub(super) fn run([from, to]: [Side<'_>; 2], out: &mut Out<'_>) -> Result<Outcome, Failure> {
    let failed = |error: ProofError| Failure::Limit(format!("--shortest: {error}"));
    let [one, other] =
        [from, to].map(|side| Splits::of(side, &[Component::Host, Component::Authority]));
    let (one, other) = (one.map_err(failed)?, other.map_err(failed)?);
    let host = one.agree(&other, Component::Host, None);
    let values = [&one, &other].map(|splits| splits.values(Component::Host));
    let [of_one, of_other] = values;
    let value = of_one.map_err(failed)?.agree(&of_other.map_err(failed)?, None);
    let found = [
        only(one.only(&other).map_err(failed)?),
        only(other.only(&one).map_err(failed)?),
        answer(host),
        answer(value),
    ];
    let object = || {
        let [lost, gained, host, host_value] = found.each_ref().map(json);
        ShortestJson { from: short(from), to: short(to), lost, gained, host, host_value }
    };
    out.answer(object, |out| {
        writeln!(out, "{HEAD}{} to {}: all strings{HEAD:#}", short(from), short(to))?;
        let row = |((_, words), found): (&(&str, &str), &Found)| {
            let (style, text) = match found {
                Found::String(string) => (BAD, witness(string)),
                Found::None => (GOOD, "none".to_owned()),
                Found::Undecided(why) => (DIM, format!("undecided: {why}")),
            };
            vec![(Style::new(), (*words).to_owned()), (style, text)]
        };
        columns(out, 2, &KINDS.iter().zip(&found).map(row).collect::<Vec<_>>())
    })?;
    let each = found.iter().map(|found| match found {
        Found::String(_) => Outcome::Rejected,
        Found::None => Outcome::Done,
        Found::Undecided(_) => Outcome::Undecided,
    });
    Ok(each.fold(Outcome::Done, Outcome::and))
}

fn answer(agreement: Agreement<'_>) -> Found {
    match agreement.outcome {
        Answer::Differs(difference) => Found::String(difference.input),
        Answer::Undecided => Found::Undecided(match agreement.open {
            Some(open) => {
                format!("no string is another, but nothing is known of {}", witness(&open))
            }
            None => "a limit was hit, or programs refuse the shortest strings".to_owned(),
        }),
        _ => Found::None,
    }
}

fn only(found: Only) -> Found {
    match found {
        Only::String(string) => Found::String(string),
        Only::None => Found::None,
        _ => Found::Undecided("programs refuse strings that both rules accept".to_owned()),
    }
}

/// Returns the object of a change.
fn json(found: &Found) -> ShortestChangeJson {
    let (result, shortest, why) = match found {
        Found::String(string) => ("changes", Some(witness(string)), None),
        Found::None => ("none", None, None),
        Found::Undecided(why) => ("undecided", None, Some(why.clone())),
    };
    ShortestChangeJson { result, shortest, why }
}
