//! The tests of rules out of texts together, as one program, which is linked once.

mod dialects;
mod extract;
