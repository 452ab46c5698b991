//! Makes what is generated of the frames: their PEGs, their automata, the changes of their rules.
//!
//! `revisions/tools/extract.py` wrote `printed.abnf` and `revision.toml` of each frame before, and
//! `index.tsv`. A PEG starts from that of the frame before. Nothing is written unless every rule
//! that has a language is proved.

mod changes;
mod frames;
mod pegs;
mod print;
mod stages;

use std::collections::BTreeMap;
use std::path::Path;

use frames::{read, Made};
use pegs::Pegs;

/// Writes the PEG of each frame and `src/frame/generated` below the folder of the package.
///
/// # Errors
/// A message that names the frame: data that cannot be read, a rule that is not proved, facts that
/// name no rule.
pub fn write(root: &Path) -> Result<(), String> {
    let mut made = read(root)?;
    let mut pegs = Pegs::new(root)?;
    // Each PEG is written at once: a search that fails later need not find it again.
    for index in 0..made.frames.len() {
        let (path, text) = peg(&mut made, &mut pegs, index)?;
        save(&root.join(path), text.as_bytes())?;
    }
    rendered(root, made, pegs)?
        .into_iter()
        .try_for_each(|(path, content)| save(&root.join(path), &content))
}

/// Writes a file if it has other contents.
fn save(path: &Path, content: &[u8]) -> Result<(), String> {
    if std::fs::read(path).unwrap_or_default() == content {
        return Ok(());
    }
    println!("{}", path.display());
    std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the path and the text of a frame's PEG, once those of the frames before are there.
fn peg(made: &mut Made, pegs: &mut Pegs, index: usize) -> Result<(String, String), String> {
    let text = pegs.patch(made, index)?;
    made.frames[index].pest.clone_from(&text);
    Ok((format!("frames/{}/printed.pest", made.frames[index].folder), text))
}

/// Returns every generated file by its path below the folder of the package.
///
/// # Errors
/// The errors of [`write()`].
pub fn render(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    rendered(root, read(root)?, Pegs::new(root)?)
}

fn rendered(
    root: &Path,
    mut made: Made,
    mut pegs: Pegs,
) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for index in 0..made.frames.len() {
        let (path, text) = peg(&mut made, &mut pegs, index)?;
        if !text.is_empty() {
            files.insert(path, text.into_bytes());
        }
    }
    let tables = changes::tables(&made, &mut pegs.prover)?;
    let changes = changes::changes(&made, &mut pegs.prover)?;
    let facts = stages::facts(root, &made)?;
    files.insert("src/frame/generated/tables.bin".to_owned(), tables.bytes.clone());
    let text = print::module(&made, &facts, &tables, &changes);
    files.insert("src/frame/generated/mod.rs".to_owned(), text.into_bytes());
    Ok(files)
}
