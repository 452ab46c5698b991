//! urigram's package of JSONPath: the tree of each selector.

use std::hint::black_box;

use urigram_trees::selectors;

fn main() {
    selectors::measure("urigram", |text| {
        black_box(jsonpath::parse(text).unwrap());
    });
}
