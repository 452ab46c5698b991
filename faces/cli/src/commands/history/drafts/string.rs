//! A string through the revisions.

use std::io::Write;

use urigram_answers::escape::escaped;
use urigram_answers::json::BlameJson;
use urigram_revisions::{blame, Blame, Event, Frame, Line, LONGEST};

use crate::exit::{Failure, Outcome};
use crate::output::{self, Out};
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::wrapped;

/// Shows the verdicts. The status tells whether any revision accepts the string.
pub(in crate::commands::history) fn run(
    input: &[u8],
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let blame = blame(input);
    let json = || BlameJson::new(input, &blame);
    out.answer(json, |out| text(out, input, &blame))?;
    Ok(Outcome::of(blame.events.iter().any(|event| event.accepted == Some(true))))
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
    writeln!(out, "\n{DIM}one character for each frame: ■ accepted, · rejected, ? broken{DIM:#}")?;
    if Frame::all().any(|frame| !frame.speaks_of(input)) {
        writeln!(out, "{DIM}- does not speak of references{DIM:#}")?;
    }
    for line in &lines {
        let frames: Vec<Frame> = Frame::all().filter(|frame| frame.line() == *line).collect();
        let years = [frames.first(), frames.last()].map(|f| f.map_or("", |f| &f.date()[..4]));
        write!(out, "{NAME}{:12}{NAME:#} {}-{} ", line.id, years[0], years[1])?;
        for frame in frames {
            match frame.accepts(input) {
                _ if !frame.speaks_of(input) => write!(out, "{DIM}-{DIM:#}")?,
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
        None if !frame.speaks_of(input) => {
            writeln!(out, "does not speak of references: it holds absolute strings only")?;
        }
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
    write_reasons(out, frame)?;
    for rule in &cause.rules {
        writeln!(out, "  {BAD}-{BAD:#} {}", wrapped(&rule.before, output::width(), 6))?;
        writeln!(out, "  {GOOD}+{GOOD:#} {}", wrapped(&rule.after, output::width(), 6))?;
    }
    Ok(())
}

/// Writes the editor's message and the issues that it names, with a sentence of each.
pub(super) fn write_reasons(out: &mut dyn Write, frame: Frame) -> Result<(), Failure> {
    if !frame.message().is_empty() {
        let message = format!("\"{}\"", frame.message());
        writeln!(out, "  {DIM}{}{DIM:#}", wrapped(&message, output::width(), 3))?;
    }
    for issue in frame.issues() {
        writeln!(out, "  {DIM}issue {}: {}{DIM:#}", issue.id, issue.title)?;
        if !issue.quote.is_empty() {
            let quote = format!("\"{}\" {}", issue.quote, issue.by);
            writeln!(out, "    {DIM}{}{DIM:#}", wrapped(&quote, output::width(), 5))?;
        }
    }
    Ok(())
}
