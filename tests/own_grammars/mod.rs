//! Grammars of somebody's own: loaded, split, and held to their constraints.

mod components;
mod constraints;
mod every_way;
pub(crate) mod folder;
mod preferred;
