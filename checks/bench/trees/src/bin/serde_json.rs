//! serde_json's value, in which strings and numbers are read.

use std::hint::black_box;

use urigram_trees::measure;

fn main() {
    measure("serde_json", "tree", |text| {
        black_box(serde_json::from_str::<serde_json::Value>(text).unwrap());
    });
}
