//! Grammars that are loaded while a program runs: published folders a second time, and folders that
//! claim to be published documents.

use std::path::Path;
use std::sync::OnceLock;

use urigram_core::documents::Form;
use urigram_core::Grammar;

/// The folders, from the root of the workspace.
pub const FOLDERS: [&str; 4] = [
    "checks/conform/loaded/forger",
    "checks/conform/loaded/odd",
    "examples/rfc8089",
    "grammars/url-1997",
];

/// Returns the grammars of the folders.
///
/// # Panics
/// If a folder cannot be loaded.
pub fn loaded() -> &'static [Grammar] {
    static LOADED: OnceLock<Vec<Grammar>> = OnceLock::new();
    LOADED.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let known: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
        let load = |folder: &str| {
            let loaded = urigram_generate::load(&root.join(folder), None, &known);
            Grammar::new(loaded.unwrap_or_else(|error| panic!("{folder}: {error}")).definition)
        };
        FOLDERS.map(load).to_vec()
    })
}

/// Returns every grammar of identifiers: the published ones, the practices and drafts, and the
/// loaded ones.
pub fn every_grammar() -> &'static [Grammar] {
    static ALL: OnceLock<Vec<Grammar>> = OnceLock::new();
    ALL.get_or_init(|| {
        let known = Grammar::ALL.iter().copied().chain(Grammar::unselected());
        let written = known.filter(|grammar| grammar.document().form != Form::Urc);
        written.chain(loaded().iter().copied()).collect()
    })
}
