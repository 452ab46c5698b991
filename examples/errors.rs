//! Reads errors and shows them to a person: `cargo run --example errors`.

use urigram::{errors, Grammar, Reading, Uri};

fn main() {
    let input = "http://a/b?x=y";
    let result = Uri::parse_by(Grammar::Url1993, Reading::Corrected, input);
    let Err(error) = result else { return println!("{result:?}") };

    // For a program: the cause, the offset of the first byte that no accepted string has there, the
    // rule and its section.
    println!("kind {}, byte {}", error.kind(), error.offset());
    println!("rule {}, section {}", error.rule(), error.section());

    // For a log: one line.
    println!("{error}");

    // For a person: the input, with a mark under the byte.
    println!("{}", errors::explain(&error, input.as_bytes()));
}
