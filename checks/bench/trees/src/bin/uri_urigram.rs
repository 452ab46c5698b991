//! urigram: the components of URIs, and a tree of every rule of RFC 3986.

use std::hint::black_box;

use urigram::Uri;
use urigram_grammars::nested::{Limits, Program};
use urigram_grammars::{Grammar, Reading};
use urigram_trees::uris::measure;

fn main() {
    measure("urigram", "structure", |uri| {
        black_box(Uri::parse(uri).unwrap());
    });
    let bytes = Grammar::Rfc3986.program(Reading::Printed).unwrap();
    let program = Program::unpacked(bytes).unwrap();
    measure("urigram", "tree", |uri| {
        black_box(program.parse("URI", uri, Limits::for_length(uri.len())).unwrap());
    });
}
