//! The algorithms that resolve references. A document's folder names its algorithm and options.
//!
//! One file holds one document's algorithm, with the document's step labels. A program contains
//! those of the documents that it names.
//!
//! ```text
//! algorithm (by name) ─ task: base, reference, rules, options
//!                         │
//! rfc1630 … whatwg        a file for each document
//!   ├─ components         splits and recomposes
//!   ├─ segments           removes dots, as four documents do; url_path as the URL Standard does
//!   └─ trace              reports each step
//!                         │
//!                       outcome: a target, or why there isn't one
//! ```

mod algorithm;
#[cfg(feature = "alloc")]
pub mod components;
#[cfg(feature = "alloc")]
mod rfc1630;
#[cfg(feature = "alloc")]
mod rfc1808;
#[cfg(feature = "alloc")]
mod rfc2396;
#[cfg(feature = "alloc")]
pub mod rfc3986;
#[cfg(feature = "alloc")]
pub mod segments;
#[cfg(feature = "alloc")]
mod task;
#[cfg(feature = "alloc")]
mod trace;
#[cfg(feature = "alloc")]
mod uri_2003;
#[cfg(feature = "alloc")]
mod url_1993;
#[cfg(feature = "alloc")]
mod url_1997;
#[cfg(feature = "alloc")]
pub mod url_path;
#[cfg(feature = "alloc")]
mod whatwg;

pub use algorithm::Algorithm;
#[cfg(feature = "alloc")]
pub use task::{Attempt, Composed, ExcessParents, Outcome, Rules};
#[cfg(feature = "alloc")]
pub use trace::{Step, Trace};
