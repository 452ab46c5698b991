//! Columns of text and bytes in another type of text or bytes.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BinaryViewBuilder, LargeBinaryBuilder, LargeStringBuilder, StringBuilder,
    StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// Returns a column in another type; `None` where either type is not one of text or bytes, where
/// bytes are not text, and where 32-bit offsets do not hold them.
pub(crate) fn texts_as<'c>(column: &'c ArrayRef, wanted: &DataType) -> Option<ArrayRef> {
    if column.data_type() == wanted {
        return Some(Arc::clone(column));
    }
    let get: Box<dyn Fn(usize) -> &'c [u8] + 'c> = match column.data_type() {
        DataType::Utf8 => Box::new(|row| column.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => Box::new(|row| column.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => Box::new(|row| column.as_string_view().value(row).as_bytes()),
        DataType::Binary => Box::new(|row| column.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Box::new(|row| column.as_binary::<i64>().value(row)),
        DataType::BinaryView => Box::new(|row| column.as_binary_view().value(row)),
        _ => return None,
    };
    let values = (0..column.len()).map(|row| column.is_valid(row).then(|| get(row)));
    macro_rules! built {
        ($builder:ty, $read:expr) => {{
            let mut builder = <$builder>::new();
            for value in values {
                builder.append_option(value.map($read).transpose().ok()?);
            }
            Arc::new(builder.finish())
        }};
    }
    let as_bytes = Ok::<&[u8], std::str::Utf8Error>;
    let is_short = || values.clone().flatten().map(<[u8]>::len).sum::<usize>() <= i32::MAX as usize;
    Some(match wanted {
        DataType::Utf8 if is_short() => built!(StringBuilder, std::str::from_utf8),
        DataType::LargeUtf8 => built!(LargeStringBuilder, std::str::from_utf8),
        DataType::Utf8View => built!(StringViewBuilder, std::str::from_utf8),
        DataType::Binary if is_short() => built!(BinaryBuilder, as_bytes),
        DataType::LargeBinary => built!(LargeBinaryBuilder, as_bytes),
        DataType::BinaryView => built!(BinaryViewBuilder, as_bytes),
        _ => return None,
    })
}
