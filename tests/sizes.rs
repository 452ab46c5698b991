//! Tests of sizes: all tables together, and a program that contains only the document that it uses.

use std::path::Path;
use std::process::Command;

use urigram_grammars::{Grammar, Reading, Table};

#[test]
fn all_tables_are_under_1_mib() {
    let readings = || {
        Grammar::ALL.iter().flat_map(|grammar| Reading::ALL.map(|reading| grammar.tables(reading)))
    };
    let mut tables: Vec<&'static Table> =
        readings().flat_map(|tables| tables.all.iter().copied()).collect();
    // Readings with the same rules share theirs.
    tables.sort_by_key(|table| std::ptr::from_ref(*table) as usize);
    tables.dedup_by_key(|table| std::ptr::from_ref(*table) as usize);
    let size: usize = tables.iter().map(|table| table.size()).sum();
    println!("{} tables take {size} bytes", tables.len());
    assert!(tables.len() > Grammar::ALL.len() && size > 10_000, "hardly any table is measured");
    assert!(size < 1024 * 1024, "{size} bytes");
}

const PROGRAM: &str = r#"
fn main() {
    for text in std::env::args().skip(1) {
        match urigram::Uri::parse(&text) {
            Ok(uri) => println!("{}", uri.path()),
            Err(error) => println!("{error}"),
        }
    }
}
"#;

#[test]
#[ignore = "builds a program: `cargo test --test sizes -- --ignored`"]
fn a_program_links_only_the_document_that_it_uses() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parse-only");
    std::fs::create_dir_all(package.join("src")).expect("a folder can be made");
    let manifest = format!(
        "[package]\nname = \"parse-only\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[dependencies.urigram]\n\
         path = {:?}\ndefault-features = false\nfeatures = [\"std\"]\n",
        root.display().to_string()
    );
    std::fs::write(package.join("Cargo.toml"), manifest).expect("a file can be written");
    std::fs::write(package.join("src/main.rs"), PROGRAM).expect("a file can be written");
    std::fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"))
        .expect("the lock file can be copied");
    let target = package.join("target");
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--release", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target);
    assert!(build.status().expect("cargo can be started").success(), "the program does not build");
    let program =
        target.join("release").join(format!("parse-only{}", std::env::consts::EXE_SUFFIX));
    let binary = std::fs::read(&program).expect("the program can be read");
    let holds = |text: &str| binary.windows(text.len()).any(|window| window == text.as_bytes());
    let linked: Vec<&Grammar> =
        Grammar::ALL.iter().filter(|grammar| holds(grammar.document().summary)).collect();
    println!("{} bytes, with {linked:?}", binary.len());
    assert_eq!(linked, [&Grammar::Rfc3986]);
}
