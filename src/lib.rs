//! Every URI grammar since 1993, executable, proved and comparable.
//!
//! # Features
//!
//! | | |
//! | --- | --- |
//! | `std`, `macros` | the default: values, literals, selection, resolution, normalization, building, percent-encoding, URNs |
//! | `alloc` | all that with a heap in place of `std`; without it the values still parse and split |
//! | `citations` | what a [`Urc`] holds: the rest of the module [`mod@urc`] |
//! | `constraints` | the module `constraints`: what documents demand in prose of what their rules accept |
//! | `extract` | the module `extract`: identifiers in running text |
//! | `history` | the modules `history` and `migrate`; turns `constraints` on |
//! | `lines` | newline-separated input in bulk: `LineTable`, `LineClassifier` |
//! | `tree` | parse trees by pest |
//! | `compare` | exact comparison of rules, agreement on components, and the proof |
//! | `serde`, `idna`, `charsets` | serialization; ToASCII and ToUnicode; ISO-2022-JP in citations |
#![no_std]

#[cfg(feature = "macros")]
mod literals;

pub use urigram_core::*;

/// What the macros expand through.
#[cfg(feature = "macros")]
#[doc(hidden)]
pub use urigram_macros as __macros;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
