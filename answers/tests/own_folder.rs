//! A document of somebody's own among the page's answers.

use std::path::Path;

use serde_json::Value;
use urigram::Grammar;
use urigram_answers::questions::{add, ask, Params};
use urigram_generate::load;

fn answer(question: &str, params: &str) -> Value {
    let params = Params::read(params.as_bytes()).expect("parameters");
    ask(question, &params).unwrap_or_else(|_| panic!("{question} is answered"))
}

/// Returns the objects of a list that are about a grammar.
fn of<'a>(list: &'a Value, id: &str) -> Vec<&'a Value> {
    let is = |one: &&Value| one["grammar"] == id;
    list.as_array().expect("a list").iter().filter(is).collect()
}

#[test]
fn the_page_answers_about_a_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/rfc8089");
    let known: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
    let loaded = load(&folder, None, &known).unwrap_or_else(|error| panic!("{error}"));
    let file = Grammar::new(loaded.definition);
    assert!(add(file) && add(file), "adding it twice changes nothing");
    assert!(!add(Grammar::new(known[0])) || known[0].document.id == Grammar::ALL[0].as_str());

    let list = answer("grammars", "");
    let ids: Vec<&str> = list["grammars"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["grammar"].as_str().unwrap())
        .collect();
    assert!(ids.len() > Grammar::ALL.len());
    assert_eq!(ids.iter().filter(|id| **id == "rfc8089").count(), 1, "{ids:?}");
    let at = |id: &str| ids.iter().position(|known| *known == id);
    assert!(at("rfc6874") < at("rfc8089") && at("rfc8089") <= at("rfc8141"), "{ids:?}");

    let string = answer("string", "input=file://h/a");
    let verdict = of(&string["documents"], "rfc8089")[0];
    assert_eq!(verdict["accepted"], true);
    assert_eq!(verdict["components"]["host"]["text"], "h");
    assert_ne!(string["selected"], "rfc8089", "it is selected only where it is named");
    let rejected = answer("string", "input=http://h/a");
    assert_eq!(of(&rejected["documents"], "rfc8089")[0]["accepted"], false);

    let compared = answer("compare", "a=rfc8089&b=rfc3986");
    assert_eq!(compared["relation"], "subset");
    let components = answer("components", "a=rfc8089&b=rfc3986");
    let path = components["components"].as_array().unwrap();
    assert!(path.iter().any(|row| row["component"] == "path" && row["relation"] == "subset"));

    let history = answer("history", "of=path");
    assert!(!of(&history["documents"], "rfc8089").is_empty(), "{history}");
    let document = answer("document", "grammar=rfc8089");
    assert_eq!(document["number"], "RFC 8089");
    let resolved = answer("resolve", "base=file:///a/b&reference=c");
    assert_eq!(of(&resolved["answers"], "rfc8089").len(), 1);
}

// The page showed the year of a document without a date as `unda`.
#[test]
fn a_document_without_a_date_is_undated_in_full() {
    let file = std::env::temp_dir().join(format!("undated-{}.abnf", std::process::id()));
    std::fs::write(&file, "letters = 1*ALPHA\r\n").unwrap();
    let loaded = load(&file, None, &[]).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_file(&file).unwrap();
    let own = Grammar::new(loaded.definition);
    assert!(add(own));
    let list = answer("grammars", "");
    assert_eq!(of(&list["grammars"], own.as_str())[0]["date"], "undated");
    // Scripts take the year by `yearOf`, which leaves this word whole, and not by its place. The
    // word is as long as a year with a month.
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page/assets");
    let mut scripts = 0;
    for folder in [assets.clone(), assets.join("views")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "js") {
                let script = std::fs::read_to_string(&path).unwrap();
                assert!(!script.contains("date.slice(0, 4)"), "{}", path.display());
                scripts += usize::from(script.contains("yearOf("));
            }
        }
    }
    assert!(scripts > 5, "{scripts}");
}
