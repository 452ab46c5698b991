//! The syntax of the URI, commit by commit: the revisions from which RFC 1808, RFC 2396, RFC 3986
//! and the URL Standard came, 1994 to 2026.
//!
//! A [`Frame`] is a revision where the text of a rule changed. Its rules are ABNF, as printed, and
//! a PEG that is proved equal. [`Frame::accepts`] gives the verdict on a string, [`Change::of`] the
//! changes of a rule, and [`blame`] the revisions since which a string is accepted or rejected,
//! with the rules that caused it.
//!
//! ```
//! use urigram_revisions::{Change, Revision};
//! let before: Revision = "uri-syntax-02".parse()?;
//! let after: Revision = "uri-syntax-03".parse()?;
//! assert_eq!(before.frame.accepts(b"a/b:c"), Some(true));
//! assert_eq!(after.frame.accepts(b"a:b"), Some(true));
//! assert!(Change::of("rel_path").len() > 3);
//! # Ok::<(), urigram_revisions::UnknownRevision>(())
//! ```
//!
//! ```text
//! frames ── make (a feature): PEGs, automata, changes of rules ──► generated/frames.bin
//! frames.bin ──► frame ─┬─ rules     the patches of its chain, put together
//!                       ├─ proof     the PEG of a frame equals its ABNF
//!                       └─ tables    the verdict of each frame on a string
//!                            └─ blame, mixed    which rule changed the verdict
//! ```

mod blame;
mod frame;
#[cfg(feature = "make")]
pub mod make;
mod mixed;
mod name;
mod proof;
mod rules;
mod tables;

pub use blame::{blame, Blame, Cause, ChangedRule, Event, LONGEST};
pub use frame::{Broken, Change, Collected, Draft, Frame, Issue, Kind, Line, Revision};
pub use name::UnknownRevision;
pub use proof::Prover;
pub use urigram_automata::Relation;
