//! Vectors of DuckDB as arrays of Arrow.

use std::slice;

use arrow_array::StringArray;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use libduckdb_sys as sys;

use super::Interface;
use crate::calls::{Batch, Given};

/// Strings of at most so many bytes are in a vector itself.
pub(super) const INLINE: usize = 12;

/// The rows of one call.
pub(super) struct Chunk<'a> {
    api: &'a Interface,
    chunk: sys::duckdb_data_chunk,
    rows: usize,
}

/// The data of a vector with its validity.
#[derive(Clone, Copy)]
struct Column<'a, T> {
    values: &'a [T],
    /// A bit for each row, set where it is valid; empty where all are.
    validity: &'a [u64],
}

impl<T> Column<'_, T> {
    fn get(&self, row: usize) -> Option<&T> {
        let is_null = self.validity.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 0);
        self.values.get(row).filter(|_| !is_null)
    }
}

impl<'a> Chunk<'a> {
    /// # Safety
    /// The chunk is that of a call that has not ended.
    pub(super) unsafe fn new(api: &'a Interface, chunk: sys::duckdb_data_chunk) -> Chunk<'a> {
        let rows = unsafe { (api.duckdb_data_chunk_get_size)(chunk) } as usize;
        Chunk { api, chunk, rows }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    fn vector(&self, column: usize) -> sys::duckdb_vector {
        unsafe { (self.api.duckdb_data_chunk_get_vector)(self.chunk, column as u64) }
    }

    /// # Safety
    /// The vector has so many rows of this type.
    unsafe fn column<T>(&self, vector: sys::duckdb_vector, rows: usize) -> Column<'a, T> {
        let values = unsafe { (self.api.duckdb_vector_get_data)(vector) }.cast::<T>();
        let validity = unsafe { (self.api.duckdb_vector_get_validity)(vector) };
        let values = if rows == 0 || values.is_null() {
            &[]
        } else {
            unsafe { slice::from_raw_parts(values, rows) }
        };
        let validity = if rows == 0 || validity.is_null() {
            &[]
        } else {
            unsafe { slice::from_raw_parts(validity, rows.div_ceil(64)) }
        };
        Column { values, validity }
    }

    fn list(&self, column: usize) -> Option<Given> {
        let vector = self.vector(column);
        let lists = unsafe { self.column::<sys::duckdb_list_entry>(vector, self.rows) };
        let child = unsafe { (self.api.duckdb_list_vector_get_child)(vector) };
        let size = unsafe { (self.api.duckdb_list_vector_get_size)(vector) } as usize;
        let texts = unsafe { self.column::<sys::duckdb_string_t>(child, size) };
        let span = |one: &sys::duckdb_list_entry| (one.offset, one.length);
        let of = |(start, length): (u64, u64)| {
            (start..start + length).map(|at| texts.get(at as usize).map(bytes))
        };
        let first = lists.get(0).map(span);
        for row in 1..self.rows {
            let other = lists.get(row).map(span);
            if other != first && !other.zip(first).is_some_and(|(a, b)| of(a).eq(of(b))) {
                return None;
            }
        }
        let Some(first) = first else { return Some(Given::Null) };
        // A null in a list is no text.
        of(first).map(|one| text(one?)).collect::<Option<_>>().map(Given::Texts)
    }

    fn text(&self, column: usize) -> Option<Given> {
        let texts = unsafe { self.column::<sys::duckdb_string_t>(self.vector(column), self.rows) };
        let first = texts.get(0).map(bytes);
        for row in 1..self.rows {
            let other = texts.get(row).map(bytes);
            // A literal is one string for all rows, and may be long: a list of public suffixes.
            let is_one = matches!((first, other), (Some(a), Some(b)) if std::ptr::eq(a, b));
            if !is_one && first != other {
                return None;
            }
        }
        let Some(first) = first else { return Some(Given::Null) };
        text(first).map(Given::Text)
    }

    fn flag(&self, column: usize) -> Option<Given> {
        // A byte and no `bool`, because nobody promises that the rows of nulls have one.
        let flags = unsafe { self.column::<u8>(self.vector(column), self.rows) };
        let first = flags.get(0);
        if (1..self.rows).any(|row| flags.get(row) != first) {
            return None;
        }
        Some(first.map_or(Given::Null, |flag| Given::Flag(*flag != 0)))
    }
}

impl Batch for Chunk<'_> {
    fn texts(&self, column: usize) -> Result<StringArray, String> {
        let texts = unsafe { self.column::<sys::duckdb_string_t>(self.vector(column), self.rows) };
        let mut offsets = Vec::with_capacity(self.rows + 1);
        offsets.push(0);
        let mut values = Vec::with_capacity(64 * self.rows);
        for row in 0..self.rows {
            values.extend_from_slice(texts.get(row).map_or(&[], bytes));
            let end = i32::try_from(values.len());
            offsets.push(end.map_err(|_| "urigram: a chunk has 2 GiB of text or more".to_owned())?);
        }
        let nulls = (!texts.validity.is_empty()).then(|| {
            let bits: Vec<u8> = texts.validity.iter().flat_map(|word| word.to_le_bytes()).collect();
            NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, self.rows))
        });
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        StringArray::try_new(offsets, Buffer::from_vec(values), nulls)
            .map_err(|error| format!("urigram: {error}"))
    }

    fn constant(&self, column: usize, kind: &DataType) -> Option<Given> {
        match kind {
            DataType::List(_) => self.list(column),
            DataType::Boolean => self.flag(column),
            _ => self.text(column),
        }
    }
}

/// Returns the bytes of a string that is not null.
fn bytes(one: &sys::duckdb_string_t) -> &[u8] {
    // Both forms begin with the length, and a vector keeps what its strings point to.
    unsafe {
        let length = one.value.inlined.length as usize;
        let start = if length <= INLINE {
            one.value.inlined.inlined.as_ptr()
        } else {
            one.value.pointer.ptr.cast_const()
        };
        slice::from_raw_parts(start.cast::<u8>(), length)
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}
