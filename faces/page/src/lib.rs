//! The teaching page: the files that show answers, and the packs that have the answers.
//!
//! `urigram-answers` has the answers, and [`Pack`] is a WebAssembly with some of them. With the
//! feature `serve`, `assets` holds the page's files, `export` makes a folder of them for any web
//! server, and `serve` is one for this machine.
//!
//! ```text
//! wasm ── .ci/page: linked once for each Pack ──► packs ─┐
//! assets: scripts, styles; answers that are one for all ─┴► export: a folder ──► serve, any server
//! a browser: a view asks its question ──► the pack that has it, in a worker ──► the answer
//! ```

#[cfg(feature = "serve")]
pub mod assets;
#[cfg(feature = "serve")]
pub mod export;
mod pack;
#[cfg(feature = "serve")]
pub mod serve;

#[cfg(feature = "unpack")]
pub use pack::unpacked;
pub use pack::{Pack, UNPACK, UNPACK_MARK};
