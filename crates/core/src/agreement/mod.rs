//! Agreement of grammars about the components of one string, and lists of hosts.

#[cfg(feature = "documents")]
mod allow;
mod guard;
mod places;

#[cfg(feature = "documents")]
pub use allow::{AllowList, Denied, ListError, Vetted, Why};
pub use guard::{check, check_rules, Agreed, Conflict, Refusal};
pub use places::{NoPlaces, Places};
