//! Every URI grammar since 1993, executable, proved and comparable.
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
