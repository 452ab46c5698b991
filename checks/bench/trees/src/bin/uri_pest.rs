//! The parser that pest derives of the rules of RFC 3986.

use std::hint::black_box;

use pest::Parser;
use urigram_trees::uris::measure;

#[derive(pest_derive::Parser)]
#[grammar = "../../../grammars/rfc3986/printed.pest"]
struct Uri;

fn main() {
    measure("pest_derive", "tree", |uri| {
        black_box(Uri::parse(Rule::URI, uri).unwrap());
    });
}
