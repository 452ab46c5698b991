//! Checked, and constant, in every position.

use std::collections::HashMap;

use urigram::{uri, uri_ref, urn, Uri, UriRef, Urn};

const CONSTANT: Uri<'static> = uri!("http://www.ietf.org/rfc/rfc2396.txt");
static STATIC: UriRef<'static> = uri_ref!("../g?y#s");
const LIST: [Uri<'static>; 2] = [uri!("http://a/"), uri!("http://b/")];
static NESTED: Option<&Urn<'static>> = Some(&urn!("urn:ietf:rfc:2648"));

trait Service {
    const BASE: Uri<'static>;
}

struct Here;

impl Service for Here {
    const BASE: Uri<'static> = uri!("https://here.example/");
}

struct There<T>(T);

impl<T> Service for There<T> {
    const BASE: Uri<'static> = uri!("https://there.example/");
}

const fn in_a_constant_function() -> Uri<'static> {
    uri!("http://a/const-fn")
}

fn length(uri: Uri<'_>) -> usize {
    uri.as_str().len()
}

fn generic<S: Service, U: From<UriRef<'static>>>() -> (Uri<'static>, U) {
    (S::BASE, U::from(uri_ref!("generic")))
}

fn promoted() -> &'static Uri<'static> {
    &uri!("http://a/promoted")
}

fn main() {
    let local = uri!("http://a/local");
    let closure = || uri!("http://a/closure");
    let map = HashMap::from([(uri!("http://a/key"), uri!("http://a/value"))]);
    let chosen = match local.path() {
        "/local" => uri!("http://a/arm"),
        _ => uri!("http://a/other"),
    };
    let length_of_an_array = [0; uri!("http://a/").as_str().len()];
    let (base, reference): (_, UriRef) = generic::<There<u8>, _>();

    uri!("http://a/statement").host().unwrap();
    let _ = uri!("http://a/statement");
    if uri!("http://a/condition").path() != "/condition" {
        unreachable!();
    }
    let [first, _] = [uri!("http://a/first"), uri!("http://a/second")];
    assert_eq!(first.path(), "/first");

    assert_eq!(CONSTANT.host(), Some("www.ietf.org"));
    assert_eq!(STATIC.fragment(), Some("s"));
    assert_eq!(LIST[1].host(), Some("b"));
    assert_eq!(NESTED.map(Urn::nss), Some("rfc:2648"));
    assert_eq!(Here::BASE.scheme(), "https");
    assert_eq!(in_a_constant_function().path(), "/const-fn");
    assert_eq!(length(uri!("http://a/argument")), 17);
    assert_eq!(promoted().path(), "/promoted");
    assert_eq!(closure().path(), "/closure");
    assert_eq!(map[&uri!("http://a/key")].path(), "/value");
    assert_eq!(chosen.path(), "/arm");
    assert_eq!(length_of_an_array.len(), 9);
    assert_eq!((base.host(), reference.path()), (Some("there.example"), "generic"));
}
