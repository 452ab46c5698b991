//! Results, written row by row to buffers that are reserved once.

use std::fmt;
use std::sync::Arc;

use arrow_array::builder::{GenericByteBuilder, GenericByteViewBuilder};
use arrow_array::types::{ByteArrayType, ByteViewType, Utf8Type};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::ArrowNativeType;
use arrow_data::ByteView;
use arrow_schema::ArrowError;
use urigram::parts::Span;

use crate::value::Value;

/// The longest value that a view holds itself.
const INLINE: u32 = 12;

/// The reason why a plan gives no result for a batch.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The results need more than 2 GiB, which is more than 32-bit offsets can hold.
    TooLarge,
    /// The columns have different numbers of rows.
    Lengths(usize, usize),
    /// The number of columns, where the plan takes another number.
    Columns(usize),
    /// The column is not of the type that was planned for.
    Type(String),
    /// Arrow refused the parts of the result.
    Arrow(ArrowError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::TooLarge => f.write_str(
                "the results of this batch need more than 2 GiB: use a large type or fewer rows",
            ),
            RunError::Lengths(one, other) => {
                write!(f, "the columns have {one} and {other} rows: give as many in both")
            }
            RunError::Columns(count) => write!(f, "{count} columns were given"),
            RunError::Type(message) => f.write_str(message),
            RunError::Arrow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RunError::Arrow(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ArrowError> for RunError {
    fn from(error: ArrowError) -> RunError {
        if matches!(error, ArrowError::OffsetOverflowError(_)) {
            return RunError::TooLarge;
        }
        RunError::Arrow(error)
    }
}

/// A column of texts or bytes that is being written.
pub(crate) trait Out: Sized {
    type Column: Array;
    type Value: ?Sized;

    /// Makes room for as many rows as a column has, with texts of so many bytes in total.
    fn with_room(column: &Self::Column, bytes: usize) -> Self;

    fn push(&mut self, value: &Self::Value) -> Result<(), RunError>;

    /// Adds a part of the value in a row of the column that room was made for.
    fn push_part(
        &mut self,
        column: &Self::Column,
        row: usize,
        value: &Self::Value,
        span: Span,
    ) -> Result<(), RunError>;

    fn push_null(&mut self);

    fn finish(self) -> ArrayRef;
}

/// Texts or bytes with offsets.
pub(crate) struct Bytes<T: ByteArrayType>(GenericByteBuilder<T>);

/// Texts of fixed words.
pub(crate) type Words = Bytes<Utf8Type>;

impl<T: ByteArrayType> Bytes<T> {
    pub(crate) fn new(rows: usize, bytes: usize) -> Bytes<T> {
        // More than offsets can hold is an error before it is reached.
        let most = T::Offset::MAX_OFFSET;
        Bytes(GenericByteBuilder::with_capacity(rows, bytes.min(most)))
    }

    pub(crate) fn add(&mut self, value: &T::Native) -> Result<(), RunError> {
        let bytes: &[u8] = value.as_ref();
        let end = self.0.values_slice().len().checked_add(bytes.len());
        if end.and_then(T::Offset::from_usize).is_none() {
            return Err(RunError::TooLarge);
        }
        self.0.append_value(value);
        Ok(())
    }

    pub(crate) fn add_null(&mut self) {
        self.0.append_null();
    }

    pub(crate) fn done(mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

impl<T: ByteArrayType> Out for Bytes<T>
where
    T::Native: Value,
{
    type Column = GenericByteArray<T>;
    type Value = T::Native;

    fn with_room(column: &Self::Column, bytes: usize) -> Self {
        Bytes::new(column.len(), bytes)
    }

    fn push(&mut self, value: &T::Native) -> Result<(), RunError> {
        self.add(value)
    }

    fn push_part(
        &mut self,
        _: &Self::Column,
        _: usize,
        value: &T::Native,
        span: Span,
    ) -> Result<(), RunError> {
        self.add(value.part(span))
    }

    fn push_null(&mut self) {
        self.add_null();
    }

    fn finish(self) -> ArrayRef {
        self.done()
    }
}

/// Texts or bytes as views. A part of a value is a view of the bytes that the column already has.
pub(crate) struct Views<T: ByteViewType + ?Sized> {
    builder: GenericByteViewBuilder<T>,
    shares: bool,
}

impl<T: ByteViewType> Out for Views<T>
where
    T::Native: Value,
{
    type Column = GenericByteViewArray<T>;
    type Value = T::Native;

    fn with_room(column: &Self::Column, _: usize) -> Self {
        let mut builder = GenericByteViewBuilder::with_capacity(column.len());
        // The builder takes no larger buffers.
        let shares = column.data_buffers().iter().all(|buffer| buffer.len() < u32::MAX as usize);
        for buffer in column.data_buffers().iter().filter(|_| shares) {
            builder.append_block(buffer.clone());
        }
        Views { builder, shares }
    }

    fn push(&mut self, value: &T::Native) -> Result<(), RunError> {
        Ok(self.builder.try_append_value(value)?)
    }

    fn push_part(
        &mut self,
        column: &Self::Column,
        row: usize,
        value: &T::Native,
        span: Span,
    ) -> Result<(), RunError> {
        let length = span.end - span.start;
        if !self.shares || length <= INLINE {
            return self.push(value.part(span));
        }
        let whole = ByteView::from(column.views()[row]);
        let offset = whole.offset + span.start;
        Ok(self.builder.try_append_view(whole.buffer_index, offset, length)?)
    }

    fn push_null(&mut self) {
        self.builder.append_null();
    }

    fn finish(mut self) -> ArrayRef {
        Arc::new(self.builder.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_beyond_32_bit_offsets_are_an_error_and_no_panic() {
        let text = "a".repeat(1 << 26);
        let mut out = Words::new(0, 1 << 31);
        for _ in 0..31 {
            out.add(&text).expect("less than 2 GiB");
        }
        assert!(matches!(out.add(&text), Err(RunError::TooLarge)));
        out.add(&text[1..]).expect("a byte less than 2 GiB");
        assert!(matches!(out.add("a"), Err(RunError::TooLarge)));
        assert_eq!(out.done().len(), 32);
    }
}
