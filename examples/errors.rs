//! Reads errors and shows them to a person: `cargo run --example errors`.

use urigram::{Grammar, Reading, Uri};

fn main() {
    let input = "http://a/b?x=y";
    let error = Uri::parse_by(Grammar::Url1993, Reading::Corrected, input).unwrap_err();

    // For a program: the offset of the first byte that no accepted string has there, the rule and
    // its section.
    println!("byte {}, rule {}, section {}", error.offset(), error.rule(), error.section());

    // For a log: one line.
    println!("{error}");

    // For a person: the input, with a mark under the byte.
    println!("{}", error.diagnose(input.as_bytes()));
}
