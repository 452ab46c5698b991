//! A string through the revisions.

use std::io::Write;

use serde::Serialize;
use urigram_page::escape::escaped;
use urigram_page::json::KeyedBytes;
use urigram_revisions::{blame, Blame, Cause, Event, Frame, Line, LONGEST};

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::wrapped;

#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    events: Vec<JsonEvent>,
}

#[derive(Serialize)]
struct JsonEvent {
    date: &'static str,
    revision: String,
    document: &'static str,
    accepted: Option<bool>,
    cause: Option<JsonCause>,
}

#[derive(Serialize)]
struct JsonCause {
    /// The first of the rules.
    rule: String,
    before: String,
    after: String,
    message: &'static str,
    issues: Vec<&'static str>,
    rules: Vec<JsonRule>,
}

#[derive(Serialize)]
struct JsonRule {
    rule: String,
    before: String,
    after: String,
}

/// Shows the verdicts. The status tells whether any revision accepts the string.
pub(super) fn run(
    globals: &Globals,
    input: &[u8],
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let blame = blame(input);
    if globals.json() {
        let events = blame.events.iter().map(json).collect();
        output::json_line(out, &Json { input: KeyedBytes("input", Some(input)), events })?;
    } else {
        text(out, input, &blame)?;
    }
    Ok(Outcome::of(blame.events.iter().any(|event| event.accepted == Some(true))))
}

fn json(event: &Event) -> JsonEvent {
    let frame = event.frame;
    JsonEvent {
        date: frame.date(),
        revision: frame.name().into_owned(),
        document: frame.drafts().first().map_or(frame.line().id, |draft| draft.name),
        accepted: event.accepted,
        cause: event.cause.as_ref().and_then(|cause| json_cause(frame, cause)),
    }
}

fn json_cause(frame: Frame, cause: &Cause) -> Option<JsonCause> {
    let rules = cause.rules.iter().map(|rule| JsonRule {
        rule: rule.name.clone(),
        before: rule.before.clone(),
        after: rule.after.clone(),
    });
    let first = cause.rules.first()?;
    Some(JsonCause {
        rule: first.name.clone(),
        before: first.before.clone(),
        after: first.after.clone(),
        message: frame.message(),
        issues: frame.issues().iter().map(|issue| issue.id).collect(),
        rules: rules.collect(),
    })
}

fn text(out: &mut dyn Write, input: &[u8], blame: &Blame) -> Result<(), Failure> {
    let shown = if input.is_empty() { "the empty string".to_owned() } else { escaped(input) };
    writeln!(out, "{HEAD}{shown}{HEAD:#}")?;
    let mut lines: Vec<&'static Line> = Vec::new();
    for frame in Frame::all() {
        if !lines.contains(&frame.line()) {
            lines.push(frame.line());
        }
    }
    writeln!(out, "\n{DIM}one sign for each frame: ■ accepted, · rejected, ? broken{DIM:#}")?;
    for line in &lines {
        let frames: Vec<Frame> = Frame::all().filter(|frame| frame.line() == *line).collect();
        let years = [frames.first(), frames.last()].map(|f| f.map_or("", |f| &f.date()[..4]));
        write!(out, "{NAME}{:12}{NAME:#} {}-{} ", line.id, years[0], years[1])?;
        for frame in frames {
            match frame.accepts(input) {
                Some(true) => write!(out, "{GOOD}■{GOOD:#}")?,
                Some(false) => write!(out, "{BAD}·{BAD:#}")?,
                None => write!(out, "{DIM}?{DIM:#}")?,
            }
        }
        writeln!(out, " {DIM}→ {}{DIM:#}", line.ends_in)?;
    }
    for event in &blame.events {
        self::event(out, event, input)?;
    }
    Ok(())
}

fn event(out: &mut dyn Write, event: &Event, input: &[u8]) -> Result<(), Failure> {
    let frame = event.frame;
    write!(out, "\n{}  {NAME}{}{NAME:#}  ", frame.date(), frame.name())?;
    match event.accepted {
        Some(true) => writeln!(out, "{GOOD}accepted{GOOD:#}")?,
        Some(false) => writeln!(out, "{BAD}rejected{BAD:#}")?,
        None => writeln!(out, "broken: no verdict")?,
    }
    let drafts: Vec<&str> = frame.drafts().iter().map(|draft| draft.short).collect();
    if !drafts.is_empty() {
        writeln!(out, "  {DIM}published as {}{DIM:#}", drafts.join(", "))?;
    }
    if event.accepted.is_none() {
        for broken in frame.broken() {
            writeln!(out, "  {}: {}", broken.rule, wrapped(broken.why, output::width(), 4))?;
        }
        return Ok(());
    }
    let Some(cause) = &event.cause else {
        if frame.before().is_some() && input.len() > LONGEST {
            writeln!(out, "  causes are looked for in inputs of up to {LONGEST} bytes")?;
        }
        return Ok(());
    };
    told(out, frame)?;
    for rule in &cause.rules {
        writeln!(out, "  {BAD}-{BAD:#} {}", wrapped(&rule.before, output::width(), 6))?;
        writeln!(out, "  {GOOD}+{GOOD:#} {}", wrapped(&rule.after, output::width(), 6))?;
    }
    Ok(())
}

/// Writes the editor's message and the issues that it names.
pub(super) fn told(out: &mut dyn Write, frame: Frame) -> Result<(), Failure> {
    if !frame.message().is_empty() {
        let message = format!("\"{}\"", frame.message());
        writeln!(out, "  {DIM}{}{DIM:#}", wrapped(&message, output::width(), 3))?;
    }
    for issue in frame.issues() {
        writeln!(out, "  {DIM}issue {}: {}{DIM:#}", issue.id, issue.title)?;
    }
    Ok(())
}
