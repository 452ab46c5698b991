//! The tests of the answers together, as one program, which is linked once.

mod parts;
mod questions;
