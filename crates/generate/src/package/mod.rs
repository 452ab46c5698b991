//! From a folder to a package: types whose values are the strings of rules, only on urigram-engine,
//! and a package of macros for their literals.
//!
//! ```text
//! [[type]] of a folder → types (automata, components, lists, demands; names of Rust)
//!   types → code (the library, its macros), matcher (automata as code), copy (a PEG as ABNF)
//!   types, examples.toml → examples, vectors (the tests)
//!   types → javascript (the same as a module of JavaScript)
//! a start rule without a table → nested (a matcher and trees) in their place
//! facts → manifest
//!         → Package: the files, and notes for the author
//! ```

mod code;
mod copy;
mod examples;
mod javascript;
mod manifest;
mod matcher;
mod names;
mod nested;
mod types;
mod vectors;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use urigram_automata::synthesis::{synthesize, Found, LIMITS};
use urigram_automata::Terminals;

use crate::error::ReadError;
use crate::folder::libraries::Libraries;
use crate::folder::{rows, Folder, OtherStart};
use crate::print::{self, Place};
use crate::tables::definition::{self, Made};
use crate::tables::trees;

/// The files of a package, and notes for the author.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Package {
    /// Path below the package's folder, and content.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// A line for each fact that the folder leaves out, with the default that replaces it.
    pub notes: Vec<String>,
}

/// Path and content of each file.
type Files = Vec<(String, Vec<u8>)>;

/// A folder, and what every package of it is made of.
struct Parts<'p> {
    folder: &'p Folder,
    made: &'p Made,
    types: &'p [types::Type],
    examples: &'p [examples::Example],
}

impl Package {
    /// Makes a package of a folder, or of a file of rules. `known` are the documents that a base
    /// and undefined rules may come from.
    ///
    /// A folder that has its rules in ABNF alone gets a PEG that is proved equal, as far as one is
    /// found; a PEG alone gets a copy in ABNF, if that is proved equal. The same folder always
    /// gives the same files.
    ///
    /// # Errors
    /// [`ReadError`] for a folder that cannot be read or contradicts itself, for rules that have no
    /// automaton within the limits, for notations that differ, and for components that are not
    /// unique.
    pub fn of<'a>(path: &Path, known: impl Into<Libraries<'a>>) -> Result<Package, ReadError> {
        Package::by_rule(path, None, known)
    }

    /// Makes a package as [`Package::of`], with another start rule: of a file any one, of a folder
    /// a recursive one, or any one if the folder's own does not run.
    ///
    /// A start rule that is recursive, uses the stack of texts, or skips white space in a PEG alone
    /// makes a package of another kind: a matcher, trees with a type for each rule, and literals.
    /// ABNF alone gets a PEG that is proved equal.
    ///
    /// # Errors
    /// [`ReadError`] as [`Package::of`], for recursive ABNF without a proved PEG, and for a regular
    /// rule of a folder whose own start rule runs.
    pub fn by_rule<'a>(
        path: &Path,
        start: Option<&str>,
        known: impl Into<Libraries<'a>>,
    ) -> Result<Package, ReadError> {
        let known = known.into();
        if let Some(package) = nested::package(path, start, false, known)? {
            return Ok(package);
        }
        Package::made(path, start, known, |Parts { folder, made, types, examples }, _| {
            manifest::check(folder)?;
            let mut files = data(folder, made, types, "src");
            let source = &folder.corrected.as_ref().unwrap_or(&folder.printed);
            for (ending, text) in [("abnf", &source.abnf.text), ("pest", &source.pest.text)] {
                files.push((format!("src/grammar.{ending}"), text.clone().into_bytes()));
            }
            files.push(("src/grammar.program".to_owned(), trees::packed(source)?));
            files.push(("src/examples.toml".to_owned(), folder.examples.clone().into_bytes()));
            let mut text =
                |path: &str, text: String| files.push((path.to_owned(), text.into_bytes()));
            text("Cargo.toml", manifest::package(folder, types));
            text("src/lib.rs", code::library(folder, types, examples));
            if let Some(code) = code::matchers(types) {
                text("src/matcher.rs", code);
            }
            text("tests/examples.rs", examples::test(folder, types, examples));
            text("tests/vectors.rs", vectors::test(folder, types));
            for one in types {
                text(&format!("tests/{}.tsv", one.snake), vectors::render(folder, made, one)?);
            }
            if types.iter().any(|one| one.literal.is_some()) {
                text("macros/Cargo.toml", manifest::macros(folder));
                text("macros/src/lib.rs", code::macros(folder, types));
                text("tests/literals.rs", examples::literals(folder, types, examples));
                files.extend(data(folder, made, types, "macros/src"));
            }
            Ok(files)
        })
    }

    /// Makes a package of trees, with a type for each rule, even if the start rule is not
    /// recursive; [`Package::by_rule`] makes one if it is, and of folders that ask for trees.
    ///
    /// # Errors
    /// [`ReadError`] as [`Package::by_rule`], and for rules without a PEG.
    pub fn with_trees<'a>(
        path: &Path,
        start: Option<&str>,
        known: impl Into<Libraries<'a>>,
    ) -> Result<Package, ReadError> {
        let known = known.into();
        match nested::package(path, start, true, known)? {
            Some(package) => Ok(package),
            // The other kind of package says what is wrong with the rules.
            None => Package::by_rule(path, start, known),
        }
    }

    /// Makes a module of JavaScript of a folder, or of a file of rules, like [`Package::by_rule`]:
    /// the module, declarations for TypeScript, a manifest, and a test with the vectors of each
    /// type.
    ///
    /// # Errors
    /// [`ReadError`] as [`Package::by_rule`], for a recursive rule, and for two rules that become
    /// one key of a value.
    pub fn javascript<'a>(
        path: &Path,
        start: Option<&str>,
        known: impl Into<Libraries<'a>>,
    ) -> Result<Package, ReadError> {
        Package::made(
            path,
            start,
            known.into(),
            |Parts { folder, made, types, examples }, notes| {
                let files = javascript::files(folder, made, types, examples, notes)?.into_iter();
                let mut files: Vec<(String, Vec<u8>)> =
                    files.map(|(path, text)| (path, text.into_bytes())).collect();
                for one in types {
                    let vectors = vectors::render(folder, made, one)?;
                    files.push((format!("{}.tsv", one.snake), vectors.into_bytes()));
                }
                Ok(files)
            },
        )
    }

    /// Reads a folder, proves it, and collects the files that are made of it.
    fn made(
        path: &Path,
        start: Option<&str>,
        known: Libraries<'_>,
        files: impl FnOnce(Parts<'_>, &mut Vec<String>) -> Result<Files, ReadError>,
    ) -> Result<Package, ReadError> {
        let mut folder = Folder::of_path(path, start, known)?;
        if let Some(other) =
            folder.with_other_start(start.map_or(OtherStart::Nothing, OtherStart::Rule))?
        {
            folder = other;
        }
        if let Some(start) = start.filter(|name| !folder.begins_with(name)) {
            return Err(folder.error(format!(
                "`{start}` is not recursive, and the folder has a start rule that runs: name \
                 the rule in a [[type]] of document.toml"
            )));
        }
        let mut notes = folder.imports.clone();
        notes.extend(folder.faults.iter().cloned());
        let mut seen = BTreeSet::new();
        notes.retain(|note| seen.insert(note.clone()));
        names::check(&folder)?;
        complete(&mut folder, None, &mut notes)?;
        rows::check(&folder)?;
        let rows = types::rows(&mut folder, &mut notes)?;
        let complaints = folder.check_rules()?;
        if !complaints.is_empty() {
            return Err(folder.error(complaints.join("\n")));
        }
        let with_faults = |error: ReadError| error.with(&folder.faults);
        let made = definition::make(&folder).map_err(with_faults)?;
        let types = types::make(&folder, &rows).map_err(with_faults)?;
        let examples = examples::read(&folder, &types)?;
        let parts = Parts { folder: &folder, made: &made, types: &types, examples: &examples };
        let files = files(parts, &mut notes)?.into_iter();
        let mut files: Vec<(PathBuf, Vec<u8>)> =
            files.map(|(path, text)| (path.into(), text)).collect();
        files.sort();
        Ok(Package { files, notes })
    }

    /// Lets the manifests have urigram's packages by their paths in the checkout that this program
    /// was built in, and returns true; false if there is no such checkout. A package inside of the
    /// checkout is left as it will be published.
    pub fn name_checkout(&mut self, out: &Path) -> bool {
        let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
        let Some(checkout) = manifest::checkout().filter(|root| !absolute.starts_with(root)) else {
            return false;
        };
        let mut is_named = false;
        for (path, content) in &mut self.files {
            if path.ends_with("Cargo.toml") {
                let text = String::from_utf8_lossy(content);
                *content = manifest::with_paths(&text, &checkout).into_bytes();
                is_named = true;
            }
        }
        is_named
    }

    /// Returns the files that a folder lacks or has otherwise.
    pub fn stale(&self, out: &Path) -> Vec<&Path> {
        let differs = |(path, content): &&(PathBuf, Vec<u8>)| {
            std::fs::read(out.join(path)).ok().as_deref() != Some(content)
        };
        self.files.iter().filter(differs).map(|(path, _)| &**path).collect()
    }

    /// Returns the files in a folder that a generator has written and that the package does not
    /// have (any more): the vectors of a type that was renamed, for example.
    pub fn left_over(&self, out: &Path) -> Vec<PathBuf> {
        let folders = ["", "src", "tests", "macros", "macros/src"];
        let files = folders.iter().flat_map(|folder| {
            let entries = std::fs::read_dir(out.join(folder)).into_iter().flatten().flatten();
            entries.map(move |entry| Path::new(folder).join(entry.file_name()))
        });
        let own = |path: &Path| self.files.iter().any(|(own, _)| own == path);
        let mut left: Vec<PathBuf> =
            files.filter(|path| !own(path) && is_generated(&out.join(path))).collect();
        left.sort();
        left
    }

    /// Writes the files that differ, and returns them.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be written, and for a manifest that another program
    /// wrote.
    pub fn write(&self, out: &Path) -> Result<Vec<&Path>, ReadError> {
        let own = |name: &str| self.files.iter().any(|(path, _)| path == Path::new(name));
        let manifests = [("Cargo.toml", manifest::MARK), ("package.json", manifest::MODULE_MARK)];
        for (name, mark) in manifests.into_iter().filter(|(name, _)| own(name)) {
            let manifest = out.join(name);
            let is_foreign = |text: String| !text.starts_with(mark);
            if std::fs::read_to_string(&manifest).is_ok_and(is_foreign) {
                return Err(ReadError::new(
                    manifest,
                    "this file is not a generated one: name a folder of its own for the package",
                ));
            }
        }
        let stale = self.stale(out);
        for (path, content) in self.files.iter().filter(|(path, _)| stale.contains(&&**path)) {
            let path = out.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(out))
                .and_then(|()| std::fs::write(&path, content))
                .map_err(|error| ReadError::new(&path, error))?;
        }
        Ok(stale)
    }
}

/// Whether a file is one that only a generator writes, by its first line or its ending.
fn is_generated(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    if matches!(ending, Some("tables" | "sets" | "program")) {
        return path.is_file();
    }
    let marks = [
        "// @generated by `urigram generate",
        manifest::MARK,
        manifest::MODULE_MARK,
        vectors::MARK,
    ];
    std::fs::read(path).is_ok_and(|text| marks.iter().any(|mark| text.starts_with(mark.as_bytes())))
}

/// Adds the notation that the rules of the package lack. A PEG is kept if every rule is proved, of
/// those that the start rule uses if it is given. An ABNF is the copy of the PEG, if each type's
/// rule is proved; it has the components.
fn complete(
    folder: &mut Folder,
    start: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<(), ReadError> {
    let path = folder.path.clone();
    let (terminals, limits) = (folder.facts.terminals(), folder.limits);
    let rules = folder.corrected.as_mut().unwrap_or(&mut folder.printed);
    if rules.abnf.is_missing() {
        let Some(peg) = rules.pest.peg()? else { return Ok(()) };
        match copy::abnf(&peg, terminals, limits) {
            Ok(text) => {
                rules.abnf.text = text;
                rules.abnf.file = path.join("grammar.abnf");
            }
            Err(why) => notes
                .push(format!("no ABNF: {why}; a file that ends in .abnf is taken in its place")),
        }
    } else if rules.pest.is_missing() && terminals == Terminals::CodePoints {
        let mut abnf = rules.abnf.abnf()?;
        if let Some(start) = start {
            abnf = abnf.used_by(start);
        }
        // A rule that lacks a name is left out of the package, and costs no other rule.
        let lacking: Vec<&str> = abnf.undecided().iter().map(|(rule, _)| &*rule.name).collect();
        let found = synthesize(&abnf, terminals, LIMITS);
        let is_done = |rule: &Found| rule.proof.is_ok() || lacking.contains(&&*rule.rule);
        let made = found.rules().iter().filter(|rule| rule.from_automaton);
        let made: Vec<&str> = made.map(|rule| &*rule.rule).collect();
        if !made.is_empty() {
            notes.push(format!(
                "made of the minimal automaton, for no repair of the copy was found: {}",
                made.join(", ")
            ));
        }
        if found.rules().iter().all(is_done) {
            found.source().clone_into(&mut rules.pest.text);
            rules.pest.file = path.join("grammar.pest");
            return Ok(());
        }
        let open = found.rules().iter().filter(|rule| rule.proof.is_err());
        let open: Vec<&str> = open.map(|rule| &*rule.rule).collect();
        notes.push(format!(
            "no PEG: no repair was found for {}; `urigram generate --peg` says why, and a file that ends in \
             .pest is taken in its place",
            open.join(", ")
        ));
    }
    Ok(())
}

/// Returns the module of a definition with its types, and the files that it includes.
fn data(
    folder: &Folder,
    made: &Made,
    types: &[types::Type],
    below: &str,
) -> Vec<(String, Vec<u8>)> {
    let is_macros = below != "src";
    let place = if is_macros { Place::Macros } else { Place::Package };
    let (module, tables) = print::print(folder, made, place, |out, blob| {
        // A macro cannot call a function that is the author's own.
        let printed = types.iter().filter(|one| !is_macros || one.literal.is_some());
        printed.for_each(|one| code::data(out, blob, made, one));
    });
    let stem = print::stem(&folder.facts.id);
    let mut files = vec![
        (format!("{below}/definition.rs"), module.into_bytes()),
        (format!("{below}/{stem}.tables"), tables),
    ];
    for (reading, tables) in made.sets() {
        files.push((format!("{below}/{stem}.{reading}.sets"), print::sets(tables).into_bytes()));
    }
    files
}
