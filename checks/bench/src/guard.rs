//! The task of asking whether several grammars find the same host.

use urigram::agreement::check;
use urigram::documents::Table;
use urigram::{Grammar, Reading};

use crate::clock::Contender;

/// The grammars of a program that checks by a document and connects by a practice.
pub fn practices<'a>() -> Vec<Contender<'a>> {
    contenders([Grammar::Rfc3986, Grammar::JavaNetUri, Grammar::Whatwg])
}

/// Two documents, which are parsed faster than a practice.
pub fn documents<'a>() -> Vec<Contender<'a>> {
    contenders([Grammar::Rfc2396, Grammar::Rfc3986])
}

/// Makes the guard, and beside it the parses that it consists of.
fn contenders<'a, const N: usize>(grammars: [Grammar; N]) -> Vec<Contender<'a>> {
    let agree = move |text: &str| check(text, &grammars).is_ok();
    let tables: [&'static Table; N] =
        grammars.map(|grammar| grammar.tables(Reading::Corrected).start());
    let parses = move |text: &str| tables.map(|table| table.split(text, Reading::Corrected));
    let alone = grammars.map(|grammar| grammar.to_string()).join(", ");
    vec![
        Contender::new(format!("the parses alone: {alone}"), agree, parses),
        Contender::new("urigram agreement::check", agree, move |text: &str| check(text, &grammars)),
    ]
}
