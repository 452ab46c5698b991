//! Parse trees under the documents' own rule names, by parsers that [pest] derives.
//!
//! Each document has a module behind a feature of its name: a `Rule` with one variant for each
//! rule, `parse`, which returns a [`Tree`], and `Parser`, pest's own, which returns pest's `Pairs`.
//! The rules are those of the `.pest` file that is proved equal to the document's ABNF.
//!
//! ```
//! # #[cfg(feature = "rfc3986")] {
//! use urigram_parsers::rfc3986::{parse, Rule};
//!
//! let tree = parse(Rule::URI, "http://www.ietf.org/rfc/rfc2396.txt")?;
//! let host = tree.find(Rule::host).unwrap();
//! assert_eq!((host.text(), host.span()), ("www.ietf.org".into(), 7..19));
//! let segments = tree.nodes().filter(|node| node.rule() == Rule::segment);
//! assert_eq!(segments.map(|node| node.text()).collect::<Vec<_>>(), ["rfc", "rfc2396.txt"]);
//! # }
//! # Ok::<(), urigram_parsers::TreeError>(())
//! ```
//!
//! # Features
//! - `rfc3986`, `url-1993` and so on, one for each document: its module.
//! - `all`: the modules of all documents.
//! - `reference`: trees by pest for a grammar, reading and rule that are chosen at run time, for
//!   tests. Other programs take `Tree::parse` of `urigram`'s module `tree`, which needs no pest.
#![cfg_attr(docsrs, feature(doc_cfg))]
// A build without some of the features leaves some of what they share unused.
#![cfg_attr(
    not(all(feature = "all", feature = "reference")),
    allow(dead_code, unused_imports, unused_macros)
)]

#[cfg(feature = "derive")]
mod derived;
// pest documents neither its functions nor a rule without a comment.
#[allow(missing_docs)]
#[rustfmt::skip]
mod generated;
#[cfg(any(feature = "derive", feature = "reference"))]
mod pairs;
#[cfg(feature = "reference")]
#[doc(hidden)]
pub mod reference;
#[cfg(feature = "reference")]
mod registry;
#[cfg(any(feature = "derive", feature = "reference"))]
mod stack;
#[cfg(feature = "reference")]
mod vm;

#[allow(unused_imports)]
pub use generated::*;
pub use urigram_grammars::tree::{Node, Tree, TreeError};
