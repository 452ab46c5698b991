//! The practice `java-net-uri` held against the class java.net.URI itself, by acceptance and all
//! raw getters.
//!
//! `checks/conform/java/NetUri.java` is compiled and asked in one run of `java`. Where there is no
//! `javac` of the release that the practice describes, the test says so and passes.

mod inputs;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use inputs::inputs;
use urigram_grammars::{Component, Grammar, Parts, Reading, Span};

/// The release that the practice was held against.
const RELEASE: &str = "17.";

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn all_getters_agree_with_the_class() {
    agree(100_000);
}

#[test]
#[ignore = "a minute: `cargo test --release -p urigram-conform --test all java_net_uri -- --ignored`"]
fn a_million_texts_have_the_getters_of_the_class() {
    agree(1_000_000);
}

fn agree(samples: usize) {
    let Some(classes) = compiled() else { return };
    let inputs = inputs(samples);
    let (mut complaints, mut accepted) = (Vec::new(), 0);
    for (input, answer) in inputs.iter().zip(answers(&classes, &inputs)) {
        accepted += usize::from(answer != "no");
        let ours = ours(input);
        if answer != ours {
            let input = String::from_utf8_lossy(input);
            complaints.push(format!("{input:?}\n  java    {answer}\n  urigram {ours}"));
        }
    }
    println!("{} inputs, {accepted} accepted, {} differ", inputs.len(), complaints.len());
    assert!(accepted > inputs.len() / 10 && accepted < inputs.len(), "one-sided inputs");
    complaints.truncate(40);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A Java string can hold half of a pair, which no text has.
#[test]
fn lone_surrogates_are_read_as_the_replacement_character() {
    let Some(classes) = compiled() else { return };
    let halves: [&[u8]; 3] = [b"\xED\xA0\x80", b"\xED\xBF\xBF", b"\xED\xB0\x80\xED\xA0\x80"];
    let around = [
        ("", ""),
        ("a", ":b"),
        ("a:", ""),
        ("//", "/"),
        ("//u", "@h/"),
        ("//h:", "/"),
        ("http://a", ".b:80/"),
        ("http://[::1%", "]/"),
        ("http://h/", ""),
        ("http://h/%41", "?"),
        ("http://h/?", "#"),
        ("http://h/#", ""),
    ];
    let with = |half: &[u8]| -> Vec<Vec<u8>> {
        let one =
            |(before, after): &(&str, &str)| [before.as_bytes(), half, after.as_bytes()].concat();
        around.iter().map(one).collect()
    };
    for half in halves {
        let replaced = "\u{FFFD}".repeat(half.len() / 3);
        let (lone, instead) = (with(half), with(replaced.as_bytes()));
        let said = answers(&classes, &lone);
        assert_eq!(said, answers(&classes, &instead));
        assert!(said.iter().any(|answer| answer == "no"));
        let expected: Vec<String> = instead.iter().map(|input| ours(input)).collect();
        assert_eq!(said, expected);
    }
}

/// Returns the answers of the class, in one run of `java`.
fn answers(classes: &Path, inputs: &[Vec<u8>]) -> Vec<String> {
    let mut java = Command::new("java")
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(classes)
        .arg("NetUri")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("javac is there, so java is");
    let mut answers = BufReader::new(java.stdout.take().expect("its output is piped")).lines();
    let questions = java.stdin.take().expect("its input is piped");
    let all = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut questions = BufWriter::new(questions);
            for input in inputs {
                writeln!(questions, "{}", hex(input)).expect("java reads its input");
            }
        });
        let version = answers.next().expect("a version").expect("a line");
        assert!(version.starts_with(RELEASE), "java {version}, but javac {RELEASE}");
        answers.map(|answer| answer.expect("a line")).collect::<Vec<String>>()
    });
    assert!(java.wait().expect("it ends").success());
    assert_eq!(all.len(), inputs.len(), "an answer to each input");
    all
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
