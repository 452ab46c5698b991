//! Writes what is generated of `crates/revisions/frames`: the PEG of each frame, and
//! `src/generated/frames.bin`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    match urigram_revisions::make::write(root) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
