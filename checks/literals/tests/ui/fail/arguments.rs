//! Grammars and readings that precede the text, or replace it.

use urigram::{uri, Grammar, Reading};

fn main() {
    uri!();
    uri!(Rfc3986);
    uri!(Rfc3986, Printed);
    uri!(Rfc3986 "http://a/");
    uri!(Url1939, "http://a/");
    uri!(rfc3986, "http://a/");
    uri!(Url1994, "http://a/");
    uri!(Whatwg, "http://a/");
    uri!(Grammar::Rfc3968, "http://a/");
    uri!(urigram::Reading::Prined, "http://a/");
    uri!(Reading::Rfc3986, "http://a/");
    uri!(Rfc3986, Rfc2396, "http://a/");
    uri!(Printed, Corrected, "http://a/");
    uri!("http://a/", "b");
    uri!("http://a/",, );
    uri!("http://a/", Rfc3986);
    uri!("rfc3986", "http://a/");
    uri!("http://a/"u8);
}
