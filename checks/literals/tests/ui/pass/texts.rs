//! Every expression that is allowed in place of a literal.

use urigram::{uri, uri_ref};

fn main() {
    assert_eq!(uri!("http://a/b"), "http://a/b");
    assert_eq!(uri!(r"http://a/b"), "http://a/b");
    assert_eq!(uri!(r##"http://a/b#c"##), "http://a/b#c");
    assert_eq!(uri!("http://\x61/\u{62}"), "http://a/b");
    assert_eq!(
        uri!(
            "http://a/\
             b"
        ),
        "http://a/b"
    );
    assert_eq!(uri!("http://" "a.example" "/p"), "http://a.example/p");
    assert_eq!(uri!("http://" "a.example" "/p",), "http://a.example/p");
    assert_eq!(uri!(concat!("http://a/", 1, '-', 2.5, true, -3, 0x10u8, 1_000)), "http://a/1-2.5true-3161000");
    assert_eq!(concat!("http://a/", 1, '-', 2.5, true, -3, 0x10u8, 1_000), "http://a/1-2.5true-3161000");
    assert_eq!(uri!(concat!("http://", concat!("a", "/"), "b",)), "http://a/b");
    assert_eq!(uri!(std::concat!("http://a/", ::core::concat!("b"))), "http://a/b");
    assert_eq!(uri!("http://a/" env!("CARGO_PKG_VERSION_MAJOR")).path(), concat!("/", env!("CARGO_PKG_VERSION_MAJOR")));
    assert_eq!(uri!("http://a/" env!("CARGO_PKG_NAME", "cargo sets it")).path(), concat!("/", env!("CARGO_PKG_NAME")));
    assert_eq!(uri_ref!(stringify!(a)), "a");
    assert_eq!(uri_ref!(stringify!(a.b-c/d?e=f&g=1#h)), stringify!(a.b-c/d?e=f&g=1#h));
    assert_eq!(uri_ref!(stringify!(a::b())), stringify!(a::b()));
    assert_eq!(uri_ref!(include_str!("../part.txt")), "over/there?name=ferret");
    assert_eq!(uri!("http://a/" include_str!(concat!("..", "/part.txt"))).query(), Some("name=ferret"));
}
