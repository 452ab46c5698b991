//! The rules of RFCs and drafts: out of their texts, and those that others use.
//!
//! | | |
//! | --- | --- |
//! | [`extract`] | the rules of a text, as ABNF that `urigram-automata` reads |
//! | [`Citations`] | the documents from which a text takes the names that it does not define |
//! | [`registry`] | the rules of RFCs that others use |
//! | [`Sources`] | the RFCs of the registry from which a text takes such names |
//! | [`Wanted`] | an RFC of the registry, or a rule of it, that somebody asks for |
//!
//! ```
//! use urigram_automata::abnf::Grammar;
//! use urigram_rfc::{extract, ListRule, Sources};
//! let text = "1. Syntax\n\n   to = \"to:\" Mailbox\n\n\
//!     2. Normative References\n\n  [SMTP]  Klensin, J., RFC 5321.\n";
//! let mut grammar = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
//! Sources::of(text, &grammar, &[]).import(&mut grammar);
//! assert!(grammar.rule("Mailbox").is_some());
//! ```

mod extract;
mod registry;
mod sources;

pub use extract::{
    extract, implies_white_space, Citations, Extracted, Extraction, LeftOut, ListRule,
};
pub use registry::{is_registered, registered_text, registry};
pub use sources::{Sources, Wanted};
