//! One refusal or more by each document, in order of date.

use urigram::{iri, uri, uri_ref, urc, urn};

fn main() {
    uri!(Url1993, "wais://quake.think.com/wais discussion");
    uri!(Url1993, "http://a/b?x=y");
    urc!(Urc1993, "<URN:IANA:0::drafts:1204;Author=Tim Berners-Lee>");
    urc!(Urc1993, b"<Title=R\xE4ksm\x00;>");
    uri!(Rfc1630, "http//info.cern.ch");
    uri!(Rfc1738, "ftp://ds.internic.net/rfc/rfc 1738.txt");
    uri!(Rfc1738, "gopher://a.example:70/~");
    uri_ref!(Rfc1808, "g?y#s#t");
    uri!(Rfc1808, "http://a/\"b\"");
    urn!(Rfc2141, "urn:-ietf:rfc");
    urn!(Rfc2141, "urn:ietf:");
    uri!(Url1997, "http://a/%zz");
    uri!(Rfc2396, "http://[::1]/");
    uri_ref!(Rfc2396, "a\\b");
    uri!(Rfc2732, "http://[::1/");
    uri!(Uri2003, "http://[::g]/");
    uri!(Rfc3986, "http://[::1");
    uri!(Rfc3986, "http://[1.2.3.4]/");
    uri_ref!(Rfc3986, "1:2");
    iri!(Rfc3987, "http://\u{e000}.example/");
    urn!(Urn2012, "urn:ietf:rfc:2648?s");
    uri!(Rfc6874, "http://[fe80::a%en1]/");
    urn!(Rfc8141, "urn:a:b");
    urn!(Rfc8141, "urn:example:a?+");
}
