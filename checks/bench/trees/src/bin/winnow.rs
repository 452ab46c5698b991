//! A reader with winnow, which gives the parts of the input as they are.

use std::hint::black_box;

use urigram_trees::measure;
use winnow::ascii::{digit0, digit1, multispace0};
use winnow::combinator::{alt, delimited, dispatch, fail, opt, peek, preceded, separated};
use winnow::combinator::{separated_pair, terminated};
use winnow::error::ContextError;
use winnow::prelude::*;
use winnow::token::{any, one_of, take_till};
use winnow::Result;

/// A value, with strings and numbers as they are written.
#[allow(dead_code)]
enum Value<'i> {
    Word,
    Number(&'i str),
    String(&'i str),
    Array(Vec<Value<'i>>),
    Object(Vec<(&'i str, Value<'i>)>),
}

fn space<'i, T>(
    inner: impl Parser<&'i str, T, ContextError>,
) -> impl Parser<&'i str, T, ContextError> {
    terminated(inner, multispace0)
}

fn string<'i>(input: &mut &'i str) -> Result<&'i str> {
    let escape = (
        '\\',
        alt((
            one_of(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']).void(),
            ('u', winnow::token::take_while(4, |c: char| c.is_ascii_hexdigit())).void(),
        )),
    );
    let plain = take_till(1.., ['"', '\\']);
    let inner =
        winnow::combinator::repeat::<_, _, (), _, _>(0.., alt((plain.void(), escape.void())));
    delimited('"', inner.take(), '"').parse_next(input)
}

fn number<'i>(input: &mut &'i str) -> Result<&'i str> {
    let whole = alt(("0".void(), (one_of('1'..='9'), digit0).void()));
    let power = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digit1);
    (opt('-'), whole, opt(('.', digit1)), opt(power)).take().parse_next(input)
}

fn member<'i>(input: &mut &'i str) -> Result<(&'i str, Value<'i>)> {
    separated_pair(space(string), space(':'), space(value)).parse_next(input)
}

fn value<'i>(input: &mut &'i str) -> Result<Value<'i>> {
    dispatch! { peek(any);
        '{' => delimited(space('{'), separated(0.., member, space(',')), '}').map(Value::Object),
        '[' => delimited(space('['), separated(0.., space(value), space(',')), ']')
            .map(Value::Array),
        '"' => string.map(Value::String),
        't' => "true".value(()).map(|()| Value::Word),
        'f' => "false".value(()).map(|()| Value::Word),
        'n' => "null".value(()).map(|()| Value::Word),
        '-' | '0'..='9' => number.map(Value::Number),
        _ => fail,
    }
    .parse_next(input)
}

fn main() {
    measure("winnow", "tree", |text| {
        let read = preceded(multispace0, space(value)).parse(text);
        black_box(read.unwrap_or_else(|_| panic!("rejected")));
    });
}
