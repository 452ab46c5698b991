//! Constants that hold a reference to a definition are not patterns.

use urigram::{uri, Grammar, GrammarId, Uri};

const HOME: Uri<'static> = uri!("http://a/");

fn year(grammar: Grammar) -> u16 {
    match grammar {
        Grammar::Rfc3986 => 2005,
        other => match other.id() {
            GrammarId::Url1993 => 1993,
            _ => 0,
        },
    }
}

fn main() {
    year(Grammar::Rfc3986);
    assert!(matches!(Uri::parse("http://a/").unwrap(), HOME));
}
