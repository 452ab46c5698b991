//! The JSON of each subcommand, held against its schema in docs/schemas.

use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::program::{fed, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

fn files() -> Vec<PathBuf> {
    std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn lines(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    json(&fed(&[arguments, &["--format", "json"]].concat(), input))
}

/// Returns the keys of a schema's objects: `a`, and `a.b` for the key `b` of an object below `a`.
/// Names that the input decides are `*`. A definition inside itself, which `open` has, adds none.
fn known(schema: &Value, root: &Value, prefix: &str, open: &[&str], keys: &mut Vec<String>) {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap();
        if !open.contains(&name) {
            let open = [open, &[name]].concat();
            known(&root["$defs"][name], root, prefix, &open, keys);
        }
        return;
    }
    let parts = ["oneOf", "anyOf", "allOf"].iter();
    for part in parts.filter_map(|key| schema.get(key)?.as_array()).flatten() {
        known(part, root, prefix, open, keys);
    }
    for (key, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        keys.push(format!("{prefix}{key}"));
        known(value, root, &format!("{prefix}{key}."), open, keys);
    }
    if let Some(value) = schema.get("additionalProperties").filter(|value| **value != false) {
        keys.push(format!("{prefix}*"));
        known(value, root, &format!("{prefix}*."), open, keys);
    }
    if let Some(items) = schema.get("items") {
        known(items, root, prefix, open, keys);
    }
}

/// Returns the keys of an answer that a schema does not name.
fn unknown(value: &Value, prefix: &str, keys: &[String], found: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| unknown(one, prefix, keys, found)),
        Value::Object(object) => {
            for (key, value) in object {
                let [own, any] = [format!("{prefix}{key}"), format!("{prefix}*")];
                // Elements of citations and children of trees are left open.
                if prefix.contains("elements.") || prefix.contains("children.") {
                    continue;
                }
                let name = if keys.contains(&own) { own } else { any };
                if keys.contains(&name) {
                    unknown(value, &format!("{name}."), keys, found);
                } else {
                    found.push(format!("{prefix}{key}"));
                }
            }
        }
        _ => {}
    }
}

/// Returns the schemas of the objects that a subcommand writes.
fn objects(schema: &Value) -> impl Iterator<Item = &Value> {
    schema["anyOf"].as_array().unwrap().iter().map(|object| {
        let name = object["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        &schema["$defs"][name]
    })
}

/// The README lists every key of every subcommand's objects.
#[test]
fn the_readme_has_every_key() {
    let readme = std::fs::read_to_string(folder().join("../../faces/cli/README.md")).unwrap();
    let json = &readme[readme.find("## JSON").unwrap()..];
    let mut compared = 0;
    for path in files() {
        let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let title = schema["title"].as_str().unwrap();
        let name = title.strip_prefix("urigram ").and_then(|t| t.strip_suffix(" --format json"));
        let name = name.unwrap_or_else(|| panic!("{}: {title}", path.display()));
        // The rows of a subcommand, and of those that continue it.
        let is_row =
            |line: &&str| line.starts_with("| …") || line.starts_with(&format!("| `{name}"));
        let first = json.lines().position(|line| line.starts_with(&format!("| `{name}")));
        let rows = json.lines().skip(first.unwrap_or_else(|| panic!("no row for {name}")));
        let rows: String = rows.take_while(is_row).collect();
        for object in objects(&schema) {
            let properties = object.get("properties").and_then(Value::as_object);
            for key in properties.into_iter().flat_map(|all| all.keys()) {
                let is_general = key == "file" || key.ends_with("_hex");
                let is_there = rows.contains(&format!("`{key}`"));
                assert!(is_general || is_there, "{name}: the README does not name `{key}`");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

const INPUT: &[u8] =
    b"HTTP://u@a.example:80/./b?#c\na b\nurn:isbn:1\n\xFF\nftp://h/a;type=i\n../g\n\n%7E\n";

/// A schema of docs/schemas against which answers are held.
struct Held {
    name: String,
    schemas: Schemas,
    index: SchemaIndex,
    keys: Vec<String>,
}

impl Held {
    fn new(name: &str) -> Held {
        let file = folder().join(format!("{name}.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let mut keys = Vec::new();
        known(&schema, &schema, "", &[], &mut keys);
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource(name, schema).unwrap();
        let index = compiler.compile(name, &mut schemas).unwrap();
        assert!(schemas.validate(&Value::Null, index).is_err(), "{name}.json allows anything");
        Held { name: name.to_owned(), schemas, index, keys }
    }

    /// The answer to `asked` fits the schema, which names all of its keys.
    fn hold(&self, asked: &str, answer: &Value) {
        let fits = self.schemas.validate(answer, self.index);
        assert!(fits.is_ok(), "{asked} {answer}\n{:#}", fits.unwrap_err());
        let mut found = Vec::new();
        unknown(answer, "", &self.keys, &mut found);
        assert!(found.is_empty(), "{}.json does not name {found:?}: {answer}", self.name);
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn answers_fit_their_schemas() {
    let pairs = b"http://a\tHTTP://a/\nhttp://a/b\tc\na b\tc\nonly\n../a\t../a\n\xFF\tx\n";
    let text = b"see <URL:http://a/type-\n setter> \"http://b/\xC3\xA9\" http://c/d|e";
    let urc = b"<URN:IANA:0::drafts:1204;\nAuthor=A;>";
    let mut seen = std::collections::BTreeSet::new();
    for (name, arguments, input) in [
        ("check", &["check"][..], INPUT),
        ("check", &["check", "-g", "rfc3986", "--causes"], INPUT),
        ("check", &["check", "-g", "urn-2012", "--strict"], b"urn:urn:a\nurn:a:b\n"),
        ("check", &["check", "-g", "urn-2012", "--strict", "--causes"], b"urn:urn:a\na\n"),
        ("check", &["check", "--column", "2", "--in", "tsv"], b"a\tb\nc\n"),
        ("check", &["check", "--agree", "-g", "rfc2396", "-g", "rfc3986"], b"http://a_b/\n"),
        ("check", &["check", "--agree", "--causes"], b"http://a_b/\n"),
        ("split", &["split"], INPUT),
        ("split", &["split", "--get", "host,user", "-g", "rfc1738"], INPUT),
        ("normalize", &["normalize", "--lines"], INPUT),
        ("normalize", &["normalize", "--steps", "HTTP://a/%7e"], b""),
        ("normalize", &["normalize", "-g", "rfc3986", "a b"], b""),
        ("resolve", &["resolve", "--lines"], pairs),
        ("resolve", &["resolve", "--steps", "http://a/b", "c"], b""),
        ("resolve", &["resolve", "--all", "http://a/b/c/d;p?q", "../../../g"], b""),
        ("equivalent", &["equivalent", "--lines"], pairs),
        ("equivalent", &["equivalent", "http://a", "http://A"], b""),
        ("parse", &["parse", "--lines"], INPUT),
        ("parse", &["parse", "-", "-g", "urc-1993"], urc),
        ("parse", &["parse", "-g", "url-1993", "--strict", "wais://a/b"], b""),
        ("history", &["history", "--lines"], INPUT),
        ("history", &["history", "-s", "-"], urc),
        ("diff", &["diff", "rfc1738", "rfc3986"], INPUT),
        ("diff", &["diff", "rfc1738", "rfc3986", "--each"], INPUT),
        ("diff", &["diff", "rfc2396", "rfc3986", "--base", "http://a/b"], INPUT),
        (
            "diff",
            &["diff", "rfc1738", "rfc3986", "--each"],
            b"mailto:a?b\nhttp://a/~b\nhttp://a/%7Eb\n",
        ),
        ("extract", &["extract"], text),
        ("compare", &["compare", "rfc1738", "rfc3986", "--component", "port"], b""),
        ("diff", &["diff", "rfc1738", "rfc3986", "--component", "all"], b"mailto:a?b\n"),
        ("compare", &["compare", "rfc2396", "rfc3986", "--rule", "host"], b""),
        ("compare", &["compare", "urc-1993", "rfc2141"], b""),
        ("prove", &["prove", "rfc2141"], b""),
        (
            "prove",
            &["prove", "rfc2732", "--text", concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")],
            b"",
        ),
        (
            "generate",
            &[
                "generate",
                "--peg",
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rfc8089/printed.abnf"),
            ],
            b"",
        ),
        ("abnf", &["abnf", "-"], b"  a = 1#b\n  b = \"x\"\n  c = d(e);\n"),
        ("abnf", &["abnf", "-", "--check"], b"  a = 1*b / \"x\"\n"),
        ("sample", &["sample", "urc-1993", "--seed", "1"], b""),
        ("grammars", &["grammars"], b""),
        ("grammars", &["grammars", "rfc1738"], b""),
        ("grammars", &["grammars", "urn-2012"], b""),
        ("grammars", &["grammars", "rfc6874", "--sections"], b""),
        ("history", &["history", "--drafts", "http://a/?b"], b""),
        ("history", &["history", "--drafts", "-"], b"//\xFF"),
        ("history", &["history", "--drafts", "--rule", "server"], b""),
        ("history", &["history", "--drafts", "--rule", "path"], b""),
        ("surt", &["surt", "--lines"], INPUT),
        ("surt", &["surt", "http://a"], b""),
    ] {
        let answers = lines(arguments, input);
        assert!(!answers.is_empty(), "{arguments:?}");
        let of = Held::new(name);
        for answer in answers {
            of.hold(&format!("{arguments:?}"), &answer);
        }
        seen.insert(name);
    }
    assert_eq!(files().len(), seen.len(), "each schema is tried");
}
