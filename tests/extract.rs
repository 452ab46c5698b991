//! The paragraphs that documents print to show how identifiers stand in text.

use std::path::Path;

use serde::Deserialize;
use urigram::extract::Extractor;
use urigram::Grammar;

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    section: String,
    says: String,
    source: Option<String>,
    #[serde(default)]
    found: Vec<String>,
}

#[test]
fn the_printed_samples_give_exactly_their_lists() {
    let mut samples = 0;
    for &grammar in Grammar::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(grammar.id()).join("examples.toml");
        let examples: Examples = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for example in examples.example.iter().filter(|example| example.says == "delimited") {
            let source = example.source.as_ref().expect("delimited examples have a source");
            let whole: Vec<String> =
                Extractor::new(grammar).in_bytes(source.as_bytes()).map(|one| one.to_string()).collect();
            assert_eq!(whole, example.found, "{grammar}, {}", example.section);
            let streamed: Result<Vec<String>, _> = Extractor::new(grammar)
                .in_reader(source.as_bytes())
                .map(|one| Ok::<_, std::io::Error>(one?.to_string()))
                .collect();
            assert_eq!(streamed.unwrap(), example.found, "{grammar}, {}", example.section);
            samples += 1;
        }
    }
    assert!(samples >= 7);
}
