//! Forty things that people do with a crate for URIs, written as its documentation reads, a few
//! lines for each.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr};

use urigram::{
    matches_uri, uri, uri_ref, Builder, Component, Grammar, Host, Iri, IriBuf, Normalizer,
    PathStyle, PercentEncoding, Uri, UriBuf, UriRef, UriRefBuf, Urn,
};

type Failed = Box<dyn std::error::Error + Send + Sync>;

#[test]
fn reading() -> Result<(), Failed> {
    // 1 to 6: scheme, host, port with a default, path, query, fragment.
    let link = Uri::parse("https://user:pw@example.org/a/b.tar.gz?q=1&r=%20#top")?;
    assert!(link.scheme().eq_ignore_ascii_case("HTTPS"));
    assert_eq!(link.host(), Some("example.org"));
    assert_eq!(link.port_u16().unwrap_or(443), 443);
    assert_eq!((link.path(), link.query()), ("/a/b.tar.gz", Some("q=1&r=%20")));
    assert_eq!(link.fragment(), Some("top"));
    // 7: the user's name.
    let user = link.userinfo().and_then(|userinfo| userinfo.split(':').next());
    assert_eq!(user, Some("user"));
    // 8 and 9: the file's name and its ending.
    let file = link.path_segments().next_back().unwrap_or_default();
    assert_eq!(file.rsplit_once('.').map(|(_, ending)| ending), Some("gz"));
    // 10 and 11: one parameter, and all of them.
    let value = link.query_pairs().find(|(name, _)| name == "r").and_then(|(_, value)| value);
    assert_eq!(value.as_deref(), Some(" "));
    let all: HashMap<_, _> = link.query_pairs().collect();
    assert_eq!(all["q"].as_deref(), Some("1"));
    // 12 and 13: an address in place of a name.
    let local = uri!("http://127.0.0.1:8080/");
    assert!(matches!(local.host_typed(), Some(Host::Ipv4(Ipv4Addr::LOCALHOST))));
    let address = (local.host().unwrap_or_default(), local.port_u16().unwrap_or(80));
    assert_eq!((address.0.parse::<IpAddr>()?, address.1), (Ipv4Addr::LOCALHOST.into(), 8080));
    // 14: data of a path.
    let coding = PercentEncoding::of(Grammar::Rfc3986);
    assert_eq!(coding.decode("a%20b")?.to_text()?, "a b");
    // 15: the parts of a name.
    let name = Urn::parse("urn:isbn:0451450523")?;
    assert_eq!((name.nid(), name.nss()), ("isbn", "0451450523"));
    // 16 and 17: a log without the password, and the text itself.
    assert!(!link.display_masked().to_string().contains("pw"));
    assert!(link.to_string().contains("pw"));
    Ok(())
}

#[test]
fn keeping() -> Result<(), Failed> {
    // 18 to 21: owned values from text, bytes, an argument and a literal.
    let from_text = UriBuf::parse("http://a/")?;
    assert_eq!(UriBuf::try_from(b"http://a/".to_vec())?, from_text);
    assert_eq!("http://a/".parse::<UriBuf>()?, from_text);
    assert_eq!(uri!("http://a/").to_owned(), from_text);
    // 22 and 23: sets, sorting.
    let lines = "http://b/\nhttp://a/\nhttp://b/";
    let links = lines.lines().map(UriBuf::parse).collect::<Result<BTreeSet<_>, _>>()?;
    assert!(links.contains("http://a/"));
    let mut sorted: Vec<UriBuf> = links.into_iter().rev().collect();
    sorted.sort();
    assert_eq!(sorted, ["http://a/", "http://b/"]);
    // 24: a field that borrows.
    struct Link<'a> {
        target: Uri<'a>,
    }
    let link = Link { target: sorted[1].as_uri() };
    assert_eq!(link.target.host(), Some("b"));
    // 25 and 26: a text again, without a copy, and where one is asked for.
    fn takes(text: impl AsRef<str>) -> usize {
        text.as_ref().len()
    }
    assert_eq!(takes(&sorted[0]), 9);
    assert_eq!(sorted.swap_remove(0).into_string(), "http://a/");
    // 27: a choice among literals.
    let is_home = |uri: Uri<'_>| matches_uri!(uri, "http://a/" | "http://b/");
    assert!(is_home(uri!("http://b/")) && !is_home(uri!("http://c/")));
    Ok(())
}

#[test]
fn changing() -> Result<(), Failed> {
    let mut link = UriBuf::parse("http://h/a/b?x=1#f")?;
    // 28 to 33: another scheme, no fragment, one more parameter, no query, another path, a port.
    link.set_scheme("https")?;
    link.set_fragment(None)?;
    link.extend_query([("y", "2 3")])?;
    assert_eq!(link, "https://h/a/b?x=1&y=2%203");
    link.set_query(None)?;
    link.push_segment("c d")?;
    link.set_port(8443)?;
    assert_eq!(link, "https://h:8443/a/b/c%20d");
    // 34: the folder above.
    assert!(link.pop_segment());
    assert_eq!(link.path(), "/a/b");
    // 35: from parts.
    let built = Builder::new(Grammar::Rfc3986).scheme("ws").host("h").path("/chat").build()?;
    assert_eq!(built, "ws://h/chat");
    Ok(())
}

#[test]
fn relating() -> Result<(), Failed> {
    // 36 and 37: a link of a page, given and made.
    let page = uri!("http://h/a/index.html");
    let found: UriRefBuf = "../img/x.png".parse()?;
    let image = page.resolve(&found)?;
    assert_eq!(image, "http://h/img/x.png");
    assert_eq!(page.resolve(UriRef::parse("?p=2")?)?, "http://h/a/index.html?p=2");
    // The shortest of the references that lead there.
    assert_eq!(page.relativize(&image)?, "/img/x.png");
    assert_eq!(page.resolve(uri_ref!("#f"))?.fragment(), Some("f"));
    // 38: one of many ways to write the same.
    let normal = Uri::parse("HTTP://H:80/%7Ea/../b")?.normalize();
    assert_eq!(normal, "http://h/b");
    let normalizer = Normalizer::new(Grammar::Rfc3986);
    assert!(normalizer.equivalent("http://h/%7Ea", "http://H/~a")?.is_equivalent());
    // 39: characters beyond US-ASCII, and files.
    let iri: IriBuf = "http://h/rosé".parse()?;
    assert_eq!(iri.as_iri().to_uri()?, "http://h/ros%C3%A9");
    assert_eq!(uri!("http://h/ros%C3%A9").to_iri(), "http://h/rosé");
    assert_eq!(Iri::from(page).host(), Some("h"));
    let file = PathStyle::Unix.to_uri(b"/tmp/a b")?;
    assert_eq!(file, "file:///tmp/a%20b");
    // 40: an error, as it is shown and as a program asks it.
    let error = Uri::parse("http://h/a b").unwrap_err();
    assert_eq!((error.offset(), error.rule()), (10, "path-abempty"));
    assert!(error.diagnose("http://h/a b").to_string().contains('^'));
    let refused = link_error().unwrap_err();
    assert!(refused.to_string().contains("host"), "{refused}");
    Ok(())
}

/// An error crosses threads and needs no conversion by hand.
fn link_error() -> Result<UriBuf, Failed> {
    let link = uri!("http://h/").with_host("a/b")?;
    assert_eq!(link.as_uri().component(Component::Host), Some("a/b"));
    Ok(link)
}
