//! Packages of folders that a test writes: what they hold, and what is refused, with the place and
//! what to do.

use std::fs;
use std::path::{Path, PathBuf};

use urigram_generate::{Package, ReadError};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("urigram-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn package(name: &str, files: &[(&str, &str)]) -> Result<Package, ReadError> {
    Package::of(&Folder::new(name, files).0, &[])
}

fn file(package: &Package, path: &str) -> String {
    let found = package.files.iter().find(|(file, _)| file == Path::new(path));
    String::from_utf8(found.unwrap_or_else(|| panic!("{path}")).1.clone()).unwrap()
}

/// Returns the error of a folder with one file of ABNF and more rows.
fn refused(name: &str, rows: &str, abnf: &str) -> String {
    let rows = format!("id = \"{}\"\n{rows}", name.replace('_', "-"));
    let files = [("document.toml", &*rows), ("a.abnf", abnf)];
    package(name, &files).expect_err(name).to_string()
}

/// A choice is in the documentation of the type, in its vectors, and in the table.
#[test]
fn a_choice_is_shown() {
    let abnf = "own = ( name / host ) [ path ]\nhost = 1*ALPHA\nname = 1*( ALPHA / DIGIT )\n\
                path = \"/\" *ALPHA\n";
    let rows = "id = \"own\"\nprefer = \"first\"\n";
    let made = package("choice", &[("document.toml", rows), ("a.abnf", abnf)]);
    let made = made.unwrap_or_else(|error| panic!("{error}"));
    let library = file(&made, "src/lib.rs");
    assert!(library.contains("two readings. This type takes the first:"));
    assert!(
        library.contains("/// component `name` of `own`: the component has two places in \"a\"")
    );
    assert!(library.contains("name: required str = 0;"), "{library}");
    // Every host is also a name, and a name comes first.
    assert!(!library.contains("host: "), "{library}");
    let definition = file(&made, "src/definition.rs");
    assert!(definition.contains("is_first: true"), "{definition}");
    assert!(file(&made, "tests/own.tsv").contains("name=0..1"));
    let reason = refused("choice_typed", "prefer = \"frist\"\n", abnf);
    assert!(
        reason.contains("document.toml: line 2: prefer: \"frist\" is not a choice"),
        "{reason}"
    );
}

#[test]
fn an_id_and_a_grammar_are_enough() {
    let made = package(
        "enough",
        &[
            ("document.toml", "id = \"part\"\n"),
            ("a.abnf", "part = maker \"/\" name\nmaker = 1*ALPHA\nname = 1*DIGIT\n"),
        ],
    );
    let made = made.unwrap_or_else(|error| panic!("{error}"));
    let library = file(&made, "src/lib.rs");
    assert!(library.contains("maker: required str = 0;"), "{library}");
    assert!(library.contains("name: required str = 1;"), "{library}");
    assert!(library.contains("macro_rules! part {"), "{library}");
    assert!(file(&made, "src/grammar.pest").contains("part = { maker ~ \"/\" ~ name }"));
    assert!(file(&made, "tests/part.tsv").contains("maker=0..1 name=2..3"));
}

#[test]
fn a_peg_alone_has_components() {
    let peg = "/// A part\npart = { maker ~ \":\" ~ name }\nmaker = { ('a'..'z')+ }\nname = { !\"-\" ~ (ASCII_DIGIT | \"-\")* }\n";
    let made = package("peg", &[("document.toml", "id = \"part\"\n"), ("a.pest", peg)]);
    // The copy without the lookahead accepts more. It has the places in what the PEG accepts.
    let made = made.unwrap_or_else(|error| panic!("{error}"));
    assert!(made.notes.iter().any(|note| note.contains("the copy of `part`")), "{:?}", made.notes);
    assert!(file(&made, "src/lib.rs").contains("maker: required str = 0;"));
    assert!(file(&made, "tests/part.tsv").contains("maker=0..1"));
    let peg = peg.replace("!\"-\" ~ ", "!\"!\" ~ ");
    let made = package("peg_copy", &[("document.toml", "id = \"part\"\n"), ("a.pest", &*peg)]);
    let made = made.unwrap_or_else(|error| panic!("{error}"));
    assert!(file(&made, "src/lib.rs").contains("maker: required str = 0;"), "{:?}", made.notes);
}

#[test]
fn lists_are_found_by_their_delimiters() {
    let abnf = "a = l\nl = *( \"/\" item )\nitem = *ALPHA\n";
    let rows = "id = \"a\"\n[[type]]\nrule = \"a\"\nlists = { a = \"item\" }\n";
    let made = package("list", &[("document.toml", rows), ("a.abnf", abnf)]).unwrap();
    let module = file(&made, "src/definition.rs");
    assert!(module.contains("List { delimiter: 0x2f, form: ListForm::After }"), "{module}");
    let why = refused(
        "no_list",
        "[[type]]\nrule = \"a\"\nlists = { a = \"item\" }\n",
        "a = item *( \"/\" item )\nitem = *( ALPHA / \"/\" )\n",
    );
    assert!(why.contains("`a` is not a list of `item`"), "{why}");
}

#[test]
fn an_id_begins_with_a_letter() {
    for id in ["9p", "-p", "P", "p_q", ""] {
        let facts = format!("id = \"{id}\"\n");
        let made = package("letter", &[("document.toml", &facts), ("a.abnf", "p = \"x\"\n")]);
        let why = made.expect_err(id).to_string();
        assert!(why.contains("begins with a letter"), "{id}: {why}");
    }
    let files = [("document.toml", "id = \"p9-q\"\n"), ("a.abnf", "p = \"x\"\n")];
    assert!(package("digit", &files).is_ok());
}

#[test]
fn rows_that_fit_nothing_are_refused() {
    let abnf = "a = x \":\" y\nx = 1*ALPHA\ny = 1*DIGIT\n";
    for (name, rows, message) in [
        ("unknown", "[[type]]\nrule = \"b\"\n", "line 3: [[type]] b: \"b\": no such rule; did you mean `a`?"),
        ("part_unknown", "[[type]]\nrule = \"a\"\ncomponents = [\"other\"]\n", "line 4: [[type]] a: \"other\": no such rule; there are a, x, y"),
        ("twice", "[[type]]\nrule = \"x\"\nname = \"T\"\n[[type]]\nrule = \"y\"\nname = \"T\"\n", "the rules x and y both become the type T"),
        ("check", "[[constraint]]\nid = \"c\"\nsection = \"1\"\nmessage = \"m\"\ncheck = { of = \"a\" }\n", "constraint c: check has one of unique, utf8, longest and function"),
        ("unique", "[[constraint]]\nid = \"c\"\nsection = \"1\"\nmessage = \"m\"\ncheck = { of = \"x\", unique = \"x\" }\n", "unique items need a list"),
        ("Loud", "", "lower-case letters"),
        ("field", "[[type]]\nrule = \"a\"\nparts = []\n", "unknown field `parts`"),
    ] {
        let why = refused(name, rows, abnf);
        assert!(why.contains(message), "{name}: {why}");
    }
    let same = refused("same", "", "a = a-b a-B1\na-b = \"x\"\na-B1 = \"y\"\nA-b1 = \"z\"\n");
    assert!(same.contains("is defined already"), "{same}");
    let files = [("document.toml", "id = \"a\"\n"), ("a.pest", "a_b = { \"x\" }\na_B = { a_b }\n")];
    // A PEG may have both, and each is a type.
    let nodes = file(&package("same_peg", &files).unwrap(), "src/nodes.rs");
    assert!(nodes.contains("    struct AB(") && nodes.contains("    struct AB_("), "{nodes}");
    let same = Package::javascript(&Folder::new("same_js", &files).0, None, &[]).unwrap_err();
    assert!(same.to_string().contains("`a_b` and `a_B` differ only in case"), "{same}");
}

#[test]
fn examples_that_the_rules_contradict_are_refused() {
    let folder = |says: &str, text: &str, more: &str| {
        let example =
            format!("[[example]]\ntext = {text:?}\nsection = \"1\"\nsays = \"{says}\"\n{more}");
        let files = [
            ("document.toml", "id = \"a\"\n"),
            ("a.abnf", "a = x \":\" x1\nx = 1*ALPHA\nx1 = 1*DIGIT\n"),
            ("examples.toml", &*example),
        ];
        package(&format!("examples-{says}-{}", more.len()), &files)
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(folder("valid", "a:1", ""), None);
    let rejected = folder("valid", "a:b", "").unwrap();
    assert!(rejected.contains("example 1: \"a:b\" is called valid, and `a` rejects it at byte 2"));
    let accepted = folder("invalid", "a:1", "").unwrap();
    assert!(accepted.contains("\"a:1\" is called invalid, and `a` accepts it"), "{accepted}");
    let part = folder("valid", "a:1", "parts = { x = \"b\" }\n").unwrap();
    assert!(part.contains("`x` is Some(\"a\") in \"a:1\", and not \"b\""), "{part}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn constructions_end_at_a_limit() {
    // The 18th letter from the end is a: 2^18 states.
    let wide = package(
        "wide",
        &[("document.toml", "id = \"a\"\n"), ("a.abnf", "a = *x \"a\" 18x\nx = \"a\" / \"b\"\n")],
    );
    let error = wide.expect_err("too many states");
    assert!(error.is_limit() && error.to_string().contains("more than"), "{error}");
    let long = package(
        "long",
        &[("document.toml", "id = \"a\"\n"), ("a.abnf", "a = 4000000000x\nx = \"a\"\n")],
    );
    let error = long.expect_err("too many nodes");
    assert!(error.is_limit(), "{error}");
}

#[test]
fn a_manifest_of_somebody_else_is_never_overwritten() {
    let files = [("document.toml", "id = \"a\"\n"), ("a.abnf", "a = 1*ALPHA\n")];
    let made = package("own", &files).unwrap();
    let out = Folder::new("own_out", &[("Cargo.toml", "[package]\nname = \"mine\"\n")]);
    let why = made.write(&out.0).unwrap_err().to_string();
    assert!(why.contains("name a folder of its own for the package"), "{why}");
    assert_eq!(fs::read_dir(&out.0).unwrap().count(), 1);
}

/// The module of a document is the one that the list of documents has, block by block: only the
/// statics of the types are added. `urigram-generate` and `urigram generate` print it by one
/// function.
#[test]
fn files_of_a_package_before_are_told_and_kept() {
    let folder = Folder::new("left_over", &[]);
    let abnf = |rule: &str| format!("{rule} = \"a:\" 1*DIGIT\n");
    let of = |rule: &str| {
        let rows = format!("id = \"left-over\"\n[[type]]\nname = \"{rule}\"\nrule = \"{rule}\"\n");
        let files = [("document.toml", &*rows), ("printed.abnf", &*abnf(rule))];
        package(&format!("left_over_{rule}"), &files).unwrap()
    };
    let (before, after) = (of("Old"), of("New"));
    before.write(&folder.0).unwrap();
    assert!(before.left_over(&folder.0).is_empty());
    // Files of the author's own are nobody else's business.
    fs::write(folder.0.join("tests/own.rs"), "#[test]\nfn own() {}\n").unwrap();
    fs::write(folder.0.join("tests/own.tsv"), "a\tb\n").unwrap();
    after.write(&folder.0).unwrap();
    assert_eq!(after.left_over(&folder.0), [Path::new("tests/old.tsv")]);
    assert!(folder.0.join("tests/old.tsv").exists());
}

#[test]
fn documents_are_made_as_anybodys_folder() {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    for id in ["rfc2141", "rfc8141"] {
        let made = Package::of(&grammars.join(id), &[]).unwrap_or_else(|error| panic!("{error}"));
        let module = file(&made, "src/definition.rs");
        let committed =
            fs::read_to_string(grammars.join(format!("src/generated/{id}.rs"))).unwrap();
        let mut blocks = 0;
        for block in committed.split("\n\n") {
            let is_own = ["// @generated", "#[cfg(all(feature = \"sources\"", "static FILE"];
            // The files of programs are named otherwise.
            let block = block.split("    programs: ").next().unwrap_or_default();
            if !is_own.iter().any(|own| block.starts_with(own)) {
                assert!(module.contains(block), "{id}: {block}");
                blocks += 1;
            }
        }
        assert!(blocks > 8, "{blocks}");
        let tables = grammars.join(format!("src/generated/{id}.tables"));
        let tables = fs::read(tables).unwrap();
        let own =
            made.files.iter().find(|(path, _)| path.ends_with(format!("{id}.tables"))).unwrap();
        assert!(own.1.starts_with(&tables));
    }
}
