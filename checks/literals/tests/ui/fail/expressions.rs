//! Expressions that are not string literals.

use urigram::{uri, urn};

macro_rules! base {
    () => {
        "http://a.example/"
    };
}

fn main() {
    uri!(&"http://a/");
    uri!(b"http://a/");
    uri!(c"http://a/");
    uri!('a');
    uri!(1993);
    uri!(true);
    uri!(("http://a/"));
    uri!(if true { "http://a/" } else { "http://b/" });
    uri!("http://a/".to_string());
    uri!(String::from("http://a/"));
    uri!(format!("http://{}/", "a"));
    uri!(base!());
    uri!(option_env!("CARGO_PKG_NAME"));
    uri!(env!("URIGRAM_HAS_NO_SUCH_VARIABLE"));
    uri!(include_str!("no-such-file.txt"));
    uri!(include_bytes!("../part.txt"));
    uri!(concat!("http://a/", b"b"));
    uri!(concat!("http://a/" "b"));
    urn!(concat!());
}
