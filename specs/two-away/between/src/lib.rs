//! A package between the user of a literal and the package that has the type.

pub use purl::{purl, Purl};
