//! From recursive rules to a package: a matcher, trees with a type for each rule, and literals, on
//! urigram-engine alone.
//!
//! [`parts`] finds what a match of each rule has inside. [`code`] prints it as Rust. [`tests`]
//! prints the tests: pest's parser of the same PEG is the reference.

mod code;
mod counts;
mod operators;
mod parts;
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use urigram_automata::peg;
use urigram_engine::same_name;

use super::names::{self, raw, snake};
use super::{manifest, Package};
use crate::error::ReadError;
use crate::folder::libraries::Libraries;
use crate::folder::Folder;
use crate::nested::program::program;
use crate::nested::rule::NestedRule;

/// The rules of a package, and the types that are made of them.
struct Parts<'p> {
    folder: &'p Folder,
    peg: &'p peg::Grammar,
    rule: &'p NestedRule,
    /// The name of the start rule in the PEG.
    start: &'p str,
    types: Vec<parts::Type>,
}

impl Parts<'_> {
    /// Returns the number of the start rule's type.
    fn root(&self) -> usize {
        let root = self.types.iter().position(|one| one.rule == self.start);
        // Every rule has a type.
        root.unwrap_or(0)
    }

    /// Returns the name of the macro for literals.
    fn literal(&self) -> String {
        let mut rows = self.folder.facts.types.iter();
        let row = rows.find(|row| same_name(&row.rule, self.rule.name()));
        let named = row.and_then(|row| row.literal.clone());
        named.unwrap_or_else(|| snake(&self.types[self.root()].name))
    }
}

/// Makes a package of a folder, or of a file of rules, whose start rule is recursive or skips white
/// space. `None` of any other, unless trees are asked for, by `trees` or by the folder, or the
/// names of two rules differ only in case.
///
/// # Errors
/// [`ReadError`] for rules that cannot be read, for ABNF that no PEG is proved for, and for a row
/// of a type that names no rule.
pub(super) fn package(
    path: &Path,
    start: Option<&str>,
    trees: bool,
    known: Libraries<'_>,
) -> Result<Option<Package>, ReadError> {
    // Another package reports read errors.
    let own = start.filter(|_| path.is_dir());
    let Ok(mut folder) = Folder::of_path(path, own, known) else { return Ok(None) };
    let wants_trees = folder.facts.package.trees || !folder.facts.operators.is_empty();
    let any = trees || wants_trees || names::alike(&folder)?.is_some();
    let mut rule = match NestedRule::of_folder(&folder, start, false, any) {
        Ok(Some(rule)) => rule,
        Err(error) if error.is_nested() => return Err(error),
        Ok(None) | Err(_) => return Ok(None),
    };
    let mut notes = rule.notes().to_vec();
    if rule.in_peg().is_none() {
        super::complete(&mut folder, Some(rule.name()), &mut notes)?;
        if let Some(completed) = NestedRule::of_folder(&folder, start, false, any)? {
            rule = completed;
        }
    }
    let rules = folder.corrected.as_ref().unwrap_or(&folder.printed);
    let (Some(peg), Some(start)) = (rules.pest.peg()?, rule.in_peg()) else {
        return Err(ReadError::nested(
            path,
            format!(
                "`{}` is recursive, and a package of it needs a PEG: {}",
                rule.name(),
                notes.join("; ")
            ),
        ));
    };
    manifest::check(&folder)?;
    let mut seen = BTreeSet::new();
    notes.retain(|note| seen.insert(note.clone()));
    let types = parts::types(&peg.explicit(), &folder, start)?;
    if rule.pushdown().is_none() {
        notes.push(format!("no literals, and no exact errors: {}", rule.way()));
    }
    let parts = Parts { folder: &folder, peg: &peg, rule: &rule, start, types };
    if let Some(name) = code::rule_names(&parts).iter().find(|name| raw(name).is_none()) {
        return Err(ReadError::new(
            path,
            format!(
                "`{name}` is a name that no rule has in Rust, and pest_derive reads none of it \
                 either: rename the rule"
            ),
        ));
    }
    let mut files = vec![
        ("Cargo.toml", manifest::nested(&folder).into_bytes()),
        ("src/lib.rs", code::library(&parts).into_bytes()),
        ("src/nodes.rs", code::nodes(&parts).into_bytes()),
        ("src/grammar.pest", rules.pest.text.clone().into_bytes()),
        ("src/grammar.program", program(&peg).packed()),
        ("tests/pest.rs", tests::against_pest(&parts).into_bytes()),
        ("tests/words.txt", tests::words(&parts)?.into_bytes()),
    ];
    if let Some(pushdown) = rule.pushdown() {
        // The PEG says which rules are open at an error.
        files.push(("src/grammar.pushdown", pushdown.packed()));
    }
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        files.into_iter().map(|(path, text)| (path.into(), text)).collect();
    files.sort();
    Ok(Some(Package { files, notes }))
}
