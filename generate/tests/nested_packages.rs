//! Packages of rules that call themselves: what they hold, and what is refused.

use std::fs;
use std::path::PathBuf;

use urigram_generate::Package;

/// Writes a file of rules into a folder of its own, and returns the file.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

fn package(name: &str, text: &str, rule: Option<&str>) -> Result<Package, String> {
    Package::by_rule(&file(name, text), rule, &[]).map_err(|error| error.to_string())
}

fn source<'p>(package: &'p Package, name: &str) -> &'p str {
    let file = package.files.iter().find(|(path, _)| path.ends_with(name));
    file.map_or("", |(_, text)| std::str::from_utf8(text).unwrap())
}

/// pest's optimizer takes the opening out of both alternatives. The brackets are brackets still.
const LIST: &str = r#"
list = { "(" ~ item ~ ("," ~ item)* ~ ")" | "(" ~ ")" }
item = { list | number | name }
number = @{ ASCII_DIGIT+ }
name = { first ~ second? }
first = { "a" }
second = { "b" }
WHITESPACE = _{ " " }
"#;

#[test]
fn a_file_of_pest_becomes_types_and_literals() {
    let package = package("list.pest", LIST, None).unwrap();
    assert!(package.notes.is_empty(), "{:?}", package.notes);
    let nodes = source(&package, "src/nodes.rs");
    assert!(nodes.contains("enum Item = \"item\" {\n        List\n        Number\n        Name\n"));
    for part in ["item: many Item;", "first: one First;", "second: optional Second;"] {
        assert!(nodes.contains(part), "{part}: {nodes}");
    }
    let library = source(&package, "src/lib.rs");
    assert!(library.contains("macro_rules! list"), "{library}");
    let words = source(&package, "tests/words.txt");
    for verdict in ["accept\t", "reject\t"] {
        assert!(words.lines().filter(|line| line.starts_with(verdict)).count() > 10, "{words}");
    }
}

#[test]
fn rules_that_leave_no_node_pass_on_what_is_inside() {
    let text = r#"
        list = { "(" ~ items? ~ ")" }
        items = _{ item ~ ("," ~ items)? }
        item = { list | 'a'..'z' }
        whole = _{ SOI ~ list ~ other? ~ EOI }
        other = { "!" }
    "#;
    let whole = package("items.pest", text, Some("whole")).unwrap();
    let nodes = source(&whole, "src/nodes.rs");
    assert!(nodes.contains("item: many Item;"), "{nodes}");
    assert!(!nodes.contains("Items"), "{nodes}");
    assert!(nodes.contains("struct Whole = \"whole\""), "{nodes}");
    for part in ["list: one List;", "other: optional Other;"] {
        assert!(nodes.contains(part), "{part}: {nodes}");
    }
    assert!(source(&whole, "src/lib.rs").contains("Whole, false, program"));
}

#[test]
fn rules_with_the_stack_have_no_literals_and_say_so() {
    let text = r#"
        tag = { "<" ~ PUSH(name) ~ ">" ~ tag* ~ "</" ~ POP ~ ">" }
        name = @{ 'a'..'b'+ }
    "#;
    let package = package("tag.pest", text, None).unwrap();
    assert!(!source(&package, "src/lib.rs").contains("macro_rules"));
    assert!(package.notes[0].starts_with("no literals"), "{:?}", package.notes);
    assert!(source(&package, "tests/words.txt").contains("accept\t<a></a>"));
}

#[test]
fn what_cannot_be_made_is_refused_by_name() {
    let abnf = package("list.abnf", "list = \"(\" *list \")\"\n", None).unwrap_err();
    assert!(abnf.contains("a package of it needs a PEG"), "{abnf}");
    // A file begins with any rule of it.
    let regular = package("list.pest", LIST, Some("number")).unwrap();
    let vectors = source(&regular, "tests/list.tsv");
    assert!(vectors.starts_with("# Conformance vectors for `number`:"), "{vectors}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages/as");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("printed.pest"), LIST).unwrap();
    for (rule, start) in [("numbers", "list"), ("number", "number")] {
        let facts = format!(
            "id = \"as\"\n[start]\ndefault = \"{start}\"\n\
             [[type]]\nrule = \"{rule}\"\nas = \"u64\"\n"
        );
        fs::write(folder.join("document.toml"), facts).unwrap();
        let error = Package::of(&folder, &[]).unwrap_err().to_string();
        assert!(error.contains(&format!("`{rule}`")) || error.contains("`as`"), "{error}");
    }
}

/// A chain of rules from the last one to the first, and one that doubles at each step.
#[test]
fn large_grammars_end() {
    let mut chain = String::from("r0 = { \"(\" ~ r300 ~ \")\" | \"a\" }\n");
    let mut double = String::from("r0 = { \"(\" ~ r40 ~ \")\" | \"a\" }\n");
    for number in 1..=300 {
        chain += &format!("r{number} = {{ \"b\" | r{} }}\n", number - 1);
    }
    for number in 1..=40 {
        double += &format!("r{number} = {{ r{0} ~ r{0} }}\n", number - 1);
    }
    for (name, text) in [("chain.pest", chain), ("double.pest", double)] {
        match package(name, &text, Some("r0")) {
            Ok(package) => assert!(!source(&package, "src/nodes.rs").is_empty(), "{name}"),
            Err(error) => assert!(error.contains("too many"), "{name}: {error}"),
        }
    }
}
