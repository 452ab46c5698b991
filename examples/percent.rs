//! Percent-encodes data for a component, and decodes it: `cargo run --example percent`.

use std::error::Error;

use urigram::{Component, Grammar, PercentEncoding, Uri};

fn main() -> Result<(), Box<dyn Error>> {
    let coding = PercentEncoding::of(Grammar::Rfc3986);
    let name = coding.encode(Component::Path, "fish & chips/½.txt".as_bytes())?;
    println!("{name}");

    // A component is decoded after the URI is split, never before.
    let text = format!("http://example.org/{name}");
    let uri = Uri::parse(&text)?;
    println!("{}", coding.decode(uri.path())?.to_text()?);
    Ok(())
}
