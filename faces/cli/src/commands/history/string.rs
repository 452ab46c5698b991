//! A string's history as text, on one screen where the string is ordinary, and as JSON.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, PoisonError, RwLock};

use anstyle::Style;
use urigram::documents::{Disagreement, SectionRef};
use urigram::errors::Found;
use urigram::parts::Span;
use urigram::{Grammar, SyntaxError};
use urigram_answers::escape::{clipped, witness};
use urigram_answers::parse::citation;
use urigram_study::history::{Acceptance, Lineage, Period, StringHistory, Verdict};

use super::grid::month;
use crate::exit::Failure;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::{columns, wrapped};
use crate::values;

/// The columns of a component on a terminal.
const PART: usize = 40;

pub(super) fn text(
    out: &mut dyn Write,
    input: &[u8],
    history: &StringHistory,
    grammars: &[Grammar],
) -> Result<(), Failure> {
    let width = output::width();
    let title = if input.is_empty() {
        witness(input)
    } else {
        clipped(input, output::most(width.saturating_sub(1)))
    };
    writeln!(out, "{HEAD}{title}{HEAD:#}")?;
    // The periods are about the published documents. Who asks only about others reads none.
    let published = grammars.iter().any(|grammar| Grammar::ALL.contains(grammar));
    for lineage in history.lineages().filter(|_| published) {
        let periods = in_words(&history.periods(lineage));
        let line = format!("as {} {lineage}: {periods}", article(lineage));
        writeln!(out, "  {}", wrapped(&line, width, 4))?;
    }
    let shown: Vec<&Verdict> =
        history.verdicts.iter().filter(|verdict| grammars.contains(&verdict.grammar)).collect();
    splits(out, input, &shown, width)?;
    let rejecting: Vec<_> =
        shown.iter().filter_map(|verdict| Some(rejection(verdict, verdict.error()?))).collect();
    if !rejecting.is_empty() {
        writeln!(out, "{BAD}rejected{BAD:#} by")?;
        columns(out, 2, &rejecting)?;
    }
    remarks(out, &shown, width)
}

fn article(lineage: Lineage) -> &'static str {
    match lineage {
        Lineage::Identifiers | Lineage::Iris => "an",
        _ => "a",
    }
}

/// Returns periods in words:
/// `accepted 1993-07-14 to 1994-12-01, then rejected to 1997-05-02, then accepted`.
fn in_words(periods: &[Period]) -> String {
    let mut words = String::new();
    for (index, period) in periods.iter().enumerate() {
        let verdict = if period.accepted { "accepted" } else { "rejected" };
        let documents = match &period.documents[..] {
            [one] => format!(" ({one})"),
            [first, .., last] => format!(" ({first} … {last})"),
            [] => String::new(),
        };
        if index > 0 {
            words.push_str(", ");
        }
        words += &match period.until {
            Some(until) => format!("{verdict} {} to {until}{documents}", period.since),
            None => format!("{verdict} since {}{documents}", period.since),
        };
    }
    words
}

/// Writes the accepting documents in groups that split the string alike.
fn splits(
    out: &mut dyn Write,
    input: &[u8],
    shown: &[&Verdict],
    width: usize,
) -> Result<(), Failure> {
    let spans =
        |verdict: &Verdict| pieces(verdict).map(|(name, _, span)| (name, span)).collect::<Vec<_>>();
    let mut groups: Vec<Vec<&Verdict>> = Vec::new();
    for verdict in shown.iter().filter(|verdict| verdict.is_accepted()) {
        match groups.iter_mut().find(|group| spans(group[0]) == spans(verdict)) {
            Some(group) => group.push(verdict),
            None => groups.push(vec![verdict]),
        }
    }
    for group in groups {
        let ids: Vec<&str> = group.iter().map(|verdict| verdict.grammar.as_str()).collect();
        let ids = wrapped(&format!("accepted by {}", ids.join(", ")), width, 4);
        let ids = ids.strip_prefix("accepted").unwrap_or(&ids);
        writeln!(out, "{GOOD}accepted{GOOD:#}{ids}")?;
        let mut members: Vec<_> = group.iter().map(|verdict| pieces(verdict)).collect();
        let same = std::iter::from_fn(|| members.iter_mut().map(Iterator::next).collect());
        let mut parts: Vec<String> = same.map(|same: Vec<Piece>| part(input, &same)).collect();
        parts.extend(citation(input, group[0]).map(|row| row.summary(output::most(PART))));
        if !parts.is_empty() {
            writeln!(out, "  {}", wrapped(&parts.join(", "), width, 4))?;
        }
    }
    Ok(())
}

/// A component or a part: its name, the document's rule for it, and its span.
type Piece = (&'static str, Option<&'static str>, Span);

/// Returns the components of a verdict and the parts inside them.
fn pieces<'a>(verdict: &'a Verdict) -> impl Iterator<Item = Piece> + use<'a> {
    verdict.components().into_iter().flat_map(|components| {
        components.iter().flat_map(move |found| {
            let parts =
                components.parts(found.component).map(|part| (part.name, part.rule, part.span));
            std::iter::once((found.component.name(), found.rule, found.span)).chain(parts)
        })
    })
}

/// Returns a component or a part with its text, and the documents' own names for it where they
/// differ. `same` has the piece of each document.
fn part(input: &[u8], same: &[Piece]) -> String {
    let Some(&(name, _, span)) = same.first() else { return String::new() };
    let mut names: Vec<&str> = Vec::new();
    for rule in same.iter().filter_map(|(_, rule, _)| *rule) {
        if rule != name && !names.contains(&rule) {
            names.push(rule);
        }
    }
    let (start, end) = (span.start as usize, span.end as usize);
    let text = if start == end {
        "(empty)".to_owned()
    } else {
        clipped(&input[start..end], output::most(PART))
    };
    if names.is_empty() {
        format!("{name} {text}")
    } else {
        format!("{name} {text} [{}]", names.join(", "))
    }
}

fn rejection(verdict: &Verdict, error: &SyntaxError) -> Vec<(Style, String)> {
    let plain = Style::new();
    let place = if error.is_limit() {
        error.to_string()
    } else if error.found() == Found::End {
        format!("byte {}, the end", error.offset())
    } else {
        format!("byte {}, {}", error.offset(), error.found())
    };
    let rule = format!("`{}`, {}", error.rule(), SectionRef::short(error.section()));
    vec![
        (DIM, month(verdict.grammar)),
        (NAME, verdict.grammar.as_str().to_owned()),
        (plain, place),
        (DIM, rule),
    ]
}

/// Writes disagreements of readings, and constraints that the string breaks.
fn remarks(out: &mut dyn Write, shown: &[&Verdict], width: usize) -> Result<(), Failure> {
    for verdict in shown {
        if let Some(Disagreement { accepts, errata, .. }) = &verdict.disagreement {
            let ids: Vec<&str> = errata.iter().map(|(_, erratum)| erratum.id).collect();
            let text = format!(
                "{}: only the {accepts} reading accepts ({})",
                verdict.grammar,
                ids.join(", ")
            );
            writeln!(out, "{}", wrapped(&text, width, 2))?;
        }
        for violation in &verdict.violations {
            let text = format!("{}: accepted by the rules, but {violation}", verdict.grammar);
            writeln!(out, "{}", wrapped(&text, width, 2))?;
        }
    }
    Ok(())
}

/// The periods of strings in words. Few sets of documents accept strings together, so each is put
/// into words once.
#[derive(Default)]
pub(super) struct Periods(RwLock<HashMap<Acceptance, Arc<str>>>);

impl Periods {
    /// Writes a string and its periods as a line of TSV.
    pub(super) fn line(&self, out: &mut Vec<u8>, input: &[u8], accepted: Acceptance) {
        values::tsv(out, input);
        // A panic that poisoned the lock left the map whole.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&accepted).cloned();
        let words = known.unwrap_or_else(|| {
            let words: Arc<str> = words(accepted).into();
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            all.insert(accepted, Arc::clone(&words));
            words
        });
        out.extend_from_slice(words.as_bytes());
        out.push(b'\n');
    }
}

/// Returns periods in words, each after a tab.
fn words(accepted: Acceptance) -> String {
    let mut words = String::new();
    for lineage in accepted.lineages() {
        let periods = in_words(&accepted.periods(lineage));
        words += &format!("\tas {} {lineage}: {periods}", article(lineage));
    }
    words
}
