//! Errors: why an input is rejected, from the state of a table to lines for a reader.
//!
//! ```text
//! state before the error ─ syntax_error ─┬─ position      the part that the state is in
//!                                        │      └─ sentence   … and what is wrong with it (kind)
//!                                        ├─ expected      what could have been there
//!                                        └─ diagnosis     the input with a caret, the rule,
//!                                               ├─ excerpt        … cut to one line
//!                                               └─ disagreement   … the other reading, the errata
//! ```
//!
//! An error holds the table, the state and the offset. Everything else is looked up when it is
//! shown. `positions` finds the parts of all states when a table is made.

mod cause;
#[cfg(feature = "alloc")]
pub(crate) mod diagnosis;
#[cfg(feature = "alloc")]
pub(crate) mod disagreement;
#[cfg(feature = "alloc")]
pub(crate) mod excerpt;
pub(crate) mod expected;
pub(crate) mod kind;
mod position;
#[cfg(feature = "alloc")]
mod positions;
mod sentence;
pub(crate) mod syntax_error;
