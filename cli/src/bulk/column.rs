//! The column of a record that holds an identifier.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use memchr::memchr;

use super::framing::Framing;
use super::{fields, json};

/// A column as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// By its place, from 1 on.
    Number(usize),
    /// By its name in the header, or its key in JSON.
    Name(String),
}

impl Column {
    /// Reads a value of `--column`: digits are a number.
    pub(crate) fn read(text: &str) -> Result<Column, String> {
        if text.is_empty() {
            return Err("a column has a number or a name".to_owned());
        }
        let Ok(number) = text.parse() else { return Ok(Column::Name(text.to_owned())) };
        if number == 0 {
            return Err("columns are counted from 1".to_owned());
        }
        Ok(Column::Number(number))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Number(number) => write!(f, "{number}"),
            Column::Name(name) => write!(f, "`{name}`"),
        }
    }
}

/// The format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An identifier in each record
    Lines,
    /// Columns separated by tabs
    Tsv,
    /// Columns separated by commas, quoted where needed (RFC 4180)
    Csv,
    /// An object in each line
    Jsonl,
    /// A web archive's index, of which the column `a` holds the URL
    Cdx,
    /// A web archive's index with an object at the end of each line, of which the key `url` holds
    /// the URL
    Cdxj,
    /// The rows of a Parquet file, as lines of escaped columns
    #[cfg(feature = "parquet")]
    #[value(skip)]
    Rows,
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
            "cdx" => Format::Cdx,
            "cdxj" => Format::Cdxj,
            _ => return None,
        })
    }

    /// Returns the format that a first record looks like.
    pub(super) fn of_record(record: &[u8]) -> Option<Format> {
        let has = |byte| memchr(byte, record).is_some();
        match record {
            [b'{', ..] => Some(Format::Jsonl),
            _ if record.starts_with(b" CDX ") => Some(Format::Cdx),
            _ if has(b'\t') => Some(Format::Tsv),
            _ if has(b',') => Some(Format::Csv),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Lines => "lines",
            Format::Tsv => "TSV",
            Format::Csv => "CSV",
            Format::Jsonl => "JSON Lines",
            Format::Cdx => "CDX",
            Format::Cdxj => "CDXJ",
            #[cfg(feature = "parquet")]
            Format::Rows => "Parquet",
        }
    }

    pub(super) fn framing(self, ends_in_nul: bool) -> Framing {
        match self {
            _ if ends_in_nul => Framing::Nul,
            Format::Csv => Framing::Csv,
            _ => Framing::Line,
        }
    }

    /// Returns true if the first record names the columns.
    fn is_headed(self, wanted: &[Column]) -> bool {
        let is_named = |column: &Column| matches!(column, Column::Name(_));
        match self {
            Format::Tsv | Format::Csv => wanted.iter().any(is_named),
            _ => false,
        }
    }

    /// Returns true if one column holds the URLs of every file of this format.
    pub(super) fn has_usual(self) -> bool {
        !self.usual(1).is_empty()
    }

    /// Returns the columns that are meant if none is named.
    fn usual(self, count: usize) -> Vec<Column> {
        match (self, count) {
            (Format::Cdx, 1) => vec![Column::Name("a".to_owned())],
            (Format::Cdxj, 1) => vec![Column::Name("url".to_owned())],
            (Format::Tsv | Format::Csv, 2) => vec![Column::Number(1), Column::Number(2)],
            _ => Vec::new(),
        }
    }
}

/// The columns of one file's records.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    format: Format,
    wanted: Vec<Wanted>,
}

/// A column as it is found in a record.
#[derive(Clone, Debug)]
enum Wanted {
    /// By its place, from 0 on.
    Place(usize),
    /// By its key in an object.
    Key(String),
}

impl Columns {
    /// Returns true if a whole record is an identifier.
    pub(super) fn is_whole(&self) -> bool {
        self.format == Format::Lines
    }

    /// Returns true if the first record is a header, which holds no identifier. A header of CDX
    /// shows itself.
    pub(super) fn takes_header(
        format: Format,
        wanted: &[Column],
        is_said: bool,
        first: &[u8],
    ) -> bool {
        is_said
            || format.is_headed(wanted)
            || (format == Format::Cdx && first.starts_with(b" CDX "))
    }

    /// Finds the columns by the header, if the file has one.
    ///
    /// # Errors
    /// A message for columns that the format or the header does not have.
    pub(super) fn new(
        format: Format,
        wanted: &[Column],
        count: usize,
        header: Option<&[u8]>,
    ) -> Result<Columns, String> {
        if format == Format::Lines && wanted.is_empty() && count == 1 {
            return Ok(Columns { format, wanted: Vec::new() });
        }
        let usual = if wanted.is_empty() { format.usual(count) } else { Vec::new() };
        let wanted = if wanted.is_empty() { &usual[..] } else { wanted };
        if wanted.len() != count {
            return Err(format!("{} needs --column {count} times", format.name()));
        }
        let find = |column: &Column| match (column, format) {
            (_, Format::Lines) => {
                Err("lines have no columns: give --in tsv, csv or jsonl".to_owned())
            }
            (Column::Number(_), Format::Jsonl | Format::Cdxj) => {
                Err(format!("{} has keys: give --column a name", format.name()))
            }
            (Column::Number(number), _) => Ok(Wanted::Place(number - 1)),
            // A row has the wanted columns only, in their order, and tells a null by its name.
            #[cfg(feature = "parquet")]
            (Column::Name(name), Format::Rows) => Ok(Wanted::Key(name.clone())),
            (Column::Name(name), Format::Jsonl | Format::Cdxj) => Ok(Wanted::Key(name.clone())),
            (Column::Name(name), _) => place(format, name, header).map(Wanted::Place),
        };
        Ok(Columns { format, wanted: wanted.iter().map(find).collect::<Result<_, String>>()? })
    }

    /// Returns the fields of a record, given without its end.
    ///
    /// # Errors
    /// A message for a record that lacks a column or is broken.
    pub(super) fn fields<'r, const N: usize>(
        &self,
        record: &'r [u8],
    ) -> Result<[Cow<'r, [u8]>; N], String> {
        let mut found: [Option<Cow<'r, [u8]>>; N] = [const { None }; N];
        match self.format {
            Format::Lines => found[0] = Some(Cow::Borrowed(record)),
            Format::Jsonl => self.keys(record, &mut found)?,
            Format::Cdxj => match memchr(b'{', record) {
                Some(start) => self.keys(&record[start..], &mut found)?,
                None => return Err("the line has no object".to_owned()),
            },
            #[cfg(feature = "parquet")]
            Format::Rows => {
                for (found, field) in found.iter_mut().zip(record.split(|&byte| byte == b'\t')) {
                    *found = fields::unescaped(field)?;
                }
            }
            Format::Csv if memchr(b'"', record).is_some() => {
                let fields = fields::csv(record)?;
                self.pick(fields.into_iter().map(Cow::Owned), &mut found);
            }
            Format::Tsv | Format::Csv | Format::Cdx => {
                let fields = record.split(|&byte| byte == self.separator()).map(Cow::Borrowed);
                self.pick(fields, &mut found);
            }
        }
        if let Some(missing) = found.iter().position(Option::is_none) {
            return Err(match &self.wanted[missing] {
                Wanted::Place(place) => {
                    let count = self.count(record);
                    let columns = if count == 1 { "column" } else { "columns" };
                    format!("column {} is missing: the record has {count} {columns}", place + 1)
                }
                #[cfg(feature = "parquet")]
                Wanted::Key(key) if self.format == Format::Rows => {
                    format!("the column `{key}` is null")
                }
                Wanted::Key(key) => format!("the object has no string `{key}`"),
            });
        }
        Ok(found.map(Option::unwrap_or_default))
    }

    fn separator(&self) -> u8 {
        match self.format {
            Format::Csv => b',',
            Format::Cdx => b' ',
            _ => b'\t',
        }
    }

    /// Returns the number of columns of a record.
    fn count(&self, record: &[u8]) -> usize {
        match self.format {
            Format::Csv => fields::csv(record).map_or(0, |fields| fields.len()),
            _ => record.split(|&byte| byte == self.separator()).count(),
        }
    }

    fn pick<'r, const N: usize>(
        &self,
        fields: impl Iterator<Item = Cow<'r, [u8]>>,
        found: &mut [Option<Cow<'r, [u8]>>; N],
    ) {
        let last = self.wanted.iter().filter_map(|wanted| match wanted {
            Wanted::Place(place) => Some(*place),
            Wanted::Key(_) => None,
        });
        let count = last.max().map_or(0, |last| last + 1);
        for (at, field) in fields.take(count).enumerate() {
            for (wanted, found) in self.wanted.iter().zip(found.iter_mut()) {
                if matches!(wanted, Wanted::Place(place) if *place == at) {
                    *found = Some(field.clone());
                }
            }
        }
    }

    fn keys<'r, const N: usize>(
        &self,
        object: &'r [u8],
        found: &mut [Option<Cow<'r, [u8]>>; N],
    ) -> Result<(), String> {
        let keys: Vec<&str> = self
            .wanted
            .iter()
            .map(|wanted| match wanted {
                Wanted::Key(key) => key.as_str(),
                Wanted::Place(_) => "",
            })
            .collect();
        json::strings(object, &keys, found)
    }
}

/// Returns the place of a named column in a header.
fn place(format: Format, name: &str, header: Option<&[u8]>) -> Result<usize, String> {
    let names: Vec<Vec<u8>> = match (format, header) {
        (Format::Csv, Some(header)) => fields::csv(header)?,
        (Format::Cdx, Some(header)) => {
            let letters = header.strip_prefix(b" CDX ").unwrap_or(header);
            letters.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect()
        }
        // Without a header, the URL is in the third column of every kind of CDX file in use.
        (Format::Cdx, None) if name == "a" => return Ok(2),
        (_, Some(header)) => header.split(|&byte| byte == b'\t').map(<[u8]>::to_vec).collect(),
        (_, None) => return Err(format!("the file is empty, so it has no column `{name}`")),
    };
    names.iter().position(|known| known == name.as_bytes()).ok_or_else(|| {
        let known: Vec<_> =
            names.iter().map(|known| urigram_answers::escape::clipped(known, 40)).collect();
        let known = known.join(", ");
        format!("no column `{name}`; read as {}, the first record has: {known}", format.name())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(
        format: Format,
        column: &str,
        header: Option<&[u8]>,
        record: &[u8],
    ) -> Result<Vec<u8>, String> {
        let columns = Columns::new(format, &[Column::read(column).unwrap()], 1, header)?;
        columns.fields::<1>(record).map(|[field]| field.into_owned())
    }

    #[test]
    fn columns_are_found_by_number_and_name() {
        let csv = |column, record: &str| {
            one(Format::Csv, column, Some(b"id,\"the url\",x"), record.as_bytes())
        };
        assert_eq!(csv("2", "7,http://a/,b").unwrap(), b"http://a/");
        assert_eq!(csv("the url", "7,\"http://a/?b,\"\"c\"\"\",b").unwrap(), b"http://a/?b,\"c\"");
        assert_eq!(csv("1", "").unwrap(), b"");
        assert!(csv("3", "7,a").unwrap_err().contains("2 columns"));
        assert!(csv("link", "").unwrap_err().contains("id, the url, x"));
        let tsv = |column, record: &str| one(Format::Tsv, column, Some(b"a\tb"), record.as_bytes());
        assert_eq!(tsv("b", "1\t\"x\"").unwrap(), b"\"x\"");
        let cdx = |header, record: &str| one(Format::Cdx, "a", header, record.as_bytes());
        assert_eq!(
            cdx(Some(b" CDX N b a m"), "com,a)/ 2020 http://a.com/ text/html").unwrap(),
            b"http://a.com/"
        );
        assert_eq!(cdx(None, "com,a)/ 2020 http://a.com/ text/html").unwrap(), b"http://a.com/");
        let cdxj = "com,a)/ 2020 {\"mime\": \"text/html\", \"url\": \"http:\\/\\/a.com\\/\"}";
        assert_eq!(one(Format::Cdxj, "url", None, cdxj.as_bytes()).unwrap(), b"http://a.com/");
    }

    #[test]
    fn the_same_column_may_be_wanted_twice() {
        let columns =
            Columns::new(Format::Tsv, &[Column::Number(2), Column::Number(2)], 2, None).unwrap();
        let [a, b] = columns.fields::<2>(b"x\ty\tz").unwrap();
        assert_eq!((&*a, &*b), (&b"y"[..], &b"y"[..]));
    }

    #[test]
    fn names_of_files_tell_formats() {
        for (name, format) in [
            ("a.csv", Some(Format::Csv)),
            ("a.TSV.gz", Some(Format::Tsv)),
            ("a.ndjson.zst", Some(Format::Jsonl)),
            ("a.b.cdxj", Some(Format::Cdxj)),
            ("a.gz", None),
            ("csv", None),
        ] {
            assert_eq!(Format::of_name(OsStr::new(name)), format, "{name}");
        }
    }
}
