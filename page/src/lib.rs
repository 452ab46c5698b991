//! The teaching page: questions about documents and strings, their answers, and the files that show
//! them.
//!
//! [`answers`] turns a request's parameters into JSON. It uses no network, no thread, no process
//! and no clock, so that the same code can run in a browser. `assets` (with the feature of that
//! name) holds the page's files. `serve` (with the feature of that name) is a server for this
//! machine: what can take too long to answer, it answers in a process that it can end.
//!
//! The command prints some of the same objects. Their JSON is written once, in [`json`] and
//! [`parse`], and their text once, in [`escape`].

pub mod answers;
#[cfg(feature = "assets")]
pub mod assets;
pub mod escape;
pub mod json;
pub mod parse;
mod refusal;
mod rule_ref;
#[cfg(feature = "serve")]
pub mod serve;

pub use refusal::Refusal;
pub use rule_ref::RuleRef;
