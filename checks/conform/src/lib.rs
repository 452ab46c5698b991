//! Comparisons of every engine of urigram with the slow truth: the automaton of the printed rules,
//! the naive matcher of the ABNF, and pest's trees.
//!
//! The inputs are in `tests/`. This library defines the agreement that is required, so that tests
//! on a stable compiler and the fuzzers in `fuzz/` run the same code.

mod engines;
pub mod exercise;
mod functions;
pub mod growth;
pub mod json_schema;
mod lines;
mod loaded;
mod parts;
mod places;
mod sample;
mod stretch;
mod subject;
pub mod targets;
mod trees;
pub mod vectors;

pub use engines::{disagreement, slow_disagreement};
pub use lines::Lines;
pub use loaded::{every_grammar, loaded};
pub use parts::{joined, part_differences};
pub use places::{at_offset, moved, BEGINNINGS};
pub use sample::Sample;
pub use stretch::{disguised, stretched};
pub use subject::{alphabet, Subject, Truth};
pub use trees::{differences, is_compared};
pub use urigram_parsers::reference::parse_by_pest;
