//! The errata of all documents through the command: both verdicts of every example.

use std::collections::BTreeMap;

use urigram::{Grammar, Reading};

use crate::program::{fed, json, stderr, urigram};

/// The inputs of one rule, with what is expected of them.
type Examples = BTreeMap<&'static str, Vec<(&'static str, bool)>>;

fn examples(grammar: Grammar, reading: Reading) -> Examples {
    let mut examples = Examples::new();
    for example in
        grammar.document().commentary().errata.iter().filter_map(|erratum| erratum.example.as_ref())
    {
        let accepted =
            if reading == Reading::Corrected { example.corrected } else { example.printed };
        examples.entry(example.rule).or_default().push((example.text, accepted));
    }
    examples
}

fn check(grammar: Grammar, reading: Reading, rule: &str, lines: &str) -> Vec<serde_json::Value> {
    let by = ["-g", grammar.as_str(), "--rule", rule, "--reading", reading.id()];
    let arguments = [&["check", "--escaped", "--format", "json"][..], &by].concat();
    json(&fed(&arguments, lines.as_bytes()))
}

/// Of two documents: `tests/documents/examples.rs` asks the library about all.
#[test]
fn errata_are_judged_as_their_documents_say() {
    let mut count = 0;
    for grammar in [Grammar::Rfc1738, Grammar::Rfc2396] {
        for reading in Reading::ALL {
            for (rule, examples) in examples(grammar, reading) {
                let escaped = |text: &str| {
                    let text = text.replace('\\', "\\\\").replace('\0', "\\x00");
                    text.replace('\n', "\\n").replace('\r', "\\r")
                };
                let lines: String = examples.iter().map(|(text, _)| escaped(text) + "\n").collect();
                let verdicts = check(grammar, reading, rule, &lines);
                assert_eq!(verdicts.len(), examples.len() + 1, "{grammar} {rule}");
                for ((text, accepted), verdict) in examples.iter().zip(&verdicts) {
                    assert_eq!(verdict["input"], *text, "{grammar} {rule}");
                    assert_eq!(
                        verdict["accepted"], *accepted,
                        "{grammar} {reading} {rule} {text:?}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20, "only {count} verdicts");
}

/// The certificates of a user's folder come with the rules that they are about, imported ones
/// included. The files of the folder may have any names.
#[test]
fn certificates_of_a_folder_come_with_its_rules() {
    let folder = std::env::temp_dir().join(format!("urigram-certify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        ("document.toml", "id = \"own\"\nimport = [\"rfc3966#pname\"]\n"),
        ("my.abnf", "thing = %s\"x:\" pname\n"),
        (
            "its.pest",
            "thing = { \"x:\" ~ pname }\npname = { (alphanum | \"-\")+ }\n\
             alphanum = { ALPHA | DIGIT }\nALPHA = { 'A'..'Z' | 'a'..'z' }\n\
             DIGIT = { '0'..'9' }\n",
        ),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let out = folder.join("out");
    let run = urigram(&["prove", "--certify"]).arg(&out).arg(&folder).output().unwrap();
    assert!(run.status.success(), "{}", stderr(&run));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert!(read("own.printed.abnf").contains("\npname "));
    assert!(read("own.printed.pest").contains("alphanum = "));
    assert!(!read("own.printed.cert").is_empty());
    std::fs::remove_dir_all(&folder).unwrap();
}
