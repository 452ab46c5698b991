//! `parse_url` and `try_parse_url`: errors, and rows that no error may come from.

use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int8Array, StringArray};
use urigram_arrow::{Argument, Function, Plan, RunError};

fn plan(function: &str, arguments: &[(&str, Argument<'_>)]) -> Plan {
    let planned = Function::named(function).and_then(|function| function.plan(arguments));
    planned.unwrap_or_else(|error| panic!("{error}"))
}

const HOST: &[(&str, Argument<'_>)] = &[("part", Argument::Text("HOST"))];

#[test]
fn an_invalid_url_is_an_error_with_its_place() {
    let urls: ArrayRef = Arc::new(StringArray::from(vec![Some("http://a/"), None, Some("a b")]));
    let error = plan("parse_url", HOST).run(&[Arc::clone(&urls)]).expect_err("a b is no URL");
    assert!(matches!(error, RunError::InvalidUrl { row: 2, .. }), "{error:?}");
    let message = error.to_string();
    assert!(
        message.starts_with("[INVALID_URL] \"a b\": a space is not allowed at byte 1"),
        "{message}"
    );
    assert!(message.contains("java-net-uri") && message.ends_with("SQLSTATE: 22P02"), "{message}");
    // A part that Spark does not know gives nulls, but the URL is read before.
    let unknown = [("part", Argument::Text("PORT"))];
    assert!(plan("parse_url", &unknown).run(&[Arc::clone(&urls)]).is_err());
    let found = plan("try_parse_url", &unknown).run(&[urls]).expect("nulls");
    assert_eq!(found.null_count(), 3);
}

#[test]
fn a_long_url_is_shown_in_part() {
    let long = format!("http://h/{} ", "é".repeat(1 << 16));
    let urls: ArrayRef = Arc::new(StringArray::from(vec![&*long]));
    let error = plan("parse_url", HOST).run(&[urls]).expect_err("a space").to_string();
    assert!(error.chars().count() < 400, "{} characters", error.chars().count());
}

/// Filters keep the dictionary of a column whole, so it may have values that no row uses.
#[test]
fn a_value_that_no_row_uses_is_no_error() {
    let values = Arc::new(StringArray::from(vec!["http://a/", "not a url"]));
    let column = |keys: Vec<Option<i8>>| -> ArrayRef {
        let keys = Int8Array::from(keys);
        Arc::new(DictionaryArray::<Int8Type>::new(keys, Arc::clone(&values) as ArrayRef))
    };
    let plan = plan("parse_url", HOST);
    let found = plan.run(&[column(vec![Some(0), None, Some(0)])]).expect("valid rows");
    assert_eq!((found.len(), found.null_count()), (3, 1));
    let error = plan.run(&[column(vec![Some(0), Some(1)])]).expect_err("it is used");
    assert!(matches!(error, RunError::InvalidUrl { row: 1, .. }), "{error:?}");
}
