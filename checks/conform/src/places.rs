//! Components at every offset: text that blocks of bytes might handle wrongly is placed at their
//! edges.

use crate::Subject;

/// The beginnings of inputs.
pub const BEGINNINGS: [&str; 26] = [
    "",
    "a:",
    "a:/",
    "//",
    "?",
    "#",
    "http://",
    "http://a.b-c.d/",
    "http://a.b-c.d?",
    "http://h/#",
    "//u:p@h.x:1/",
    "ftp://1.2.3.4",
    "x://[::1]:8/",
    "x://u@[v1.a]",
    "x://[fe80::a%25en1]/",
    "mailto:a@b",
    "urn:ab:",
    "urn:example:a-b?+",
    "news:a@",
    "gopher://h:70/0",
    "wais://h/d?",
    "telnet://u:p@h:23",
    "prospero://h/a%00",
    "file:///",
    "<URN:IANA:0::d:1;",
    "afs://h/",
];

/// Texts that are repeated to move the next text to a higher offset.
const FILLERS: [&str; 5] = ["a", "%4A", "a.b-", "1", "\u{e9}"];

/// Texts before the filler, and before the feature.
const PREFIXES: [&str; 9] =
    ["", "a", "a:", "http://", "http://u:", "http://h.x/", "http://h?", "http://h/#", "urn:ab:"];

/// Texts that are placed at the edge of a block.
const FEATURES: [&str; 20] = [
    ":80",
    ":",
    ":x",
    "@h.x",
    "@",
    "u@[::1]:8",
    "/",
    "//",
    "/?q",
    "?",
    "?q#f",
    "#",
    "#f",
    "%",
    "%4",
    "%41",
    "[::1]",
    "]",
    "://h/",
    " ",
];

/// Inputs with something that matters at an offset: delimiters, ports, literals and escapes, behind
/// long schemes, hosts, userinfos, paths, queries and fragments. Not all are accepted.
pub fn at_offset(offset: usize) -> impl Iterator<Item = String> {
    let of = move |prefix: &'static str, filler: &'static str, feature: &'static str| {
        let room = offset.checked_sub(prefix.len())?;
        let mut text = prefix.to_owned();
        text.push_str(&filler.repeat(room / filler.len()));
        text.push_str(&"a".repeat(room % filler.len()));
        text.push_str(feature);
        Some(text)
    };
    let each = PREFIXES
        .into_iter()
        .flat_map(|prefix| FILLERS.into_iter().map(move |filler| (prefix, filler)));
    let each = each.flat_map(|(prefix, filler)| {
        FEATURES.into_iter().map(move |feature| (prefix, filler, feature))
    });
    let each = each.filter_map(move |(prefix, filler, feature)| of(prefix, filler, feature));
    each.flat_map(|text| {
        ["", "/b", "x", ":1/%41?y"].into_iter().map(move |tail| format!("{text}{tail}"))
    })
}

/// Returns the first change of an engine's answer when the input is moved in memory, between bytes
/// that would matter if they were read; `None` if no answer changes.
pub fn moved(subject: &Subject, text: &str) -> Option<String> {
    const BLOCK: usize = 64;
    let parts = subject.table.split(text, subject.reading);
    let mut buffer = "%#:@/?[]".repeat((text.len() + 3 * BLOCK) / 8);
    for shift in 0..BLOCK {
        buffer.replace_range(shift..shift + text.len(), text);
        let here = &buffer[shift..shift + text.len()];
        for engine in urigram_grammars::Engine::ALL {
            if subject.table.split_by(engine, here, subject.reading) != parts {
                return Some(format!(
                    "{}: {engine:?} differs at {shift}",
                    subject.shown(text.as_bytes())
                ));
            }
        }
        // What is under the next place's first byte.
        buffer.replace_range(
            shift..shift + text.len(),
            &"%#:@/?[]".repeat(text.len() / 8 + 1)[..text.len()],
        );
    }
    None
}
