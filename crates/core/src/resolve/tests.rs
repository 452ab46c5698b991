//! Every `resolves` example of every document folder, by the algorithms alone.

use super::{Attempt, Bases, Composed, ExcessParents, Outcome, Reading, ResolveError, Resolver};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;
use urigram_grammars::{Algorithm, Grammar};

fn examples(id: &str) -> Vec<toml::Table> {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let [document, practice] = [grammars.join(id), grammars.join("practices").join(id)];
    let folder = if document.exists() { document } else { practice };
    let file = std::fs::read_to_string(folder.join("examples.toml")).unwrap();
    let file: toml::Table = file.parse().unwrap();
    let all = file["example"].as_array().unwrap().clone();
    let tables = all.into_iter().map(|example| example.as_table().unwrap().clone());
    tables.filter(|example| example["says"].as_str() == Some("resolves")).collect()
}

/// Returns the options that a document names for the answer of an example.
fn options(example: &toml::Table) -> (bool, ExcessParents) {
    match example.get("option").and_then(toml::Value::as_str) {
        None | Some("strict" | "validating" | "leftover dot segments retained") => {
            (true, ExcessParents::Kept)
        }
        Some("backward compatible" | "backwards compatible") => (false, ExcessParents::Kept),
        Some("leftover dot segments removed") => (true, ExcessParents::Removed),
        Some(other) => panic!("unknown option {other}"),
    }
}

fn answer(grammar: Grammar, example: &toml::Table) -> String {
    let (strict, excess_parents) = options(example);
    let attempt = Attempt {
        base: example["base"].as_str().unwrap(),
        reference: example["text"].as_str().unwrap(),
        rules: &Bases {
            table: grammar.tables(Reading::Corrected).start(),
            reading: Reading::Corrected,
        },
        reading: Reading::Corrected,
        strict,
        excess_parents,
    };
    let (algorithm, _) =
        Resolver::new(grammar).algorithm().expect("documents with examples have an algorithm");
    match algorithm.run(&attempt, &mut ()) {
        Outcome::Target(Composed { text, intact: true }) => text,
        Outcome::Target(Composed { text, .. }) => "split otherwise: ".to_owned() + &text,
        Outcome::CurrentDocument(fragment) => {
            fragment.map_or("(current)".to_owned(), |fragment| "(current)#".to_owned() + &fragment)
        }
        Outcome::NotAbsolute => "not absolute".into(),
        Outcome::Unsuitable(why) => why.into(),
        Outcome::AboveRoot => "above root".into(),
    }
}

#[test]
fn every_printed_example() {
    let mut counts = Vec::new();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let examples = examples(grammar.as_str());
        for example in &examples {
            let target = example.get("target").and_then(toml::Value::as_str).unwrap_or("");
            let expected = match example.get("current_document").and_then(toml::Value::as_bool) {
                Some(true) => "(current)".to_owned() + target,
                _ => target.to_owned(),
            };
            let shown = (&example["base"], &example["text"], example.get("option"));
            assert_eq!(answer(grammar, example), expected, "{grammar}: {shown:?}");
        }
        counts.push((grammar.as_str(), examples.len()));
    }
    // A file that is read as holding no examples must not pass.
    for (grammar, least) in [
        ("rfc1630", 10),
        ("rfc1808", 40),
        ("url-1997", 43),
        ("rfc2396", 46),
        ("uri-2003", 44),
        ("whatwg", 5),
    ] {
        let count = counts.iter().find(|(id, _)| *id == grammar).unwrap().1;
        assert!(count >= least, "{grammar}: {count} examples");
    }
}

// A document that says nothing of resolution was cited by its number alone: `… (room)`.
#[test]
fn an_error_cites_a_section_or_nothing() {
    let shown = |section| ResolveError::NoAlgorithm { grammar: Grammar::Rfc3986, section };
    let text = "rfc3986 does not say how a relative reference resolves";
    assert_eq!(shown("").to_string(), text);
    assert_eq!(shown("5").to_string(), std::format!("{text} (RFC 3986 section 5)"));
}

/// The one pass cited section 5.2 for every document; RFC 3987 says in 6.5 how references resolve.
#[test]
fn the_one_pass_cites_what_the_algorithm_cites() {
    let base = crate::Iri::parse("a:/b").unwrap();
    let reference = crate::IriRef::parse(".//c").unwrap();
    let error = base.resolve(reference).unwrap_err();
    let cited = matches!(&error, ResolveError::SplitOtherwise { section: "6.5", .. });
    assert!(cited, "{error:?}");
    assert_eq!(Resolver::new(Grammar::Rfc3987).resolve("a:/b", ".//c").unwrap_err(), error);
}

#[test]
fn every_algorithm_is_that_of_a_document() {
    for algorithm in Algorithm::ALL {
        let mut grammars = Grammar::ALL.iter().copied().chain(Grammar::unselected());
        let has =
            |grammar| Resolver::new(grammar).algorithm().is_some_and(|(of, _)| of == *algorithm);
        assert!(grammars.any(has), "{algorithm}");
    }
}
