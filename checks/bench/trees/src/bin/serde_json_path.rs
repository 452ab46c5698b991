//! `serde_json_path`'s parser of the same selectors.

use std::hint::black_box;

use serde_json_path::JsonPath;
use urigram_trees::selectors;

fn main() {
    selectors::measure("serde_json_path", |text| {
        black_box(JsonPath::parse(text).unwrap());
    });
}
