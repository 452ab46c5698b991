//! Values of columns as JSON, to compare them with cases.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use serde_json::{Map, Value};

/// Returns the bytes of an input: a text, `{"hex"}` or null.
pub fn input(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone().into_bytes()),
        value => {
            let hex = value["hex"].as_str().expect("a text or hexadecimal digits");
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
            Some((0..hex.len()).step_by(2).map(byte).collect())
        }
    }
}

/// Returns the value of a row.
pub fn json(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    let text = |bytes: &[u8]| Value::from(String::from_utf8_lossy(bytes).into_owned());
    match array.data_type() {
        DataType::Boolean => Value::from(array.as_boolean().value(row)),
        DataType::Int64 => Value::from(array.as_primitive::<Int64Type>().value(row)),
        DataType::Utf8 => text(array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => text(array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => text(array.as_string_view().value(row).as_bytes()),
        DataType::Binary => text(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => text(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => text(array.as_binary_view().value(row)),
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            let named = fields.iter().zip(columns);
            let entries = named.map(|(field, column)| (field.name().clone(), json(column, row)));
            Value::Object(entries.collect::<Map<String, Value>>())
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            Value::Array((0..items.len()).map(|at| json(&items, at)).collect())
        }
        other => panic!("{other} is no type of a result"),
    }
}
