//! A literal is not a pattern.

use urigram::{uri, urn, Uri, Urn};

fn is_home(uri: Uri<'_>) -> bool {
    match uri {
        uri!("http://a/") => true,
        other => other == uri!("http://b/"),
    }
}

fn main() {
    is_home(uri!("http://a/"));
    if let urn!("urn:example:a") = Urn::parse("urn:example:a").unwrap() {}
}
