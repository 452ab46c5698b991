//! Writes a tree as JSON, as pest does with its feature `pretty-print`: its pairs, and the first
//! one inside them. `generate/tests/nested_tags.rs` holds the JSON of this project against it.
//!
//! `cargo run --manifest-path checks/tags/Cargo.toml --bin json > generate/tests/tags/trees.json`

use pest::Parser;

#[derive(pest_derive::Parser)]
#[grammar = "../../generate/tests/tags/json.rules"]
struct Lists;

fn main() {
    let text = include!("../../../../generate/tests/tags/json.text");
    let pairs = Lists::parse(Rule::file, text).expect("the text is a list");
    println!("{}", pairs.to_json());
    let inside = pairs.flatten().nth(1).expect("there is a list in it");
    println!("{}", inside.to_json());
}
