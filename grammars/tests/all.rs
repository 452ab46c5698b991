//! The tests of every document's tables together, as one program, which is linked once.

mod component_sets;
mod diagnosis;
mod engines;
mod kinds;
mod lines;
#[cfg(feature = "compare")]
mod parts;
mod tables;
mod text_types;
mod within_the_input;
