//! Errors in `document.toml`: each names the line, the key and what is possible.

use std::fs;

use urigram_generate::load;
use urigram_grammars::Grammar;

/// Returns the error of a folder with these facts beside its id.
fn error(name: &str, facts: &str) -> String {
    let file = format!("urigram-facts-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(file);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("document.toml"), format!("id = \"mine\"\n{facts}")).unwrap();
    fs::write(folder.join("printed.abnf"), "mine = \"a\"\n").unwrap();
    let known: Vec<_> = Grammar::ALL.iter().map(|it| it.definition()).collect();
    let found = load(&folder, None, &known).map(|_| String::new());
    fs::remove_dir_all(&folder).unwrap();
    found.unwrap_or_else(|error| error.to_string())
}

#[test]
fn a_wrong_value_is_reported_with_its_line_and_what_is_possible() {
    let marking = "[[marking]]\ncomponents = [\"path\"]\nsection = \"1\"\nsays = \"x\"\n";
    let beyond = |value: &str| format!("{marking}beyond = {value}\n");
    let schemes = [r#""all", "none" or a list of schemes"#];
    let texts = ["a text, or { printed = "];
    for (name, facts, line, key, possible) in [
        ("word", "[shape]\nuserinfo = \"nobody\"\n".to_owned(), 3, "userinfo", &schemes[..]),
        ("number", "[shape]\nquery = \"all\"\nslashes = 7\n".to_owned(), 4, "slashes", &schemes),
        ("table", "[shape]\nhost = { a = 1 }\n".to_owned(), 3, "host", &schemes),
        ("item", "[shape]\nfragment = [\"http\", 1]\n".to_owned(), 3, "fragment", &["a string"]),
        (
            "form",
            "title = \"A\"\nform = \"url\"\n".to_owned(),
            3,
            "form",
            &["`generic`, `locator`, `urn`, `urc`, `iri`"],
        ),
        ("encoding", "encoding = \"ascii\"\n".to_owned(), 2, "encoding", &["`utf-8` or `octets`"]),
        ("date", "date = \"2021-02-29\"\n".to_owned(), 2, "date", &["2017-02-01"]),
        ("no-month", "date = \"2021\"\n".to_owned(), 2, "date", &["2017-02-01"]),
        ("beyond", beyond("3"), 6, "beyond", &texts),
        ("list", beyond("[\"a\"]"), 6, "beyond", &texts),
        ("half", beyond("{ printed = \"a\" }"), 6, "beyond", &["`corrected`"]),
        (
            "third",
            beyond("{ printed = \"\", corrected = \"\", x = 1 }"),
            6,
            "beyond",
            &["`printed`"],
        ),
        (
            "unquoted",
            "[shape]\nuserinfo = \"all\"\n[[marking]]\ncomponents = [\"path\"]\nsection = \"1\"\nsays = \"\"\n"
                .to_owned(),
            4,
            "says",
            &["it has to quote the document"],
        ),
    ] {
        let error = error(name, &facts);
        assert!(!error.contains("untagged"), "{error}");
        for part in possible.iter().copied().chain([&*format!("line {line}"), key]) {
            assert!(error.contains(part), "{name}: no {part:?} in {error}");
        }
    }
}

#[test]
fn every_right_value_is_read() {
    let right = "[shape]\nuserinfo = \"none\"\nquery = \"all\"\nfragment = [\"http\"]\nhost = []\n";
    assert_eq!(error("right", right), "");
}
