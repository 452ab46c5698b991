//! The caret, and line and column, for every kind of literal.

use urigram::{iri, uri};

fn main() {
    uri!("http://a.example/\u{e9}");
    uri!("http://a.example/\x20");
    uri!("http://a.example/\t\"");
    uri!(r#"http://a.example/"quoted""#);
    uri!(
        "http://a.example/\
         first/\
         sec ond"
    );
    uri!("http://a.example/
         next");
    iri!("http://日本.example/ä <");
    iri!("http://e\u{301}.example/\u{202e}\\");
    uri!("http://a.example/\0");
    uri!("http://a.example/a/long/path/that/goes/on/and/on/and/on/and/on/and/on/and/on/and/on/until/it/is wrong/and/then/goes/on/and/on/and/on");
}
