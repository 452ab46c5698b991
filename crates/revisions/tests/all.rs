//! The tests of the revisions together, as one program, which is linked once.

mod blame;
mod proof;
