//! The tables of ARCHITECTURE.md and RELEASING.md, held against the manifests of the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the manifest of a folder of the workspace, if it has one.
fn manifest(folder: &str) -> Option<toml::Table> {
    let text = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).ok()?;
    Some(text.parse().expect("a manifest is TOML"))
}

/// Returns the folders of the packages that a package needs, those of optional dependencies
/// included and those of its tests left out.
fn needs(folder: &str, manifest: &toml::Table) -> BTreeSet<String> {
    let of_targets = manifest.get("target").and_then(toml::Value::as_table).into_iter();
    of_targets
        .flat_map(|targets| targets.values().filter_map(toml::Value::as_table))
        .chain([manifest])
        .filter_map(|table| table.get("dependencies")?.as_table())
        .flat_map(|dependencies| dependencies.values())
        .filter_map(|dependency| dependency.get("path")?.as_str())
        .map(|path| clean(&Path::new(folder).join(path)))
        .collect()
}

/// Returns a path without `.` and `..`; the root is ".".
fn clean(path: &Path) -> String {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => _ = clean.pop(),
            Component::CurDir => {}
            other => clean.push(other),
        }
    }
    let text = clean.to_string_lossy().into_owned();
    if text.is_empty() {
        ".".into()
    } else {
        text
    }
}

/// Returns the cells of each row of the table below a heading.
fn table(file: &str, heading: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join(file)).expect("the page can be read");
    let (_, below) = text.split_once(heading).expect("the heading is there");
    let rows = below.lines().skip_while(|line| !line.starts_with('|'));
    rows.take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// Returns the path that a cell shows in backticks and nothing else, without its final slash.
fn path_of(cell: &str) -> Option<&str> {
    let inner = cell.strip_prefix('`')?.strip_suffix('`')?;
    (!inner.contains('`')).then(|| inner.trim_end_matches('/'))
}

#[test]
fn rooms_depend_on_the_rooms_that_the_page_names_above_them() {
    let rows = table("ARCHITECTURE.md", "## Rooms");
    let mut above: BTreeMap<String, String> = BTreeMap::new();
    let mut complaints = Vec::new();
    let mut checked = 0;
    for row in &rows {
        let Some(room) = path_of(&row[0]) else { continue };
        let folder = if room == "src" { "." } else { room };
        let Some(manifest) = manifest(folder).filter(|table| table.contains_key("package")) else {
            continue;
        };
        let words: BTreeSet<&str> = row[2].split(|c: char| !c.is_ascii_alphabetic()).collect();
        let named: BTreeSet<String> = above
            .iter()
            .filter(|(word, _)| words.contains(word.as_str()))
            .map(|(_, folder)| folder.clone())
            .collect();
        let needed = needs(folder, &manifest);
        if named != needed {
            complaints.push(format!("{room}: the page names {named:?}, it needs {needed:?}"));
        }
        checked += 1;
        let name = room.rsplit('/').next().unwrap_or(room);
        let word = if folder == "." { "urigram" } else { name };
        above.insert(word.to_owned(), folder.to_owned());
    }
    assert!(checked >= 12, "only {checked} rooms have a manifest");
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn packages_are_published_after_those_that_they_need() {
    let rows = table("RELEASING.md", "## Packages");
    let listed: Vec<(&str, String)> = rows
        .iter()
        .map(|row| (path_of(&row[1]).expect("a package"), path_of(&row[2]).expect("a room").into()))
        .collect();
    let mut complaints = Vec::new();
    for (at, (package, room)) in listed.iter().enumerate() {
        let manifest = manifest(room).expect("a room that is published has a manifest");
        assert_eq!(manifest["package"]["name"].as_str(), Some(*package));
        for need in needs(room, &manifest) {
            if !listed[..at].iter().any(|(_, earlier)| *earlier == need) {
                complaints.push(format!("{package}: {need} is not published before it"));
            }
        }
        assert_eq!(rows[at][0], (at + 1).to_string(), "{package}");
        if !is_ready(&manifest["package"]) {
            complaints.push(format!("{package}: documentation, keywords, categories, include"));
        }
    }
    let workspace = manifest(".").expect("the workspace has a manifest");
    for member in workspace["workspace"]["members"].as_array().expect("a list of members") {
        let member = member.as_str().expect("a path");
        let package = manifest(member).expect("a member has a manifest");
        let stays = package["package"].get("publish").and_then(toml::Value::as_bool) == Some(false);
        if stays == listed.iter().any(|(_, room)| room == member) {
            complaints.push(format!("{member}: listed, and not published, or the reverse"));
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// Returns true if crates.io would show a package as it should be: with a link to its
/// documentation, at most five keywords, categories, and an archive without tests and pictures.
fn is_ready(package: &toml::Value) -> bool {
    let list = |key: &str| -> Vec<&str> {
        let all = package.get(key).and_then(toml::Value::as_array);
        all.into_iter().flatten().filter_map(toml::Value::as_str).collect()
    };
    let name = package["name"].as_str().unwrap_or_default();
    let is_linked = package.get("documentation").and_then(toml::Value::as_str)
        == Some(&format!("https://docs.rs/{name}"));
    let keywords = list("keywords");
    let is_found = (1..=5).contains(&keywords.len())
        && keywords.iter().all(|word| word.len() <= 20 && !word.contains(' '))
        && !list("categories").is_empty();
    let included = list("include");
    let is_lean = included.contains(&"/src")
        && !included.iter().any(|path| path.contains("tests") || path.contains("screenshots"));
    is_linked && is_found && is_lean
}

/// Returns the pages below a folder, except what is built or fetched.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder can be listed");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !matches!(&*name, "target" | "node_modules" | ".venv")
    };
    let inside = |path: PathBuf| if path.is_dir() { pages(&path) } else { vec![path] };
    let is_page = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
    paths.filter(is_ours).flat_map(inside).filter(is_page).collect()
}

/// Nothing is in a registry yet, which the README says once. Any other command that fetches it
/// there links to the README in its paragraph, or in the one before.
#[test]
fn commands_that_need_a_registry_say_so() {
    let (mut said, mut found, mut complaints) = (0, 0, Vec::new());
    for page in pages(root()) {
        let text = std::fs::read_to_string(&page).expect("the page can be read");
        said += text.to_lowercase().matches("once it is published").count();
        let paragraphs: Vec<&str> = text.split("\n\n").collect();
        for (at, paragraph) in paragraphs.iter().enumerate() {
            let fetches = |line: &str| {
                let command = ["cargo add ", "cargo install ", "pip install ", "npm install "]
                    .into_iter()
                    .find_map(|command| line.split_once(command));
                let is_ours = |(_, rest): (&str, &str)| {
                    rest.split_whitespace().any(|word| {
                        word.trim_matches('`')
                            .split('@')
                            .next()
                            .is_some_and(|name| name == "urigram" || name.starts_with("urigram-"))
                    })
                };
                command.is_some_and(is_ours)
            };
            if !paragraph.lines().any(fetches) {
                continue;
            }
            found += 1;
            let near = [paragraphs[at.saturating_sub(1)], paragraph].join(" ").to_lowercase();
            let near = near.split_whitespace().collect::<Vec<_>>().join(" ");
            if !near.contains("once it is published") && !near.contains("(../readme.md#install)") {
                complaints.push(format!("{}: {paragraph}", page.display()));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert_eq!((said, found), (1, 2), "times said, and commands");
}

/// The files of the command that start the page.
const DOORS: [&str; 2] =
    ["faces/cli/src/commands/serve/export.rs", "faces/cli/src/commands/serve/mod.rs"];

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder can be listed");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
    let inside = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(inside).filter(is_source).collect()
}

/// Faces draw answers. What two of them need is in `faces/answers/`, or in a room above it.
#[test]
fn no_face_imports_another() {
    let faces = [
        "faces/cli/src",
        "faces/page/src",
        "faces/page/wasm/src",
        "faces/columns",
        "faces/answers/src",
    ];
    let packages = ["urigram_cli", "urigram_page", "urigram_python", "urigram_arrow"];
    let mut doors = BTreeSet::new();
    let mut complaints = Vec::new();
    for face in faces {
        // `faces/page/wasm` and the crates of `faces/columns/` import the package of their own
        // face.
        let own = format!("urigram_{}", face.split('/').nth(1).expect("a face has a folder"));
        for path in sources(&root().join(face)) {
            let text = std::fs::read_to_string(&path).expect("a source is text");
            let name = path.strip_prefix(root()).expect("it is below the root");
            let name = name.to_string_lossy().replace('\\', "/");
            let is_other = |package: &&&str| **package != own && text.contains(**package);
            let Some(other) = packages.iter().find(is_other) else { continue };
            match DOORS.iter().find(|door| **door == name) {
                Some(door) if *other == "urigram_page" => _ = doors.insert(*door),
                _ if face == "faces/columns" && *other == "urigram_arrow" => {}
                _ => complaints.push(format!("{name} imports {other}")),
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert_eq!(doors.into_iter().collect::<Vec<_>>(), DOORS, "a door that opens nothing");
}

/// A path in backticks whose first part is a folder here leads somewhere; a module needs no `.rs`.
#[test]
fn paths_that_the_pages_name_are_there() {
    let mut complaints = Vec::new();
    let mut checked = 0;
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "grammars/README.md"] {
        let text = std::fs::read_to_string(root().join(page)).expect("the page can be read");
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            let (Some((first, rest)), true) = (quoted.split_once('/'), quoted.chars().all(is_path))
            else {
                continue;
            };
            // `grammars/ID` is the folder of any document.
            let is_folder = !first.is_empty() && root().join(first).is_dir();
            if !is_folder || rest.is_empty() || rest.starts_with("ID") {
                continue;
            }
            checked += 1;
            if !root().join(quoted).exists() && !root().join(format!("{quoted}.rs")).exists() {
                complaints.push(format!("{page}: `{quoted}`"));
            }
        }
    }
    assert!(checked >= 30, "only {checked} paths");
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// A script runs examples of packages, which nothing else may need.
#[test]
fn scripts_run_examples_that_exist() {
    let workspace = manifest(".").expect("the workspace has a manifest");
    let members = workspace["workspace"]["members"].as_array().expect("a list of members");
    let members: Vec<&str> = members.iter().filter_map(toml::Value::as_str).collect();
    let mut examples = 0;
    for folder in ["docs", ".ci"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("the folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if !path.is_file() {
                continue;
            }
            // Lines that go on behind a backslash are one.
            let bytes = std::fs::read(&path).expect("the file can be read");
            let text = String::from_utf8_lossy(&bytes).replace("\\\n", " ");
            for line in text.lines().filter(|line| line.trim_start().starts_with("cargo run")) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let after = |option| words.iter().skip_while(|word| **word != option).nth(1);
                let (Some(package), Some(example)) = (after("-p"), after("--example")) else {
                    continue;
                };
                // `specs` is a workspace of its own.
                let specs = ["specs/uri-template/expand"];
                let is_there = members.iter().chain(&specs).any(|folder| {
                    let is_asked = manifest(folder)
                        .is_some_and(|one| one["package"]["name"].as_str() == Some(package));
                    is_asked && root().join(format!("{folder}/examples/{example}.rs")).is_file()
                });
                assert!(is_there, "{}: {line}", path.display());
                examples += 1;
            }
        }
    }
    assert!(examples > 2, "{examples}");
}

/// Each command that CONTRIBUTING.md names for daily work also has a name in the justfile.
#[test]
fn the_justfile_has_the_commands_of_the_page() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).expect("it can be read");
    let (rows, justfile) = (table("CONTRIBUTING.md", "these are enough"), read("justfile"));
    let recipes: Vec<&str> =
        justfile.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let mut checked = 0;
    for command in rows.iter().flat_map(|row| row[1].split('`').skip(1).step_by(2)) {
        // The page shows one package, test and task; a recipe takes any.
        let any = ["-p urigram-core ", "-- resolution", "--task NAME"];
        let taken = ["-p {{name}} ", "-- {{name}}", "--task {{task}}"];
        let recipe =
            any.iter().zip(taken).fold(command.to_owned(), |all, (a, b)| all.replace(a, b));
        assert!(recipes.contains(&&*recipe), "the justfile has no `{recipe}`");
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}

/// The most lines of Rust that are generated of all documents; tables are bytes in files.
const GENERATED: usize = 11_800;

#[test]
fn generated_rust_is_facts_only() {
    let mut lines = 0;
    for folder in ["grammars/src/generated", "crates/parsers/src/generated"] {
        for file in std::fs::read_dir(root().join(folder)).expect("a folder can be read") {
            let path = file.expect("it can be listed").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(path).expect("a source is text");
                lines += text.lines().count();
            }
        }
    }
    assert!((1_000..=GENERATED).contains(&lines), "{lines} lines");
}
