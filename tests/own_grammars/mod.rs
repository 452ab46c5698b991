//! Grammars that users load: split, and held to their constraints.

mod component_ways;
mod components;
mod constraints;
pub(crate) mod folder;
mod preferred;
