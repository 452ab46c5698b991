//! Verdicts on records by a rule that calls itself.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::Serialize;
use urigram_answers::escape::escaped;
use urigram_answers::json::KeyedBytes;
use urigram_generate::nested::Limits;
use urigram_generate::NestedRule;

use super::ErrorLine;
use crate::bulk::Reader;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::{output, per_line};

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    /// `None` if nothing is decided.
    accepted: Option<bool>,
    accepted_by: &'a [&'a str],
    grammar: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorLine>,
}

/// The last line of JSON.
#[derive(Serialize)]
struct Totals {
    totals: Counts,
}

#[derive(Serialize)]
struct Counts {
    lines: u64,
    accepted: u64,
    rejected: u64,
    undecided: u64,
    grammars: BTreeMap<String, u64>,
}

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
        let checked = rule.check(input, Limits::for_length(input.len()));
        let error = checked.err().map(|error| ErrorLine::of(input, &error));
        let (outcome, count) = match &error {
            None => (Outcome::Done, &accepted),
            Some(error) if error.is_limit() => (Outcome::Undecided, &undecided),
            Some(_) => (Outcome::Rejected, &rejected),
        };
        count.fetch_add(1, Relaxed);
        if quiet {
            return outcome;
        }
        if globals.json() {
            let (id, is_accepted) = (rule.id(), outcome == Outcome::Done);
            let line = Line {
                input: KeyedBytes("input", Some(input)),
                accepted: (outcome != Outcome::Undecided).then_some(is_accepted),
                accepted_by: if is_accepted { &[id] } else { &[] },
                grammar: id,
                error: error.as_ref(),
            };
            answers.json(place, &line);
            return outcome;
        }
        let file = place.file.map_or(String::new(), |file| format!("{file}:"));
        let verdict = match &error {
            None => "accepted".to_owned(),
            Some(error) if error.is_limit() => error.message.clone(),
            Some(error) => format!("rejected, {}", error.message),
        };
        let text = format!("{file}{}: {verdict}: {}\n", place.line, escaped(input));
        answers.text.extend_from_slice(text.as_bytes());
        outcome
    })?;
    let [accepted, rejected, undecided] =
        [accepted, rejected, undecided].map(AtomicU64::into_inner);
    if globals.json() {
        let lines = accepted + rejected + undecided;
        let grammars = BTreeMap::from([(rule.id().to_owned(), accepted)]);
        let totals = Counts { lines, accepted, rejected, undecided, grammars };
        output::json_line(out, &Totals { totals })?;
    } else {
        let open = if undecided > 0 { format!(", {undecided} not decided") } else { String::new() };
        crate::message::to_stderr(format_args!("{accepted} accepted, {rejected} rejected{open}"));
    }
    Ok(outcome)
}
