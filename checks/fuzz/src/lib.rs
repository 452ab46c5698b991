//! The target that compares urigram with other packages. It stands here, and not with the other
//! targets, so that no other build compiles those packages.

mod peers;

pub use peers::peers;
