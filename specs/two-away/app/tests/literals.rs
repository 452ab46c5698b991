//! The literals are the values that parsing gives.

use between::Purl;

#[test]
fn literals_have_their_components() {
    assert_eq!(app::SERDE, Purl::parse("pkg:cargo/serde@1.0.0").unwrap());
    assert_eq!((app::SERDE.name(), app::SERDE.version()), ("serde", Some("1.0.0")));
    assert_eq!(app::name(), "serde_json");
}
