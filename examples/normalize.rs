//! Normalizes URIs and compares them: `cargo run --example normalize`.

use urigram::{Grammar, Normalizer, Uri};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let uri = Uri::parse("HTTP://Example.org:80/a/../%7Eb")?;
    println!("{}", uri.normalize());

    // Two identifiers are equivalent if a document says so. The documents differ.
    let (a, b) = ("http://a/./b", "http://a/b");
    for grammar in [Grammar::Rfc2396, Grammar::Rfc3986] {
        let equivalent = Normalizer::new(grammar).equivalent(a, b)?.is_equivalent();
        println!("{}: {a} and {b} equivalent: {equivalent}", grammar.as_str());
    }
    Ok(())
}
