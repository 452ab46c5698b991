//! Finds identifiers in running text: `cargo run --example extract`. Needs the feature `documents`.

use urigram::extract::Extractor;
use urigram::Grammar;

const TEXT: &str = "See <http://www.w3.org/Addre
  ssing/> (or ftp://ds.internic.net/rfc/), and write to mailto:a@example.org.";

fn main() {
    for found in Extractor::new(Grammar::Rfc3986).in_bytes(TEXT.as_bytes()) {
        println!("{:>3}..{:<3} {found}", found.range.start, found.range.end);
    }
}
