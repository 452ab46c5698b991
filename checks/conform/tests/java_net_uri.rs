//! The practice `java-net-uri` held against the class java.net.URI itself, by acceptance and all
//! raw getters.
//!
//! `checks/conform/java/NetUri.java` is compiled and asked in one run of `java`. Where there is no
//! `javac` of the release that the practice describes, the test says so and passes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use urigram_automata::{Conformance, Limits, Random, Sampler};
use urigram_conform::{alphabet, Subject};
use urigram_grammars::{Component, Grammar, Parts, Reading, Span};

/// The release that the practice was held against.
const RELEASE: &str = "17.";

#[test]
fn all_getters_agree_with_the_class() {
    agree(100_000);
}

#[test]
#[ignore = "a minute: `cargo test --release -p urigram-conform --test java_net_uri -- --ignored`"]
fn all_getters_agree_with_the_class_on_a_million() {
    agree(1_000_000);
}

fn agree(samples: usize) {
    let Some(classes) = compiled() else { return };
    let inputs = inputs(samples);
    let mut java = Command::new("java")
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(&classes)
        .arg("NetUri")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("javac is there, so java is");
    let mut answers = BufReader::new(java.stdout.take().expect("its output is piped")).lines();
    let questions = java.stdin.take().expect("its input is piped");
    let mut complaints = Vec::new();
    let mut accepted = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut questions = BufWriter::new(questions);
            for input in &inputs {
                writeln!(questions, "{}", hex(input)).expect("java reads its input");
            }
        });
        let version = answers.next().expect("a version").expect("a line");
        assert!(version.starts_with(RELEASE), "java {version}, but javac {RELEASE}");
        for input in &inputs {
            let answer = answers.next().expect("an answer to each input").expect("a line");
            accepted += usize::from(answer != "no");
            let ours = ours(input);
            if answer != ours {
                let input = String::from_utf8_lossy(input);
                complaints.push(format!("{input:?}\n  java    {answer}\n  urigram {ours}"));
            }
        }
    });
    assert!(java.wait().expect("it ends").success());
    println!("{} inputs, {accepted} accepted, {} differ", inputs.len(), complaints.len());
    assert!(accepted > inputs.len() / 10 && accepted < inputs.len(), "one-sided inputs");
    complaints.truncate(40);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Compiles the driver; `None`, with a message, where that cannot be done.
fn compiled() -> Option<PathBuf> {
    let version = Command::new("javac").arg("-version").output();
    let version = version.ok().map(|found| String::from_utf8_lossy(&found.stdout).into_owned());
    let Some(version) = version.filter(|text| text.contains(&format!(" {RELEASE}"))) else {
        eprintln!("skipped: no javac {RELEASE}* here");
        return None;
    };
    let classes = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "net-uri-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("java/NetUri.java");
    let built = Command::new("javac").arg("-d").arg(&classes).arg(source).status();
    assert!(built.expect("javac runs").success(), "{version}");
    Some(classes)
}

/// Returns the conformance suite, the examples of every document, and strings that are drawn from
/// documents and changed in a few places.
fn inputs(samples: usize) -> Vec<Vec<u8>> {
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

/// Returns the answer of the practice in the driver's words.
fn ours(input: &[u8]) -> String {
    let text = std::str::from_utf8(input).expect("only text is asked");
    let table = Grammar::JavaNetUri.tables(Reading::Corrected).start();
    let Ok(parts) = table.split(text, Reading::Corrected) else { return "no".to_owned() };
    let shown =
        |span: Option<Span>| span.map_or("~".to_owned(), |span| hex(span.of(text).as_bytes()));
    let part = |component| shown(parts.get(component));
    // A path after a scheme that does not begin with a slash is opaque. No other path is.
    let is_opaque =
        parts.scheme().is_some_and(|scheme| !text[scheme.end as usize + 1..].starts_with('/'));
    let path = if is_opaque { "~".to_owned() } else { part(Component::Path) };
    let fields = [
        part(Component::Scheme),
        shown(Some(scheme_specific(&parts, text))),
        part(Component::Authority),
        part(Component::Userinfo),
        part(Component::Host),
        port(&parts, text),
        path,
        part(Component::Query),
        part(Component::Fragment),
    ];
    fields.join(" ")
}

/// Returns the text between the scheme and the fragment.
fn scheme_specific(parts: &Parts, text: &str) -> Span {
    Span {
        start: parts.scheme().map_or(0, |scheme| scheme.end + 1),
        end: parts.fragment().map_or(text.len() as u32, |fragment| fragment.start - 1),
    }
}

/// Returns the port as `getPort()` gives it: -1 for an absent or an empty one.
fn port(parts: &Parts, text: &str) -> String {
    let digits = parts.port().map_or("", |span| span.of(text));
    let number = if digits.is_empty() { -1 } else { digits.parse().expect("a port is an int") };
    i32::to_string(&number)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
