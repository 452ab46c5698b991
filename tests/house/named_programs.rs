//! Programs of tests, packages and recipes that a page, a script or a comment names are there.

use std::collections::BTreeSet;
use std::fs::{read, read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Adds the files below a folder, except what is built or fetched.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() {
            files.push(path);
        } else if !matches!(&*name, "target" | "node_modules" | ".venv" | ".git") {
            add_files(&path, files);
        }
    }
}

/// Adds the names of a package's programs of tests: those of its manifest, and each file below
/// `tests/` where Cargo looks for them itself.
fn add_programs(manifest: &Path, names: &mut BTreeSet<String>) {
    let text = read_to_string(manifest).expect("a manifest is text");
    let table: toml::Table = text.parse().expect("a manifest is TOML");
    let listed = table.get("test").and_then(toml::Value::as_array).into_iter().flatten();
    names.extend(listed.filter_map(|test| Some(test.get("name")?.as_str()?.to_owned())));
    let is_looked_for = |package: &toml::Value| {
        package.get("autotests").is_none_or(|it| it.as_bool() != Some(false))
    };
    let Ok(folder) = read_dir(manifest.with_file_name("tests")) else { return };
    if table.get("package").is_some_and(is_looked_for) {
        let stems = folder.filter_map(|entry| {
            let path = entry.ok()?.path();
            path.extension().is_some_and(|end| end == "rs").then_some(path)
        });
        names.extend(stems.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())));
    }
}

/// Test files of a package become one program now and then. The commands that name them are then
/// wrong, and only a reader who types them would see it.
#[test]
fn programs_that_a_command_names_exist() {
    let (mut files, mut names) = (Vec::new(), BTreeSet::new());
    add_files(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    let manifests = files.iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut packages = BTreeSet::new();
    for manifest in manifests {
        add_programs(manifest, &mut names);
        let text = read_to_string(manifest).expect("a manifest is text");
        let lines = text.lines().filter_map(|line| line.strip_prefix("name = \"urigram"));
        packages.extend(lines.map(|rest| rest.trim_end_matches('"').to_owned()));
    }
    let justfile = read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/justfile"));
    let justfile = justfile.expect("the justfile is text");
    let heads = justfile.lines().filter(|line| line.ends_with(':') && !line.starts_with(' '));
    let recipes: BTreeSet<String> = heads
        .filter_map(|line| line.trim_end_matches(':').split(' ').next())
        .map(str::to_owned)
        .collect();
    let (mut found, mut complaints) = (0, Vec::new());
    for file in &files {
        let bytes = read(file).expect("a file can be read");
        let Ok(text) = String::from_utf8(bytes) else { continue };
        for after in text.split("--test ").skip(1) {
            let end = |c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c));
            let name = after.split(end).next().unwrap_or_default();
            // `--test NAME` and `--test {name}` stand for any.
            if name.is_empty() || name.chars().all(|c| c.is_ascii_uppercase()) {
                continue;
            }
            found += 1;
            if !names.contains(name) && !name.starts_with('-') {
                complaints.push(format!("{}: --test {name}", file.display()));
            }
        }
        for (mark, known) in [("-p urigram", &packages), ("`just ", &recipes)] {
            for after in text.split(mark).skip(1) {
                let end = |c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c));
                let name = after.split(end).next().unwrap_or_default();
                found += 1;
                if !name.is_empty() && !known.contains(name) {
                    complaints.push(format!("{}: {mark}{name}", file.display()));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert!(found >= 150, "only {found} commands");
}
