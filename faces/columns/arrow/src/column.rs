//! Columns of text and of bytes.

use std::sync::Arc;

use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{new_null_array, Array, ArrayRef, GenericByteArray, GenericByteViewArray};
use arrow_schema::DataType;

use crate::output::{Bytes, Out, Views};
use crate::value::Value;

/// A column whose values are texts or bytes.
pub(crate) trait Column: Array + Sized {
    type Value: Value + ?Sized;
    type Out: Out<Column = Self, Value = Self::Value>;

    /// Returns the value of a row; any value where it is null.
    fn get(&self, row: usize) -> &Self::Value;

    /// Returns the number of bytes that the values have at most.
    fn size(&self) -> usize;

    /// Returns the value of a row, unless it is null or longer than positions can hold.
    fn known(&self, row: usize) -> Option<&Self::Value> {
        let value = (!self.is_null(row)).then(|| self.get(row))?;
        u32::try_from(value.bytes().len()).is_ok_and(|length| length < u32::MAX).then_some(value)
    }
}

impl<T: ByteArrayType> Column for GenericByteArray<T>
where
    T::Native: Value,
{
    type Value = T::Native;
    type Out = Bytes<T>;

    fn get(&self, row: usize) -> &T::Native {
        self.value(row)
    }

    fn size(&self) -> usize {
        use arrow_buffer::ArrowNativeType;
        let offsets = self.value_offsets();
        match (offsets.first(), offsets.last()) {
            (Some(first), Some(last)) => last.as_usize() - first.as_usize(),
            _ => 0,
        }
    }
}

impl<T: ByteViewType> Column for GenericByteViewArray<T>
where
    T::Native: Value,
{
    type Value = T::Native;
    type Out = Views<T>;

    fn get(&self, row: usize) -> &T::Native {
        self.value(row)
    }

    fn size(&self) -> usize {
        self.total_buffer_bytes_used()
    }
}

/// Calls a function that is generic over the type of a column. `None` for other types.
macro_rules! with_column {
    ($array:expr, $column:ident => $answer:expr) => {{
        use arrow_array::cast::AsArray;
        use arrow_schema::DataType;
        match $array.data_type() {
            DataType::Utf8 => {
                let $column = $array.as_string::<i32>();
                Some($answer)
            }
            DataType::LargeUtf8 => {
                let $column = $array.as_string::<i64>();
                Some($answer)
            }
            DataType::Utf8View => {
                let $column = $array.as_string_view();
                Some($answer)
            }
            DataType::Binary => {
                let $column = $array.as_binary::<i32>();
                Some($answer)
            }
            DataType::LargeBinary => {
                let $column = $array.as_binary::<i64>();
                Some($answer)
            }
            DataType::BinaryView => {
                let $column = $array.as_binary_view();
                Some($answer)
            }
            _ => None,
        }
    }};
}
pub(crate) use with_column;

/// Returns the type of the values of a column, which decides the type of results; `None` for a
/// column that holds neither text nor bytes.
pub(crate) fn value_type(column: &DataType) -> Option<&DataType> {
    use DataType::{Binary, BinaryView, Dictionary, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    match column {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => Some(column),
        Null => Some(&Utf8),
        Dictionary(_, values) => match &**values {
            Dictionary(..) | Null => None,
            values => value_type(values),
        },
        _ => None,
    }
}

/// Returns a column of the type Null as a column of text; any other column as it is.
pub(crate) fn without_null_type(column: ArrayRef) -> ArrayRef {
    if column.data_type() == &DataType::Null {
        return new_null_array(&DataType::Utf8, column.len());
    }
    Arc::clone(&column)
}
