//! `urigram-generate [GRAMMARS_DIR]`: writes `src/generated` below the folder of grammars.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let grammars = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../grammars"), PathBuf::from);
    match urigram_generate::render(&grammars) {
        Ok(files) => {
            for (path, content) in files {
                if std::fs::read_to_string(&path).ok().as_deref() == Some(&content) {
                    continue;
                }
                println!("{}", path.display());
                let written = std::fs::create_dir_all(path.parent().unwrap_or(&path))
                    .and_then(|()| std::fs::write(&path, content));
                if let Err(error) = written {
                    eprintln!("{}: {error}", path.display());
                    return ExitCode::FAILURE;
                }
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
