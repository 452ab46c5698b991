//! Values as Rust types: conversions, comparison, keys of maps, arguments. Owned values have every
//! method of borrowed ones.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use urigram::{
    iri, iri_ref, uri, uri_ref, urn, Grammar, Iri, IriBuf, IriRef, IriRefBuf, Reading, Rejected,
    Urc, UrcBuf, Uri, UriBuf, UriRef, UriRefBuf, Urn, UrnBuf,
};

type Failed = Box<dyn std::error::Error>;

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
