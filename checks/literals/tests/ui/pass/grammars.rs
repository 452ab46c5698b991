//! The grammar and the reading, in all the ways in which one writes them.

use urigram::{uri, uri_ref, urn, Grammar, Reading};

fn main() {
    assert_eq!(uri!("http://a/").grammar(), Grammar::Rfc3986);
    assert_eq!(uri!(Uri2003, "http://a/").grammar(), Grammar::Uri2003);
    assert_eq!(uri!(Grammar::Uri2003, "http://a/").grammar(), Grammar::Uri2003);
    assert_eq!(uri!(urigram::Grammar::Uri2003, "http://a/").grammar(), Grammar::Uri2003);
    assert_eq!(uri!(::urigram::Grammar::Uri2003, "http://a/").grammar(), Grammar::Uri2003);
    assert_eq!(uri!(Printed, "http://a/").reading(), Reading::Printed);
    assert_eq!(uri!(Reading::Printed, "http://a/").reading(), Reading::Printed);
    assert_eq!(uri!(Uri2003, Printed, "http://a/").reading(), Reading::Printed);
    assert_eq!(uri!(Printed, Uri2003, "http://a/").grammar(), Grammar::Uri2003);
    assert_eq!(uri!(Uri2003, Reading::Corrected, "http://a/").reading(), Reading::Corrected);
    assert_eq!(uri_ref!(Uri2003, "g").grammar(), Grammar::Uri2003);
    assert_eq!(urn!(Urn2012, "urn:a1:b").grammar(), Grammar::Urn2012);
    assert_eq!(uri!(Urn2012, "urn:a1:b").grammar(), Grammar::Urn2012);
    assert_eq!(uri!("urn:a1:b").grammar(), Grammar::Rfc3986);
}
