//! Choices of rules with tags, as the types of a package that is compiled here.
//!
//! `SPECS=overwrite cargo test -p urigram-generate --test all nested_choices` writes the types
//! anew.

use std::path::{Path, PathBuf};

use urigram_automata::peg::Grammar;
use urigram_engine::nested::Limits;
use urigram_generate::nested::program;
use urigram_generate::Package;

// A package exports these.
#[allow(dead_code)]
#[path = "tags/choices.rs"]
mod nodes;

/// `any` is a tag of two rules, and `item` one of a choice that has tags itself.
const RULES: &str = r#"
list = { "(" ~ entry* ~ ")" }
entry = { #item = item | #mark = mark | list }
item = { #zero = zero | #any = (number | name) | dot }
zero = { "0" }
number = { '1'..'9' }
name = { 'a'..'z' }
dot = { "." }
mark = { "!" }
"#;

#[test]
fn the_types_of_choices_are_what_the_generator_writes() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-choices");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("choices.pest");
    std::fs::write(&file, RULES).unwrap();
    let package = Package::by_rule(&file, Some("list"), &[]).unwrap();
    let (_, types) =
        package.files.iter().find(|(path, _)| *path == Path::new("src/nodes.rs")).unwrap();
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tags/choices.rs");
    if std::env::var_os("SPECS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&known, types).unwrap();
    }
    assert_eq!(std::fs::read(&known).unwrap(), *types);
}

#[test]
fn alternatives_are_found_by_their_tags() {
    let program = program(&Grammar::parse(RULES).unwrap());
    let text = "(07a.!(0))";
    let tree = program.parse("list", text, Limits::for_length(text.len())).unwrap();
    let root = tree.roots().next().and_then(nodes::List::of).unwrap();
    let shown: Vec<String> = root
        .entry()
        .map(|entry| {
            let item = entry.item();
            let tags = [
                ("mark", entry.mark().map(|node| node.text())),
                ("item", item.map(|node| node.text())),
                ("zero", item.and_then(|item| item.zero()).map(|node| node.text())),
                ("number", item.and_then(|item| item.any_number()).map(|node| node.text())),
                ("name", item.and_then(|item| item.any_name()).map(|node| node.text())),
            ];
            let found = tags.iter().filter_map(|(tag, text)| Some(format!("{tag} {}", (*text)?)));
            found.collect::<Vec<_>>().join(", ")
        })
        .collect();
    assert_eq!(
        shown,
        ["item 0, zero 0", "item 7, number 7", "item a, name a", "item .", "mark !", ""]
    );
    // Variants are those of choices without tags.
    let variants = root.entry().filter(|entry| matches!(entry, nodes::Entry::List(_)));
    assert_eq!(variants.map(|entry| entry.text()).collect::<Vec<_>>(), ["(0)"]);
}
