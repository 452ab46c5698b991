//! The folders that the tests write.

use std::fs;
use std::path::{Path, PathBuf};

use urigram::documents::Definition;
use urigram::Grammar;
use urigram_generate::{load, Loaded};

/// A folder that is removed when it is dropped.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Scratch(root)
    }

    /// Writes files, and returns the path of the folder that holds them.
    pub(crate) fn folder(&self, name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = self.0.join(name);
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        folder
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.0.join(name), text).unwrap();
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn known() -> Vec<&'static Definition> {
    Grammar::ALL.iter().map(|grammar| grammar.definition()).collect()
}

pub(crate) fn loaded(path: &Path) -> Loaded {
    load(path, None, &known()).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn grammar(path: &Path) -> Grammar {
    Grammar::new(loaded(path).definition)
}

pub(crate) fn refusal(path: &Path) -> String {
    match load(path, None, &known()) {
        Ok(_) => panic!("{} is loaded", path.display()),
        Err(error) => error.to_string(),
    }
}

/// RFC 8089, as examples/rfc8089 has it.
pub(crate) const FILE_URI: [(&str, &str); 5] = [
    ("document.toml", include_str!("../../../examples/rfc8089/document.toml")),
    ("printed.abnf", include_str!("../../../examples/rfc8089/printed.abnf")),
    ("printed.pest", include_str!("../../../examples/rfc8089/printed.pest")),
    ("sections.tsv", include_str!("../../../examples/rfc8089/sections.tsv")),
    ("examples.toml", include_str!("../../../examples/rfc8089/examples.toml")),
];

/// An identifier that nobody has, with components, parts and constraints of its own.
pub(crate) const MARK: [(&str, &str); 3] = [
    (
        "document.toml",
        r#"
id = "shelf-mark"
number = "House rules"
date = "2001-04-01"
form = "locator"

[start]
default = "mark"

[components]
scheme = ["scheme"]
path = ["place"]
query = ["copy"]

[shape]
authority = "none"
fragment = "none"

[[part]]
name = "house"
component = "path"
rule = "house"
section = "3"
ends = ["/"]

[[part]]
name = "shelf"
component = "path"
rule = "shelf"
section = "3"
begins = "/"

[comparison]

[[equivalence]]
id = "scheme-case"
section = "4"
change = "lower-case"
of = ["scheme"]
example = ["MARK:ab/1.2", "mark:ab/1.2"]

[[equivalence]]
id = "first-copy"
section = "4"
change = "same"
of = ["query"]
place = "whole"
texts = ["", "?1"]
key_only = true
example = ["mark:ab/1.2?1", "mark:ab/1.2"]

[[equivalence]]
id = "house-case"
section = "4"
change = "lower-case"
of = ["path"]
objective = "retrieval"
example = ["mark:AB/1.2", "mark:ab/1.2"]

[[constraint]]
id = "copies-from-one"
section = "5"
message = "copies are counted from one"
of = "query"
forbids = "zero"

[[constraint]]
id = "house-is-known"
section = "5"
message = "the house is in the register"
"#,
    ),
    (
        "rules.abnf",
        r#"mark = scheme ":" place [ "?" copy ]
scheme = "mark"
place = house "/" shelf
house = 2*8LETTER
shelf = 1*DIGIT "." 1*DIGIT
copy = 1*DIGIT
zero = 1*"0"
LETTER = %x41-5A / %x61-7A
DIGIT = %x30-39
"#,
    ),
    (
        "rules.pest",
        r#"mark = { scheme ~ ":" ~ place ~ ("?" ~ copy)? }
scheme = { ^"mark" }
place = { house ~ "/" ~ shelf }
house = { LETTER{2,8} }
shelf = { DIGIT+ ~ "." ~ DIGIT+ }
copy = { DIGIT+ }
zero = { "0"+ }
LETTER = { 'A'..'Z' | 'a'..'z' }
DIGIT = { '0'..'9' }
"#,
    ),
];
