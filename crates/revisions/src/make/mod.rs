//! Makes what is generated of the frames: their PEGs, their automata, the changes of their rules.
//!
//! A PEG starts from that of the frame before. The file is not written unless every rule that has a
//! language is proved.

mod changes;
mod file;
mod frames;
mod pegs;
mod stages;

use std::path::Path;

use pegs::Pegs;

/// Writes the PEG of each frame and `src/generated/frames.bin` below the folder of the package.
///
/// # Errors
/// A message that names the frame: data that cannot be read, a rule that is not proved, facts that
/// name no rule.
pub fn write(root: &Path) -> Result<(), String> {
    let mut made = frames::read(root)?;
    let mut pegs = Pegs::new(root)?;
    // Each PEG is written at once: a search that fails later need not find it again.
    for index in 0..made.frames.len() {
        let text = pegs.patch(&made, index)?;
        let path = root.join("frames").join(&made.frames[index].folder).join("printed.pest");
        save(&path, text.as_bytes())?;
        made.frames[index].pest = text;
    }
    let tables = changes::tables(&made, &mut pegs.prover)?;
    let changes = changes::changes(&made, &mut pegs.prover)?;
    let facts = stages::facts(root, &made)?;
    save(&root.join("src/generated/frames.bin"), &file::bytes(made, &facts, tables, changes))
}

/// Writes a file if it has other contents.
fn save(path: &Path, content: &[u8]) -> Result<(), String> {
    if std::fs::read(path).unwrap_or_default() == content {
        return Ok(());
    }
    println!("{}", path.display());
    std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns a text that lives as long as the program.
fn fixed(text: &str) -> &'static str {
    text.to_owned().leak()
}
