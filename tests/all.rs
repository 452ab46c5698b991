//! The tests of all documents together, as one program, which is linked once and keeps every
//! processor busy to its end.

mod components;
mod corpus;
mod documents;
mod house;
mod meaning;
mod own_grammars;
mod practices;
mod support;
mod values;

/// A file that nothing names would never run.
#[test]
fn every_test_is_named() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let manifest = read("Cargo.toml");
    let (mut folders, mut tests) = (vec![("tests".to_owned(), read("tests/all.rs"))], 0);
    while let Some((folder, modules)) = folders.pop() {
        let entries = std::fs::read_dir(root.join(&folder)).expect("the folder is there");
        for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
            let name = path.file_stem().expect("a file has a name").to_string_lossy();
            let inside = format!("{folder}/{name}");
            let has_modules = path.join("mod.rs").exists();
            let is_test = path.extension().is_some_and(|end| end == "rs") || has_modules;
            if !is_test || name == "mod" || inside == "tests/all" {
                continue;
            }
            let is_named = modules.contains(&format!("mod {name};"))
                || manifest.contains(&format!("[[test]]\nname = \"{name}\""));
            assert!(is_named, "{} is not a test", path.display());
            if has_modules {
                let modules = read(&format!("{inside}/mod.rs"));
                folders.push((inside, modules));
            }
            tests += 1;
        }
    }
    assert!(tests > 60, "{tests}");
}
