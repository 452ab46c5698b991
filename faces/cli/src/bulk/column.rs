//! The column of a record that holds an identifier.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use urigram_answers::Refusal;

use super::format::Format;
use super::named_column::Column;
use super::{fields, json};
use crate::values;

/// The columns of one file's records.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) format: Format,
    /// The byte between the fields of CSV.
    pub(super) delimiter: u8,
    wanted: Vec<Wanted>,
    /// The names of the columns that are added.
    added: Vec<String>,
}

/// A column as it is found in a record.
#[derive(Clone, Debug)]
enum Wanted {
    /// By its place, from 0 on.
    Place(usize),
    /// By its key in an object.
    Key(String),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Place(place) => write!(f, "column {}", place + 1),
            Wanted::Key(key) => write!(f, "the column `{key}`"),
        }
    }
}

impl Columns {
    /// Returns true if a whole record is an identifier.
    pub(super) fn is_whole(&self) -> bool {
        self.format == Format::Lines
    }

    /// Finds the columns by the header, if the file has one.
    ///
    /// # Errors
    /// A message for columns that the format or the header does not have.
    pub(super) fn new(
        format: Format,
        delimiter: u8,
        wanted: &[Column],
        count: usize,
        header: Option<&[u8]>,
    ) -> Result<Columns, Refusal> {
        if format == Format::Lines && wanted.is_empty() && count == 1 {
            return Ok(Columns { format, delimiter, wanted: Vec::new(), added: Vec::new() });
        }
        let wanted = match (wanted, format, count) {
            ([], Format::Tsv | Format::Csv, 2) => &[Column::Number(1), Column::Number(2)][..],
            _ => wanted,
        };
        if wanted.len() != count {
            return Err(format!("{} needs --column {count} times", format.name()).into());
        }
        let columns = Columns { format, delimiter, wanted: Vec::new(), added: Vec::new() };
        let find = |column: &Column| match (column, format) {
            (_, Format::Lines) => Err("lines have no columns: give --in tsv, csv or jsonl".into()),
            (Column::Number(_), Format::Jsonl) => {
                Err(format!("{} has keys: give --column a name", format.name()).into())
            }
            (Column::Number(number), _) => Ok(Wanted::Place(number - 1)),
            (Column::Name(name), Format::Jsonl) => Ok(Wanted::Key(name.clone())),
            (Column::Name(name), _) => columns.place(name, header).map(Wanted::Place),
        };
        let wanted = wanted.iter().map(find).collect::<Result<_, Refusal>>()?;
        Ok(Columns { wanted, ..columns })
    }

    /// Returns the columns of records after columns of these names are added.
    ///
    /// # Errors
    /// A message for a name that the header has already.
    pub(super) fn adding(
        mut self,
        names: &[String],
        header: Option<&[u8]>,
    ) -> Result<Columns, Refusal> {
        let known = match header.filter(|_| !names.is_empty()) {
            Some(header) => self.names(header)?,
            None => Vec::new(),
        };
        if let Some(name) = names.iter().find(|name| known.iter().any(|one| one == name.as_bytes()))
        {
            return Err(taken(name));
        }
        self.added = names.to_vec();
        Ok(self)
    }

    /// Returns the fields of a record, given without its end.
    ///
    /// # Errors
    /// A message for a record that lacks a column or is broken.
    pub(super) fn fields<'r, const N: usize>(
        &self,
        record: &'r [u8],
    ) -> Result<[Cow<'r, [u8]>; N], Refusal> {
        let mut found: [Option<Cow<'r, [u8]>>; N] = [const { None }; N];
        match self.format {
            Format::Lines => found[0] = Some(Cow::Borrowed(record)),
            Format::Jsonl => self.keys(record, &mut found)?,
            Format::Csv if memchr(b'"', record).is_some() => {
                let fields = fields::csv(record, self.delimiter)?;
                self.pick(fields.into_iter().map(Cow::Owned), &mut found);
            }
            Format::Tsv => {
                let fields = record.split(|&byte| byte == b'\t').map(Cow::Borrowed);
                self.pick(fields, &mut found);
                for (found, wanted) in found.iter_mut().zip(&self.wanted) {
                    let Some(Cow::Borrowed(field)) = *found else { continue };
                    *found = values::from_tsv(field)?;
                    if found.is_none() {
                        return Err(format!("{wanted} is null (`\\N`)").into());
                    }
                }
            }
            Format::Csv => {
                let fields = record.split(|&byte| byte == self.delimiter).map(Cow::Borrowed);
                self.pick(fields, &mut found);
            }
        }
        if let Some(missing) = found.iter().position(Option::is_none) {
            let why = match &self.wanted[missing] {
                wanted @ Wanted::Place(_) => {
                    let count = self.count(record);
                    let columns = if count == 1 { "column" } else { "columns" };
                    format!("{wanted} is missing: the record has {count} {columns}")
                }
                Wanted::Key(key) => format!("the object has no string `{key}`"),
            };
            return Err(why.into());
        }
        Ok(found.map(Option::unwrap_or_default))
    }

    /// Returns the place of a named column in a header.
    fn place(&self, name: &str, header: Option<&[u8]>) -> Result<usize, Refusal> {
        let names = match header {
            Some(header) => self.names(header)?,
            None => return Err(format!("the file is empty, so it has no column `{name}`").into()),
        };
        names.iter().position(|known| known == name.as_bytes()).ok_or_else(|| {
            let known: Vec<_> =
                names.iter().map(|known| urigram_answers::escape::clipped(known, 40)).collect();
            let (known, format) = (known.join(", "), self.format.name());
            format!("no column `{name}`; read as {format}, the first record has: {known}").into()
        })
    }

    /// Returns the names of the columns in a header.
    fn names(&self, header: &[u8]) -> Result<Vec<Vec<u8>>, Refusal> {
        let name = |field| Ok(values::from_tsv(field)?.unwrap_or_default().into_owned());
        match self.format {
            Format::Csv => fields::csv(header, self.delimiter),
            Format::Tsv => header.split(|&byte| byte == b'\t').map(name).collect(),
            Format::Lines | Format::Jsonl => Ok(Vec::new()),
        }
    }

    /// Returns the number of columns of a record.
    fn count(&self, record: &[u8]) -> usize {
        match self.format {
            Format::Csv => fields::csv(record, self.delimiter).map_or(0, |fields| fields.len()),
            _ => record.split(|&byte| byte == b'\t').count(),
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
    ) -> Result<(), Refusal> {
        let keys: Vec<&str> = self
            .wanted
            .iter()
            .map(|wanted| match wanted {
                Wanted::Key(key) => key.as_str(),
                Wanted::Place(_) => "",
            })
            .collect();
        json::strings(object, &keys, &self.added, found).map_err(|error| match error {
            json::Problem::Broken(error) => {
                format!("the record is not a JSON object: {error}").into()
            }
            json::Problem::Taken(name) => taken(&name),
        })
    }
}

/// Returns the message for a column that is added and there already.
pub(super) fn taken(name: &str) -> Refusal {
    format!("the column `{name}` is there already: give another name, as in --append {name}=NAME")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(
        format: Format,
        column: &str,
        header: Option<&[u8]>,
        record: &[u8],
    ) -> Result<Vec<u8>, Refusal> {
        let columns = Columns::new(format, b',', &[Column::read(column).unwrap()], 1, header)?;
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
        assert!(csv("3", "7,a").unwrap_err().message().contains("2 columns"));
        assert!(csv("link", "").unwrap_err().message().contains("id, the url, x"));
        let tsv = |column, record: &str| one(Format::Tsv, column, Some(b"a\tb"), record.as_bytes());
        assert_eq!(tsv("b", "1\t\"x\"").unwrap(), b"\"x\"");
    }

    #[test]
    fn the_same_column_may_be_wanted_twice() {
        let columns =
            Columns::new(Format::Tsv, b',', &[Column::Number(2), Column::Number(2)], 2, None)
                .unwrap();
        let [a, b] = columns.fields::<2>(b"x\ty\tz").unwrap();
        assert_eq!((&*a, &*b), (&b"y"[..], &b"y"[..]));
    }
}
