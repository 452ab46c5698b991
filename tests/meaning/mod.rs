//! Meaning: selection, resolution, normal forms, equivalence.

mod boundaries;
mod equivalence;
mod normalization;
mod resolution;
mod selection;
