//! urigram's package of TOML: the tree of a document.

use std::hint::black_box;

use urigram_trees::documents;

fn main() {
    documents::measure("urigram", |text| {
        black_box(toml_text::parse(text).unwrap());
    });
}
