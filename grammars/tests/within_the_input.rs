//! Engines read nothing beyond an input. Each input fills an allocation of its own, so that
//! AddressSanitizer and Miri detect a read before or after it: `.ci/machines` runs this test under
//! both. Without them, the test checks that the engines agree on these inputs.
#![cfg(all(feature = "lines", feature = "engines"))]

use urigram_grammars::{Engine, Grammar, GrammarSet, LineClassifier, LineTable, Reading};

/// The beginnings of inputs. The rest is one of the fillers, cut at the input's length.
const BEGINNINGS: [&str; 8] = [
    "",
    "a:",
    "http://a.b-c.d/",
    "//u:p@h.x:1/",
    "ftp://1.2.3.4",
    "x://[::1]:8/",
    "urn:ab:",
    "mailto:a@b?",
];

const FILLERS: [&str; 5] = ["a", "%4A", "/b?c#", "a.b-1:@[", "\u{e9}"];

/// Lengths next to the edges of words, halves and blocks. Miri is slow, and these take every way to
/// load an input.
const EDGES: [usize; 14] = [0, 1, 7, 8, 15, 16, 31, 32, 63, 64, 65, 127, 128, 129];

/// Returns inputs of every length from the shortest to several blocks.
fn inputs() -> impl Iterator<Item = Box<[u8]>> {
    let lengths = (0..=200).filter(|len| !cfg!(miri) || EDGES.contains(len));
    lengths.flat_map(|len| {
        BEGINNINGS.into_iter().flat_map(move |beginning| {
            FILLERS.into_iter().map(move |filler| {
                let bytes = beginning.bytes().chain(filler.bytes().cycle());
                bytes.take(len).collect::<Vec<u8>>().into_boxed_slice()
            })
        })
    })
}

#[test]
fn every_engine_stays_within_the_input() {
    for reading in Reading::ALL {
        let documents = Grammar::ALL.iter().filter(|grammar| {
            // These have every kind of form.
            !cfg!(miri) || ["rfc3986", "rfc1738", "rfc8141"].contains(&grammar.as_str())
        });
        for table in documents.map(|grammar| grammar.tables(reading).start()) {
            let mut accepted = 0;
            for input in inputs() {
                let prefix = table.prefix(&input);
                let accepts = prefix.accepted == Some(input.len());
                accepted += usize::from(accepts);
                assert_eq!(table.accepts(&input), accepts, "{}", input.escape_ascii());
                let text = std::str::from_utf8(&input).ok();
                let parts = text.map(|text| table.split(text, reading));
                for engine in Engine::ALL.into_iter().filter(|engine| engine.is_present()) {
                    assert_eq!(
                        table.accepts_by(engine, &input),
                        accepts,
                        "{engine:?} {}",
                        input.escape_ascii()
                    );
                    let same = text.map(|text| table.split_by(engine, text, reading));
                    assert_eq!(same, parts, "{engine:?} {}", input.escape_ascii());
                }
            }
            let is_urc = table.document().id == "urc-1993";
            let least = if cfg!(miri) { 5 } else { 50 };
            assert!(accepted > least || is_urc, "{} accepts {accepted}", table.document().id);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow, and made of safe code: the scanner alone has `unsafe`")]
fn lines_stay_within_the_buffer() {
    let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
    let (lines, classifier) = (LineTable::new(table), LineClassifier::new(Reading::Corrected));
    for input in inputs() {
        let mut count = 0;
        lines.judge(&input, |line, accepts| {
            count += 1;
            assert_eq!((line, accepts), (&input[..], table.accepts(&input)));
        });
        classifier.judge(&input, |line, set| {
            count += 1;
            assert_eq!(
                (line, set),
                (&input[..], GrammarSet::accepting(&input, Reading::Corrected))
            );
        });
        assert_eq!(count, if input.is_empty() { 0 } else { 2 });
    }
}
