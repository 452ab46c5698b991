//! The proof that two grammars give every string that both accept the same component, or a shortest
//! string on which they differ.

mod condition;
mod only;
mod proof;
mod values;

pub use condition::Condition;
pub use only::Only;
pub use proof::{agree, agree_all, Agreement, Definition, Difference, Outcome, Splits, COMPONENTS};
pub use values::Values;
