//! A generated package of recursive rules: JSON, read by the types of its rules.

use json::nodes::{Object, Value};
use json::{json_text, Error, JsonText};

/// Adds the numbers below a value.
fn sum(value: Value<'_>) -> f64 {
    // One way through the tree, however deep it is.
    let (mut open, mut sum) = (vec![value], 0.0);
    while let Some(value) = open.pop() {
        match value {
            Value::Number(number) => sum += number.read().unwrap(),
            Value::Array(array) => open.extend(array.value()),
            Value::Object(object) => open.extend(object.member().map(|member| member.value())),
            _ => {}
        }
    }
    sum
}

fn member<'t>(object: &Object<'t>, name: &str) -> Option<Value<'t>> {
    let mut members = object.member();
    members.find(|member| member.string().text().trim_matches('"') == name)?.value().into()
}

#[test]
fn each_rule_has_a_type() {
    let text = r#" {"a": [1, 2.5, {"b": -0.5e1}], "c": "x\ny", "d": null} "#;
    let parsed = json::parse(text).unwrap();
    let root = parsed.root();
    assert_eq!(root.text(), text);
    assert_eq!(sum(root.value()), -1.5);
    let Value::Object(object) = root.value() else { panic!("{}", root.value().text()) };
    // RFC 8259's `end-object` has the white space behind the brace.
    assert_eq!((object.start(), object.end()), (1, text.len()));
    assert_eq!(object.member().count(), 3);
    let Some(Value::String(string)) = member(&object, "c") else { panic!("no string") };
    assert_eq!(string.char().map(|char| char.text()).collect::<Vec<_>>(), ["x", "\\n", "y"]);
    let escapes = string.char().filter(|char| char.escape().is_some()).count();
    assert_eq!(escapes, 1);
    assert!(matches!(member(&object, "d"), Some(Value::Null(_))));
    assert!(member(&object, "e").is_none());
}

#[test]
fn a_literal_is_a_constant() {
    const CONFIGURATION: JsonText<'static> = json_text!(r#"{"retries": 3}"#);
    assert_eq!(sum(CONFIGURATION.tree().unwrap().root().value()), 3.0);
    let wrong = std::panic::catch_unwind(|| JsonText::literal("[1, 2,]")).unwrap_err();
    let says = "not a `JSON_text`: `parse` names the byte";
    assert_eq!(wrong.downcast_ref::<&str>(), Some(&says));
}

#[test]
fn a_query_is_a_literal() {
    const CHEAP: jsonpath::JsonpathQuery<'static> = jsonpath::jsonpath!("$..book[?@.price < 10]");
    let tree = CHEAP.tree().unwrap();
    let segments: Vec<_> = tree.root().segments().segment().map(|it| it.text()).collect();
    assert_eq!(segments, ["..book", "[?@.price < 10]"]);
    for (text, offset) in [("$..book[?@.price < ]", 19), ("$.a[", 4), ("$[1, 2", 6), ("", 0)] {
        let parsed = jsonpath::parse(text).map(drop);
        let Err(Error::Rejected { offset: place, .. }) = parsed else { panic!("{parsed:?}") };
        assert_eq!(place, offset, "{text}");
        assert!(std::panic::catch_unwind(|| jsonpath::JsonpathQuery::literal(text)).is_err());
    }
}

#[test]
fn an_error_has_its_place_and_what_could_follow() {
    let Err(Error::Rejected { offset, bytes: Some(bytes), open, .. }) =
        json::parse("{\"a\": [1, }")
    else {
        panic!("accepted");
    };
    assert_eq!(offset, 10);
    assert!(!bytes.to_string().contains('}'), "{bytes}");
    let open: Vec<(&str, usize)> = open.iter().map(|open| (&*open.rule, open.start)).collect();
    assert!(open.contains(&("object", 0)) && open.contains(&("array", 6)), "{open:?}");
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert!(JsonText::parse(&deep).is_ok());
    assert_eq!(json::parse(&deep).unwrap().tree().len() % 2, 1);
}
