//! pest's parser of the same rules, derived from the same file.

use std::hint::black_box;

use pest::Parser;
use urigram_trees::measure;

/// The parser.
#[derive(pest_derive::Parser)]
#[grammar = "../../../specs/ports/values/printed.pest"]
struct Values;

fn main() {
    measure("pest_derive", "tree", |text| {
        black_box(Values::parse(Rule::file, text).unwrap());
    });
}
