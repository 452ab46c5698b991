//! The cost of every public function is linear in its input.

use std::collections::BTreeSet;
use std::path::Path;

use crate::pages::pages;
use urigram_conform::growth::{table, worst, FAMILIES, FUNCTIONS};
use urigram_grammars::{Grammar, Reading};

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_function_returns_on_every_family() {
    for family in FAMILIES {
        let text = family.of(600);
        assert!((500..=600).contains(&text.len()), "{}: {} bytes", family.name(), text.len());
        for (_, call) in FUNCTIONS {
            Grammar::ALL.iter().for_each(|&grammar| call(grammar, &text));
        }
    }
}

// A family that every grammar rejects early would only exercise errors.
#[test]
fn most_families_are_accepted_by_a_grammar() {
    let accepted = |text: &str| {
        let mut all = Grammar::ALL.iter().map(|grammar| grammar.tables(Reading::Corrected).start());
        all.any(|table| table.accepts(text.as_bytes()))
    };
    let rejected = FAMILIES.iter().filter(|family| !accepted(&family.of(600))).count();
    assert!(rejected * 4 <= FAMILIES.len(), "{rejected} of {}", FAMILIES.len());
}

/// A public function: its type, its name, and whether it is a method.
type Public = (String, String, bool);

/// The names of the type `Identifier` with its kinds.
const ALIASES: [&str; 10] = [
    "Uri",
    "UriRef",
    "Iri",
    "IriRef",
    "Urn",
    "UriBuf",
    "UriRefBuf",
    "IriBuf",
    "IriRefBuf",
    "UrnBuf",
];

/// Returns the public functions of the library, those that macros make among them, from the pages
/// that rustdoc writes. A function of `Identifier` without a value is one of each name that has it.
fn public_functions() -> BTreeSet<Public> {
    let (mut functions, of_one) = functions_of_pages();
    let generic = |one: &Public| one.0 == "Identifier" && !one.2;
    let all: Vec<Public> = functions.iter().filter(|one| generic(one)).cloned().collect();
    for (owner, name, is_method) in all {
        for alias in ALIASES.map(String::from) {
            let is_concrete = of_one.iter().any(|(_, one, _)| *one == name);
            let function = (alias, name.clone(), is_method);
            if !is_concrete || of_one.contains(&function) {
                functions.insert(function);
            }
        }
        functions.remove(&(owner, name, is_method));
    }
    functions
}

/// Returns the functions that the pages show, and those of one kind of `Identifier` alone, which
/// the page of its name shows.
fn functions_of_pages() -> (BTreeSet<Public>, BTreeSet<Public>) {
    let (root, pages) = pages();
    let (mut functions, mut of_one) = (BTreeSet::new(), BTreeSet::new());
    // Automata and proofs about grammars take no input of a user.
    for path in pages.into_iter().filter(|path| !path.starts_with(root.join("proof"))) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pieces: Vec<&str> = name.split('.').collect();
        match pieces[..] {
            ["fn", name, "html"] => {
                functions.insert((String::new(), name.to_owned(), false));
            }
            [kind @ ("struct" | "enum" | "trait" | "type"), owner, "html"] => {
                let page = std::fs::read_to_string(&path).unwrap();
                let own = page.split("id=\"trait-implementations\"").next().unwrap_or_default();
                for method in own.split("<section id=\"").skip(1) {
                    let Some(rest) = method.strip_prefix("method.") else { continue };
                    let (id, rest) = rest.split_once('"').unwrap_or_default();
                    // A type with two blocks of methods of one name has `name-1`.
                    let name = id.split('-').next().unwrap_or(id);
                    let header = rest.split("</h4>").next().unwrap_or_default();
                    let text: String = header
                        .split('<')
                        .map(|one| one.split_once('>').map_or(one, |(_, text)| text))
                        .collect();
                    let parameters = text.split_once('(').map_or("", |(_, after)| after);
                    let first = parameters.split([',', ')']).next().unwrap_or_default();
                    let is_method =
                        first.split(|c: char| !c.is_alphanumeric()).any(|word| word == "self");
                    let found = if kind == "type" { &mut of_one } else { &mut functions };
                    found.insert((owner.to_owned(), name.to_owned(), is_method));
                }
            }
            _ => {}
        }
    }
    (functions, of_one)
}

/// Functions without an input of a user: they take a name, a setting or a grammar, or return a part
/// of an answer, which a function of an input has computed.
const WITHOUT_INPUT: &str = include_str!("functions-without-input.txt");

/// Each is in `src/functions.rs`, which the growth test times and the fuzz target `functions` runs,
/// or in `src/exercise.rs`, which both call.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_public_function_is_in_the_growth_test_and_in_a_fuzz_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let called = read("src/functions.rs") + &read("src/exercise.rs");
    let words: BTreeSet<&str> = called.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let excepted: BTreeSet<&str> = WITHOUT_INPUT.lines().collect();
    let (mut missing, mut used) = (BTreeSet::new(), BTreeSet::new());
    let functions = public_functions();
    for (owner, name, is_method) in &functions {
        let whole = if owner.is_empty() { name.clone() } else { format!("{owner}::{name}") };
        // A method is found by its name, and a function of a type only together with the type.
        let is_called = if *is_method || owner.is_empty() {
            words.contains(name.as_str())
        } else {
            called.contains(&whole) || is_made_by_a_macro(&called, name, owner)
        };
        if excepted.contains(whole.as_str()) {
            used.insert(whole.clone());
        } else if !is_called {
            missing.insert(whole);
        }
    }
    assert!(functions.len() > 480, "{} functions", functions.len());
    assert!(missing.is_empty(), "call these in src/functions.rs: {missing:#?}");
    let unknown: Vec<_> = excepted.iter().filter(|name| !used.contains(**name)).collect();
    assert!(unknown.is_empty(), "there are no such functions: {unknown:?}");
}

/// Whether `$owned::parse_by` or the like is expanded for a type.
fn is_made_by_a_macro(called: &str, name: &str, owner: &str) -> bool {
    let is_named = called.split("\n").any(|line| {
        (line.starts_with("exercise!(") || line.starts_with("value! {")) && line.contains(owner)
    });
    is_named && ["$owned", "$borrowed"].iter().any(|one| called.contains(&format!("{one}::{name}")))
}

#[test]
#[ignore = "a minute: `cargo test --release -p urigram-conform --test all growth -- --ignored`"]
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
