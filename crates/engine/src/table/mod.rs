//! Tables: a rule's automaton with the facts that split its inputs and explain its errors.
//!
//! ```text
//! definition ─┬─ document            the facts
//!             └─ tables              those of a reading
//!                   ├─ committed     one rule: automaton, scanner's facts, shape or marking
//!                   ├─ marking       the places of components, where no shape is stated
//!                   └─ sets          the characters that a component may hold
//! ```
//!
//! `theorems` are decided on automata when tables are generated.

pub(crate) mod committed;
pub(crate) mod definition;
pub(crate) mod marking;
pub(crate) mod sets;
pub(crate) mod tables;
#[cfg(feature = "theorems")]
pub(crate) mod theorems;
