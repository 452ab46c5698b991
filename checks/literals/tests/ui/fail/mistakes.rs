//! Mistakes whose help says what was meant, and proposes no old document and no percent-encoding.

use urigram::{iri, uri, uri_ref};

fn main() {
    uri!("http://a:port/");
    uri!("http://a:80a");
    uri_ref!("//user:secret");
    uri!("http://a b/");
    uri!("http://a b@c/");
    uri!("http://::1/");
    iri!("http://u@2001:db8::7/c");
    uri!(r"C:\Users\x y");
    uri!("http://a/b c");
}
