//! The vectors that other parsers can use are those of today, and every engine and pest say what
//! they say.

use urigram_conform::{differences, disagreement, json_schema, vectors};
use urigram_grammars::Engine;
use urigram_parsers::reference::parse_by_pest;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/rfc3986.tsv");

fn stored() -> String {
    std::fs::read_to_string(PATH).unwrap_or_else(|error| panic!("{PATH}: {error}"))
}

#[test]
fn the_vectors_are_those_of_today() {
    let now = vectors::render(&vectors::subject()).expect("the automaton and splitting agree");
    assert!(stored() == now, "{PATH} is stale: `cargo run -p urigram-conform --example vectors`");
}

#[test]
fn every_engine_says_what_the_vectors_say() {
    let subject = vectors::subject();
    let stored = vectors::read(&stored()).expect("the file reads as its header says");
    let mut accepted = 0;
    for vector in &stored {
        let shown = subject.shown(&vector.input);
        assert_eq!(disagreement(&subject, &vector.input), None);
        let error = subject.table.check(&vector.input, subject.reading).err();
        assert_eq!(error.map(|error| error.offset()), vector.offset, "{shown}");
        let Ok(text) = std::str::from_utf8(&vector.input) else { continue };
        for engine in [Engine::Avx2, Engine::Sse2, Engine::Portable, Engine::Table] {
            let parts = subject.table.split_by(engine, text, subject.reading).ok();
            let spans = parts.map_or(Vec::new(), |parts| vectors::spans(&parts));
            assert_eq!(spans, vector.spans, "{engine:?} {shown}");
        }
        if vector.offset.is_none() {
            accepted += 1;
            let tree = parse_by_pest(subject.grammar, subject.reading, None, text.as_bytes());
            let (tree, parts) =
                (tree.expect("pest accepts it"), subject.table.split(text, subject.reading));
            let parts = parts.expect("it is accepted");
            let found =
                differences(subject.grammar, subject.reading, subject.table, text, &tree, &parts);
            assert!(found.is_empty(), "{found:?}");
        }
    }
    assert!(accepted > 4_000 && stored.len() > 20_000, "{accepted} of {}", stored.len());
    assert!(stored.iter().any(|vector| vector.input.len() > 192));
}

#[test]
fn a_line_that_is_not_as_the_header_says_is_refused() {
    for line in [
        "",
        "accept",
        "accept\t-",
        "accept\t1\ta",
        "reject\t-\ta",
        "accept\t-\t\\q",
        "accept\t-\ta\tpath=0",
    ] {
        assert_eq!(vectors::read(&format!("# x\n{line}\n")).unwrap_err(), line);
    }
    let vector = &vectors::read("reject\t0\t\\x80\\\\%\n").unwrap()[0];
    assert_eq!((&vector.input[..], vector.offset), (&b"\x80\\%"[..], Some(0)));
}

/// Every string of a format that is text is a test, with the rules' verdict.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn the_tests_for_validators_are_those_of_today() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/json-schema");
    let suites = json_schema::suites().unwrap();
    assert_eq!(suites.len(), 6);
    for (format, now) in suites {
        let path = folder.join(format!("{format}.json"));
        let stored = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
        let command = "cargo run -p urigram-conform --example json_schema";
        assert!(stored == now, "{path:?} is stale: `{command}`");
        assert!(now.contains("\"valid\": true") && now.contains("\"valid\": false"), "{format}");
    }
}
