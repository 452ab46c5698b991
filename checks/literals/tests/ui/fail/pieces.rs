//! The error appears under the piece that is wrong.

use urigram::{uri, uri_ref};

fn main() {
    uri!("http://" "a.example" "/a b" "/c");
    uri!(concat!("http://a.example/", "p", "q|", "r"));
    uri!(concat!("http://a.example:", 80, 'x', "/"));
    uri!("http://a.example/" stringify!(a < b));
    uri!(env!("CARGO_PKG_VERSION_MAJOR"));
    uri_ref!(include_str!("../two_lines.txt"));
    uri!("ht" "tp");
}
