//! A verdict as a line of text or JSON.

use std::io::Write;

use anstyle::Style;
use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram_page::escape::{clipped, is_plain};
use urigram_page::json::bytes_entry;

use super::verdict::Verdict;
use crate::style::{BAD, DIM, GOOD};

/// Columns of an input in text.
const COLUMNS: usize = 160;

pub(super) fn text(
    out: &mut Vec<u8>,
    number: u64,
    line: &[u8],
    verdict: &Verdict,
    all: usize,
    colored: bool,
) {
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
    styled(out, DIM, [digits(number, &mut [0; 20]), b":"]);
    out.push(b' ');
    let word = match verdict {
        Verdict::One(None) => (GOOD, "accepted"),
        Verdict::Many(set) if !set.is_empty() => (GOOD, "accepted"),
        Verdict::TooLong(_) => (BAD, "not decided"),
        _ => (BAD, "rejected"),
    };
    styled(out, word.0, [word.1.as_bytes(), b""]);
    let _ = match verdict {
        Verdict::One(None) => Ok(()),
        Verdict::One(Some(error)) => {
            let (offset, rule, section) = (error.offset(), error.rule(), error.section());
            write!(out, " at byte {offset}, {} (`{rule}`, section {section})", error.found())
        }
        Verdict::Forbidden(constraint, start) => {
            let (id, section) = (constraint.id, constraint.section);
            write!(out, " at byte {start} by the prose ({id}, section {section})")
        }
        Verdict::Many(set) => {
            out.extend_from_slice(b" by ");
            if set.len() == all || set.is_empty() {
                out.extend_from_slice(b"all");
            } else {
                for (index, grammar) in set.iter().enumerate() {
                    out.extend_from_slice(if index > 0 { b", " } else { b"" });
                    out.extend_from_slice(grammar.id().as_bytes());
                }
            }
            Ok(())
        }
        Verdict::TooLong(length) => {
            let _ =
                writeln!(out, ": the line has {length} bytes, more than {}", crate::input::LONGEST);
            return;
        }
    };
    styled(out, DIM, [b":", b""]);
    out.push(b' ');
    if line.len() <= COLUMNS && is_plain(line) {
        out.extend_from_slice(line);
    } else {
        out.extend_from_slice(clipped(line, COLUMNS).as_bytes());
        if std::str::from_utf8(line).is_err() {
            out.extend_from_slice(b" (not UTF-8)");
        }
    }
    out.push(b'\n');
}

/// A number as decimal digits, of which 64 bits have at most 20.
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

pub(super) fn json(out: &mut Vec<u8>, number: u64, line: &[u8], verdict: &Verdict) {
    // Neither does writing to memory fail nor such an object.
    let _ = serde_json::to_writer(&mut *out, &Json { number, line, verdict });
    out.push(b'\n');
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
            bytes_entry(&mut map, "input", self.line)?;
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
                map.serialize_entry(
                    "accepted_by",
                    &set.iter().map(urigram::Grammar::id).collect::<Vec<_>>(),
                )?;
            }
            Verdict::TooLong(length) => {
                let message =
                    format!("the line has {length} bytes, more than {}", crate::input::LONGEST);
                map.serialize_entry("undecided", &message)?;
            }
        }
        map.end()
    }
}
