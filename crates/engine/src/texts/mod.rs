//! Texts held against tables: verdicts, and values of types by anybody's grammar.
//!
//! ```text
//! input ── verdict ─┬─ scan              where the rule has facts for it, and else, or from there
//!                   └─ automaton         on, one step for each byte
//!                          │
//!     accepted: accepted ── inner        rejected: a SyntaxError
//!
//! text ── text_type ─┬─ splitter         the rules, and the places of components in one pass
//!                    └─ demands          what no rule can say
//!                          │
//!                    a value of the type, or a text_error
//! ```
//!
//! `accepted` names the components as the document does; `inner` adds the parts inside them. A
//! value has the traits of its text (`text_traits`).

pub(crate) mod accepted;
pub(crate) mod demands;
pub(crate) mod inner;
pub(crate) mod text_error;
pub(crate) mod text_traits;
pub(crate) mod text_type;
pub(crate) mod verdict;
