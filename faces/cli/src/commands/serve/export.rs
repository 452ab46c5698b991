//! The files of the teaching page, and the folder that any web server can serve.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use memchr::memmem;
use urigram_page::assets::pack;
use urigram_page::export::{self, File};
use urigram_page::{Pack, UNPACK, UNPACK_MARK};

use crate::exit::{Failure, Outcome};

/// Returns the files of the page. `wasm` is the folder of the packs; without it, they are the
/// program's own.
pub(super) fn files(wasm: Option<&Path>) -> Result<Vec<File>, Failure> {
    let packs = Pack::ALL.map(|pack| packed(wasm, pack));
    let packs: Vec<Vec<u8>> = packs.into_iter().collect::<Result<_, _>>()?;
    Ok(export::files(packs, unpack(wasm)?)?)
}

/// Writes the files of the page into a folder.
pub(super) fn run(folder: &Path, files: &[File], out: &mut dyn Write) -> Result<Outcome, Failure> {
    if is_foreign(folder) {
        let why = "this folder has other files: name a new one for the page";
        return Err(Failure::of_file(folder, why));
    }
    for file in files {
        write(folder, file).map_err(|(path, error)| Failure::of_file(&path, error))?;
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

/// Returns a pack of this version, compressed: the program's own, or that of a folder.
fn packed(folder: Option<&Path>, pack: Pack) -> Result<Vec<u8>, Failure> {
    let (path, packed) = read(folder, &pack.file())?;
    let unpacked = urigram_page::unpacked(&packed).unwrap_or_default();
    check(&path, &unpacked, (pack.name, pack.mark), "no WebAssembly compressed by LZMA")?;
    Ok(packed)
}

/// Returns what unpacks the packs, of this version.
fn unpack(folder: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let (path, wasm) = read(folder, UNPACK)?;
    check(&path, &wasm, ("unpack", UNPACK_MARK), "no WebAssembly")?;
    Ok(wasm)
}

/// Returns a file's path and content.
fn read(folder: Option<&Path>, name: &str) -> Result<(PathBuf, Vec<u8>), Failure> {
    let path = folder.map_or(PathBuf::from(name), |folder| folder.join(name));
    let content = match folder {
        Some(_) => fs::read(&path),
        None => pack(name).map(Cow::into_owned).ok_or(io::ErrorKind::NotFound.into()),
    };
    match content {
        Ok(content) => Ok((path, content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Failure::of_file(
            &path,
            "this part of the page is not there: .ci/page of the source builds it in \
             target/urigram-answers, and --wasm names that folder",
        )),
        Err(error) => Err(Failure::of_file(&path, error)),
    }
}

/// Refuses what is not a WebAssembly, or not the one of a name that this version has.
fn check(path: &Path, wasm: &[u8], (name, mark): (&str, &str), no: &str) -> Result<(), Failure> {
    if !wasm.starts_with(b"\0asm") {
        return Err(Failure::of_file(path, format!("this is {no}")));
    }
    if memmem::find(wasm, mark.as_bytes()).is_none() {
        let version = env!("CARGO_PKG_VERSION");
        let why = "take the folder of the same release";
        let why = format!("this is not the pack `{name}` of urigram {version}: {why}");
        return Err(Failure::of_file(path, why));
    }
    Ok(())
}
