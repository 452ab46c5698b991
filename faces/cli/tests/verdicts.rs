//! One table of cases, `faces/columns/verdicts.json`, through the library, the command and the
//! answers of the page. Python, the engines of data frames and JavaScript read the same table.

use std::collections::BTreeMap;

use serde_json::{json, Map, Value};
use urigram::errors::Objection;
use urigram::{Component, Grammar, Reading};
use urigram_answers::questions::{ask, Params};
use urigram_answers::{Matcher, RuleRef};

use crate::program::{feed, json, urigram};

const TABLE: &str = include_str!("../../columns/verdicts.json");
const READING: Reading = Reading::Corrected;

fn rows() -> Vec<Value> {
    let table: Value = serde_json::from_str(TABLE).unwrap();
    table["rows"].as_array().unwrap().clone()
}

fn grammar(row: &Value) -> Grammar {
    row["grammar"].as_str().unwrap().parse().unwrap()
}

fn input(row: &Value) -> Vec<u8> {
    match &row["input"] {
        Value::String(text) => text.clone().into_bytes(),
        value => {
            let hex = value["hex"].as_str().unwrap();
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(byte).collect()
        }
    }
}

/// Returns the input with escapes, as `--escaped` reads it.
fn escaped(input: &[u8]) -> String {
    input.iter().map(|byte| format!("\\x{byte:02X}")).collect()
}

/// Returns the name of a component, as the table has it.
fn key(name: &str) -> String {
    name.replace('-', "_")
}

/// Returns an answer of the library as the table has it.
fn verdict(checked: Result<(), Objection>) -> String {
    match checked {
        Ok(()) => "accepted".to_owned(),
        Err(Objection::Constraint(broken)) => {
            format!("refused by {} at {}", broken.id(), broken.range.start)
        }
        Err(other) => format!("rejected at {}", other.offset().unwrap()),
    }
}

/// Returns an answer in JSON as the table has it.
fn verdict_of_json(answer: &Value) -> String {
    let error = &answer["error"];
    match &error["constraint"] {
        _ if answer["accepted"] == true => "accepted".to_owned(),
        Value::String(id) => format!("refused by {id} at {}", error["offset"]),
        _ => format!("rejected at {}", error["offset"]),
    }
}

/// Returns the texts of components that are not lists.
fn components_of_json(answer: &Value) -> Value {
    let Some(components) = answer["components"].as_object() else { return Value::Null };
    let text =
        |value: &Value| value.get("text").or(Some(value).filter(|it| it.is_string())).cloned();
    let texts = components.iter().filter_map(|(name, value)| Some((key(name), text(value)?)));
    Value::Object(texts.collect())
}

/// Runs the command on the inputs of some rows for each grammar and rule, and calls `each` with a
/// row and its answer in JSON.
fn command(arguments: &[&str], rows: Vec<Value>, mut each: impl FnMut(&Value, &Value)) {
    let mut groups: BTreeMap<(String, Option<String>), Vec<Value>> = BTreeMap::new();
    for row in rows {
        let rule = row["rule"].as_str().map(str::to_owned);
        let grammar = row["grammar"].as_str().unwrap().to_owned();
        groups.entry((grammar, rule)).or_default().push(row);
    }
    for ((grammar, rule), rows) in groups {
        let inputs: Vec<u8> =
            rows.iter().flat_map(|row| [&input(row)[..], b"\0"].concat()).collect();
        let mut command = urigram(arguments);
        command.args(["--format", "json", "--null", "-g", &grammar]);
        command.args(rule.iter().flat_map(|rule| ["--rule", rule]));
        let answers = json(&feed(&mut command, &inputs));
        assert!(answers.len() >= rows.len(), "{arguments:?} {grammar} {rule:?}");
        for (row, answer) in rows.iter().zip(&answers) {
            each(row, answer);
        }
    }
}

/// The differences that were found between faces, and enough rows for each grammar.
#[test]
fn the_table_has_twenty_rows_for_each_grammar() {
    let rows = rows();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let of = rows.iter().filter(|row| row["grammar"] == grammar.as_str());
        assert!(of.count() >= 20, "{grammar}");
    }
    for (grammar, text, verdict) in [
        ("whatwg", "http://1.2.3.999/", "refused by host at 7"),
        ("whatwg", "http://a/\tb", "accepted"),
        ("rfc3986", "hello", "accepted"),
        ("rfc3986", "https://github.com:procore/x.git", "rejected at 26"),
    ] {
        let row = rows
            .iter()
            .find(|row| row["grammar"] == grammar && row["input"] == text && row["rule"].is_null());
        assert_eq!(row.unwrap()["verdict"], verdict, "{grammar} {text}");
    }
    let sources = rows.iter().filter(|row| row["from"].is_string()).count();
    assert!(sources > 400, "only {sources} rows have a source of their own");
}

#[test]
fn the_library_gives_the_answers_of_the_table() {
    for row in rows() {
        let rule = RuleRef::new(grammar(&row), READING, row["rule"].as_str()).unwrap();
        let input = input(&row);
        let asked = rule.verdict(&input);
        assert_eq!(verdict(asked.check()), row["verdict"], "{row}");
        assert_eq!(asked.is_accepted(), row["verdict"] == "accepted", "{row}");
        let places = asked.stripped().removed().map(|place| json!([place.start, place.end]));
        let removed = Value::Array(places.collect());
        assert_eq!(removed, *row.get("removed").unwrap_or(&json!([])), "{row}");
        let found = asked.components().ok().flatten().map(|found| {
            let text = |one: Component| {
                let text = String::from_utf8(found.text(one)?.to_vec()).unwrap();
                Some((key(one.name()), Value::String(text)))
            };
            Value::Object(Component::ALL.into_iter().filter_map(text).collect::<Map<_, _>>())
        });
        assert_eq!(found.as_ref(), row.get("components"), "{row}");
    }
}

#[test]
fn the_command_gives_the_answers_of_the_table() {
    command(&["parse", "--lines", "--no-tree"], rows(), |row, answer| {
        assert_eq!(verdict_of_json(answer), row["verdict"], "{row}: {answer}");
        assert_eq!(components_of_json(answer), row["components"], "{row}: {answer}");
        let places = answer["removed"].as_array().into_iter().flatten();
        let removed: Vec<Value> = places.map(|one| json!([one["start"], one["end"]])).collect();
        assert_eq!(json!(removed), *row.get("removed").unwrap_or(&json!([])), "{row}");
        if let (Some(host), Some(href)) = (row["serialized"].as_str(), answer["href"].as_str()) {
            assert!(href.contains(host), "{row}: {answer}");
        }
    });
    let mut rows = rows();
    rows.retain(|row| row["rule"].is_null());
    check_and_split(rows);
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn bulk_commands_give_the_answers_of_every_rule() {
    check_and_split(rows());
}

fn check_and_split(rows: Vec<Value>) {
    command(&["check"], rows.clone(), |row, answer| {
        assert_eq!(verdict_of_json(answer), row["verdict"], "{row}: {answer}");
    });
    command(&["split"], rows, |row, answer| {
        let accepted = answer["components"].is_object();
        let (error, components) = (&answer["error"], &answer["components"]);
        let answer = &json!({"accepted": accepted, "error": error, "components": components});
        assert_eq!(verdict_of_json(answer), row["verdict"], "{row}: {answer}");
        assert_eq!(components_of_json(answer), row["components"], "{row}: {answer}");
    });
}

/// Every row through the questions of the page: the string by all documents, before all programs,
/// the tree by a rule, and both notations step by step.
#[test]
fn the_page_gives_the_answers_of_the_table() {
    let mut asked = [0; 3];
    // These ask all grammars at once.
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    for row in rows() {
        let (bytes, id) = (input(&row), row["grammar"].as_str().unwrap());
        let is_accepted = row["verdict"] == "accepted";
        let query = format!("escaped=1&input={}", escaped(&bytes).replace('\\', "%5C"));
        let by = row["rule"].as_str().map_or(String::new(), |rule| format!("&rule={rule}"));
        let params = Params::read(format!("{query}&grammar={id}{by}").as_bytes()).unwrap();
        for (question, list) in [("string", "documents"), ("hosts", "readers")] {
            if !by.is_empty() {
                continue;
            }
            let all = known.entry(format!("{question} {query}")).or_insert_with(|| {
                let params = Params::read(query.as_bytes()).unwrap();
                ask(question, &params).unwrap()[list].take()
            });
            let all = all.as_array().unwrap();
            let Some(answer) = all.iter().find(|one| one["grammar"] == id) else { continue };
            assert_eq!(verdict_of_json(answer), row["verdict"], "{row}: {answer}");
            assert_eq!(components_of_json(answer), row["components"], "{row}: {answer}");
            asked[0] += 1;
        }
        match ask("tree", &params) {
            Ok(found) => {
                let root = &found["nodes"][0];
                assert!(is_accepted && root[0] == found["rule"], "{row}: {found}");
            }
            Err(refusal) => {
                let at = row["verdict"].as_str().unwrap().rsplit(' ').next().unwrap();
                let at = [format!("byte {at})"), format!("byte {at},")];
                let found = refusal.to_string();
                assert!(!is_accepted && at.iter().any(|at| found.contains(at)), "{row}: {found}");
            }
        }
        asked[1] += 1;
        // The steps are those of the rules, which know nothing of a program's conditions.
        if row["removed"].is_null() && !row["verdict"].as_str().unwrap().starts_with("refused") {
            let found = ask("steps", &params).unwrap();
            for notation in ["peg", "bnf"] {
                assert_eq!(found[notation]["accepted"], is_accepted, "{row}: {}", found[notation]);
            }
            asked[2] += 1;
        }
    }
    assert!(asked.into_iter().all(|count| count > 1000), "{asked:?}");
}

/// A recursive rule has no table, and answers through the same type.
#[test]
fn recursive_rules_give_verdicts() {
    let rules = urigram::proof::abnf::Grammar::parse("list = \"(\" *list \")\"\n").unwrap();
    let list = urigram_generate::NestedRule::of_abnf(&rules, "list").unwrap();
    let list = Matcher::Nested(Box::leak(Box::new(list)));
    for (input, wanted) in
        [("(()())", "accepted"), ("(()", "rejected at 3"), ("())", "rejected at 2")]
    {
        let asked = list.verdict(input.as_bytes());
        assert_eq!(verdict(asked.check()), wanted, "{input}");
        assert_eq!(asked.is_accepted(), wanted == "accepted");
        assert!(asked.stripped().removed().next().is_none());
        assert_eq!(asked.components().is_ok_and(|found| found.is_none()), wanted == "accepted");
    }
}
