//! A reader with chumsky, which gives the parts of the input as they are.

use std::hint::black_box;

use chumsky::prelude::*;
use urigram_trees::measure;

/// A value, with strings and numbers as they are written.
#[allow(dead_code)]
#[derive(Clone)]
enum Value<'i> {
    Word,
    Number(&'i str),
    String(&'i str),
    Array(Vec<Value<'i>>),
    Object(Vec<(&'i str, Value<'i>)>),
}

fn value<'i>() -> impl Parser<'i, &'i str, Value<'i>> {
    recursive(|value| {
        let digits = one_of("0123456789").repeated().at_least(1);
        let whole = just("0")
            .ignored()
            .or(one_of("123456789").then(one_of("0123456789").repeated()).ignored());
        let power = one_of("eE").then(one_of("+-").or_not()).then(digits);
        let number = just('-')
            .or_not()
            .then(whole)
            .then(just('.').then(digits).or_not())
            .then(power.or_not())
            .to_slice();
        let hex = one_of("0123456789abcdefABCDEF").repeated().exactly(4);
        let escape = just('\\')
            .then(choice((one_of("\"\\/bfnrt").ignored(), just('u').then(hex).ignored())));
        let string = none_of("\"\\").ignored().or(escape.ignored()).repeated().to_slice();
        let string = string.delimited_by(just('"'), just('"'));
        let comma = just(',').padded();
        let array = value.clone().separated_by(comma).collect().padded();
        let member = string.then_ignore(just(':').padded()).then(value);
        let object = member.separated_by(comma).collect().padded();
        choice((
            just("true").or(just("false")).or(just("null")).to(Value::Word),
            number.map(Value::Number),
            string.map(Value::String),
            array.delimited_by(just('['), just(']')).map(Value::Array),
            object.delimited_by(just('{'), just('}')).map(Value::Object),
        ))
        .padded()
    })
}

fn main() {
    let parser = value().then_ignore(end());
    measure("chumsky", "tree", |text| {
        let read = parser.parse(text).into_result();
        black_box(read.unwrap_or_else(|_| panic!("rejected")));
    });
}
