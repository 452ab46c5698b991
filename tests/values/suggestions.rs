//! Suggestions for wrong texts lead where a browser would have gone.
//!
//! The package `url` is the witness: what it reads from the wrong text, it reads from the suggested
//! one.

use urigram::errors::mistake;
use urigram::{Iri, IriRef, SyntaxError, Uri, UriRef};
use urigram_automata::Random;

/// Texts to change, right and wrong.
const SEEDS: [&str; 18] = [
    "http://user:pass@example.org:80/a/b?c=d#e",
    "https://example.org/",
    "http://a.example/b c",
    "http://user:p@ss@example.org/",
    r"https://example.org\@evil.example/",
    r"http:\\a\b",
    "http://[2001:db8::1]:8080/x",
    "http://2001:db8::1/",
    "ftp://u@h/%41%zz",
    "file:///C:/a",
    r"file://C:\a\b",
    r"C:\Users\x y",
    r"\\server\share",
    "mailto:a@b.example",
    "www.example.org/a",
    "//user@example.org:1/",
    "x://h|i/j k",
    "http://\u{fc}.example/\u{fc}",
];

/// Texts to insert.
const INSERTED: [&str; 24] = [
    "@", ":", "/", "\\", "?", "#", "[", "]", "%", "%4", "%40", " ", "|", "{", "}", "<", "\"", "\t",
    "\n", "a", "1", ".", "\u{e9}", "//",
];

fn mutated(random: &mut Random) -> String {
    let seed = SEEDS[random.below(SEEDS.len())];
    let mut text: Vec<char> = seed.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() + 1);
        let inserted = INSERTED[random.below(INSERTED.len())];
        match random.below(3) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => drop(text.splice(at..=at, inserted.chars())),
            _ => drop(text.splice(at..at, inserted.chars())),
        }
    }
    text.into_iter().collect()
}

/// Returns the parts of a text that say where it leads, by `url`.
pub fn server(text: &str) -> Option<[String; 4]> {
    let url = url::Url::parse(text).ok()?;
    let port = url.port().map(|port| port.to_string()).unwrap_or_default();
    let host = url.host_str().unwrap_or_default().to_owned();
    // The Standard keeps a lone `%` as it is.
    let decoded =
        |text| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let password = url.password().unwrap_or_default();
    Some([decoded(url.username()), decoded(password), host, port])
}

/// Returns the numbers of suggestions, and of those that `url` could check.
fn suggestions(mutants: usize) -> [usize; 2] {
    type Parse = fn(&str) -> Option<SyntaxError>;
    let parsers: [Parse; 4] = [
        |text| Uri::parse(text).err(),
        |text| UriRef::parse(text).err(),
        |text| Iri::parse(text).err(),
        |text| IriRef::parse(text).err(),
    ];
    let mut random = Random::seeded(57);
    let mut counts = [0; 2];
    for _ in 0..mutants {
        let text = mutated(&mut random);
        for parse in parsers {
            let Some(found) = parse(&text).and_then(|error| mistake(&error, &text)) else {
                continue;
            };
            let Some(suggestion) = found.suggestion() else { continue };
            assert!(parse(suggestion).is_none(), "{text:?}: {found}");
            counts[0] += 1;
            if let Some(server_of_text) = server(&text) {
                assert_eq!(server(suggestion), Some(server_of_text), "{text:?}: {found}");
                counts[1] += 1;
            }
        }
    }
    counts
}

#[test]
fn a_suggestion_has_the_host_that_browsers_read() {
    let [all, checked] = suggestions(100_000);
    assert!(all > 25_000 && checked > 25_000, "{all}, {checked}");
}
