//! The answers, each for a whole column.

mod meaning;
mod parse_url;
mod parts;
mod query_value;
mod verdict;

pub(crate) use meaning::{change_fields, changes, key, normalize, resolve, surt, Bases};
pub(crate) use parse_url::{parse_url, ParseUrl};
pub use parts::field_name;
pub(crate) use parts::{component, split, split_fields};
pub(crate) use verdict::{
    accepting, accepts, agrees, denied, error, error_fields, select, vetted, Check,
};
