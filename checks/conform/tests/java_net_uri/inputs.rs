//! Strings on which readers of URLs may differ from java.net.URI.

use urigram_automata::{Conformance, Limits, Random, Sampler};
use urigram_conform::{alphabet, Subject};
use urigram_grammars::{Grammar, Reading};

/// Returns the conformance suite, the examples of every document, and strings that are drawn from
/// documents and changed in a few places.
pub fn inputs(samples: usize) -> Vec<Vec<u8>> {
    let mut random = Random::seeded(2396);
    let practice = subject(Grammar::JavaNetUri);
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    let bytes = alphabet(&practice.dfa);
    let suite = Conformance::over(&practice.dfa, &bytes);
    // The suite in full is longer than the samples for the fewest of them.
    if suite.count(0) <= samples as u128 * 4 {
        suite.each(0, |word| inputs.push(word.to_vec()));
    }
    inputs.extend((0..samples).map(|at| suite.sample(at % 4, &mut random)));
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let examples: toml::Table = grammar.examples().parse().expect("committed examples");
        let rows = examples.get("example").and_then(toml::Value::as_array);
        let texts = rows.into_iter().flatten().flat_map(|row| {
            ["text", "base", "target", "with"].map(|key| row.get(key).and_then(toml::Value::as_str))
        });
        inputs.extend(texts.flatten().map(|text| text.as_bytes().to_vec()));
    }
    inputs.extend(EDGES.iter().map(|edge| edge.as_bytes().to_vec()));
    let seeds = inputs.len();
    let sources = [Grammar::JavaNetUri, Grammar::Rfc2732, Grammar::Rfc3987].map(subject);
    let limits = Limits::default();
    let samplers = sources
        .each_ref()
        .map(|one| Sampler::new(&one.dfa, 40, limits).expect("40 bytes are within the limits"));
    for at in 0..samples {
        inputs.extend(samplers[at % samplers.len()].sample(&mut random));
        let seed = inputs[random.below(if at % 4 == 0 { seeds } else { inputs.len() })].clone();
        inputs.push(changed(seed, &mut random));
    }
    // A Java string is text.
    inputs.retain(|input| std::str::from_utf8(input).is_ok());
    inputs
}

fn subject(grammar: Grammar) -> Subject {
    Subject::new(grammar, Reading::Corrected, grammar.tables(Reading::Corrected).start())
}

/// Inserts, replaces and deletes a few characters.
fn changed(input: Vec<u8>, random: &mut Random) -> Vec<u8> {
    const PIECES: &[&str] = &[
        ":",
        "/",
        "//",
        "?",
        "#",
        "@",
        "[",
        "]",
        "[::1]",
        "%",
        "%2",
        "%41",
        ".",
        "..",
        "-",
        "a",
        "Z",
        "0",
        "00",
        "255",
        "256",
        "1.2.3.4",
        "2147483647",
        "2147483648",
        "::",
        "é",
        "\u{A0}",
        "\u{85}",
        "\u{2028}",
        "\u{FEFF}",
        "\u{FFFF}",
        "\u{1F600}",
        "\\",
        " ",
        "\0",
        "\u{7F}",
        "|",
        "_",
        "~",
        ";",
        "\"",
        "<",
        "^",
        "`",
        "{",
        "file:",
        "%eth0",
    ];
    let mut text: Vec<char> = String::from_utf8_lossy(&input).chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(3)).min(text.len());
        let piece = PIECES[random.below(PIECES.len())];
        let piece = if random.below(3) == 0 { "" } else { piece };
        text.splice(at..end, piece.chars());
    }
    String::from_iter(text).into_bytes()
}

/// The limits of numbers and the places where the class does something of its own.
const EDGES: &[&str] = &[
    "",
    "//",
    "x://",
    "x://#",
    "//#",
    "//?",
    "///",
    "x:///",
    "file:///C:/a",
    "//@",
    "//@h",
    "//u@",
    "//u@h@i",
    "//:80",
    "//h:",
    "//h:2147483647",
    "//h:2147483648",
    "//h:00000000000080",
    "//[::1]:2147483648",
    "//u@h:99999999999",
    "//1.2.3.4",
    "//1.2.3.256",
    "//0001.2.3.4",
    "//1.2.3.4.",
    "//1.2.3",
    "//1.",
    "//a.1",
    "//a.b.",
    "//a..b",
    "//-a",
    "//a-",
    "//[::1%25x]",
    "//[::1%]",
    "//[::1%eth_0.1]",
    "//[%eth0]",
    "//[::]",
    "//[]",
    "//[::1",
    "//u%zz@[::1]",
    "//u%41@[::1]",
    "//[::99999999999.1.1.1]",
    "//[::00255.1.1.1]",
    "//[1:2:3:4:5:6:7::]",
    "//[1:2:3:4:5:6:7:8]",
    "//[1:2:3:4:5:6:7:8:9]",
    "//[::2:3:4:5:6:7:8]",
    "//[1::2:3:4:5:6:7:8]",
    "//[v1.a]",
    "a:[",
    "a:b#[",
    "a:?",
    "1a:b",
    ":a",
    "a;b:c",
    "//h?[",
    "//h/[",
    "a:b c",
    "a:%zz",
    "http://127.0.0.1\\@1.1.1.1",
    "//é",
    "//é@h",
    "//h.é",
    "//hé:80",
    "/\u{A0}",
    "/\u{1680}",
    "/\u{2000}",
    "/\u{3000}",
    "/\u{180E}",
    "/\u{80}",
    "/\u{9F}",
    "/\u{A1}",
    "/\u{AD}",
];
