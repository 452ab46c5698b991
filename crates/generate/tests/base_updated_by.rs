//! `base_updated_by`: what two transcriptions share, no proof of one against the other can see.

use std::fs;
use std::path::PathBuf;

use urigram_engine::Definition;
use urigram_generate::{evidence_at, load};
use urigram_grammars::Grammar;

const OF_RFC_6874: &str = r#"IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]""#;
const OF_RFC_3986: &str = r#"IP-literal = "[" ( IPv6address / IPvFuture ) "]""#;
const ZONES: &str = r#"
ZoneID = 1*( unreserved / pct-encoded )
IPv6addrz = IPv6address "%25" ZoneID
"#;
const ERRATUM: &str = r#"

[[erratum]]
id = "without-zones"
section = "1"
rules = ["IP-literal"]
says = "The text takes RFC 3986 as it was."
changes_language = false
example = "mine:[::]"
printed = ""
printed_accepts = true
corrected_accepts = true
"#;

/// Returns what is wrong in a folder with these facts and this rule.
fn complaints(name: &str, facts: &str, rules: &str) -> String {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("urigram-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (keys, rows) = facts.split_once("\n\n").unwrap_or((facts, ""));
    let facts = format!(
        "id = \"mine\"\nform = \"locator\"\n{keys}\n\n[start]\ndefault = \"mine\"\n\n{rows}"
    );
    fs::write(folder.join("document.toml"), facts).unwrap();
    fs::write(folder.join("printed.abnf"), format!("mine = \"mine:\" IP-literal\n{rules}\n"))
        .unwrap();
    let known: Vec<&'static Definition> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let found =
        load(&folder, None, &known).and_then(|made| evidence_at(&folder, made.definition, &known));
    fs::remove_dir_all(&folder).unwrap();
    found.map_or_else(|error| error.to_string(), |found| found.contradictions.join("\n"))
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn a_rule_is_that_of_the_newest_document_listed() {
    let updated = "base = \"rfc3986\"\nbase_updated_by = [\"rfc6874\"]\n";
    let is_told = |text: &str| text.contains("IP-literal is not the IP-literal of rfc6874");
    let old = complaints("old", updated, OF_RFC_3986);
    assert!(is_told(&old), "{old}");
    // An erratum that names the rule says why.
    let with_reason = complaints("reason", &[updated.trim_end(), ERRATUM].concat(), OF_RFC_3986);
    assert!(!is_told(&with_reason), "{with_reason}");
    let new = complaints("new", updated, &[OF_RFC_6874, ZONES].concat());
    assert!(!new.contains("base_updated_by"), "{new}");
    // Without the row nobody sees that the base was updated.
    let unasked = complaints("unasked", "base = \"rfc3986\"\n", OF_RFC_3986);
    assert!(!unasked.contains("base_updated_by"), "{unasked}");
    // The older document has no say in what the newer one has.
    let both = "base = \"rfc3986\"\nbase_updated_by = [\"rfc3986\", \"rfc6874\"]\n";
    assert!(is_told(&complaints("both", both, OF_RFC_3986)));
    assert!(!is_told(&complaints("both", both, &[OF_RFC_6874, ZONES].concat())));
}

#[test]
fn a_row_that_lists_nothing_is_refused() {
    let unknown = "base = \"rfc3986\"\nbase_updated_by = [\"rfc9999\"]\n";
    let unknown = complaints("unknown", unknown, OF_RFC_3986);
    assert!(unknown.contains("\"rfc9999\" is not a document"), "{unknown}");
    let whole = "mine-literal = \"[\" %x30-39 \"]\"\nIP-literal = mine-literal";
    let without = complaints("without", "base_updated_by = [\"rfc6874\"]\n", whole);
    assert!(without.contains("base_updated_by without a base"), "{without}");
}
