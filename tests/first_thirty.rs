//! The things that people do first with a crate for URIs, a line for each, and that owned values
//! can all that borrowed ones can.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use urigram::{
    iri, iri_ref, uri, uri_ref, urn, Builder, Component, Grammar, Host, Iri, IriBuf, IriRef,
    IriRefBuf, PercentEncoding, Reading, Rejected, Urc, UrcBuf, Uri, UriBuf, UriRef, UriRefBuf,
    Urn, UrnBuf,
};

type Failed = Box<dyn std::error::Error>;

#[test]
fn reading() -> Result<(), Failed> {
    const HOST: Option<&str> = uri!("http://h:8080/").host();
    const PORT: Option<u16> = uri!("http://h:8080/").port_u16();
    const NID: &str = urn!("urn:example:a").nid();
    const PATH: &str = uri_ref!("../a").path();
    assert_eq!((HOST, PORT, NID, PATH), (Some("h"), Some(8080), "example", "../a"));

    let owned: UriBuf = "http://user@example.org:8042/over/there?name=ferret#nose".parse()?;
    assert_eq!(owned.scheme(), "http");
    assert_eq!(owned.host_typed(), Some(Host::Name("example.org")));
    assert_eq!(owned.path_segments().collect::<Vec<_>>(), ["over", "there"]);
    assert_eq!(owned.query_pairs().next(), Some(("name", Some("ferret"))));
    assert_eq!(owned.components().text(Component::Fragment), Some(&b"nose"[..]));
    Ok(())
}

#[test]
fn converting() -> Result<(), Failed> {
    let text = String::from("http://a/b");
    let address = text.as_ptr();
    let owned = UriBuf::try_from(text)?;
    // Ways to a text, without a copy where the value is given up.
    let text: String = owned.into();
    assert_eq!(text.as_ptr(), address);
    let error: Rejected<String> = UriBuf::try_from(String::from("a b")).unwrap_err();
    assert_eq!(error.into_input(), "a b");
    let owned = UriBuf::try_from("http://a/b")?;
    let boxed: Box<str> = owned.clone().into();
    let cow: Cow<'_, str> = owned.as_uri().into();
    assert_eq!((&*boxed, &*cow, owned.as_ref()), ("http://a/b", "http://a/b", "http://a/b"));

    // Comparison in all directions.
    let borrowed = owned.as_uri();
    assert_eq!(owned, borrowed);
    assert_eq!(borrowed, owned);
    assert_eq!(owned, "http://a/b");
    assert_eq!("http://a/b", owned);
    assert_eq!(borrowed, "http://a/b");
    assert_eq!("http://a/b", borrowed);
    assert_eq!(*"http://a/b", borrowed);

    // Keys of maps, asked by a text.
    let mut by_uri: HashMap<UriBuf, u8> = HashMap::new();
    by_uri.insert(owned.clone(), 1);
    assert_eq!(by_uri.get("http://a/b"), Some(&1));
    let sorted: BTreeMap<UriBuf, u8> = by_uri.into_iter().collect();
    assert!(sorted.contains_key("http://a/b"));
    let seen: HashSet<Uri<'_>> = [borrowed].into();
    assert!(seen.contains("http://a/b"));
    Ok(())
}

#[test]
fn widening_and_narrowing() -> Result<(), Failed> {
    let uri = uri!("http://a/b");
    let _: (UriRef<'_>, Iri<'_>, IriRef<'_>) = (uri.into(), uri.into(), uri.into());
    let owned = uri.to_owned();
    let _: (UriRefBuf, IriBuf, IriRefBuf) =
        (owned.clone().into(), owned.clone().into(), owned.clone().into());
    let _: (Uri<'_>, UriRef<'_>, Iri<'_>) = ((&owned).into(), (&owned).into(), (&owned).into());
    let name = urn!("urn:example:a");
    let _: (Uri<'_>, UriBuf, Iri<'_>) = (name.into(), name.to_owned().into(), name.into());

    assert_eq!(Uri::try_from(uri_ref!("http://a/"))?, "http://a/");
    assert!(Uri::try_from(uri_ref!("a")).is_err());
    assert_eq!(Uri::try_from(iri!("http://a/"))?.grammar(), Grammar::Rfc3986);
    let error = UriBuf::try_from(iri!("http://é/").to_owned()).unwrap_err();
    assert_eq!(error.to_string(), "the character at byte 7 is not in US-ASCII: use an `Iri`");
    assert_eq!(error.into_input(), "http://é/");
    assert_eq!(Urn::try_from(uri!("urn:example:a"))?.nss(), "a");
    assert_eq!(UrnBuf::try_from(uri!("urn:example:a").to_owned())?.nid(), "example");
    assert!(Urn::try_from(uri).is_err());
    let citation = UrcBuf::try_from(b"<Title=x;>".to_vec())?;
    assert!(citation == Urc::parse(b"<Title=x;>")?);
    assert_eq!(Vec::from(citation), b"<Title=x;>");
    assert_eq!(UrcBuf::try_from(b"x".to_vec()).unwrap_err().into_input(), b"x");
    Ok(())
}

#[test]
fn meaning() -> Result<(), Failed> {
    let base: UriBuf = uri!("http://a/b/c/d;p?q").to_owned();
    let target: UriBuf = base.resolve(&uri_ref!("../g?y#s"))?;
    assert_eq!(target, "http://a/b/g?y#s");
    let reference: UriRefBuf = base.relativize(&target.as_uri())?;
    assert_eq!(reference, "../g?y#s");
    let normal: UriBuf = uri!("HTTP://A:80/./%7Eb").normalize();
    assert_eq!((normal.as_str(), normal.port()), ("http://a/~b", None));
    let target: IriBuf = iri!("http://例え.jp/a").resolve(&iri_ref!("ros\u{e9}"))?;
    assert_eq!(target.to_uri()?, "http://%E4%BE%8B%E3%81%88.jp/ros%C3%A9");
    assert_eq!(target.to_uri()?.to_iri(), target);
    let normal: IriBuf = iri!("HTTP://é/a/../b").normalize();
    assert_eq!(normal, "http://é/b");
    assert_eq!(urn!("URN:Example:a%2c").normalize(), "urn:example:a%2C");
    Ok(())
}

#[test]
fn making_and_changing() -> Result<(), Failed> {
    let uri: UriBuf = Builder::new(Grammar::Rfc3986)
        .scheme("https")
        .host(std::net::Ipv6Addr::LOCALHOST)
        .port(8443)
        .path_segments(["a b", "c"])
        .query("x=1")
        .build()?;
    assert_eq!(uri, "https://[::1]:8443/a%20b/c?x=1");
    let mut uri = Builder::from(&uri).host("example.org").fragment_data("é").build()?;
    uri.set_port(None)?;
    uri.push_segment("d/e")?;
    uri.set_query(None)?;
    assert_eq!(uri, "https://example.org/a%20b/c/d%2Fe#%C3%A9");
    assert_eq!(uri.with_scheme("http")?.without_fragment()?, "http://example.org/a%20b/c/d%2Fe");
    assert!(uri.set_path("//x?").is_err());

    let coding = PercentEncoding::of(Grammar::Rfc3986);
    let mut buffer = String::from("q=");
    coding.encode_into(Component::Query, b"a&b", &mut buffer)?;
    assert_eq!(buffer, "q=a%26b");
    assert_eq!(coding.decode("a%26b")?.into_text()?, "a&b");
    Ok(())
}

#[test]
fn text_and_positions() -> Result<(), Failed> {
    let value = UriRefBuf::parse("//h/p?q")?;
    let positions = value.positions();
    let text = value.into_string();
    let again = UriRefBuf::from_positions(text, &positions)?;
    assert_eq!((again.host(), again.query()), (Some("h"), Some("q")));
    assert!(UriBuf::from_positions(String::from("//h/p?q"), &positions).is_err());
    for other in ["//h/p?r", "//h/p", "//h/p?é", "", "//hé/p"] {
        assert!(UriRef::from_positions(other, &positions).is_err(), "{other}");
    }
    assert!(Uri::from_positions("http://é/", &iri!("http://é/").positions()).is_err());
    Ok(())
}

/// Hidden constructors check what they are given.
#[test]
fn nothing_is_forged() {
    let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
    let panics = |make: fn()| std::panic::catch_unwind(make).is_err();
    let _ = (grammar, reading);
    assert!(panics(|| _ = Uri::from_macro("a b", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("//h", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("http://é/", Grammar::Rfc3987, Reading::Corrected)));
    assert!(panics(|| _ = Urn::from_macro("urn:a", Grammar::Rfc8141, Reading::Corrected)));
    assert!(panics(|| _ = Urn::from_macro("http://a/", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Urc::from_macro(b"a", Grammar::Urc1993, Reading::Corrected)));
}

/// Calls each method on a borrowed value and on an owned one, and compares the answers.
macro_rules! same {
    ($borrowed:expr, $owned:expr; $($method:ident($($argument:expr),*))*) => {
        $(
            assert_eq!(
                format!("{:?}", $borrowed.$method($($argument),*)),
                format!("{:?}", $owned.$method($($argument),*)),
                stringify!($method)
            );
        )*
    };
}

#[test]
fn owned_values_can_all_that_borrowed_ones_can() {
    macro_rules! all {
        ($borrowed:expr; $($more:tt)*) => {
            let borrowed = $borrowed;
            let owned = borrowed.to_owned();
            same!(borrowed, owned;
                as_str() grammar() reading() parts() components() component(Component::Path)
                scheme() authority() userinfo() host() host_typed() port() port_u16() path() query()
                fragment() path_segments() query_pairs() positions() normalize() key()
                with_scheme("x") with_authority("a") with_userinfo("v") with_host("i") with_port(2)
                with_path("/z") with_query("w") with_fragment("g") without_authority()
                without_userinfo() without_port() without_query() without_fragment() $($more)*);
        };
    }
    let text = "http://u@h:1/p/q?a=b#f";
    let target = uri!("http://u@h:1/p/r");
    all!(Uri::parse(text).unwrap(); resolve(&uri_ref!("../a")) relativize(&target) to_iri()
        as_reference());
    all!(UriRef::parse(text).unwrap(); is_relative() as_uri() to_iri_reference() without_scheme());
    all!(Iri::parse(text).unwrap(); resolve(&iri_ref!("../é")) relativize(&target.into()) to_uri()
        as_uri() as_reference());
    all!(IriRef::parse(text).unwrap(); is_relative() as_iri() as_uri_reference()
        to_uri_reference() without_scheme());
    let borrowed = urn!("urn:example:a?+r?=q#f");
    let owned = borrowed.to_owned();
    same!(borrowed, owned; as_str() grammar() reading() parts() components() nid() nss()
        assigned_name() is_assigned_name() r_component() q_component() f_component() query()
        as_uri() normalize());
}
