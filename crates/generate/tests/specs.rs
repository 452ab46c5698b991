//! The packages below `specs/` are what the generator writes of their folders.
//!
//! `BLESS=1 cargo test -p urigram-generate --test all specs` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use urigram_engine::Definition;
use urigram_generate::Package;
use urigram_grammars::Grammar;

/// Returns the folders below `specs/` that hold a grammar.
fn folders() -> Vec<PathBuf> {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs");
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder of specifications");
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut folders = below(&specs);
    folders.retain(|folder| folder.join("document.toml").exists());
    // Recursive rules have a package if they have a PEG.
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
#[ignore = "long; `.ci/long` runs it in release"]
fn every_package_is_fresh() {
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
        if std::env::var_os("BLESS").is_some() {
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
    assert!(stale.is_empty(), "`just bless` writes {stale:#?}");
}

/// Runs a command of cargo for packages below `specs/`.
fn cargo(command: &str, arguments: &[&str], packages: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
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
#[ignore = "long; `.ci/long` runs it in release"]
fn packages_pass_their_own_tests() {
    cargo("test", &["--all-features"], &["purl", "app", "json", "ports"]);
}

/// Without `std` a library has `core` and the heap, on this machine as on others: one with a
/// matcher, one with operators, and one without a matcher.
#[test]
fn packages_of_nested_rules_compile_without_std() {
    cargo("check", &["--no-default-features"], &["json", "calculator", "pest-grammar"]);
}
