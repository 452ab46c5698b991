//! Inputs that an older document accepts, and the document that removed them.

use urigram::{uri, uri_ref, urn};

fn main() {
    uri!("http://a.example/\"b\"");
    uri!("http://a.example:port/");
    urn!("urn:a:b");
    urn!("urn:example:?+");
    uri!("a:[b]");
    uri!("http://[fe80::a%25en1]/");
    uri_ref!("1:2");
    uri!(Url1993, "http://a/b?x=y");
    uri!(Rfc1738, "http://a.example/~jane");
}
