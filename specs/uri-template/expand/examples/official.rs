//! Holds the expansion of URI templates against the official test files of RFC 6570.
//!
//! `cargo run -p uri-template-expand --example official -- FILE.json…` in `specs/`; `.ci/templates`
//! brings the files. An expected `false` is a template that is refused, a list is any of its texts.

use std::process::ExitCode;

use serde_json::Value as Json;
use uri_template::UriTemplate;
use uri_template_expand::Value;

/// The text of a value: the files also have numbers.
fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Expands a template with the variables of a group; `None` where it is refused.
fn expand(template: &str, variables: &serde_json::Map<String, Json>) -> Option<String> {
    let texts = |values: &[Json]| values.iter().map(text).collect::<Vec<String>>();
    let mut lists = Vec::new();
    for (name, value) in variables {
        let (keys, values) = match value {
            Json::Null => continue,
            Json::Array(members) => (Vec::new(), texts(members)),
            Json::Object(pairs) => {
                (pairs.keys().cloned().collect(), pairs.values().map(text).collect())
            }
            other => (Vec::new(), vec![text(other)]),
        };
        lists.push((name.as_str(), value, keys, values));
    }
    let members: Vec<Vec<&str>> =
        lists.iter().map(|(.., values)| values.iter().map(String::as_str).collect()).collect();
    let pairs: Vec<Vec<(&str, &str)>> = lists
        .iter()
        .map(|(_, _, keys, values)| {
            keys.iter().map(String::as_str).zip(values.iter().map(String::as_str)).collect()
        })
        .collect();
    let values: Vec<(&str, Value<'_>)> = lists
        .iter()
        .zip(members.iter().zip(&pairs))
        .map(|((name, value, ..), (members, pairs))| {
            let value = match value {
                Json::Array(_) => Value::List(members),
                Json::Object(_) => Value::Pairs(pairs),
                _ => Value::Text(members[0]),
            };
            (*name, value)
        })
        .collect();
    uri_template_expand::expand(&UriTemplate::parse(template).ok()?, &values).ok()
}

fn main() -> ExitCode {
    let (mut cases, mut wrong) = (0, 0);
    for path in std::env::args().skip(1) {
        let file = std::fs::read_to_string(&path).expect("the file can be read");
        let groups: Json = serde_json::from_str(&file).expect("the file is JSON");
        for (group, content) in groups.as_object().expect("groups by their names") {
            let variables = content["variables"].as_object().expect("variables");
            for case in content["testcases"].as_array().expect("cases") {
                let template = case[0].as_str().expect("a template");
                let expansion = expand(template, variables);
                let is_right = match &case[1] {
                    Json::Array(any) => expansion
                        .as_ref()
                        .is_some_and(|found| any.iter().any(|one| one.as_str() == Some(found))),
                    Json::String(one) => expansion.as_ref() == Some(one),
                    _ => expansion.is_none(),
                };
                cases += 1;
                if !is_right {
                    wrong += 1;
                    println!("{path}: {group}: {template}: {expansion:?}, not {}", case[1]);
                }
            }
        }
    }
    println!("{cases} cases, {wrong} wrong");
    if cases > 0 && wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
