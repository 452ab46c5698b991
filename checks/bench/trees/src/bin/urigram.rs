//! urigram's package of the rules: the matcher, and the tree.

use std::hint::black_box;

use urigram_trees::measure;
use values::File;

fn main() {
    measure("urigram", "recognise", |text| {
        black_box(File::parse(text).unwrap());
    });
    measure("urigram", "tree", |text| {
        black_box(values::parse(text).unwrap());
    });
}
