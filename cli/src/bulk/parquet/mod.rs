//! Parquet files: their rows as lines of escaped columns, and lines written as rows.

mod rows;
mod shared;
mod table;

pub(super) use rows::Rows;
pub(crate) use shared::Origin;
pub(super) use table::Table;

use std::io;

use parquet::errors::ParquetError;

fn broken(error: &ParquetError) -> String {
    format!("the Parquet file is broken: {error}")
}

fn invalid(error: &ParquetError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, broken(error))
}
