//! The format of records, and how a file shows it.

use std::ffi::OsStr;
use std::path::Path;

use clap::ValueEnum;
use memchr::memchr;

use super::framing::Framing;
use super::named_column::Column;

/// The format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An identifier in each record
    Lines,
    /// Columns separated by tabs; `\t`, `\n`, `\r` and `\\` are escapes, and `\N` is null
    Tsv,
    /// Columns separated by commas or another --delimiter, quoted where needed (RFC 4180)
    Csv,
    /// An object in each line
    Jsonl,
}

impl Format {
    /// Returns the format that a file's name says, if it says one.
    pub(super) fn of_name(file: &OsStr) -> Option<Format> {
        let mut path = Path::new(file);
        let extension = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        if matches!(extension(path)?.as_str(), "gz" | "zst" | "xz" | "bz2") {
            path = Path::new(path.file_stem()?);
        }
        Some(match extension(path)?.as_str() {
            "csv" => Format::Csv,
            "tsv" | "tab" => Format::Tsv,
            "jsonl" | "ndjson" | "json" => Format::Jsonl,
            _ => return None,
        })
    }

    /// Returns the format that a first record looks like, given the wanted columns.
    pub(super) fn of_record(record: &[u8], wanted: &[Column]) -> Option<Format> {
        let has = |byte| memchr(byte, record).is_some();
        match record {
            [b'{', ..] => Some(Format::Jsonl),
            _ if has(b'\t') => Some(Format::Tsv),
            _ if has(b',') => Some(Format::Csv),
            // The header of the only column.
            record => {
                let name = Framing::Line.content(record);
                let name = name
                    .strip_prefix(b"\"")
                    .and_then(|name| name.strip_suffix(b"\""))
                    .unwrap_or(name);
                let is_name = |column: &Column| {
                    *column == Column::Number(1)
                        || matches!(column, Column::Name(wanted) if wanted.as_bytes() == name)
                };
                wanted.iter().any(is_name).then_some(Format::Csv)
            }
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Lines => "lines",
            Format::Tsv => "TSV",
            Format::Csv => "CSV",
            Format::Jsonl => "JSON Lines",
        }
    }

    pub(super) fn framing(self, ends_in_nul: bool, delimiter: u8) -> Framing {
        match self {
            Format::Csv => Framing::Csv(delimiter),
            _ if ends_in_nul => Framing::Nul,
            _ => Framing::Line,
        }
    }

    /// Returns true if the first record names the columns.
    pub(super) fn is_headed(self, wanted: &[Column]) -> bool {
        let is_named = |column: &Column| matches!(column, Column::Name(_));
        match self {
            Format::Tsv | Format::Csv => wanted.iter().any(is_named),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_tell_formats() {
        for (name, format) in [
            ("a.csv", Some(Format::Csv)),
            ("a.TSV.gz", Some(Format::Tsv)),
            ("a.ndjson.zst", Some(Format::Jsonl)),
            ("a.b.json", Some(Format::Jsonl)),
            ("a.gz", None),
            ("csv", None),
        ] {
            assert_eq!(Format::of_name(OsStr::new(name)), format, "{name}");
        }
    }
}
