//! The task of asking whether several grammars find the same host.

use urigram::agreement::check;
use urigram::{Grammar, Reading, Table};

use crate::clock::Contender;

/// The grammars of a program that checks by one and connects by another.
const GRAMMARS: [Grammar; 3] = [Grammar::Rfc3986, Grammar::JavaNetUri, Grammar::Whatwg];

/// Makes the guard, and beside it the parses that it consists of.
pub fn contenders<'a>() -> Vec<Contender<'a>> {
    let agree = |text: &str| check(text, &GRAMMARS).is_ok();
    let tables: [&'static Table; 3] =
        GRAMMARS.map(|grammar| grammar.tables(Reading::Corrected).start());
    let parses = move |text: &str| tables.map(|table| table.split(text, Reading::Corrected));
    let alone = GRAMMARS.map(|grammar| grammar.to_string()).join(", ");
    vec![
        Contender::new(format!("the parses alone: {alone}"), agree, parses),
        Contender::new("urigram agreement::check", agree, |text: &str| check(text, &GRAMMARS)),
    ]
}
