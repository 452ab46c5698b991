//! A string, or a rule, through every revision between the documents.

mod rule;
mod string;

pub(super) use rule::run as of_rule;
pub(super) use string::run as of_string;
