//! The cases of `faces/columns/cases.json`, in every type of column.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, Int8Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int64Array, Int8Array,
    LargeBinaryArray, LargeStringArray, ListArray, NullArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use serde_json::{Map, Value};
use urigram_arrow::{Argument, Function, Plan, PlanError, RunError, FUNCTIONS};

fn cases() -> Value {
    serde_json::from_str(include_str!("../../cases.json")).expect("the cases are JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// Returns the bytes of an input: a text, `{"hex"}` or null.
fn input(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone().into_bytes()),
        value => {
            let hex = value["hex"].as_str().expect("a text or hexadecimal digits");
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
            Some((0..hex.len()).step_by(2).map(byte).collect())
        }
    }
}

/// Returns the value of a row.
fn json(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    let text = |bytes: &[u8]| Value::from(String::from_utf8_lossy(bytes).into_owned());
    match array.data_type() {
        DataType::Boolean => Value::from(array.as_boolean().value(row)),
        DataType::Int64 => Value::from(array.as_primitive::<Int64Type>().value(row)),
        DataType::Utf8 => text(array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => text(array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => text(array.as_string_view().value(row).as_bytes()),
        DataType::Binary => text(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => text(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => text(array.as_binary_view().value(row)),
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            let named = fields.iter().zip(columns);
            let entries = named.map(|(field, column)| (field.name().clone(), json(column, row)));
            Value::Object(entries.collect::<Map<String, Value>>())
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            Value::Array((0..items.len()).map(|at| json(&items, at)).collect())
        }
        other => panic!("{other} is not a type of a result"),
    }
}

/// Plans the call of a case; with `bases`, the base is a column.
fn plan(case: &Value, bases: bool) -> Result<Plan, PlanError> {
    let mut texts: Vec<Vec<&str>> = Vec::new();
    let arguments = case["arguments"].as_object().expect("an object of arguments");
    for value in arguments.values() {
        let items = value.as_array().into_iter().flatten();
        texts.push(items.map(|item| item.as_str().expect("a text")).collect());
    }
    let mut given: Vec<(&str, Argument<'_>)> = Vec::new();
    for ((name, value), texts) in arguments.iter().zip(&texts) {
        let value = match value {
            Value::String(text) => Argument::Text(text),
            Value::Bool(flag) => Argument::Flag(*flag),
            Value::Array(_) => Argument::Texts(texts),
            other => panic!("{name} = {other}"),
        };
        given.push((name, value));
    }
    if bases {
        given.push(("base", Argument::Column));
    }
    Function::named(case["function"].as_str().expect("a name"))?.plan(&given)
}

/// Returns the inputs as columns of each type that can hold them, with a name for messages.
fn columns(inputs: &[Option<Vec<u8>>]) -> Vec<(&'static str, ArrayRef)> {
    let bytes: Vec<Option<&[u8]>> = inputs.iter().map(Option::as_deref).collect();
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("Binary", Arc::new(BinaryArray::from(bytes.clone()))),
        ("LargeBinary", Arc::new(LargeBinaryArray::from(bytes.clone()))),
        ("BinaryView", Arc::new(BinaryViewArray::from(bytes.clone()))),
    ];
    let values: ArrayRef = Arc::new(LargeBinaryArray::from(bytes.clone()));
    columns.push(("dictionary of LargeBinary", dictionary(inputs, values)));
    let texts = bytes.iter().map(|one| one.map(std::str::from_utf8).transpose());
    if let Ok(texts) = texts.collect::<Result<Vec<Option<&str>>, _>>() {
        columns.push(("Utf8", Arc::new(StringArray::from(texts.clone()))));
        columns.push(("LargeUtf8", Arc::new(LargeStringArray::from(texts.clone()))));
        columns.push(("Utf8View", Arc::new(StringViewArray::from(texts.clone()))));
        let values: ArrayRef = Arc::new(StringArray::from(texts.clone()));
        columns.push(("dictionary of Utf8", dictionary(inputs, values)));
        let values: ArrayRef = Arc::new(StringViewArray::from(texts.clone()));
        columns.push(("dictionary of Utf8View", dictionary(inputs, values)));
        // A slice has an offset, and values that are not rows of it.
        let with_more = [&[Some("http://first.example/"), None], &texts[..], &[Some("last")]];
        let more: ArrayRef = Arc::new(StringArray::from(with_more.concat()));
        columns.push(("slice of Utf8", more.slice(2, texts.len())));
        let more: ArrayRef = Arc::new(StringViewArray::from(with_more.concat()));
        columns.push(("slice of Utf8View", more.slice(2, texts.len())));
    }
    columns
}

/// Returns a dictionary whose keys are in order, null where the input is.
fn dictionary(inputs: &[Option<Vec<u8>>], values: ArrayRef) -> ArrayRef {
    let keys: Int8Array =
        inputs.iter().enumerate().map(|(at, one)| one.as_ref().map(|_| at as i8)).collect();
    Arc::new(DictionaryArray::<Int8Type>::new(keys, values))
}

#[test]
fn every_type_of_column_has_the_answers_of_the_cases() {
    let cases = cases();
    let mut compared = 0;
    for case in list(&cases, "answers") {
        let plan = plan(case, false).unwrap_or_else(|error| panic!("{error}"));
        let rows = list(case, "rows");
        let inputs: Vec<_> = rows.iter().map(|row| input(&row[0])).collect();
        // Rows with bytes that are not text are asked in columns of bytes, the others in all.
        let is_text = |one: &&Value| !one[0].is_object();
        let texts: Vec<&Value> = rows.iter().filter(is_text).collect();
        let of_texts: Vec<_> = texts.iter().map(|row| input(&row[0])).collect();
        let all: Vec<&Value> = rows.iter().collect();
        for (rows, inputs) in [(all, inputs), (texts, of_texts)] {
            for (name, column) in columns(&inputs) {
                let found = plan.run(&[Arc::clone(&column)]).expect("a result");
                assert_eq!(found.len(), column.len());
                let planned = plan.returns(column.data_type()).expect("a type");
                assert_eq!(found.data_type(), &planned, "{} of {name}", case["function"]);
                for (at, row) in rows.iter().enumerate() {
                    let answer = json(&found, at);
                    assert_eq!(answer, row[1], "{} of {} as {name}", case["function"], row[0]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1_000, "only {compared} answers were compared");
}

/// Returns the plan of a function by the grammar and the rule of a row.
fn plan_of(function: &str, row: &Value) -> Plan {
    let text = |key: &str| row[key].as_str().unwrap_or_default();
    let arguments =
        [("grammar", Argument::Text(text("grammar"))), ("rule", Argument::Text(text("rule")))];
    let plan = Function::named(function).and_then(|function| function.plan(&arguments));
    plan.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn columns_give_the_verdicts_of_the_table() {
    let table: Value =
        serde_json::from_str(include_str!("../../verdicts.json")).expect("the table is JSON");
    for row in list(&table, "rows") {
        let inputs = [input(&row["input"])];
        for (name, column) in columns(&inputs) {
            let answer = |function: &str| {
                let found = plan_of(function, row).run(&[Arc::clone(&column)]);
                json(&found.expect("a result"), 0)
            };
            let verdict = row["verdict"].as_str().expect("a verdict");
            assert_eq!(answer("accepts"), verdict == "accepted", "{row} as {name}");
            let offset = verdict.rsplit(' ').next().and_then(|offset| offset.parse::<i64>().ok());
            assert_eq!(answer("error")["offset"].as_i64(), offset, "{row} as {name}");
            let split = answer("split");
            let parts = split.as_object().into_iter().flatten().filter(|(_, part)| !part.is_null());
            let parts = parts.map(|(name, part)| (name.clone(), part.clone()));
            let parts: Map<String, Value> = parts.collect();
            let found = split.is_object().then_some(Value::Object(parts));
            assert_eq!(found.as_ref(), row.get("components"), "{row} as {name}");
            if let Some(host) = row["serialized"].as_str() {
                let browser = Function::named("browser").and_then(|function| function.plan(&[]));
                let found = browser.expect("a plan").run(&[Arc::clone(&column)]);
                assert_eq!(json(&found.expect("a result"), 0)["host"], host, "{row} as {name}");
            }
        }
    }
}

#[test]
fn every_function_has_a_case() {
    let cases = cases();
    for function in FUNCTIONS {
        let is_asked = |case: &Value| case["function"] == function.name;
        assert!(list(&cases, "answers").iter().any(is_asked), "{}", function.name);
    }
}

#[test]
fn bases_are_a_column_of_any_type() {
    let cases = cases();
    for case in list(&cases, "bases") {
        let plan = plan(case, true).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(plan.columns(), 2);
        let rows = list(case, "rows");
        let references: Vec<_> = rows.iter().map(|row| input(&row[0])).collect();
        let bases: Vec<_> = rows.iter().map(|row| input(&row[1])).collect();
        for (name, references) in columns(&references) {
            for (other, bases) in columns(&bases) {
                let found = plan.run(&[Arc::clone(&references), bases]).expect("a result");
                for (at, row) in rows.iter().enumerate() {
                    assert_eq!(json(&found, at), row[2], "{row} as {name} and {other}");
                }
            }
        }
        let short = references.first().map(|_| columns(&bases)[0].1.slice(0, 1)).expect("a row");
        let long = Arc::clone(&columns(&references)[0].1);
        assert!(matches!(plan.run(&[long, short]), Err(RunError::Lengths(..))));
    }
}

#[test]
fn bad_calls_are_refused_while_planning() {
    let cases = cases();
    for case in list(&cases, "refused") {
        let refused = plan(case, false).expect_err(&case.to_string());
        assert_eq!(refused.to_string(), case["message"].as_str().expect("a message"));
    }
    let twice = [("grammar", Argument::Text("rfc3986")), ("grammar", Argument::Text("rfc2396"))];
    let refused = Function::named("host").expect("a function").plan(&twice).expect_err("twice");
    assert_eq!(refused.to_string(), "host: grammar is given twice");
}

#[test]
fn columns_of_other_types_are_refused_by_name() {
    let host = Function::named("host").expect("a function").plan(&[]).expect("a plan");
    let lists: ArrayRef = Arc::new(ListArray::new_null(
        Arc::new(arrow_schema::Field::new_list_field(DataType::Utf8, true)),
        1,
    ));
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let keys = Int8Array::from(vec![0]);
    let of_numbers: ArrayRef =
        Arc::new(DictionaryArray::<Int8Type>::new(keys, Arc::clone(&numbers)));
    for (column, name) in [(lists, "List"), (numbers, "Int64"), (of_numbers, "Dictionary")] {
        let refused = host.returns(column.data_type()).expect_err(name).to_string();
        assert!(refused.starts_with(&format!("host: the column is {name}")), "{refused}");
        let refused = host.run(&[column]).expect_err(name).to_string();
        assert!(refused.starts_with(&format!("host: the column is {name}")), "{refused}");
    }
    assert!(matches!(host.run(&[]), Err(RunError::Columns(0))));
    // A column without a type has nulls only.
    let nulls: ArrayRef = Arc::new(NullArray::new(3));
    let found = host.run(&[nulls]).expect("a result");
    assert_eq!((found.len(), found.null_count(), found.data_type()), (3, 3, &DataType::Utf8));
}

#[test]
fn answers_of_a_dictionary_beyond_32_bit_offsets_are_an_error_and_no_panic() {
    // A key costs a byte, an answer 16 MiB: 129 of them need more than 2 GiB.
    let url = format!("http://a/{}", "b".repeat(1 << 24));
    let path = Function::named("path").expect("a function").plan(&[]).expect("a plan");
    let of = |rows| {
        let keys = Int8Array::from(vec![0; rows]);
        let values = Arc::new(StringArray::from(vec![&*url]));
        path.run(&[Arc::new(DictionaryArray::<Int8Type>::new(keys, values))])
    };
    assert!(matches!(of(129), Err(RunError::TooLarge)));
    assert_eq!(of(2).expect("a result").len(), 2);
}

#[test]
fn a_long_value_is_split_like_a_short_one() {
    // A byte for each bit of a 32-bit offset would be 4 GiB; this is the largest that tests afford.
    let url = format!("http://example.org/{}", "a".repeat(1 << 26));
    let host = Function::named("host").expect("a function").plan(&[]).expect("a plan");
    for column in [
        Arc::new(StringArray::from(vec![&*url])) as ArrayRef,
        Arc::new(StringViewArray::from(vec![&*url])),
    ] {
        assert_eq!(json(&host.run(&[column]).expect("a result"), 0), "example.org");
    }
}
