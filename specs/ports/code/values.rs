use pest::Parser;
use pest::error::Error;
use pest::iterators::Pair;

/// A value that borrows the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Object(Vec<(&'a str, Value<'a>)>),
    Array(Vec<Value<'a>>),
    String(&'a str),
    Number(f64),
    Boolean(bool),
    Null,
}

fn value(pair: Pair<'_, Rule>) -> Value<'_> {
    match pair.as_rule() {
        Rule::object => Value::Object(
            pair.into_inner()
                .map(|pair| {
                    let mut inside = pair.into_inner();
                    let name = inside.next().unwrap().into_inner().next().unwrap().as_str();
                    (name, value(inside.next().unwrap()))
                })
                .collect(),
        ),
        Rule::array => Value::Array(pair.into_inner().map(value).collect()),
        Rule::string => Value::String(pair.into_inner().next().unwrap().as_str()),
        Rule::number => Value::Number(pair.as_str().parse().unwrap()),
        Rule::boolean => Value::Boolean(pair.as_str().parse().unwrap()),
        Rule::null => Value::Null,
        Rule::file
        | Rule::EOI
        | Rule::pair
        | Rule::value
        | Rule::inner
        | Rule::char
        | Rule::WHITESPACE => unreachable!(),
    }
}

/// Reads a text.
pub fn read(text: &str) -> Result<Value<'_>, Error<Rule>> {
    let whole = Values::parse(Rule::file, text)?.next().unwrap();
    Ok(value(whole))
}
