//! Literals of every document, checked while compiling.
//!
//! `cargo run --example literals` prints the components of each literal. Change a character: the
//! program no longer compiles, and the message names the character, the rule and the section.

use urigram::{iri, urc, uri, uri_ref, urn, Iri, Urc, Uri, UriRef, Urn};

/// A URI by RFC 3986, the newest generic syntax, because no document is named.
const SPEC: Uri<'static> = uri!("http://www.ietf.org/rfc/rfc2396.txt");

/// URIs by documents, the oldest first. A document is named by its constant of `urigram::Grammar`.
const BY_DOCUMENT: [Uri<'static>; 11] = [
    uri!(Url1993, "wais://quake.think.com/wais-discussion-archives?lynch"),
    uri!(Rfc1630, "http://info.cern.ch/albert/bertram/marie-claude"),
    uri!(Rfc1738, "ftp://ds.internic.net/rfc/rfc1034.txt;type=a"),
    uri!(Rfc1808, "http://a/b/c/d;p?q"),
    uri!(Url1997, "gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles"),
    uri!(Rfc2396, "mailto:mduerst@ifi.unizh.ch"),
    uri!(Rfc2732, "http://[1080:0:0:0:8:800:200C:417A]/index.html"),
    uri!(Uri2003, "http://www.w3.org/Addressing/"),
    uri!(Rfc3986, "ldap://[2001:db8::7]/c=GB?objectClass?one"),
    uri!(Rfc6874, "http://[fe80::a%25en1]/"),
    uri!("urn:oasis:names:specification:docbook:dtd:xml:4.1.2"),
];

/// An IRI may have characters beyond US-ASCII.
const IRI: Iri<'static> = iri!("http://résumé.example.org/");

/// A URI by the printed rules. In those of url-1993, no path segment has more than two characters.
const PRINTED: Uri<'static> = uri!(Url1993, Printed, "http://a/to/b");

/// A relative reference.
static NEXT: UriRef<'static> = uri_ref!("../g?y#s");
/// A relative reference by another document.
static CHAPTER: UriRef<'static> = uri_ref!(Rfc1808, "./this:that");

/// Names by the document in force, and by its predecessors.
const NAMES: [Urn<'static>; 3] = [
    urn!("urn:example:a123,z456?=xyz"),
    urn!(Urn2012, "urn:FOO:a123,456"),
    urn!(Rfc2141, "URN:foo:a123%2C456"),
];

/// A citation. Its text is bytes, because it may be in any character set.
const CITATION: Urc<'static> = urc!("<URN:IANA:0::drafts:1204;Author=Tim Berners-Lee;>");
const LATIN_1: Urc<'static> = urc!(b"<Title.sv=R\xE4ksm\xF6rg\xE5s;>");

/// A literal in pieces, with the compiler's own macros.
const API: Uri<'static> = uri!("https://api.example/" concat!("v", 2) "/" env!("CARGO_PKG_NAME"));

fn main() {
    for uri in [SPEC, PRINTED, API].iter().chain(&BY_DOCUMENT) {
        println!("{:<9} {uri}", uri.grammar().as_str());
        println!("          scheme {}, host {:?}, path {:?}", uri.scheme(), uri.host(), uri.path());
    }
    println!("{:<9} {IRI}", IRI.grammar().as_str());
    println!("          scheme {}, host {:?}, path {:?}", IRI.scheme(), IRI.host(), IRI.path());
    for reference in [NEXT, CHAPTER] {
        println!("{:<9} {reference}", reference.grammar().as_str());
        println!(
            "          path {:?}, query {:?}, fragment {:?}",
            reference.path(),
            reference.query(),
            reference.fragment()
        );
    }
    for name in NAMES {
        println!("{:<9} {name}", name.grammar().as_str());
        println!("          namespace {}, string {}", name.nid(), name.nss());
    }
    for citation in [CITATION, LATIN_1] {
        println!("{:<9} {}", citation.grammar().as_str(), citation.as_bytes().escape_ascii());
    }
    // A literal is a constant even in the middle of a function.
    println!("{}", uri!("http://a.example/").as_str().len());
}
