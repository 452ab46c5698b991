//! A text for which another macro was meant.

use urigram::{iri, uri, uri_ref, urc, urn};

fn main() {
    uri!("g?y");
    uri!("");
    uri!("//example.org/a");
    uri!("http://www.example.org/ros\u{e9}");
    uri!("<URL:http://a.example/;>");
    uri_ref!("日本");
    urn!("http://example.org/");
    urn!("ietf:rfc:2648");
    urn!("../g");
    iri!("rosé");
    urc!("http://example.org/");
    urn!(Rfc3986, "urn:ietf:rfc:2648");
    uri!(Urc1993, "<URL:http://a.example/;>");
    urc!(Rfc8141, "urn:ietf:rfc:2648");
}
