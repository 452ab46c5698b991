//! Columns of a Parquet file, as lines.
//!
//! A row becomes a line: its values between tabs, escaped where needed, and `\N` for a null, which
//! is how `split` writes components. Values keep every byte, rows keep their numbers, and
//! everything that reads lines reads Parquet:
//!
//! ```text
//! url: "http://a/"                 http://a/
//! url: null                  ──▸   \N
//! url: "http://b/⏎c"               http://b/\nc
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::super::named_column::Column;
use super::shared::{Origin, Shared};
use super::{broken, invalid};
use crate::values::{Row, Style};

/// The number of rows that are decoded at once.
const ROWS: usize = 1024;

/// The lines of a file.
pub(in crate::bulk) struct Rows {
    file: SerializedFileReader<Shared>,
    /// The places of the columns among those of the file.
    places: Vec<usize>,
    /// The columns of the row group that is read.
    columns: Vec<Values>,
    /// The index of the next row group.
    next: usize,
    /// Lines, of which the bytes before `at` were given away.
    lines: Vec<u8>,
    at: usize,
    /// Counts the bytes that are read of the file.
    read: Arc<AtomicU64>,
}

/// The values of a column in a row group.
struct Values {
    reader: ColumnReaderImpl<ByteArrayType>,
    /// The level of a value. A lower one is a null.
    present: i16,
    levels: Vec<i16>,
    values: Vec<ByteArray>,
}

impl Rows {
    /// Opens a file and finds its columns. Returns the names of the columns, too, and the file for
    /// a copy of its columns.
    ///
    /// # Errors
    /// A message for a broken file, and for a column that it does not have or that is no text.
    pub(in crate::bulk) fn open(
        file: File,
        wanted: &[Column],
        read: &Arc<AtomicU64>,
    ) -> Result<(Rows, Vec<String>, Origin), String> {
        let shared = Shared::new(file).map_err(|error| error.to_string())?;
        let file = SerializedFileReader::new(shared.clone()).map_err(|error| broken(&error))?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let known = schema.columns();
        let names: Vec<String> = known.iter().map(|column| column.path().string()).collect();
        let mut places = Vec::new();
        for column in wanted {
            let place = match column {
                Column::Number(number) => Some(number - 1).filter(|place| *place < known.len()),
                Column::Name(name) => names.iter().position(|known| known == name),
            };
            let Some(place) = place else {
                return Err(format!("no column {column}; the file has: {}", names.join(", ")));
            };
            check(&known[place])?;
            places.push(place);
        }
        if places.is_empty() {
            return Err(format!(
                "a Parquet file needs --column NAME; it has: {}",
                names.join(", ")
            ));
        }
        let wanted = places.iter().map(|&place| names[place].clone()).collect();
        let (columns, lines, read) = (Vec::new(), Vec::new(), Arc::clone(read));
        let origin = Origin { file: shared, metadata: file.metadata().clone() };
        Ok((Rows { file, places, columns, next: 0, lines, at: 0, read }, wanted, origin))
    }

    /// Decodes more rows; returns false at the end of the file.
    fn more(&mut self) -> Result<bool, ParquetError> {
        self.lines.clear();
        self.at = 0;
        loop {
            let mut counts = Vec::with_capacity(self.columns.len());
            for column in &mut self.columns {
                counts.push(column.read()?);
            }
            match counts.first() {
                Some(&rows) if counts.iter().any(|count| *count != rows) => {
                    let message = "its columns have different numbers of rows";
                    return Err(ParquetError::General(message.to_owned()));
                }
                Some(&rows) if rows > 0 => {
                    self.write(rows);
                    return Ok(true);
                }
                _ if self.next == self.file.num_row_groups() => return Ok(false),
                _ => self.open_group()?,
            }
        }
    }

    /// Goes to the next row group.
    fn open_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.next)?;
        self.next += 1;
        self.columns.clear();
        for &place in &self.places {
            let facts = group.metadata().column(place);
            let bytes = u64::try_from(facts.compressed_size()).unwrap_or(0);
            self.read.fetch_add(bytes, Ordering::Relaxed);
            let ColumnReader::ByteArrayColumnReader(reader) = group.get_column_reader(place)?
            else {
                return Err(ParquetError::General("a column changes its type".to_owned()));
            };
            self.columns.push(Values {
                reader,
                present: facts.column_descr().max_def_level(),
                levels: Vec::new(),
                values: Vec::new(),
            });
        }
        Ok(())
    }

    fn write(&mut self, rows: usize) {
        let mut values: Vec<_> = self.columns.iter().map(|column| column.values.iter()).collect();
        for row in 0..rows {
            let mut line = Row::new(&mut self.lines, Style::Tsv);
            for (column, values) in self.columns.iter().zip(&mut values) {
                let is_null = column.levels.get(row).is_some_and(|level| *level < column.present);
                let next = if is_null { None } else { values.next() };
                line.value("", next.map(ByteArray::data));
            }
            // TSV holds every value.
            let _ = line.end(b"\n");
        }
    }
}

impl Values {
    /// Decodes rows; returns their number, which is 0 at the end.
    fn read(&mut self) -> Result<usize, ParquetError> {
        self.levels.clear();
        self.values.clear();
        let levels = Some(&mut self.levels);
        let (rows, _, _) = self.reader.read_records(ROWS, levels, None, &mut self.values)?;
        Ok(rows)
    }
}

impl Read for Rows {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.at == self.lines.len() && !self.more().map_err(|error| invalid(&error))? {
            return Ok(0);
        }
        let read = (&self.lines[self.at..]).read(room)?;
        self.at += read;
        Ok(read)
    }
}

/// Returns an error for a column whose values are no texts or bytes.
fn check(column: &ColumnDescriptor) -> Result<(), String> {
    let name = column.path().string();
    if column.max_rep_level() > 0 {
        return Err(format!("the column `{name}` is a list: give a column of texts"));
    }
    // Old files have the converted type only.
    let (logical, converted) = (column.logical_type_ref(), column.converted_type());
    let is_text =
        matches!(logical, None | Some(LogicalType::String | LogicalType::Enum | LogicalType::Json))
            && matches!(
                converted,
                ConvertedType::NONE
                    | ConvertedType::UTF8
                    | ConvertedType::ENUM
                    | ConvertedType::JSON
            );
    if column.physical_type() == Type::BYTE_ARRAY && is_text {
        return Ok(());
    }
    let kind = match (logical, converted) {
        (Some(logical), _) => format!("{logical:?}"),
        (None, ConvertedType::NONE) => column.physical_type().to_string(),
        (None, converted) => converted.to_string(),
    };
    Err(format!("the column `{name}` holds {kind}: give a column of texts"))
}
