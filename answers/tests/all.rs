//! The tests of the answers together, as one program, which is linked once.

mod own_folder;
mod parts;
mod questions;
