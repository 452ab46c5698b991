//! Automata as they are printed: cells, and the steps from one to the next.
//!
//! ```text
//! bytes ─┬─ automaton    one rule, one step for each byte
//!        ├─ family       several rules in one pass
//!        ├─ rows         cells that the family, the splitter and the lines step through
//!        └─ word         eight bytes at a time, where a matcher is code
//! ```
//!
//! An automaton only knows states and bytes. `table` gives it a rule and a document.

pub(crate) mod automaton;
pub(crate) mod family;
pub(crate) mod rows;
pub(crate) mod word;
