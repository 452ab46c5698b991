//! Wrong edits in a document's folder: `urigram prove FOLDER` refuses each and says why.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies a document's folder, with some texts of `document.toml` replaced.
fn edited(test: &str, id: &str, edits: &[(&str, &str)]) -> Copy {
    let root = std::env::temp_dir().join(format!("urigram-wrong-{}-{test}", std::process::id()));
    let (from, to) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars").join(id), root.join(id));
    fs::create_dir_all(&to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap().path();
        fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
    }
    let file = to.join("document.toml");
    let mut text = fs::read_to_string(&file).unwrap();
    for (before, after) in edits {
        assert!(text.contains(before), "{id} has no {before}");
        text = text.replacen(before, after, 1);
    }
    fs::write(file, text).unwrap();
    Copy(root)
}

/// Proves an edited folder, which is refused with some words.
fn refused(test: &str, id: &str, edits: &[(&str, &str)], words: &str) {
    let copy = edited(test, id, edits);
    let output = Command::new(env!("CARGO_BIN_EXE_urigram"))
        .arg("prove")
        .arg(copy.0.join(id))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    let tail: Vec<&str> = said.lines().filter(|line| !line.contains(" proved (")).collect();
    assert!(!output.status.success(), "{test}: proved");
    assert!(said.contains(words), "{test}: {tail:#?}");
}

/// Defines a test of one document for each edit.
macro_rules! refused {
    ($($(#[$attribute:meta])* $name:ident: $id:literal, $edits:expr, $words:literal;)*) => {
        $(#[test]
        $(#[$attribute])*
        fn $name() {
            refused(stringify!($name), $id, &$edits, $words);
        })*
    };
}

refused! {
    a_verdict_of_the_printed_rules: "rfc2141",
        [("printed_accepts = true", "printed_accepts = false")],
        "and the row does not say so";
    a_verdict_of_the_corrected_rules: "rfc2141",
        [("corrected_accepts = true", "corrected_accepts = false")],
        "and the row does not say so";
    a_constraint_that_its_example_does_not_break: "rfc2141",
        [("example = \"urn:URN:a\"", "example = \"urn:foo:a\"")],
        "constraint nid-not-urn: \"urn:foo:a\" does not break it";
    an_equivalence_that_its_example_does_not_show: "rfc2141",
        [("[\"URN:foo:a\", \"urn:foo:a\"]", "[\"URN:foo:a\", \"urn:foo:b\"]")],
        "equivalence scheme-case: \"URN:foo:a\" and \"urn:foo:b\" are not equivalent";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_rule_for_a_component: "rfc2396",
        [("host = [\"host\"]", "host = [\"hostport\"]")],
        "host";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_algorithm: "rfc3986",
        [("algorithm = \"rfc3986\"", "algorithm = \"rfc1808\"")],
        "gives";
    #[ignore = "long; `.ci/long` runs it in release"]
    places_of_a_base_out_of_order: "rfc3986",
        [("embedded_section = \"5.1.1\"", "embedded_section = \"5.1.4\"")],
        "[resolution.base]: the sections are not in the order of the document";
    a_misspelt_caution: "rfc1738",
        [("id = \"unusual-port\"", "id = \"unusual-prot\"")],
        "caution unusual-prot: its quotation is not";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_caution_that_finds_something_else: "rfc1738",
        [("finds = \"unusual-port\"", "finds = \"octets\"")],
        "caution unusual-port";
    words_of_another_row: "rfc2396",
        [
            (
                "says = \"In other words, the authority component wins.\"",
                "says = \"the path component is never undefined, though it may be empty\"",
            ),
        ],
        "marking 1: its quotation is not the one in quotations.tsv";
    #[ignore = "long; `.ci/long` runs it in release"]
    words_of_two_errata_swapped: "rfc1808",
        [
            ("says = \"Every generic-RL", "says = \"No rule uses it.\"\n# \"Every generic-RL"),
            ("says = \"No rule uses national or", "says = \"Every generic-RL is.\"\n# \"No"),
        ],
        "erratum unused-classes: its words name rules that it does not list: generic-RL";
    quoted_words_of_another_erratum: "rfc1808",
        [("5.3 gives \\\"this:that\\\" as a path", "5.3 says \\\"as a path\\\" of it")],
        "its quotation is not the one in quotations.tsv";
    #[ignore = "long; `.ci/long` runs it in release"]
    another_rule_of_an_erratum: "rfc1808",
        [("rules = [\"lowalpha\", \"hialpha\"]", "rules = [\"lowalpha\", \"fragment\"]")],
        "erratum alphabet-case: neither its words nor its example have fragment";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_rule_that_an_erratum_leaves_out: "rfc1808",
        [("rules = [\"lowalpha\", \"hialpha\"]", "rules = [\"hialpha\"]")],
        "erratum alphabet-case: its words name rules that it does not list: lowalpha";
    an_example_judged_by_another_rule: "rfc2141",
        [("rule = \"excluded\"", "rule = \"other\"")],
        "is judged by other, which is none of its rules";
    the_example_of_another_erratum: "rfc2141",
        [("example = \"urn:foo:100%\"", "example = \"urn:a-:b\"")],
        "erratum repeat-notation: another row has the example \"urn:a-:b\"";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_misspelt_example: "rfc6874",
        [("example = \"http://[2001:db8::1%25en1]\"", "example = \"hutp://[2001:db8::1%25en1]\"")],
        "the word \"hutp\" in its example occurs in no rule, sentence or other example";
    #[ignore = "long; `.ci/long` runs it in release"]
    an_octet_that_its_example_lacks: "rfc2396",
        [("octets = [13, ", "octets = [14, ")],
        "its example has no %0E";
    words_of_a_section_that_it_does_not_cite: "rfc1808",
        [("section = \"5.3, 2.2\"", "section = \"5.3\"")],
        "erratum colon-first-segment";
    a_form_that_there_is_not: "rfc8089",
        [("form = \"locator\"", "form = \"url\"")],
        "unknown variant `url`, expected one of `generic`, `locator`, `urn`, `urc`, `iri`";
    a_section_that_does_not_exist: "rfc2141",
        [("section = \"2.1\"", "section = \"2.9\"")],
        "2.9";
    another_section: "rfc2141",
        [("section = \"5\"", "section = \"6\"")],
        "its quotation is not the one in quotations.tsv";
    a_language_that_a_repair_changes: "rfc8141",
        [("changes_language = true", "changes_language = false")],
        "language";
    a_rule_that_an_erratum_is_not_about: "rfc1808",
        [("rules = [\"base-header\"]", "rules = [\"fsegment\"]")],
        "erratum base-header-space: repairs base-header, which is none of its rules";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_part_that_its_example_does_not_show: "rfc1808",
        [("\"http://a/b/c/d;p?q#f\", \"p\"]", "\"http://a/b/c/d;p?q#f\", \"q\"]")],
        "part params: \"q\" is no such part";
    a_status_that_there_is_not: "rfc2141",
        [("status = \"Proposed Standard\"", "status = \"Proposed Standart\"")],
        "status \"Proposed Standart\" is none of";
    a_relation_that_the_other_document_denies: "rfc2141",
        [("obsoleted_by = [\"rfc8141\"]", "obsoleted_by = [\"rfc3987\"]")],
        "obsoleted_by and what rfc8141 obsoletes differ";
    a_concept_that_there_is_not: "rfc2141",
        [("[concepts]", "[concepts]\nnamespce = [\"NID\"]")],
        "there is no concept \"namespce\"";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_name_for_another_component: "rfc6874",
        [("rule = \"path-absolute\", begins", "rule = \"path-noscheme\", begins")],
        "[names] path: path-noscheme does not match";
    #[ignore = "long; `.ci/long` runs it in release"]
    a_misspelt_scheme: "rfc1738",
        [("schemes = [\"mailto\"]", "schemes = [\"mailtp\"]")],
        "\"mailtp\": it occurs in no rule and no example";
    a_word_that_no_schemes_are: "rfc8089",
        [("userinfo = \"none\"", "userinfo = \"nobody\"")],
        "\"all\", \"none\" or a list of schemes";
}
