//! The packages below `specs/` are what the generator writes of their folders.
//!
//! `SPECS=overwrite cargo test -p urigram-generate --test all specs` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use urigram_engine::Definition;
use urigram_generate::Package;
use urigram_grammars::Grammar;

/// Returns the folders below `specs/` that hold a grammar.
fn folders() -> Vec<PathBuf> {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder of specifications");
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut folders = below(&specs);
    folders.retain(|folder| folder.join("document.toml").exists());
    // Rules that call themselves have a package if they have a PEG.
    let mut nested = below(&specs.join("nested"));
    nested.extend(below(&specs.join("ports")));
    nested.retain(|folder| folder.join("printed.pest").exists());
    folders.extend(nested);
    folders.sort();
    folders
}

fn known() -> Vec<&'static Definition> {
    Grammar::ALL.iter().map(|grammar| grammar.definition()).collect()
}

/// Returns the files below a folder, without those that a build makes.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    files.retain(|file| !file.starts_with("target"));
    files.sort();
    files
}

#[test]
fn every_package_is_what_its_folder_gives() {
    let overwrite = std::env::var_os("SPECS").is_some_and(|value| value == "overwrite");
    let folders = folders();
    assert!(folders.len() >= 6, "{folders:?}");
    let mut stale = Vec::new();
    for folder in folders {
        let out = folder.join("crate");
        let begun = std::time::Instant::now();
        let package = Package::of(&folder, &known()).unwrap_or_else(|error| panic!("{error}"));
        println!("{}: {:?}, {:?}", folder.display(), begun.elapsed(), package.notes);
        let again = Package::of(&folder, &known()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(package.files, again.files, "{}", folder.display());
        if overwrite {
            package.write(&out).unwrap_or_else(|error| panic!("{error}"));
        }
        stale.extend(package.stale(&out).into_iter().map(|file| out.join(file)));
        // Beside what is generated there are only modules that the generated library names.
        let library = fs::read_to_string(out.join("src/lib.rs")).unwrap_or_default();
        for file in files_below(&out) {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let is_module = library.contains(&format!("\nmod {stem};\n"));
            let is_written = package.files.iter().any(|(path, _)| *path == file);
            assert!(is_written || is_module, "{}: {}", out.display(), file.display());
        }
    }
    stale.extend(library_copies(overwrite));
    assert!(stale.is_empty(), "SPECS=overwrite writes {stale:#?}");
}

/// Returns the files of the library's own grammar of URI templates that are not those of the
/// package below `specs/`.
fn library_copies(overwrite: bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (from, to) = (root.join("specs/uri-template/crate/src"), "grammars/src/template");
    let mut stale = files_below(&from);
    // The types of the package, and their code, are not in the library.
    stale.retain(|file| ![Path::new("lib.rs"), Path::new("recogniser.rs")].contains(&&**file));
    assert!(stale.contains(&PathBuf::from("definition.rs")), "{stale:?}");
    stale.retain(|file| {
        let written = fs::read(from.join(file)).expect("the file is there");
        let path = root.join(to).join(file);
        if overwrite {
            fs::write(&path, &written).expect("the file can be written");
        }
        fs::read(path).ok() != Some(written)
    });
    stale.iter().map(|file| Path::new(to).join(file)).collect()
}

/// Runs a command of cargo for packages below `specs/`.
fn cargo(command: &str, arguments: &[&str], packages: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args([command, "--quiet", "--locked"])
        .args(arguments)
        .args(packages.iter().flat_map(|package| ["-p", package]))
        .arg("--target-dir")
        .arg(root.join("target/specs"))
        .arg("--manifest-path")
        .arg(root.join("specs/Cargo.toml"))
        .status();
    assert!(status.expect("cargo runs").success());
}

/// The packages of Package-URL and of JSON, a package that uses both, the first one from two
/// dependencies away, and code that was written for pest.
#[test]
fn packages_pass_their_own_tests() {
    cargo("test", &["--all-features"], &["purl", "app", "json", "ports"]);
}

/// Without `std` a library has `core` and the heap, on this machine as on others: one with a
/// recogniser, one with operators, and one without a recogniser.
#[test]
fn packages_of_nested_rules_compile_without_std() {
    cargo("check", &["--no-default-features"], &["json", "calculator", "pest-grammar"]);
}
