//! The teaching page as a folder for any web server.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use memchr::memmem;
use urigram_page::export::{self, File};
use urigram_page::Pack;

use crate::exit::{Failure, Outcome};

/// The name under which a release has the answers, next to the program.
const WASM: &str = "urigram-answers";

/// The largest WebAssembly that is read, unpacked, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Writes the page into a folder.
pub(super) fn run(
    folder: &Path,
    wasm: Option<&Path>,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let answers = folder_of_answers(wasm);
    let packs = Pack::ALL.map(|pack| packed(&answers, pack));
    let packs: Vec<Vec<u8>> = packs.into_iter().collect::<Result<_, _>>()?;
    if is_foreign(folder) {
        return Err(Failure::Usage(format!(
            "{}: this folder has other files: name a new one for the page",
            folder.display()
        )));
    }
    let files = export::files(packs)?;
    for file in &files {
        write(folder, file)
            .map_err(|(path, error)| Failure::Usage(format!("{}: {error}", path.display())))?;
        writeln!(out, "{}", folder.join(&file.path).display())?;
    }
    Ok(Outcome::Done)
}

/// Returns true if a folder has files, and none of them is the page's.
fn is_foreign(folder: &Path) -> bool {
    let has_files = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    has_files && !folder.join(Pack::FIRST.file()).is_file()
}

fn write(folder: &Path, file: &File) -> Result<(), (PathBuf, io::Error)> {
    let path = folder.join(&file.path);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(|error| (parent.to_owned(), error))?;
    fs::write(&path, &file.bytes).map_err(|error| (path, error))
}

/// Returns the folder of the WebAssembly.
fn folder_of_answers(named: Option<&Path>) -> PathBuf {
    let beside = || std::env::current_exe().ok().map(|program| program.with_file_name(WASM));
    named.map(Path::to_owned).or_else(beside).unwrap_or_else(|| WASM.into())
}

/// Returns a pack of this version, compressed.
fn packed(folder: &Path, pack: Pack) -> Result<Vec<u8>, Failure> {
    let path = folder.join(pack.file());
    let failed = |what: &str| Failure::Usage(format!("{}: {what}", path.display()));
    let packed = match fs::read(&path) {
        Ok(packed) => packed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(failed(
                "there is no such file. The page's answers as WebAssembly are in a folder \
                 urigram-answers: take it from the release archive of this version, or build it by \
                 .ci/page of the source, and name it by --wasm",
            ));
        }
        Err(error) => return Err(failed(&error.to_string())),
    };
    let mut wasm = Vec::new();
    let unpacked = GzDecoder::new(&*packed).take(LARGEST).read_to_end(&mut wasm);
    if unpacked.is_err() || !wasm.starts_with(b"\0asm") {
        return Err(failed("this is no WebAssembly compressed by gzip"));
    }
    if memmem::find(&wasm, pack.mark.as_bytes()).is_none() {
        let (name, version) = (pack.name, env!("CARGO_PKG_VERSION"));
        return Err(failed(&format!(
            "this is not the pack `{name}` of urigram {version}: take the folder of the same release"
        )));
    }
    Ok(packed)
}
