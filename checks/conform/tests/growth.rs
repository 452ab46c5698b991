//! The cost of every public function is linear in its input.

use std::collections::BTreeSet;
use std::path::Path;

use urigram_conform::growth::{table, worst, FAMILIES, FUNCTIONS};
use urigram_grammars::{Grammar, Reading};

#[test]
fn every_function_returns_on_every_family() {
    for family in FAMILIES {
        let text = family.of(600);
        assert!((500..=600).contains(&text.len()), "{}: {} bytes", family.name(), text.len());
        for (_, call) in FUNCTIONS {
            Grammar::ALL.iter().for_each(|&grammar| call(grammar, &text));
        }
    }
}

// A family that every grammar rejects early would exercise nothing but errors.
#[test]
fn most_families_are_accepted_by_a_grammar() {
    let accepted = |text: &str| {
        let mut all = Grammar::ALL.iter().map(|grammar| grammar.tables(Reading::Corrected).start());
        all.any(|table| table.accepts(text.as_bytes()))
    };
    let rejected = FAMILIES.iter().filter(|family| !accepted(&family.of(600))).count();
    assert!(rejected * 4 <= FAMILIES.len(), "{rejected} of {}", FAMILIES.len());
}

/// Functions that take a name or a setting, not an input.
const CONSTANT: &str =
    "abnf among base by by_name divisions illustrate literal of plain_schemes scheme";

#[test]
fn every_function_of_an_input_is_called() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let called = std::fs::read_to_string(root.join("src/growth.rs")).unwrap();
    let mut missing = BTreeSet::new();
    let mut folders = vec![root.join("../../core/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            // Functions of an input: those that take text, octets or a reader.
            for signature in
                source.split("\n    pub fn ").skip(1).chain(source.split("\npub fn ").skip(1))
            {
                let Some((name, rest)) = signature.split_once('(') else { continue };
                let name = name.split('<').next().unwrap_or(name);
                let takes = rest
                    .split(['{', ';'])
                    .next()
                    .and_then(|all| all.split("->").next())
                    .unwrap_or(rest);
                let takes_input = ["&str", "&'a str", "[u8]", "Into<String>", "Read>"]
                    .iter()
                    .any(|one| takes.contains(one));
                let is_named = |text: &str| {
                    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == name)
                };
                if takes_input && !is_named(&called) && !is_named(CONSTANT) {
                    missing.insert(format!(
                        "{name} of {}",
                        path.strip_prefix(root).unwrap_or(&path).display()
                    ));
                }
            }
        }
    }
    assert!(missing.is_empty(), "call these in src/growth.rs: {missing:#?}");
}

#[test]
#[ignore = "a minute: `cargo test --release -p urigram-conform --test growth -- --ignored`"]
fn no_function_takes_quadratic_time() {
    let all: Vec<_> = FUNCTIONS.iter().map(|&function| worst(function, 4 << 10)).collect();
    println!("{}", table(&all));
    // 16 if the cost is quadratic; noise is below 4.
    let bent: Vec<_> = all
        .iter()
        .filter(|one| one.bend > 6.0 && one.seconds > 0.01)
        .map(|one| one.function)
        .collect();
    assert!(bent.is_empty(), "{bent:?}");
}
