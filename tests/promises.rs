//! The promises of SECURITY.md: each names its tests, and the tests of some are here.

use std::path::{Path, PathBuf};

use urigram::{Component, Grammar, Iri, Reading, Uri, UriRef};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder can be listed");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let files = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(files).filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// The files that compare addresses. All are of a `static`, which has one. A constant has an
/// address wherever it is used, and release builds merge and split these.
const COMPARED_ADDRESSES: [&str; 9] = [
    "checks/conform/src/subject.rs",
    "checks/conform/src/trees.rs",
    "crates/engine/src/errors/syntax_error.rs",
    "crates/engine/src/texts/accepted.rs",
    "crates/engine/src/texts/text_error.rs",
    "crates/generate/src/folder/base.rs",
    "faces/answers/src/rule_ref.rs",
    "grammars/src/grammar.rs",
    "grammars/src/verdict.rs",
];

// `blame --rule mark` printed each change twice, only in release: changes were constants, and the
// same change was looked for by its address.
#[test]
fn addresses_are_compared_of_statics_only() {
    let mut found = Vec::new();
    let rooms = ["", "crates", "faces", "checks"].map(|room| root().join(room));
    let folders =
        rooms.iter().flat_map(|room| std::fs::read_dir(room).expect("a room can be listed"));
    for entry in folders {
        let src = entry.expect("an entry can be read").path().join("src");
        for path in if src.is_dir() { sources(&src) } else { Vec::new() } {
            let name = path.strip_prefix(root()).expect("it is below the root");
            let text = read(&path);
            if text.contains("ptr::eq") || text.contains("ptr::addr_eq") {
                found.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found.dedup();
    assert_eq!(found, COMPARED_ADDRESSES);
    for facts in sources(&root().join("grammars/src/generated")) {
        for line in read(&facts).lines() {
            for one in ["Document", "Table", "Tables", "Definition", "Constraint"] {
                let constant = line.trim_start().trim_start_matches("pub ").starts_with("const ")
                    && line.contains(&format!(": {one} ="));
                assert!(!constant, "{}: {line}", facts.display());
            }
        }
    }
}

/// Returns a list's items of one level, each with the lines that continue it.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("* "), items.last_mut()) {
            (Some(first), _) => items.push(first.to_owned()),
            (None, Some(item)) if line.starts_with("  ") => {
                item.push(' ');
                item.push_str(line.trim());
            }
            _ => {}
        }
    }
    items
}

/// Returns the pairs of a name and a file in an item: `` `name` in `file` ``.
fn named(item: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = item.split('`').collect();
    let pairs = parts.windows(3).skip(1).step_by(2);
    pairs.filter(|pair| pair[1] == " in ").map(|pair| (pair[0], pair[2])).collect()
}

/// Returns true if a file has a test of this name: a function with the attribute, or a row of the
/// table of tests that share a browser.
fn has_test(text: &str, name: &str) -> bool {
    let header = format!("fn {name}() {{");
    let is_function = text.split_once(&header).is_some_and(|(before, _)| {
        let lines = before.trim_end().lines().rev();
        let attributes = lines.take_while(|line| line.trim().starts_with("#["));
        attributes.into_iter().any(|line| line.trim() == "#[test]")
    });
    let words: Vec<&str> = text.split_whitespace().collect();
    let row = [format!("(\"{name}\","), format!("{name}),")];
    let split = [format!("\"{name}\","), format!("{name},")];
    is_function || words.windows(2).any(|pair| pair == row || pair == split)
}

#[test]
fn every_promise_names_a_test_that_is_there() {
    let text = read(&root().join("SECURITY.md"));
    let mut complaints = Vec::new();
    for heading in ["## Promises", "## The teaching page"] {
        let (_, below) = text.split_once(heading).expect("the heading is there");
        let promises = items(below.split("\n## ").next().unwrap_or_default());
        assert!(promises.len() >= 4, "{heading} has {} promises", promises.len());
        for promise in &promises {
            let tests = named(promise);
            if tests.is_empty() {
                complaints.push(format!("no test is named: {promise}"));
            }
            for (name, file) in tests {
                if !has_test(&read(&root().join(file)), name) {
                    complaints.push(format!("{file} has no test {name}"));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn tests_are_told_from_functions_without_the_attribute() {
    let text = "#[test]\nfn a() {}\n\nfn b() {}\n(\"c\", c),\n(\n    \"d\",\n    d,\n),\n\
                mod tests {\n    #[test]\n    fn f() {}\n\n    fn g() {}\n}\n";
    let found = ["a", "b", "c", "d", "e", "f", "g"].map(|name| has_test(text, name));
    assert_eq!(found, [true, false, true, true, false, true, false]);
    assert_eq!(named("x `a` in `b`, `c` in `d`; `e`"), [("a", "b"), ("c", "d")]);
}

/// Calls what checks and splits a text without an owned result.
fn parse(text: &str) -> usize {
    let mut accepted = 0;
    for reading in Reading::ALL {
        for &grammar in Grammar::ALL {
            let table = grammar.tables(reading).start();
            accepted += usize::from(table.accepts(text.as_bytes()));
            let parts = table.split(text, reading);
            accepted += usize::from(parts.is_ok_and(|parts| parts.get(Component::Path).is_some()));
            accepted += usize::from(Iri::parse_by(grammar, reading, text).is_ok());
        }
    }
    accepted + usize::from(Uri::parse(text).is_ok()) + usize::from(UriRef::parse(text).is_ok())
}

#[test]
fn parsing_allocates_nothing() {
    let long = format!("http://h/{}", "a/%7E".repeat(20_000));
    let rejected = format!("{long}\0");
    for text in ["", "http://u@h:80/p?q#f", "urn:isbn:0", "http://[::1]/", "%", &long, &rejected] {
        let mut accepted = 0;
        let counted = allocation_counter::measure(|| accepted = parse(text));
        assert_eq!(counted.count_total, 0, "{text:.40}");
        assert_eq!(accepted > 0, !["%", &rejected].contains(&text), "{text:.40}");
    }
    // A counter that counts nothing would agree.
    assert_eq!(allocation_counter::measure(|| drop(Uri::parse("a:b").unwrap().to_owned())), {
        let mut one = allocation_counter::AllocationInfo::default();
        (one.count_total, one.count_max, one.bytes_total, one.bytes_max) = (1, 1, 3, 3);
        one
    });
}

#[cfg(target_pointer_width = "64")]
#[test]
fn an_input_of_4_gib_is_not_split() {
    // Pages that nobody writes take no memory.
    let bytes = vec![0; 1 << 32];
    for &grammar in Grammar::ALL {
        let table = grammar.tables(Reading::Corrected).start();
        table.check(&bytes, Reading::Corrected).expect_err("NUL is rejected");
        assert!(!table.accepts(&bytes), "{grammar}");
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "needs 4 GiB of memory: `cargo test --release --test promises -- --ignored`"]
fn the_parts_of_4_gib_are_a_limit() {
    let text = format!("http://{}", "a".repeat((1 << 32) - 7));
    for grammar in [Grammar::Rfc2396, Grammar::Rfc3986] {
        let table = grammar.tables(Reading::Corrected).start();
        let error = table.split(&text, Reading::Corrected).expect_err("it is too long");
        assert!(error.is_limit(), "{grammar}: {error}");
    }
}

/// Checks that no code of some folders has one of the words; returns the number of lines.
fn lines_without(words: &[&str], folders: &[&str]) -> usize {
    let mut checked = 0;
    for file in folders.iter().flat_map(|folder| sources(&root().join(folder))) {
        if file.ends_with("tests.rs") || file.starts_with(root().join("faces/page/src/serve")) {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let found = words.iter().find(|word| line.contains(*word));
            assert_eq!(found, None, "{}: {line}", file.display());
            checked += 1;
        }
    }
    checked
}

const SYSTEM: [&str; 5] = ["std::fs", "std::net", "std::process", "std::env", "std::time"];

#[test]
fn the_library_reads_and_writes_nothing() {
    let io = ["stdin", "stdout", "stderr", "println!", "print!"];
    let folders = [
        "crates/engine/src",
        "grammars/src",
        "crates/parsers/src",
        "crates/core/src",
        "crates/extract/src",
        "crates/study/src",
        "crates/urc/src",
        "src",
    ];
    let checked = lines_without(&[SYSTEM, io].concat(), &folders);
    assert!(checked > 10_000, "{checked} lines");
}

/// Answers and packs run in browsers, which have neither of these. The server of the page does not.
#[test]
fn answers_use_no_threads_processes_clocks_files_and_networks() {
    let folders = ["faces/answers/src", "faces/page/src"];
    let checked = lines_without(&[&SYSTEM[..], &["std::thread"]].concat(), &folders);
    assert!(checked > 5_000, "{checked} lines");
}

#[test]
fn the_scanner_is_at_most_1800_lines() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let files = sources(&root().join("crates/engine/src/scan"));
    let lines: usize = files.iter().map(|file| read(file).lines().filter(is_code).count()).sum();
    assert!((1_000..=1_800).contains(&lines), "{lines} lines");
}

/// A package carries the words of its licences: a link would be a path in the published archive.
#[test]
fn every_published_package_has_its_licences() {
    let workspace: toml::Table = read(&root().join("Cargo.toml")).parse().expect("TOML");
    let members = workspace["workspace"]["members"].as_array().expect("a list");
    let members = members.iter().map(|member| member.as_str().expect("a path"));
    let is_published = |member: &&str| {
        let manifest = read(&root().join(member).join("Cargo.toml"));
        !manifest.contains("publish = false")
    };
    let outside = ["faces/columns/python", "faces/columns/javascript"];
    for folder in members.filter(is_published).chain(outside) {
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = read(&root().join(folder).join(name));
            assert_eq!(own, read(&root().join(name)), "{folder}/{name}");
        }
    }
}

#[test]
fn unsafe_is_in_the_scanner_only() {
    let workspace: toml::Table = read(&root().join("Cargo.toml")).parse().expect("TOML");
    assert_eq!(workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    let mut apart = Vec::new();
    for member in workspace["workspace"]["members"].as_array().expect("a list") {
        let member = member.as_str().expect("a path");
        let manifest: toml::Table =
            read(&root().join(member).join("Cargo.toml")).parse().expect("TOML");
        let lints = manifest["lints"].as_table().expect("each package has lints");
        // The compiler refuses the word in a package with the workspace's lints.
        if lints.get("workspace").and_then(toml::Value::as_bool) == Some(true) {
            continue;
        }
        assert_eq!(lints["rust"]["unsafe_code"].as_str(), Some("deny"), "{member}");
        for file in sources(&root().join(member).join("src")) {
            if read(&file).contains("allow(unsafe_code)") {
                let path = file.strip_prefix(root()).expect("below the root").to_owned();
                apart.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    apart.sort();
    let scanner =
        ["avx2", "neon", "sse2"].map(|name| format!("crates/engine/src/scan/machine/{name}.rs"));
    let exports = ["faces/columns/javascript/wasm", "faces/page/wasm"];
    let [javascript, page] = exports.map(|package| format!("{package}/src/exports.rs"));
    let unpack = "faces/page/wasm/src/unpack.rs".to_owned();
    assert_eq!(apart, [&scanner[..], &[javascript, page, unpack]].concat());
    // Columns are a workspace of their own.
    let columns: toml::Table =
        read(&root().join("faces/columns/Cargo.toml")).parse().expect("TOML");
    let level = columns["workspace"]["lints"]["rust"]["unsafe_code"].as_str();
    assert_eq!(level, Some("forbid"));
}

/// `.ci/run` compares what dependencies declare, and `.ci/machines minimum` compiles.
#[test]
fn the_minimum_rust_versions_are_those_of_the_manifests() {
    let declared = |manifest: &str, keys: &[&str]| {
        let manifest: toml::Table = read(&root().join(manifest)).parse().expect("TOML");
        let (first, rest) = keys.split_first().expect("a key");
        let found = rest.iter().fold(&manifest[*first], |value, key| &value[*key]);
        found.as_str().expect("a version").to_owned()
    };
    let library = declared("Cargo.toml", &["workspace", "package", "rust-version"]);
    let command = declared("faces/cli/Cargo.toml", &["package", "rust-version"]);
    assert_eq!(command, declared("faces/page/Cargo.toml", &["package", "rust-version"]));
    let sentence = format!("The minimum Rust version is {library}, and {command} for the command.");
    for page in ["README.md", "CHANGELOG.md"] {
        assert!(read(&root().join(page)).contains(&sentence), "{page}: {sentence}");
    }
}

#[test]
fn the_tables_of_features_are_those_of_the_manifest() {
    let manifest: toml::Table = read(&root().join("Cargo.toml")).parse().expect("TOML");
    let declared = manifest["features"].as_table().expect("a table").keys();
    let mut declared: Vec<&str> = declared.map(String::as_str).collect();
    declared.retain(|feature| *feature != "default");
    declared.sort_unstable();
    assert_eq!(declared.len(), 10, "{declared:?}");
    for (page, before) in
        [("README.md", "| feature | adds |\n"), ("src/lib.rs", "# Features\n//!\n")]
    {
        let text = read(&root().join(page));
        let (_, table) = text.split_once(before).expect("a table of features");
        let rows = table.lines().map(|line| line.trim_start_matches("//! "));
        let rows = rows.take_while(|line| line.starts_with('|'));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let mut listed: Vec<&str> =
            cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        listed.sort_unstable();
        assert_eq!(listed, declared, "{page}");
    }
}
