//! A verdict as a line of text or JSON.

use std::io::Write;

use anstyle::Style;
use urigram::agreement::Conflict;
use urigram::documents::SectionRef;
use urigram::errors::Objection;
use urigram_answers::escape::{clipped, escaped, is_plain};
use urigram_answers::json::{DifferencesJson, ErrorJson, Placed};
use urigram_answers::{Matcher, Refusal};

use super::json::{CheckedJson, DeniedJson};
use super::line::Line;
use super::totals::Accepting;
use super::verdict::{Judge, Verdict};
use crate::bulk::{Append, Input};
use crate::messages;
use crate::style::{BAD, DIM, GOOD};

/// The fewest columns of an input that is shortened for a terminal.
const FEWEST: usize = 40;

/// A column that is added to records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Accepted,
    AcceptedBy,
    Error,
}

/// The columns that can be added to records.
pub(super) const COLUMNS: [(&str, Column); 3] =
    [("accepted", Column::Accepted), ("accepted_by", Column::AcceptedBy), ("error", Column::Error)];

/// A line with its verdict.
pub(super) struct Shown<'a> {
    pub(super) input: &'a Input,
    pub(super) line: Line<'a>,
    pub(super) judge: &'a Judge,
    pub(super) verdict: Result<&'a Verdict, &'a Refusal>,
}

impl Shown<'_> {
    /// Writes a line of text. An input is shortened only for a terminal, of so many columns.
    pub(super) fn text(&self, out: &mut Vec<u8>, columns: Option<usize>, colored: bool) {
        let (line, verdict) = (self.line.field, self.verdict);
        let styled = |out: &mut Vec<u8>, style: Style, parts: [&[u8]; 2]| {
            if colored {
                // Writing to memory does not fail.
                let _ = write!(out, "{style}");
            }
            parts.iter().for_each(|part| out.extend_from_slice(part));
            if colored {
                let _ = write!(out, "{style:#}");
            }
        };
        let begin = out.len();
        if let Some(file) = &self.input.label {
            styled(out, DIM, [file.as_bytes(), b":"]);
        }
        styled(out, DIM, [digits(self.line.number, &mut [0; 20]), b":"]);
        out.push(b' ');
        let word = match verdict {
            Ok(Verdict::One(None)) => (GOOD, "accepted"),
            Ok(Verdict::Many(set)) if !set.is_empty() => (GOOD, "accepted"),
            Ok(Verdict::One(Some(objection))) if objection.is_limit() => (BAD, "not decided"),
            Err(problem) if problem.is_limit() => (BAD, "not decided"),
            Err(_) => (BAD, "no identifier"),
            _ => (BAD, "rejected"),
        };
        styled(out, word.0, [word.1.as_bytes(), b""]);
        let _ = match verdict {
            Ok(Verdict::One(None)) => Ok(()),
            Ok(Verdict::One(Some(Objection::Syntax(error)))) => {
                let (offset, rule) = (error.offset(), error.rule());
                let section = SectionRef::short(error.section());
                let erratum = error.case_erratum();
                let erratum = erratum.map_or(String::new(), |one| format!(", erratum {}", one.id));
                write!(out, " at byte {offset}, {} (`{rule}`, {section}{erratum})", error.found())
            }
            Ok(Verdict::One(Some(Objection::Program(objected)))) => {
                let (start, rule) = (objected.range.start, objected.rule);
                let section = SectionRef::short(objected.section);
                write!(out, " at byte {start}, {} (`{rule}`, {section})", objected.found())
            }
            Ok(Verdict::One(Some(Objection::Constraint(broken)))) => {
                let (start, section) = (broken.range.start, SectionRef::short(broken.section()));
                write!(out, " at byte {start} by the prose ({}, {section})", broken.id())
            }
            Ok(Verdict::One(Some(objection))) => {
                write!(out, ", {}", messages::of_input(line, objection))
            }
            Ok(Verdict::Conflict(conflict)) => write!(out, ", {conflict}"),
            Ok(Verdict::Denied(denied)) => write!(out, ", {denied}"),
            Ok(Verdict::Many(set)) => {
                out.extend_from_slice(b" by ");
                if set.len() == self.judge.targets().len() || set.is_empty() {
                    out.extend_from_slice(b"all");
                } else {
                    for (index, grammar) in set.iter().enumerate() {
                        out.extend_from_slice(if index > 0 { b", " } else { b"" });
                        out.extend_from_slice(grammar.as_str().as_bytes());
                    }
                }
                Ok(())
            }
            Err(problem) => {
                let _ = writeln!(out, ": {}", problem.message());
                return;
            }
        };
        styled(out, DIM, [b":", b""]);
        out.push(b' ');
        let room = columns
            .map_or(usize::MAX, |columns| columns.saturating_sub(out.len() - begin).max(FEWEST));
        if line.len() <= room && is_plain(line) {
            out.extend_from_slice(line);
        } else {
            let shown = if room == usize::MAX { escaped(line) } else { clipped(line, room) };
            out.extend_from_slice(shown.as_bytes());
            if std::str::from_utf8(line).is_err() {
                out.extend_from_slice(b" (not UTF-8)");
            }
        }
        out.push(b'\n');
    }

    /// Writes the record with added columns.
    pub(super) fn row(&self, out: &mut Vec<u8>, append: &Append<Column>) {
        let accepting = self.accepting();
        self.input.append(self.line.raw, out, |row| {
            for (name, column) in append.names.iter().zip(&append.columns) {
                let value = match column {
                    // Nothing is decided without a set.
                    Column::Accepted => accepting.map(|set| (!set.is_empty()).to_string()),
                    Column::AcceptedBy => accepting.map(|set| self.judge.ids(set).join(" ")),
                    Column::Error => self.message(),
                };
                row.value(name, value.as_deref().map(str::as_bytes));
            }
        });
    }

    /// Returns the rules that accept the line; `None` if nothing is decided.
    fn accepting(&self) -> Option<Accepting> {
        match self.verdict {
            Ok(verdict) => verdict.accepting(),
            Err(problem) => (!problem.is_limit()).then_some(Accepting::NONE),
        }
    }

    /// Returns the reason why the line is not accepted.
    fn message(&self) -> Option<String> {
        match self.verdict {
            Ok(Verdict::One(error)) => {
                error.as_ref().map(|error| messages::of_input(self.line.field, error))
            }
            Ok(Verdict::Conflict(conflict)) => Some(conflict.to_string()),
            Ok(Verdict::Denied(denied)) => Some(denied.to_string()),
            Ok(Verdict::Many(set)) if set.is_empty() => {
                self.judge.closest(self.line.field).as_ref().map(messages::of_objection)
            }
            Ok(Verdict::Many(_)) => None,
            Err(problem) => Some(problem.to_string()),
        }
    }
}

/// A number as decimal digits. 64 bits have at most 20.
fn digits(mut number: u64, room: &mut [u8; 20]) -> &[u8] {
    let mut start = room.len();
    loop {
        start -= 1;
        room[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &room[start..];
        }
    }
}

impl<'a> Shown<'a> {
    /// Returns the object of a line with what is known of it.
    pub(super) fn object(&'a self) -> Placed<'a, CheckedJson<'a>> {
        let field = self.line.field;
        let (mut grammar, mut conflict, mut denied) = (None, None, None);
        let error = match self.verdict {
            Ok(verdict) => {
                let objection = match verdict {
                    Verdict::One(objection) => objection.clone(),
                    Verdict::Many(set) if set.is_empty() => self.judge.closest(field),
                    _ => None,
                };
                if let Some(error) = objection.as_ref().and_then(Objection::syntax) {
                    grammar = Some(error.document().id);
                }
                match verdict {
                    Verdict::Conflict(known) => {
                        let Conflict { component, a, span_a, b, span_b, .. } = *known;
                        let spans = [(component, [span_a, span_b], None)];
                        conflict = Some(DifferencesJson::new([a, b], field, spans));
                        Some(ErrorJson::of(known))
                    }
                    Verdict::Denied(known) => {
                        denied = Some(DeniedJson::from(known));
                        Some(ErrorJson::of(known))
                    }
                    _ => objection.map(|one| ErrorJson::of_objection(field, &one)),
                }
            }
            Err(problem) => Some(ErrorJson::of(problem.message())),
        };
        if let [Matcher::Nested(rule)] = self.judge.targets() {
            grammar = Some(rule.id());
        }
        let accepting = self.accepting();
        let answer = CheckedJson {
            input: self.verdict.is_ok().then(|| field.into()),
            grammar,
            conflict,
            denied,
            accepted: accepting.map(|set| !set.is_empty()),
            accepted_by: accepting.map(|set| self.judge.ids(set)).unwrap_or_default(),
            error,
        };
        Placed { file: self.input.label.as_deref(), line: self.line.number, answer }
    }
}
