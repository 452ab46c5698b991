//! The parser that pest derives of the same grammar of TOML.

use std::hint::black_box;

use pest::Parser;
use urigram_trees::documents;

#[derive(pest_derive::Parser)]
#[grammar = "../../../specs/ports/toml/printed.pest"]
struct Toml;

fn main() {
    documents::measure("pest_derive", |text| {
        black_box(Toml::parse(Rule::toml, text).unwrap());
    });
}
