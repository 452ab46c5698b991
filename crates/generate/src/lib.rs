//! From folders of rules to proved definitions for `urigram-engine`.
//!
//! ```text
//! a folder's files, and registry (rules of RFCs) → folder (a Folder: facts, rules, base)
//!   → nested (programs for recursive rules, which have no table)
//!   → tables (a definition: proved tables, and all that runs on them)
//!   → citations, evidence (what the folder states is so, or it is refused)
//!   → load, prove (the definition in a running program; the proof for an author)
//!   → print (the modules of urigram-grammars and urigram-parsers)
//!   → package (a package of types, with conformance vectors as lines of `vectors`)
//! ```
//!
//! Each uses only those above it. A table is made only when the automaton of its `.pest` rule
//! equals that of its `.abnf` rule.
//!
//! | | |
//! | --- | --- |
//! | [`load`] | a definition of a folder, or of a file of rules, at run time |
//! | [`Package`] | the files of a package with types and literals for a folder |
//! | [`prove`] | the differences between a folder's two notations, rule by rule |
//! | [`render`], [`render_parsers`] | the committed modules of `urigram-grammars` and `urigram-parsers` |

#![cfg_attr(
    not(feature = "evidence"),
    allow(dead_code, reason = "only the evidence reads some facts and examples")
)]

mod citations;
mod error;
mod evidence;
mod folder;
mod leak;
mod load;
pub mod nested;
mod package;
mod print;
mod prove;
mod tables;
pub mod vectors;

use std::path::{Path, PathBuf};

pub use error::ReadError;
pub use evidence::quotations::{decide as decide_quotations, quote, Quoted};
pub use evidence::text::Text;
#[cfg(feature = "evidence")]
pub use evidence::{evidence_at, Evidence};
pub use folder::libraries::{Files, Libraries};
pub use folder::section_uses::{section_uses, SectionUse};
pub use folder::Folder;
pub use load::{load, load_texts, load_unproved, Loaded};
pub use nested::pushdown::{net, pushdown};
pub use nested::questions::Compared;
pub use nested::rule::{NestedRule, NotRun};
pub use package::Package;
pub use print::parsers::render_parsers;
pub use prove::prove;

use folder::{section_uses, sections};
use print::{concepts, families, list, Place};
use tables::{definition, trees};

/// The command that writes the files, as their headers quote it.
pub const COMMAND: &str = "cargo run --release -p urigram-generate";

/// Returns every generated file below `grammars`, as path and content.
///
/// # Errors
/// When a folder cannot be read or contradicts itself ([`Folder::check`]), a rule cannot be built,
/// or a PEG is not its document's language.
pub fn render(grammars: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, ReadError> {
    let folders = Folder::read_all(grammars)?;
    let cited = citations::Cited::all(&folders);
    let out = grammars.join("src/generated");
    let mut files = Vec::new();
    for folder in &folders {
        let mut complaints = folder.contradictions(&cited)?;
        complaints.extend(folder.unpublishable());
        refuse(folder, complaints)?;
        let stem = print::stem(&folder.facts.id);
        if folder.base.is_some() {
            for (name, text) in folder.merged_sources() {
                files.push((out.join(format!("{stem}.{name}")), text.into_bytes()));
            }
        }
        let made = definition::make(folder)?;
        #[cfg(feature = "evidence")]
        refuse(folder, evidence::contradictions(folder, made.definition)?)?;
        let (module, tables) = print::print(folder, &made, Place::Documents, |_, _| {});
        let corrected = folder.corrected.iter().map(|rules| ("corrected", rules));
        for (reading, rules) in std::iter::once(("printed", &folder.printed)).chain(corrected) {
            let name = format!("{stem}.{reading}.program");
            files.push((out.join(name), trees::packed(rules)?));
        }
        for (reading, tables) in made.sets() {
            let name = format!("{stem}.{reading}.sets");
            files.push((out.join(name), print::sets(tables).into_bytes()));
        }
        files.push((out.join(format!("{stem}.rs")), module.into_bytes()));
        files.push((out.join(format!("{stem}.tables")), tables));
    }
    let (module, tables) = families::render(&list::published(&folders))?;
    files.push((out.join("families.rs"), module.into_bytes()));
    files.push((out.join("families.tables"), tables));
    files.push((out.join("mod.rs"), list::render(&folders).into_bytes()));
    let names = concepts::render(&grammars.join("concepts.toml"), &folders)?;
    files.push((out.join("concepts.rs"), names.into_bytes()));
    Ok(files)
}

fn refuse(folder: &Folder, complaints: Vec<String>) -> Result<(), ReadError> {
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(folder.error(complaints.join("\n")))
    }
}
