//! An identifier that was found, as a line of text or JSON.

use std::io::Write;

use anstyle::Style;
use urigram_extract::extract::Extracted;

use super::json::ExtractedJson;
use crate::style::DIM;
use crate::values::Single;

/// The choice of the facts that are written about an identifier.
#[derive(Clone, Copy)]
pub(super) struct Format<'a> {
    /// The file's name, if there are several.
    pub(super) file: Option<&'a str>,
    pub(super) is_json: bool,
    pub(super) colored: bool,
    /// The way that an identifier is written, and the byte after it.
    pub(super) single: Single,
    pub(super) line_number: bool,
    pub(super) byte_offset: bool,
    pub(super) whole: bool,
}

/// An identifier with its place in the file.
pub(super) struct Place<'a> {
    pub(super) found: &'a Extracted<'a>,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) line: u64,
    /// The characters next to it, which delimit it or belong to its wrapper.
    pub(super) before: &'a [u8],
    pub(super) after: &'a [u8],
}

impl Format<'_> {
    /// Returns true if the numbers of lines are written.
    pub(super) fn needs_lines(&self) -> bool {
        self.is_json || self.line_number
    }

    /// Returns true if an identifier contains the byte that ends it.
    pub(super) fn breaks(&self, found: &Extracted<'_>) -> bool {
        let is_raw = !self.is_json && !self.single.is_terminal;
        is_raw && memchr::memchr(self.single.end, &found.text).is_some()
    }

    /// Writes an identifier.
    pub(super) fn write(&self, out: &mut Vec<u8>, place: &Place<'_>) {
        // Writing this object to memory cannot fail.
        if self.is_json {
            let _ = serde_json::to_writer(&mut *out, &json(self.file, place));
            out.push(b'\n');
            return;
        }
        let dim = if self.colored { DIM } else { Style::new() };
        if let Some(file) = self.file {
            let _ = write!(out, "{dim}{file}:{dim:#}");
        }
        if self.line_number {
            let _ = write!(out, "{dim}{}:{dim:#}", place.line);
        }
        if self.byte_offset {
            let _ = write!(out, "{dim}{}:{dim:#}", place.start);
        }
        // Those that contain the end were left out.
        let _ = self.single.write(out, &place.found.text);
    }
}

/// Returns the object of an identifier.
fn json<'a>(file: Option<&'a str>, place: &'a Place<'_>) -> ExtractedJson<'a> {
    let Place { found, start, end, line, before, after } = *place;
    ExtractedJson {
        file,
        text: (&*found.text).into(),
        start,
        end,
        line,
        wrapper: found.wrapper.id(),
        before: before.into(),
        after: after.into(),
        prefixed: found.prefixed,
        cut: found.cut,
        joined: found.joined,
    }
}
