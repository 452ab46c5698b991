//! Verdicts on records by a recursive rule.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use urigram_answers::escape::escaped;
use urigram_answers::json::{CheckedJson, Entries, ErrorJson, TotalsJson, TotalsLine};
use urigram_answers::nested_verdict;
use urigram_generate::NestedRule;

use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::{output, per_line};

/// Checks every record. With `quiet`, only the totals are written.
///
/// # Errors
/// The errors of reading and writing.
pub(crate) fn check(
    globals: &Globals,
    rule: &NestedRule,
    reader: &Reader<'_>,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let [accepted, rejected, undecided] = [const { AtomicU64::new(0) }; 3];
    let outcome = per_line::run::<1>(globals, reader, |place, [input], answers| {
        let objection = nested_verdict(rule, input).check().err();
        let error = objection.map(|one| ErrorJson::of_objection(input, &one));
        let (outcome, count) = match &error {
            None => (Outcome::Done, &accepted),
            Some(error) if !error.has_place() => (Outcome::Undecided, &undecided),
            Some(_) => (Outcome::Rejected, &rejected),
        };
        count.fetch_add(1, Relaxed);
        if quiet {
            return outcome;
        }
        if globals.json() {
            let (id, is_accepted) = (rule.id(), outcome == Outcome::Done);
            let answer = CheckedJson {
                input: Some(input.into()),
                grammar: Some(id),
                accepted: (outcome != Outcome::Undecided).then_some(is_accepted),
                accepted_by: if is_accepted { vec![id] } else { Vec::new() },
                error,
                ..CheckedJson::default()
            };
            answers.json(place, &answer);
            return outcome;
        }
        let file = place.file.map_or(String::new(), |file| format!("{file}:"));
        let verdict = match &error {
            None => "accepted".to_owned(),
            Some(error) if !error.has_place() => error.message().to_owned(),
            Some(error) => format!("rejected, {}", error.message()),
        };
        let text = format!("{file}{}: {verdict}: {}\n", place.line, escaped(input));
        answers.text.extend_from_slice(text.as_bytes());
        outcome
    })?;
    let [accepted, rejected, undecided] =
        [accepted, rejected, undecided].map(AtomicU64::into_inner);
    if globals.json() {
        let lines = accepted + rejected + undecided;
        let grammars = Entries(vec![(rule.id(), accepted)]);
        let totals = TotalsJson { lines, accepted, rejected, undecided, grammars };
        output::json_line(out, &TotalsLine { totals })?;
    } else {
        let open = if undecided > 0 { format!(", {undecided} not decided") } else { String::new() };
        crate::message::to_stderr(format_args!("{accepted} accepted, {rejected} rejected{open}"));
    }
    Ok(outcome)
}
