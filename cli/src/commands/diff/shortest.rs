//! `urigram diff --shortest`: what an upgrade changes, for all strings.

use std::io::Write;

use anstyle::Style;
use serde::Serialize;
use urigram::agreement::{Outcome as Answer, Places, Splits};
use urigram::documents::{ConstraintCheck, ConstraintTest};
use urigram::practices::refuses_more;
use urigram::proof::{Dfa, Limits, ProofError, Side, Undecided};
use urigram::Component;
use urigram_answers::escape::witness;

use crate::commands::compare::components::short;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// The most strings that are tried because a program refuses the shorter ones.
const CANDIDATES: usize = 64;

/// A shortest string, the proof that there is none, or neither.
enum Found {
    String(Vec<u8>),
    None,
    Undecided,
}

/// The kinds of changes, in the order in which they are written.
const KINDS: [(&str, &str); 4] = [
    ("lost", "no longer accepted"),
    ("gained", "newly accepted"),
    ("host", "other host"),
    ("host_value", "other value of the host"),
];

/// Finds the shortest string of each kind of change. The status is 1 if there is one, 3 if there is
/// none and something is undecided.
pub(super) fn run(
    globals: &Globals,
    [from, to]: [Side<'_>; 2],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let failed = |error: ProofError| Failure::Limit(format!("--shortest: {error}"));
    let [one, other] =
        [from, to].map(|side| Splits::of(side, &[Component::Host, Component::Authority]));
    let (one, other) = (one.map_err(failed)?, other.map_err(failed)?);
    let host = one.agree(&other, Component::Host, None);
    let values = [&one, &other].map(|splits| splits.values(Component::Host));
    let [of_one, of_other] = values;
    let value = of_one.map_err(failed)?.agree(&of_other.map_err(failed)?, None);
    let found = [
        only(&one, &other).map_err(failed)?,
        only(&other, &one).map_err(failed)?,
        answer(host.outcome),
        answer(value.outcome),
    ];
    if globals.json() {
        let [lost, gained, host, host_value] = found.each_ref().map(FoundJson::new);
        let (from, to) = (short(from), short(to));
        output::json_line(out, &ShortestJson { from, to, lost, gained, host, host_value })?;
    } else {
        writeln!(out, "{HEAD}{} to {}: all strings{HEAD:#}", short(from), short(to))?;
        let row = |((_, words), found): (&(&str, &str), &Found)| {
            let (style, text) = match found {
                Found::String(string) => (BAD, witness(string)),
                Found::None => (GOOD, "none".to_owned()),
                Found::Undecided => (DIM, "undecided".to_owned()),
            };
            vec![(Style::new(), (*words).to_owned()), (style, text)]
        };
        columns(out, 2, &KINDS.iter().zip(&found).map(row).collect::<Vec<_>>())?;
    }
    let each = found.iter().map(|found| match found {
        Found::String(_) => Outcome::Rejected,
        Found::None => Outcome::Done,
        Found::Undecided => Outcome::Undecided,
    });
    Ok(each.fold(Outcome::Done, Outcome::and))
}

fn answer(outcome: Answer) -> Found {
    match outcome {
        Answer::Differs(difference) => Found::String(difference.input),
        Answer::Undecided => Found::Undecided,
        _ => Found::None,
    }
}

/// Finds a shortest string that one side accepts and the other one does not, after what each
/// removes first. A string that a program refuses by a constraint, although its rules accept it, is
/// not accepted. So nothing is decided where the other program has a constraint, unless both have
/// the same one, of a component that both find at the same place.
fn only(one: &Splits<'_>, other: &Splits<'_>) -> Result<Found, ProofError> {
    let limits = Limits::default();
    let undecided = ProofError::Undecided;
    let (own, others) = (one.side().automaton()?, other.side().automaton()?);
    let mut left = own.difference(&others, limits).map_err(undecided)?;
    let table = one.side().grammar.tables(one.side().reading).start();
    for _ in 0..CANDIDATES {
        let Some(string) = left.shortest() else {
            let is_same = constraint(one) == constraint(other)
                && one.agree(other, Component::Authority, None).outcome == Answer::Agrees;
            let is_all = constraint(other).is_empty() || is_same;
            return Ok(if is_all { Found::None } else { Found::Undecided });
        };
        let is_taken = |text: &str| Places::of(text, table).is_ok();
        if std::str::from_utf8(&string).is_ok_and(is_taken) {
            return Ok(Found::String(string));
        }
        left = without(&left, &string).map_err(undecided)?;
    }
    Ok(Found::Undecided)
}

/// Returns the programs' tests of a practice, by name; a test of another component than the
/// authority has the id of its practice, so that it is nobody else's.
fn constraint(splits: &Splits<'_>) -> Vec<String> {
    let document = splits.side().grammar.document();
    let checks = document.checks.iter().filter(|_| refuses_more(document));
    let name = |check: &ConstraintCheck| match (check.of, &check.test) {
        (Some(Component::Authority), ConstraintTest::Program(name, _)) => (*name).to_owned(),
        _ => format!("{} {}", document.id, check.id),
    };
    checks.map(name).collect()
}

fn without(left: &Dfa, string: &[u8]) -> Result<Dfa, Undecided> {
    left.difference(&Dfa::of_string(string), Limits::default())
}

#[derive(Serialize)]
struct ShortestJson {
    from: String,
    to: String,
    lost: FoundJson,
    gained: FoundJson,
    host: FoundJson,
    host_value: FoundJson,
}

/// A change with its shortest string, null where there is none or nothing is decided.
#[derive(Serialize)]
struct FoundJson {
    result: &'static str,
    shortest: Option<String>,
}

impl FoundJson {
    fn new(found: &Found) -> FoundJson {
        let (result, shortest) = match found {
            Found::String(string) => ("changes", Some(witness(string))),
            Found::None => ("none", None),
            Found::Undecided => ("undecided", None),
        };
        FoundJson { result, shortest }
    }
}
