//! Lines of escaped columns, written as a Parquet file.
//!
//! Rows are collected to a group, and then written column by column. Where columns are added to the
//! rows of a Parquet file, a group is a group of that file: the encoded columns are copied byte by
//! byte, and the new ones follow them.
//!
//! ```text
//! origin          lines          written
//! url   size
//! ┌───┐ ┌───┐                    ┌───┐ ┌───┐ ┌───┐
//! │ 2 │ │ 2 │  +  a, \N     ──▸  │ 2 │ │ 2 │ │ 2 │  the third holds "a" and a null
//! └───┘ └───┘                    └───┘ └───┘ └───┘
//! ```

use std::io::{self, BufWriter, Stdout};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::Origin;
use crate::output;
use crate::values::from_tsv;

/// The most rows of a group, and about the most bytes of its values.
const ROWS: usize = 128 * 1024;
const BYTES: usize = 64 << 20;

/// A Parquet file on standard output.
pub(in crate::bulk) struct Table {
    writer: SerializedFileWriter<BufWriter<Stdout>>,
    schema: TypePtr,
    /// The file whose columns are copied, and the index of its next group.
    origin: Option<(Arc<Origin>, usize)>,
    columns: Vec<Column>,
    rows: usize,
    bytes: usize,
    /// The number of values that are not UTF-8.
    refused: u64,
}

/// The values of a column in a group.
#[derive(Default)]
struct Column {
    values: Vec<ByteArray>,
    /// 1 for a value, 0 for a null.
    levels: Vec<i16>,
}

impl Table {
    /// Begins a file of columns with these names, after those of `origin`.
    ///
    /// # Errors
    /// A message for a terminal, and for a name that is there already.
    pub(in crate::bulk) fn begin(
        names: &[String],
        origin: Option<Arc<Origin>>,
    ) -> io::Result<Table> {
        if output::is_terminal() {
            let message = "Parquet is binary: write it to a file, as in > FILE.parquet";
            return Err(io::Error::other(message));
        }
        let schema = schema(names, origin.as_deref()).map_err(io::Error::other)?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(origin.as_deref().and_then(facts));
        if origin.is_some() {
            // Copies have no index of pages, and a file has one for all columns or for none.
            properties = properties
                .set_statistics_enabled(EnabledStatistics::Chunk)
                .set_offset_index_disabled(true);
        }
        let properties = properties.build();
        let out = BufWriter::with_capacity(1 << 16, io::stdout());
        let writer = SerializedFileWriter::new(out, Arc::clone(&schema), Arc::new(properties))?;
        let columns = names.iter().map(|_| Column::default()).collect();
        let origin = origin.map(|origin| (origin, 0));
        Ok(Table { writer, schema, origin, columns, rows: 0, bytes: 0, refused: 0 })
    }

    /// Goes on with the columns of another file.
    ///
    /// # Errors
    /// A message for a file with other columns.
    pub(in crate::bulk) fn next(
        &mut self,
        names: &[String],
        origin: Arc<Origin>,
    ) -> io::Result<()> {
        self.end_of_origin()?;
        if *schema(names, Some(&origin)).map_err(io::Error::other)? != *self.schema {
            let message = "its columns differ from the first file's: give the files one by one";
            return Err(io::Error::other(message));
        }
        self.origin = Some((origin, 0));
        Ok(())
    }

    /// Adds whole lines.
    ///
    /// # Errors
    /// The errors of the output and of the file whose columns are copied.
    pub(in crate::bulk) fn add(&mut self, lines: &[u8]) -> io::Result<()> {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            for (column, field) in self.columns.iter_mut().zip(line.split(|&byte| byte == b'\t')) {
                // The fields were written with escapes.
                let value = from_tsv(field).unwrap_or_default();
                let text = value.filter(|value| {
                    let is_text = std::str::from_utf8(value).is_ok();
                    self.refused += u64::from(!is_text);
                    is_text
                });
                column.levels.push(i16::from(text.is_some()));
                self.bytes += text.as_ref().map_or(0, |text| text.len());
                column.values.extend(text.map(|text| ByteArray::from(text.into_owned())));
            }
            self.rows += 1;
            if self.is_full() {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Returns true if the rows of the group are there.
    fn is_full(&self) -> bool {
        match &self.origin {
            Some((origin, next)) => {
                let groups = origin.metadata.row_groups();
                // A row too many is an error in `write_group`.
                groups.get(*next).is_none_or(|group| group.num_rows() <= self.rows as i64)
            }
            None => self.rows == ROWS || self.bytes >= BYTES,
        }
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        if let Some((origin, next)) = &mut self.origin {
            copy(&mut group, origin, *next, self.rows)?;
            *next += 1;
        }
        for column in &mut self.columns {
            let missing = || ParquetError::General("a column is missing".to_owned());
            let mut writer = group.next_column()?.ok_or_else(missing)?;
            if let ColumnWriter::ByteArrayColumnWriter(writer) = writer.untyped() {
                writer.write_batch(&column.values, Some(&column.levels), None)?;
            }
            writer.close()?;
            column.values.clear();
            column.levels.clear();
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }

    /// Writes the groups without rows at the end of the file whose columns are copied.
    fn end_of_origin(&mut self) -> Result<()> {
        while self
            .origin
            .as_ref()
            .is_some_and(|(origin, next)| *next < origin.metadata.num_row_groups())
        {
            self.write_group()?;
        }
        Ok(())
    }

    /// Ends the file, and returns the number of values that were left out, because they are not
    /// UTF-8.
    ///
    /// # Errors
    /// The errors of the output, and a message if rows are missing.
    pub(in crate::bulk) fn finish(mut self) -> io::Result<u64> {
        self.end_of_origin()?;
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.close()?;
        Ok(self.refused)
    }
}

/// Copies the columns of a group.
fn copy(
    group: &mut SerializedRowGroupWriter<'_, BufWriter<Stdout>>,
    origin: &Origin,
    index: usize,
    rows: usize,
) -> Result<()> {
    let from = origin.metadata.row_groups().get(index);
    let from = from.filter(|from| from.num_rows() == rows as i64).ok_or_else(|| {
        ParquetError::General("its number of rows differs from the number of answers".to_owned())
    })?;
    for column in from.columns() {
        let closed = ColumnCloseResult {
            bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
            rows_written: rows as u64,
            metadata: column.clone(),
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        group.append_column(&origin.file, closed)?;
    }
    Ok(())
}

/// Returns the columns of a file, and optional texts with these names after them.
fn schema(names: &[String], origin: Option<&Origin>) -> std::result::Result<TypePtr, String> {
    let root = origin.map(|origin| origin.metadata.file_metadata().schema_descr().root_schema());
    let mut fields = root.map_or_else(Vec::new, |root| root.get_fields().to_vec());
    for name in names {
        if fields.iter().any(|field| field.name() == name) {
            return Err(super::super::column::taken(name));
        }
        let text = Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(LogicalType::String));
        fields.push(Arc::new(text.build().map_err(|error| error.to_string())?));
    }
    let name = root.map_or("schema", |root| root.name());
    let root = Type::group_type_builder(name).with_fields(fields).build();
    root.map(Arc::new).map_err(|error| error.to_string())
}

/// Returns what a file says of itself, except for a schema of Arrow, which lacks the new columns.
fn facts(origin: &Origin) -> Option<Vec<parquet::file::metadata::KeyValue>> {
    let mut facts = origin.metadata.file_metadata().key_value_metadata()?.clone();
    facts.retain(|fact| fact.key != "ARROW:schema");
    Some(facts)
}
