//! A base that a newer document updates: both transcriptions share it, so that their proof cannot
//! see that its rules no longer count. The row `base_updated_by` can.

use std::fs;
use std::path::PathBuf;

use urigram_core::Grammar;
use urigram_engine::Definition;
use urigram_generate::{contradictions_at, load};

/// A scheme on the hosts of RFC 3986, whose addresses have no zones.
const FACTS: &str = r#"
id = "shared"
form = "locator"
schemes = ["x"]
base = "rfc3986"
base_updated_by = ["rfc6874"]

[start]
default = "x-URI"
uri = "x-URI"

[[rule]]
name = "x-URI"
section = "1"
"#;

/// Returns the contradictions of a folder with both notations of its own, on those of the base.
fn told(test: &str, facts: &str) -> Vec<String> {
    let root = std::env::temp_dir().join(format!("urigram-updates-{}-{test}", std::process::id()));
    let folder: PathBuf = root.join("shared");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("document.toml"), facts).unwrap();
    fs::write(folder.join("printed.abnf"), "x-URI = \"x://\" host path-abempty\n").unwrap();
    let pest = "x_URI = { ^\"x://\" ~ host ~ path_abempty }\n";
    fs::write(folder.join("printed.pest"), pest).unwrap();
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let loaded = load(&folder, None, &known).unwrap();
    // The proof is one of equal rules: both notations refuse a zone.
    assert!(!loaded.definition.corrected.start().accepts(b"x://[fe80::1%25en1]/"));
    let told = contradictions_at(&folder, loaded.definition, &known).unwrap();
    let _ = fs::remove_dir_all(root);
    told
}

#[test]
fn a_difference_that_a_shared_base_hides_is_told() {
    let told = told("hidden", FACTS);
    let line = "shared base_updated_by: IP-literal is not the IP-literal of rfc6874, and no \
                erratum says why";
    assert_eq!(told, [line]);
}

#[test]
fn an_erratum_says_why() {
    let erratum = r#"
[[erratum]]
id = "no-zones"
section = "1"
rules = ["IP-literal"]
printed = "x-URI"
says = "RFC 9844 took zones back; the addresses (IP-literal) are those of RFC 3986."
changes_language = false
"#;
    assert_eq!(told("said", &format!("{FACTS}{erratum}")), Vec::<String>::new());
}

#[test]
fn the_base_of_the_newest_document_has_nothing_to_tell() {
    let facts = FACTS.replace("base = \"rfc3986\"", "base = \"rfc6874\"");
    let root = std::env::temp_dir().join(format!("urigram-updates-{}", std::process::id()));
    let folder = root.join("shared");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("document.toml"), facts).unwrap();
    fs::write(folder.join("printed.abnf"), "x-URI = \"x://\" host path-abempty\n").unwrap();
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let loaded = load(&folder, None, &known).unwrap();
    assert!(loaded.definition.corrected.start().accepts(b"x://[fe80::1%25en1]/"));
    let told = contradictions_at(&folder, loaded.definition, &known).unwrap();
    assert_eq!(told, Vec::<String>::new());
    let _ = fs::remove_dir_all(root);
}

#[test]
fn a_document_that_does_not_exist_updates_nothing() {
    let folder = std::env::temp_dir().join(format!("urigram-updates-{}-none", std::process::id()));
    let folder = folder.join("shared");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("document.toml"), FACTS.replace("rfc6874", "rfc9999")).unwrap();
    fs::write(folder.join("printed.abnf"), "x-URI = \"x://\" host path-abempty\n").unwrap();
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let loaded = load(&folder, None, &known).unwrap();
    let error = contradictions_at(&folder, loaded.definition, &known).unwrap_err().to_string();
    assert!(error.contains("base_updated_by: \"rfc9999\" is no document"), "{error}");
}
