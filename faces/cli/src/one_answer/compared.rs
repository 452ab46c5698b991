//! The inputs and answers that are compared.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use urigram::parts::Components;
use urigram::{Component, Grammar};

/// A component or a part: name, start, end, rule.
pub(super) type Place = (String, usize, usize, Option<String>);

/// The components, each with its parts.
pub(super) type Answer = Vec<(Place, Vec<Place>)>;

/// Returns every string that the documents print as an example.
pub(super) fn examples() -> BTreeSet<Vec<u8>> {
    let mut strings = BTreeSet::new();
    for grammar in Grammar::ALL {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars").join(grammar.as_str());
        let file = std::fs::read_to_string(folder.join("examples.toml")).unwrap();
        let file: toml::Table = file.parse().unwrap();
        for example in file["example"].as_array().unwrap() {
            let found = example.get("found").and_then(toml::Value::as_array);
            let found = found.into_iter().flatten().filter_map(toml::Value::as_str);
            let keys = ["text", "base", "target", "with"];
            let texts = keys.iter().filter_map(|key| example.get(key)?.as_str());
            strings.extend(texts.chain(found).map(|text| text.as_bytes().to_vec()));
        }
    }
    // Inputs on which the answers once differed.
    strings.extend(
        ["ftp://u:p@h/a/b;type=a", "http://h/a;b/d?e", "http://a/b/c?q"]
            .map(std::convert::Into::into),
    );
    strings
}

/// Returns the components and parts of an input as an answer.
pub(super) fn answer(components: &Components<'_>) -> Answer {
    let place = |name: &str, rule: Option<&str>, span: urigram::parts::Span| {
        (name.to_owned(), span.start as usize, span.end as usize, rule.map(str::to_owned))
    };
    let parts = |component| {
        components.parts(component).map(|part| place(part.name, part.rule, part.span)).collect()
    };
    let whole = |found: urigram::parts::SplitComponent| {
        place(found.component.name(), found.rule, found.span)
    };
    components.iter().map(|found| (whole(found), parts(found.component))).collect()
}

/// Returns the answer that JSON holds, after a check that its texts are those of the input.
pub(super) fn read(input: &[u8], json: &Value) -> Answer {
    let place = |name: &str, value: &Value| -> Place {
        let number = |key: &str| value[key].as_u64().unwrap() as usize;
        let (start, end) = (number("start"), number("end"));
        assert_eq!(
            value["text"].as_str().unwrap(),
            String::from_utf8_lossy(&input[start..end]),
            "{name}"
        );
        (name.to_owned(), start, end, value["rule"].as_str().map(str::to_owned))
    };
    let names = Component::ALL.map(Component::name);
    assert!(json.as_object().unwrap().keys().all(|key| names.contains(&&**key)), "{json}");
    let found = names.into_iter().filter_map(|name| Some((name, json.get(name)?)));
    let parts = |value: &Value| -> Vec<Place> {
        let parts = value.get("parts").and_then(Value::as_array).into_iter().flatten();
        parts.map(|part| place(part["name"].as_str().unwrap(), part)).collect()
    };
    found.map(|(name, value)| (place(name, value), parts(value))).collect()
}
