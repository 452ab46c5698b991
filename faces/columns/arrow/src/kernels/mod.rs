//! The answers, each for a whole column.

mod browser;
mod meaning;
mod parts;
mod queries;
mod verdict;

pub use browser::host_type_name;
pub(crate) use browser::{browser, browser_fields, host_type, to_ascii, to_unicode};
pub(crate) use meaning::{change_fields, changes, key, normalize, resolve, surt, Bases};
pub use parts::field_name;
pub(crate) use parts::{component, split, split_fields};
pub use queries::{decoded, Names};
pub(crate) use queries::{pairs_type, query_pairs, query_value, url_decode, without_params, Query};
pub(crate) use verdict::{
    accepting, accepts, agrees, denied, error, error_fields, select, vetted, Check,
};
