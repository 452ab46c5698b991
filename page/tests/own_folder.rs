//! A document of somebody's own among the page's answers.

use std::path::Path;

use serde_json::Value;
use urigram::Grammar;
use urigram_generate::load;
use urigram_page::answers::{add, ask, Params};

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
    assert!(!add(Grammar::new(known[0])) || known[0].document.id == Grammar::ALL[0].id());

    let list = answer("grammars", "");
    let ids: Vec<&str> = list["grammars"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["grammar"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), Grammar::ALL.len() + 1);
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
