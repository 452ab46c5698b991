//! The tests of all documents together, as one program, which is linked once and keeps every
//! processor busy to its end.

mod agreement;
mod allow;
mod appendix_b;
mod bad_input;
mod brute_force;
mod building;
mod changes;
mod characters;
mod citations;
mod comparison;
mod components;
mod consistency;
mod constraints;
mod corpus;
mod edges;
mod engines;
mod equivalence;
mod every_way;
mod examples;
mod extract;
mod file_paths;
mod first_thirty;
mod folder_mutations;
mod folders;
mod forgeries;
mod forty;
mod history;
mod migrate;
mod module_cycles;
mod mutation;
mod named_tests;
mod normalization;
mod own_components;
mod own_constraints;
mod own_folder;
mod packs;
mod parallel;
mod practices;
mod preferred;
mod programs;
mod proof;
mod quarrels;
mod resolution;
mod rfcs;
mod rooms;
mod schemes;
mod schemes_compared;
mod secrets;
mod selection;
mod short_components;
mod splitting_mutation;
mod subsets;
mod support;
mod trees;
mod urc;
mod urn;
mod values_of_bytes;
mod whatwg;
mod whatwg_valid;
mod wide;

/// A file that nothing names would never run.
#[test]
fn every_test_is_named_here_or_in_the_manifest() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("the file is there");
    let (modules, manifest) = (read("tests/all.rs"), read("Cargo.toml"));
    let folder = std::fs::read_dir(root.join("tests")).expect("the folder is there");
    let mut tests = 0;
    for path in folder.map(|entry| entry.expect("the folder can be read").path()) {
        let is_test = path.extension().is_some_and(|end| end == "rs")
            || ["mod.rs", "main.rs"].iter().any(|file| path.join(file).exists());
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        if !is_test || name == "all" {
            continue;
        }
        let is_named = modules.contains(&format!("mod {name};"))
            || manifest.contains(&format!("[[test]]\nname = \"{name}\""));
        assert!(is_named, "{} is no test", path.display());
        tests += 1;
    }
    assert!(tests > 40, "{tests}");
}
