//! Questions about documents and strings, and their answers: one room for the command, the page and
//! anything else that shows them.
//!
//! [`questions`] answers a question by its name and parameters, and [`parse`] and [`json`] make the
//! objects. A face draws the objects or sends them on, so that the same fact has the same key
//! everywhere. [`escape`] makes bytes visible and reads that text back.
//!
//! Nothing here uses a network, a thread, a process, a file or a clock, so that the same code can
//! run in a browser.
//!
//! ```text
//! page ── a question's name and parameters ──► questions ─┬─ core, study, revisions
//! command ── inputs ──► parse: one input by one grammar   │     └─► a typed answer
//!                                                         └─ memo: answers that take long
//! a typed answer ── json ──► JSON for both, and its schema (feature `schemas`)
//! author       the report on somebody's rules
//! lessons      Markdown with claims and exercises, which are decided
//! ```

pub mod author;
pub mod escape;
pub mod json;
pub mod lessons;
mod line;
mod lists;
mod memo;
pub mod parse;
pub mod questions;
mod refusal;
mod resolved;
mod rule_ref;

pub use json::reports;
pub use lists::lists;
pub use refusal::Refusal;
pub use resolved::Resolved;
pub use rule_ref::{Matcher, RuleRef};
