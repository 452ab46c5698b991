//! A verdict as a line of text or JSON.

use std::io::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::verdict::Verdict;
use crate::bytes::{clipped, json_entry};
use crate::exit::Failure;
use crate::output::{self, BAD, DIM, GOOD};

/// Columns of an input in text.
const COLUMNS: usize = 160;

pub(super) fn text(
    out: &mut dyn Write,
    number: u64,
    line: &[u8],
    verdict: &Verdict,
    all: usize,
) -> Result<(), Failure> {
    write!(out, "{DIM}{number}:{DIM:#} ")?;
    match verdict {
        Verdict::One(None) => write!(out, "{GOOD}accepted{GOOD:#}")?,
        Verdict::One(Some(error)) => {
            let (offset, rule, section) = (error.offset(), error.rule(), error.section());
            write!(out, "{BAD}rejected{BAD:#} at byte {offset}, {} (`{rule}`, section {section})", error.found())?;
        }
        Verdict::Forbidden(constraint, start) => {
            let (id, section) = (constraint.id, constraint.section);
            write!(out, "{BAD}rejected{BAD:#} at byte {start} by the prose ({id}, section {section})")?;
        }
        Verdict::Many(set) if set.len() == all => write!(out, "{GOOD}accepted{GOOD:#} by all")?,
        Verdict::Many(set) if set.is_empty() => write!(out, "{BAD}rejected{BAD:#} by all")?,
        Verdict::Many(set) => {
            write!(out, "{GOOD}accepted{GOOD:#} by ")?;
            for (index, grammar) in set.iter().enumerate() {
                write!(out, "{}{grammar}", if index > 0 { ", " } else { "" })?;
            }
        }
        Verdict::TooLong(length) => {
            writeln!(out, "{BAD}not decided{BAD:#}: the line has {length} bytes, more than {}", crate::input::LONGEST)?;
            return Ok(());
        }
    }
    let note = if std::str::from_utf8(line).is_ok() { "" } else { " (not UTF-8)" };
    writeln!(out, "{DIM}:{DIM:#} {}{note}", clipped(line, COLUMNS))?;
    Ok(())
}

pub(super) fn json(out: &mut dyn Write, number: u64, line: &[u8], verdict: &Verdict) -> Result<(), Failure> {
    output::json_line(out, &Json { number, line, verdict })
}

struct Json<'a> {
    number: u64,
    line: &'a [u8],
    verdict: &'a Verdict,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("line", &self.number)?;
        if !matches!(self.verdict, Verdict::TooLong(_)) {
            json_entry(&mut map, "input", self.line)?;
        }
        match self.verdict {
            Verdict::One(None) => map.serialize_entry("accepted", &true)?,
            Verdict::One(Some(error)) => {
                map.serialize_entry("accepted", &false)?;
                map.serialize_entry("offset", &error.offset())?;
            }
            Verdict::Forbidden(constraint, start) => {
                map.serialize_entry("accepted", &false)?;
                map.serialize_entry("offset", start)?;
                map.serialize_entry("violation", constraint.id)?;
            }
            Verdict::Many(set) => {
                map.serialize_entry("accepted_by", &set.iter().map(|grammar| grammar.id()).collect::<Vec<_>>())?;
            }
            Verdict::TooLong(length) => {
                let message = format!("the line has {length} bytes, more than {}", crate::input::LONGEST);
                map.serialize_entry("undecided", &message)?;
            }
        }
        map.end()
    }
}
