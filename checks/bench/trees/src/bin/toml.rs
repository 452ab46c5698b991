//! The crate `toml`: a table of the same document.

use std::hint::black_box;

use urigram_trees::documents;

fn main() {
    documents::measure("toml", |text| {
        black_box(text.parse::<toml::Table>().unwrap());
    });
}
