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
    assert_eq!(owned.as_uri().host_typed(), Some(Host::Name("example.org")));
    assert_eq!(owned.as_uri().path_segments().collect::<Vec<_>>(), ["over", "there"]);
    assert_eq!(owned.as_uri().query_pairs_raw().next(), Some(("name", Some("ferret"))));
    assert_eq!(owned.as_uri().components().text(Component::Fragment), Some(&b"nose"[..]));
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
    let target: UriBuf = base.resolve(uri_ref!("../g?y#s"))?;
    assert_eq!(target, "http://a/b/g?y#s");
    let reference: UriRefBuf = base.as_uri().relativize(target.as_uri())?;
    assert_eq!(reference, "../g?y#s");
    let normal: UriBuf = uri!("HTTP://A:80/./%7Eb").normalize();
    assert_eq!((normal.as_str(), normal.port()), ("http://a/~b", None));
    let target: IriBuf = iri!("http://例え.jp/a").resolve(iri_ref!("ros\u{e9}"))?;
    assert_eq!(target.as_iri().to_uri()?, "http://%E4%BE%8B%E3%81%88.jp/ros%C3%A9");
    assert_eq!(target.as_iri().to_uri()?.as_uri().to_iri(), target);
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
    assert_eq!(
        uri.as_uri().with_scheme("http")?.as_uri().with_fragment(None)?,
        "http://example.org/a%20b/c/d%2Fe"
    );
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
    let positions = value.as_uri_ref().positions();
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
    let panics = |make: fn()| std::panic::catch_unwind(make).is_err();
    assert!(panics(|| _ = Uri::from_macro("a b", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("//h", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("http://é/", Grammar::Rfc3987, Reading::Corrected)));
    assert!(panics(|| _ = Urn::from_macro("urn:a", Grammar::Rfc8141, Reading::Corrected)));
    assert!(panics(|| _ = Urn::from_macro("http://a/", Grammar::Rfc3986, Reading::Corrected)));
    assert!(panics(|| _ = Urc::from_macro(b"a", Grammar::Urc1993, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("<a>", Grammar::Urc1993, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("http://a/\t", Grammar::Whatwg, Reading::Corrected)));
    assert!(panics(|| _ = Uri::from_macro("http://a/#f", Grammar::Rfc2396, Reading::Corrected)));
    // They take no places: those of a value are those of its text.
    let text = "http://u@h:1/p?q#f";
    let made = Uri::from_macro(text, Grammar::Rfc3986, Reading::Corrected);
    assert_eq!(made.parts(), Uri::parse(text).unwrap().parts());
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
fn owned_values_have_the_components_of_borrowed_ones() {
    macro_rules! all {
        ($borrowed:expr; $($more:tt)*) => {
            let borrowed = $borrowed;
            let owned = borrowed.to_owned();
            same!(borrowed, owned;
                as_str() grammar() scheme() authority() userinfo() host() port() port_u16() path()
                query() fragment() normalize() $($more)*);
        };
    }
    let text = "http://u@h:1/p/q?a=b#f";
    all!(Uri::parse(text).unwrap(); resolve(uri_ref!("../a")) as_uri_ref());
    all!(UriRef::parse(text).unwrap(););
    all!(Iri::parse(text).unwrap(); resolve(iri_ref!("../é")) as_iri_ref());
    all!(IriRef::parse(text).unwrap(););
    let borrowed = urn!("urn:example:a?+r?=q#f");
    let owned = borrowed.to_owned();
    same!(borrowed, owned; as_str() grammar() nid() nss() assigned_name() r_component()
        q_component() f_component() query() as_uri() normalize());
}

/// One style for all: a text, or an `Option` of it where the component may be absent.
#[test]
fn setters_take_texts_and_options() -> Result<(), Box<dyn std::error::Error>> {
    let uri = uri!("http://u@h:1/p?q#f");
    assert_eq!(uri.with_query("a")?, "http://u@h:1/p?a#f");
    assert_eq!(uri.with_query(Some("a"))?, uri.with_query("a")?);
    assert_eq!(uri.with_query(None)?, "http://u@h:1/p#f");
    assert_eq!(uri.with_port(None)?, "http://u@h/p?q#f");
    assert_eq!(uri.with_port(8)?.as_uri().with_userinfo(None)?, "http://h:8/p?q#f");
    assert_eq!(uri.as_uri_ref().with_scheme(None)?, "//u@h:1/p?q#f");
    let mut owned = uri.to_owned();
    owned.set_fragment(None)?;
    owned.set_port(2)?;
    owned.set_path("")?;
    owned.set_query(String::from("x").as_str())?;
    assert_eq!(owned, "http://u@h:2?x");
    Ok(())
}

/// References and targets of every type, owned and borrowed.
#[allow(clippy::needless_borrows_for_generic_args)]
#[test]
fn resolve_takes_every_value_that_is_a_reference() -> Result<(), Box<dyn std::error::Error>> {
    let base = uri!("http://a/b/c");
    let (reference, owned) = (uri_ref!("../d"), UriRef::parse("../d")?.to_owned());
    for target in [
        base.resolve(reference)?,
        base.resolve(&reference)?,
        base.resolve(&owned)?,
        base.to_owned().resolve(&owned)?,
        base.resolve(uri!("http://a/d"))?,
        base.resolve(&uri!("http://a/d").to_owned())?,
    ] {
        assert_eq!(target, "http://a/d");
    }
    assert_eq!(base.relativize(&uri!("http://a/d").to_owned())?, "/d");
    assert_eq!(Iri::from(base).resolve(&owned)?, "http://a/d");
    Ok(())
}
