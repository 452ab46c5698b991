//! Arrays of Arrow as vectors of DuckDB.

use std::ffi::c_char;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ListArray, StringArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use libduckdb_sys as sys;

use super::read::INLINE;
use super::Interface;

/// Writes an array into a vector of its type; `above` are the nulls of the struct that it is in.
///
/// # Safety
/// The vector is the result of a call that has not ended, or is below it, and has room for as many
/// rows as the array.
pub(super) unsafe fn answers(
    api: &Interface,
    vector: sys::duckdb_vector,
    array: &dyn Array,
    above: Option<&NullBuffer>,
) -> Result<(), String> {
    let nulls = NullBuffer::union(array.nulls(), above);
    if let Some(nulls) = nulls.as_ref().filter(|nulls| nulls.null_count() > 0) {
        unsafe {
            (api.duckdb_vector_ensure_validity_writable)(vector);
            let words = (api.duckdb_vector_get_validity)(vector);
            for row in (0..array.len()).filter(|row| nulls.is_null(*row)) {
                *words.add(row / 64) &= !(1 << (row % 64));
            }
        }
    }
    let is_valid = |row: &usize| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(*row));
    let rows = (0..array.len()).filter(is_valid);
    unsafe {
        match array.data_type() {
            DataType::Utf8 => texts(api, vector, array.as_string(), rows),
            DataType::Boolean => {
                let values = array.as_boolean();
                let data = (api.duckdb_vector_get_data)(vector).cast::<bool>();
                rows.for_each(|row| data.add(row).write(values.value(row)));
            }
            DataType::List(_) => lists(api, vector, array.as_list())?,
            DataType::Struct(_) => {
                let of: &StructArray = array.as_struct();
                for (at, column) in of.columns().iter().enumerate() {
                    let child = (api.duckdb_struct_vector_get_child)(vector, at as u64);
                    // DuckDB reads the children of a null, too.
                    answers(api, child, &**column, nulls.as_ref())?;
                }
            }
            DataType::Int64 => {
                let values = array.as_primitive::<Int64Type>();
                let data = (api.duckdb_vector_get_data)(vector).cast::<i64>();
                rows.for_each(|row| data.add(row).write(values.value(row)));
            }
            other => return Err(format!("urigram: an answer is {other}")),
        }
    }
    Ok(())
}

unsafe fn texts(
    api: &Interface,
    vector: sys::duckdb_vector,
    array: &StringArray,
    rows: impl Iterator<Item = usize>,
) {
    let data = unsafe { (api.duckdb_vector_get_data)(vector) }.cast::<sys::duckdb_string_t>();
    for row in rows {
        let text = array.value(row).as_bytes();
        if text.len() > INLINE {
            let (start, length) = (text.as_ptr().cast::<c_char>(), text.len() as u64);
            let assign = api.duckdb_vector_assign_string_element_len;
            unsafe { assign(vector, row as u64, start, length) };
            continue;
        }
        // DuckDB compares all bytes of a short string, so those after its end are zero.
        let mut short = sys::duckdb_string_t__bindgen_ty_1__bindgen_ty_2 {
            length: text.len() as u32,
            inlined: [0; INLINE],
        };
        for (to, from) in short.inlined.iter_mut().zip(text) {
            *to = *from as c_char;
        }
        let value = sys::duckdb_string_t__bindgen_ty_1 { inlined: short };
        unsafe { data.add(row).write(sys::duckdb_string_t { value }) };
    }
}

unsafe fn lists(
    api: &Interface,
    vector: sys::duckdb_vector,
    array: &ListArray,
) -> Result<(), String> {
    let offsets = array.value_offsets();
    let (first, last) = (offsets[0] as usize, offsets[array.len()] as usize);
    let size = (last - first) as u64;
    unsafe {
        if (api.duckdb_list_vector_reserve)(vector, size) != sys::DuckDBSuccess
            || (api.duckdb_list_vector_set_size)(vector, size) != sys::DuckDBSuccess
        {
            return Err("urigram: no room for a list".to_owned());
        }
        let data = (api.duckdb_vector_get_data)(vector).cast::<sys::duckdb_list_entry>();
        for (row, pair) in offsets.windows(2).enumerate() {
            let offset = pair[0] as u64 - first as u64;
            let length = (pair[1] - pair[0]) as u64;
            data.add(row).write(sys::duckdb_list_entry { offset, length });
        }
        let child = (api.duckdb_list_vector_get_child)(vector);
        answers(api, child, &*array.values().slice(first, last - first), None)
    }
}
