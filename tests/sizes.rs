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

/// The start of every program; a program's own lines read `text` and print.
const OPENING: &str = "fn main() { for text in std::env::args().skip(1) { ";

/// Programs with the most bytes that each may have more than the one that prints its arguments.
///
/// The limits keep what is reached, and leave 1 %, since two machines have differed by 300 bytes.
/// The aims are 60 kB for a value and 120 kB for resolution or normalization. Of a value's 91 kB,
/// about 29 are the scanner, 13 the tables of all start rules, 5 the sentences of errors, which
/// these programs print, and 4 the components by a grammar's own rules, which no published document
/// needs. Resolution links no algorithm that the document does not name, normalization no change
/// that only keys make.
const PROGRAMS: [Program; 6] = [
    Program { name: "nothing", line: r#"println!("{text}");"#, limit: 0 },
    Program {
        name: "parse",
        line: r#"match urigram::Uri::parse(&text) {
            Ok(uri) => println!("{}", uri.path()), Err(error) => println!("{error}") }"#,
        limit: 92_100,
    },
    Program {
        name: "owned",
        line: r#"match urigram::UriBuf::parse(text) {
            Ok(uri) => println!("{}", uri.path()), Err(error) => println!("{error}") }"#,
        limit: 92_100,
    },
    Program {
        name: "resolve",
        line: r#"use urigram::{Uri, UriRef};
        let (base, reference) = (Uri::parse("http://a/b").unwrap(), UriRef::parse(&text).unwrap());
        match base.resolve(&reference) {
            Ok(target) => println!("{target}"), Err(error) => println!("{error}") }"#,
        limit: 111_200,
    },
    Program {
        name: "normalize",
        line: r#"match urigram::Uri::parse(&text) {
            Ok(uri) => println!("{}", uri.normalize()), Err(error) => println!("{error}") }"#,
        limit: 129_400,
    },
    Program {
        name: "two-documents",
        line: r#"use urigram::{Grammar, Reading, Uri};
        match Uri::parse(&text) {
            Ok(uri) => println!("{}", uri.path()), Err(error) => println!("{error}") }
        match Uri::parse_by(Grammar::Rfc2396, Reading::Corrected, &text) {
            Ok(uri) => println!("{}", uri.path()), Err(error) => println!("{error}") }"#,
        limit: 130_500,
    },
];

struct Program {
    name: &'static str,
    line: &'static str,
    limit: usize,
}

/// Builds all programs, stripped, and returns their files.
fn build() -> Vec<(&'static Program, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sizes");
    std::fs::create_dir_all(package.join("src/bin")).expect("a folder can be made");
    let manifest = format!(
        "[package]\nname = \"sizes\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [profile.release]\nstrip = true\n\n[dependencies.urigram]\npath = {:?}\n\
         default-features = false\nfeatures = [\"std\"]\n",
        root.display().to_string()
    );
    std::fs::write(package.join("Cargo.toml"), manifest).expect("a file can be written");
    for program in &PROGRAMS {
        let path = package.join(format!("src/bin/{}.rs", program.name));
        let source = format!("{OPENING}{} }} }}\n", program.line);
        std::fs::write(path, source).expect("a file can be written");
    }
    std::fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"))
        .expect("the lock file can be copied");
    let target = package.join("target");
    // Each place that can panic carries the path of its source file, which is as long as wherever
    // this checkout happens to be: 200 bytes of a program between two machines. The compiler
    // writes a fixed name in place of that folder, as it does for a package from the registry.
    let places = format!("--remap-path-prefix={}=urigram", root.display());
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--release", "--quiet"])
        .current_dir(&package)
        .env("CARGO_ENCODED_RUSTFLAGS", places)
        .env("CARGO_TARGET_DIR", &target);
    assert!(build.status().expect("cargo can be started").success(), "a program does not build");
    let read = |program: &'static Program| {
        let file = format!("{}{}", program.name, std::env::consts::EXE_SUFFIX);
        let bytes = std::fs::read(target.join("release").join(file));
        (program, bytes.expect("the program can be read"))
    };
    PROGRAMS.iter().map(read).collect()
}

#[test]
#[ignore = "builds six programs: `cargo test --test sizes -- --ignored`"]
fn a_program_links_only_the_documents_that_it_uses() {
    let programs = build();
    let size = |name: &str| {
        let found = programs.iter().find(|(program, _)| program.name == name);
        found.expect("the list has the program").1.len()
    };
    let mut too_large = Vec::new();
    for (program, bytes) in &programs {
        let growth = bytes.len().saturating_sub(size("nothing"));
        println!("{}: {growth} bytes more than nothing", program.name);
        if growth > program.limit {
            too_large.push(format!("{}: {growth} bytes", program.name));
        }
        let holds = |cells: &[u8]| bytes.windows(cells.len()).any(|part| part == cells);
        let start = |grammar: &Grammar| grammar.tables(Reading::Corrected).start();
        let linked: Vec<&Grammar> =
            Grammar::ALL.iter().filter(|&grammar| holds(start(grammar).automaton.cells)).collect();
        let expected: &[&Grammar] = match program.name {
            "nothing" => &[],
            "two-documents" => &[&Grammar::Rfc2396, &Grammar::Rfc3986],
            _ => &[&Grammar::Rfc3986],
        };
        assert_eq!(linked, expected, "{}", program.name);
    }
    assert!(too_large.is_empty(), "{too_large:?}");
}
