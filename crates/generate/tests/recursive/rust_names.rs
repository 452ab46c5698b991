//! Rules with names that Rust has for itself, or that become one name in Rust, as code that is
//! compiled here.
//!
//! `BLESS=1 cargo test -p urigram-generate --test all rust_names` writes the code anew.

use std::fs;
use std::path::{Path, PathBuf};

use urigram_automata::peg::Grammar;
use urigram_engine::nested::{Limits, RuleName};
use urigram_generate::nested::program;
use urigram_generate::Package;

// A package exports these.
#[allow(dead_code)]
#[path = "names/names.rs"]
mod nodes;
#[path = "names/name_rules.rs"]
mod rules;

const RULES: &str = include_str!("names/names.rules");

/// Writes a file of rules into a folder of its own, and makes its package.
fn package(name: &str, text: &str) -> Result<Package, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-names");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    Package::by_rule(&file, None, &[]).map_err(|error| error.to_string())
}

fn source<'p>(package: &'p Package, name: &str) -> &'p str {
    let file = package.files.iter().find(|(path, _)| path == Path::new(name));
    file.map_or("", |(_, text)| std::str::from_utf8(text).unwrap())
}

/// Returns the names of the rules in the order of the file.
fn names() -> impl Iterator<Item = &'static str> {
    RULES.lines().filter_map(|line| Some(line.split_once(" = ")?.0))
}

#[test]
fn the_code_of_names_is_fresh() {
    let package = package("names.pest", RULES).unwrap();
    let library = source(&package, "src/lib.rs");
    let (_, rest) = library.split_once("urigram_engine::nested_rules! {\n").unwrap();
    let (body, _) = rest.split_once("\n}\n").unwrap();
    let rules = format!("urigram_engine::nested_rules! {{\n{body}\n}}\n");
    for (name, text) in [("names.rs", source(&package, "src/nodes.rs")), ("name_rules.rs", &rules)]
    {
        let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recursive/names").join(name);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&known, text).unwrap();
        }
        assert_eq!(fs::read_to_string(&known).unwrap(), text, "{name}");
    }
    let test = source(&package, "tests/pest.rs");
    assert!(test.contains("by_pest::Rule::r#type"), "{test}");
    assert!(library.contains("macro_rules! type_ {"), "{library}");
}

/// A keyword has a mark as a variant, and none as the name of a rule.
#[test]
fn rules_have_their_plain_names() {
    assert_eq!(names().count(), 30);
    // `of` is also a rule.
    let rule = <rules::Rule as RuleName>::of;
    for name in names() {
        assert_eq!(rule(name).map(RuleName::name), Some(name));
        assert_eq!(rule(&format!("r#{name}")), None);
    }
    assert_eq!(rule("use"), Some(rules::Rule::r#use));
    let program = program(&Grammar::parse(RULES).unwrap());
    let text = "[u,m,1,2,3,4,7,8,O,[],ru]u";
    let tree = program.parse("type", text, Limits::for_length(text.len())).unwrap();
    let root = tree.roots().next().and_then(nodes::Type::of).unwrap();
    let kept = root.nodes().map(|node| node.rule().to_owned()).collect::<Vec<_>>();
    let wanted =
        ["use", "match", "a_b", "aB", "AB", "a__b", "_1", "__", "Option", "type", "read", "Try_"];
    assert_eq!(kept, wanted);
    let texts = [
        ("use", root.use_().map(|node| node.text()).collect::<Vec<_>>()),
        ("a_b", root.a_b().map(|node| node.text()).collect()),
        ("aB", root.a_b_().map(|node| node.text()).collect()),
        ("AB", root.ab().map(|node| node.text()).collect()),
        ("a__b", root.a_b__().map(|node| node.text()).collect()),
        ("_1", root._1().map(|node| node.text()).collect()),
        ("__", root.__().map(|node| node.text()).collect()),
    ];
    let wanted = ["u", "1", "2", "3", "4", "7", "8"];
    for ((name, found), wanted) in texts.into_iter().zip(wanted) {
        assert_eq!(found, [wanted], "{name}");
    }
    assert!(matches!(root.try_().choice(), Some(nodes::Choice::Use(node)) if node.text() == "u"));
}

/// pest_derive writes `r#self`, which is not a name of Rust.
#[test]
fn names_that_rust_cannot_have_are_refused() {
    for name in ["self", "Self", "super", "crate"] {
        let error = package(
            "refused.pest",
            &format!("list = {{ \"(\" ~ list* ~ {name} }}\n{name} = {{ \")\" }}\n"),
        );
        let error = error.unwrap_err();
        let says = format!(
            "refused.pest: `{name}` is a name that no rule has in Rust, and pest_derive reads none \
             of it either: rename the rule"
        );
        assert!(error.ends_with(&says), "{error}");
    }
}

#[test]
fn packages_and_types_have_names_of_their_own() {
    let nested = "list = { \"(\" ~ list* ~ \")\" }\n";
    let regular = "list = { \"(\" ~ \")\" }\n";
    for text in [nested, regular] {
        for name in ["type", "core", "test", "self", "pest"] {
            let error = package(&format!("{name}.pest"), text).unwrap_err();
            assert!(error.contains(&format!("no package can have the name `{name}`")), "{error}");
        }
    }
    let types = [("option", "OptionText, OptionTextBuf,"), ("regular", "Regular, RegularBuf,")];
    for (name, shown) in types {
        let package = package(&format!("{name}.pest"), regular).unwrap();
        assert!(source(&package, "src/lib.rs").contains(shown), "{name}");
    }
    for (rule, shown) in [("as_ref", "AsRef = "), ("error", "ErrorText = "), ("_1", "Rule1 = ")] {
        let package = package("start.pest", &nested.replace("list", rule)).unwrap();
        assert!(source(&package, "src/lib.rs").contains(&format!("    {shown}")), "{rule}");
    }
}
