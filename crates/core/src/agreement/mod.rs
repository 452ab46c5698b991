//! Agreement of grammars about components: checked for one string, or proved for all strings.
//!
//! One component of a program checks a host and another one connects to a host. If the two read
//! `http://a@b:80@c/` differently, the check is void. Three answers to that:
//!
//! * [`check`] takes one string and some grammars, and compares the scheme, userinfo, host and port
//!   that each of the grammars finds. [`Uri::agrees_with`](crate::Uri::agrees_with) does the same
//!   for a parsed URI.
//! * [`AllowList`], with the feature `documents`, checks one string against a list of hosts for
//!   readers that all have to take it.
//! * [`agree`], with the feature `compare`, takes two grammars and a component and decides whether
//!   they give every string that both accept the same component; otherwise it finds a shortest
//!   string on which they differ.
//!
//! The first and the last compare spans in the text. They do not consider later processing:
//! percent-decoding, IDNA, or the reading of a number as an address.

#[cfg(feature = "documents")]
mod allow;
#[cfg(feature = "compare")]
mod condition;
mod guard;
#[cfg(feature = "compare")]
mod only;
mod places;
#[cfg(feature = "compare")]
mod proof;
#[cfg(feature = "compare")]
mod values;

#[cfg(feature = "documents")]
pub use allow::{AllowList, Denied, ListError, Vetted, Why};
#[cfg(feature = "compare")]
pub use condition::Condition;
pub use guard::{check, check_rules, Agreed, Conflict, Refusal};
#[cfg(feature = "compare")]
pub use only::Only;
pub use places::{NoPlaces, Places};
#[cfg(feature = "compare")]
pub use proof::{agree, agree_all, Agreement, Definition, Difference, Outcome, Splits, COMPONENTS};
#[cfg(feature = "compare")]
pub use values::Values;
