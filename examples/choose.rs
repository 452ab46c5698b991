//! Chooses the document that decides: `cargo run --example choose`.

use urigram::selection::accepting;
use urigram::{Grammar, Reading, Select, Uri};

fn main() {
    // A document by name. In July 1993 a query was a list of words.
    let text = "http://a/b?x=y";
    let in_1993 = Uri::parse_by(Grammar::Url1993, Reading::Corrected, text);
    let in_2005 = Uri::parse_by(Grammar::Rfc3986, Reading::Corrected, text);
    println!("url-1993 {}, rfc3986 {}", in_1993.is_ok(), in_2005.is_ok());

    // By the form of the input, and the newest document that accepts it.
    for input in ["http://a/b?x=y", "urn:ietf:rfc:2141", "http://résumé.example/", "<Title=x;>"] {
        let chosen = Select::Auto.select(input.as_bytes(), Reading::Corrected);
        let id = chosen.grammar.map_or("none", |grammar| grammar.as_str());
        println!("{id:<9} {input}");
    }

    // Every document that accepts an input.
    let all = accepting(b"http://a/~b", Reading::Corrected);
    let ids: Vec<&str> = all.iter().map(urigram::Grammar::as_str).collect();
    println!("http://a/~b: {}", ids.join(", "));
}
