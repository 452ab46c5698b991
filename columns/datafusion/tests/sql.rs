//! The cases of `columns/cases.json` in SQL, and what SQL can ask besides.

#[path = "../../arrow/tests/json/mod.rs"]
mod json;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray, StringViewArray};
use arrow::datatypes::Int8Type;
use datafusion::prelude::SessionContext;
use datafusion_common::Result;
use json::{input, json};
use serde_json::Value;
use urigram_arrow::{Function, Takes, FUNCTIONS};

fn cases() -> Value {
    serde_json::from_str(include_str!("../../cases.json")).expect("the cases are JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} of {value}"))
}

fn context() -> SessionContext {
    let mut context = SessionContext::new();
    urigram_datafusion::register(&mut context).expect("a session takes functions");
    context
}

/// Asks a query, and returns its first column.
fn ask(context: &SessionContext, query: &str) -> Result<Vec<Value>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let batches = runtime.block_on(async { context.sql(query).await?.collect().await })?;
    let answers = batches.iter().map(|batch| batch.column(0));
    Ok(answers.flat_map(|column| (0..column.len()).map(|row| json(column, row))).collect())
}

fn literal(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => format!("'{}'", text.replace('\'', "''")),
        other => other.to_string(),
    }
}

/// Returns a call with the arguments up to the last that is given.
fn call(case: &Value, column: &str, base: Option<&str>) -> String {
    let name = case["function"].as_str().expect("a name");
    let function = Function::named(name).expect("a function");
    let given = |name: &str| case["arguments"].get(name);
    let last = function.parameters.iter().rposition(|one| given(one.name).is_some());
    let last = last.or(base.map(|_| 0));
    let mut arguments = vec![column.to_owned()];
    for parameter in &function.parameters[..last.map_or(0, |last| last + 1)] {
        let default = parameter.default.map(|text| Value::String(text.to_owned()));
        arguments.push(match (base, parameter.takes, given(parameter.name)) {
            (Some(base), Takes::Base, _) => base.to_owned(),
            (_, Takes::Flag, None) => "false".to_owned(),
            (_, _, given) => literal(given.or(default.as_ref()).expect("a value or a default")),
        });
    }
    let prefix = if function.is_sparks() { "" } else { "uri_" };
    format!("{prefix}{name}({})", arguments.join(", "))
}

fn table(context: &SessionContext, columns: Vec<(&str, ArrayRef)>) {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("columns of one length");
    context.deregister_table("t").expect("a table of before, or none");
    context.register_batch("t", batch).expect("a table");
}

/// Returns texts as columns of several types.
fn columns(texts: &[Option<&str>]) -> Vec<ArrayRef> {
    vec![
        Arc::new(StringArray::from(texts.to_vec())),
        Arc::new(StringViewArray::from(texts.to_vec())),
        Arc::new(texts.iter().copied().collect::<arrow::array::DictionaryArray<Int8Type>>()),
    ]
}

#[test]
fn sql_has_the_answers_of_the_cases() {
    let (cases, context) = (cases(), context());
    let mut compared = 0;
    for case in list(&cases, "answers") {
        let rows = list(case, "rows");
        let inputs: Vec<Option<Vec<u8>>> = rows.iter().map(|row| input(&row[0])).collect();
        let wanted: Vec<Value> = rows.iter().map(|row| row[1].clone()).collect();
        let bytes: Vec<Option<&[u8]>> = inputs.iter().map(Option::as_deref).collect();
        let texts = bytes.iter().map(|one| one.map(std::str::from_utf8).transpose());
        let texts = texts.collect::<std::result::Result<Vec<_>, _>>();
        let mut tried = texts.map_or(Vec::new(), |texts| columns(&texts));
        tried.push(Arc::new(BinaryArray::from(bytes)));
        for column in tried {
            let of = column.data_type().clone();
            table(&context, vec![("url", column)]);
            let query = format!("select {} from t", call(case, "url", None));
            let found = ask(&context, &query).unwrap_or_else(|error| panic!("{query}: {error}"));
            assert_eq!(found, wanted, "{query} of {of}");
            compared += found.len();
        }
        // A literal is answered while the query is planned.
        for row in rows.iter().filter(|row| row[0].is_string()) {
            let query = format!("select {}", call(case, &literal(&row[0]), None));
            let found = ask(&context, &query).unwrap_or_else(|error| panic!("{query}: {error}"));
            assert_eq!(found, [row[1].clone()], "{query}");
        }
    }
    assert!(compared > 450, "only {compared} answers were compared");
}

#[test]
fn bases_are_a_column() {
    let (cases, context) = (cases(), context());
    for case in list(&cases, "bases") {
        let rows = list(case, "rows");
        let column = |at: usize| -> ArrayRef {
            Arc::new(rows.iter().map(|row| row[at].as_str()).collect::<StringArray>())
        };
        table(&context, vec![("url", column(0)), ("base", column(1))]);
        let query = format!("select {} from t", call(case, "url", Some("base")));
        let wanted: Vec<Value> = rows.iter().map(|row| row[2].clone()).collect();
        assert_eq!(ask(&context, &query).expect("targets"), wanted, "{query}");
        let found = ask(&context, "select uri_resolve(url, null) from t").expect("nulls");
        assert!(found.iter().all(Value::is_null));
    }
}

#[test]
fn wrong_literals_are_refused_before_a_row_is_read() {
    let (cases, context) = (cases(), context());
    let none: ArrayRef = Arc::new(StringArray::from(Vec::<&str>::new()));
    table(&context, vec![("url", none)]);
    let mut refused = 0;
    for case in list(&cases, "refused") {
        let function = Function::named(case["function"].as_str().expect("a name"));
        // SQL gives arguments by position, and refuses other types in its own words.
        let Ok(function) = function else { continue };
        let arguments = case["arguments"].as_object().expect("arguments");
        let is_known = |name: &String| function.parameters.iter().any(|one| one.name == *name);
        if !arguments.keys().all(is_known) || arguments.contains_key("keep_www") {
            continue;
        }
        let is_text = |name| arguments.get(name).is_some_and(Value::is_string);
        if arguments.values().any(Value::is_boolean) || is_text("names") {
            continue;
        }
        let query = format!("select {} from t", call(case, "url", None));
        let error = ask(&context, &query).expect_err(&query);
        let wanted = case["message"].as_str().expect("a message");
        assert!(error.to_string().contains(wanted), "{query}: {error}");
        refused += 1;
    }
    assert!(refused > 8, "only {refused} calls were refused");
    for (call, wanted) in [
        ("uri_host(url, null)", "host: grammar has to be one text for all rows"),
        ("uri_host(url, 'rfc3986', 'x')", "host takes 1 arguments after the column, not 2"),
        ("uri_host(url, 3)", "host: grammar is Int64: give a text"),
        ("uri_surt(url, 'yes')", "surt: with_scheme is Utf8: give true or false"),
        ("uri_agrees(url, 'rfc3986')", "agrees: grammars is Utf8: give a list of texts"),
        (
            "uri_without_params(url, 'utm_source')",
            "without_params: names is Utf8: give a list of texts",
        ),
        ("uri_host(3)", "host: the column is Int64: give text or bytes"),
        ("parse_url(url)", "parse_url: part is missing"),
    ] {
        let error = ask(&context, &format!("select {call} from t")).expect_err(call);
        assert!(error.to_string().contains(wanted), "{call}: {error}");
    }
}

/// An argument that is no literal is known with the first batch.
#[test]
fn arguments_may_be_computed_and_have_to_be_the_same_in_all_rows() {
    let context = context();
    let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://a/", "http://b/"]));
    let ids: ArrayRef = Arc::new(StringArray::from(vec!["rfc3986", "rfc2396"]));
    table(&context, vec![("url", urls), ("id", ids)]);
    let found = ask(&context, "select uri_host(url, concat('rfc', '3986')) from t");
    assert_eq!(found.expect("hosts"), ["a", "b"]);
    let error = ask(&context, "select uri_host(url, id) from t").expect_err("a column");
    let wanted = "host: grammar has to be one text for all rows";
    assert!(error.to_string().contains(wanted), "{error}");
}

#[test]
fn parts_and_keys_may_differ_from_row_to_row() {
    let context = context();
    let rows: [[Option<&str>; 4]; 7] = [
        [Some("http://a/?k=1"), Some("HOST"), Some("k"), None],
        [Some("http://a/?k=1"), Some("QUERY"), Some("k"), Some("1")],
        [Some("http://b/?l=2"), Some("QUERY"), Some("l"), Some("2")],
        [Some("http://b/?l=2"), Some("QUERY"), None, None],
        [Some("http://b/?l=2"), None, Some("l"), None],
        [None, Some("QUERY"), Some("l"), None],
        [Some("http://c/?k=3"), Some("QUERY"), Some("k"), Some("3")],
    ];
    let texts = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
    for urls in columns(&texts(0)) {
        let of = urls.data_type().clone();
        let [parts, keys] = [1, 2].map(|at| Arc::new(StringArray::from(texts(at))) as ArrayRef);
        table(&context, vec![("url", urls), ("part", parts), ("key", keys)]);
        let found = ask(&context, "select parse_url(url, part, key) from t").expect("values");
        let wanted: Vec<Value> =
            texts(3).into_iter().map(|text| text.map_or(Value::Null, Value::from)).collect();
        assert_eq!(found, wanted, "{of}");
        let hosts = ask(&context, "select parse_url(url, part) from t where key = 'k'");
        assert_eq!(hosts.expect("parts"), ["a", "k=1", "k=3"]);
        let nulls = ask(&context, "select parse_url(url, 'QUERY', null) from t").expect("nulls");
        assert!(nulls.len() == 7 && nulls.iter().all(Value::is_null));
    }
}

#[test]
fn an_invalid_url_is_an_error_to_parse_url_alone() {
    let context = context();
    let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://a/", "a b"]));
    table(&context, vec![("url", urls)]);
    let error = ask(&context, "select parse_url(url, 'HOST') from t").expect_err("a b is no URL");
    assert!(error.to_string().contains("[INVALID_URL] \"a b\": a space is not allowed"), "{error}");
    let found = ask(&context, "select try_parse_url(url, 'HOST') from t").expect("hosts");
    assert_eq!(found, [Value::from("a"), Value::Null]);
}

#[test]
fn every_function_is_registered_by_its_name() {
    let context = context();
    let functions = context.state();
    let functions = functions.scalar_functions();
    for function in FUNCTIONS {
        let prefix = if function.is_sparks() { "" } else { "uri_" };
        assert!(functions.contains_key(&format!("{prefix}{}", function.name)), "{}", function.name);
    }
    assert_eq!(urigram_datafusion::functions().count(), FUNCTIONS.len());
}
