//! `urigram prove FOLDER --text FILE` with copies of one document.

use std::fs;
use std::path::Path;

use urigram_generate::{quote, Folder, Text};

use crate::program::urigram;

const DOCUMENT: &str = "Draft\n\n1.  One\n\n   The rule is short,\n\n\
    Author             A Draft                 [Page 1]\n\u{c}\n\
    Draft           A Draft            1999\n\n   and so is the caf\u{e9}.\n\n\
    \x20     a = \"x\"\n        / \"y\"\n\n2.  Two\n\n   Nothing more.\n";

const FACTS: &str =
    "id = \"quoting\"\nnumber = \"Draft\"\n\n[[rule]]\nname = \"a\"\nsection = \"1\"\n\n\
    [[erratum]]\nid = \"short\"\nsection = \"1\"\nprinted = 'a = \"x\" / \"y\"'\n\
    changes_language = false\nsays = 'It says \"and so is the café\", and nothing else.'\n";

/// Returns whether the command finds all quotations of a folder in a copy, and what it prints.
fn proves(folder: &Path, copy: &[u8]) -> (bool, String) {
    let file = folder.join("copy.txt");
    fs::write(&file, copy).unwrap();
    let output = urigram(&["prove", "--text"]).arg(&file).arg(folder).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[test]
fn each_copy_of_a_text_proves_the_quotations_of_a_folder() {
    let folder = std::env::temp_dir().join(format!("urigram-texts-{}", std::process::id()));
    let folder = folder.join("quoting");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("document.toml"), FACTS).unwrap();
    fs::write(folder.join("printed.abnf"), "; 1\na = \"x\" / \"y\"\n").unwrap();
    fs::write(folder.join("sections.tsv"), "1\tOne\n2\tTwo\n").unwrap();
    let texts = [Text::new(DOCUMENT.as_bytes()).unwrap()];
    let lines = quote(&Folder::read(&folder).unwrap(), &[], &texts).unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    fs::write(folder.join("quotations.tsv"), lines).unwrap();
    let pages =
        DOCUMENT.replace("Author             A Draft                 [Page 1]\n\u{c}\n", "");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (name, copy) in [
        ("as it is", DOCUMENT.as_bytes().to_vec()),
        ("CR LF", DOCUMENT.replace('\n', "\r\n").into_bytes()),
        ("CR", DOCUMENT.replace('\n', "\r").into_bytes()),
        ("no page breaks", pages.replace("Draft           A Draft            1999\n", "").into()),
        ("ISO 8859-1", DOCUMENT.chars().map(|c| c as u8).collect()),
        ("a byte order mark", format!("\u{FEFF}{DOCUMENT}").into_bytes()),
        ("UTF-16", utf_16(&format!("\u{FEFF}{DOCUMENT}"))),
        ("indented", format!("    {}", DOCUMENT.replace('\n', "\n    ")).into_bytes()),
    ] {
        let (is_proved, said) = proves(&folder, &copy);
        assert!(is_proved, "{name}: {said}");
    }
    for (name, copy) in [
        ("another word", DOCUMENT.replace("caf\u{e9}", "coffee").into_bytes()),
        ("nothing", Vec::new()),
        ("bytes", vec![0xFF; 10_000]),
    ] {
        let (is_proved, said) = proves(&folder, &copy);
        assert!(!is_proved, "{name}: {said}");
    }
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}
