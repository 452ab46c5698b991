//! Parses a URI and reads its components: `cargo run --example parse`.

use urigram::{Host, Uri, UriBuf, UriRef};

fn main() -> Result<(), urigram::SyntaxError> {
    // A value borrows its text. Components are slices of it.
    let uri = Uri::parse("http://user@example.org:8042/over/there?name=ferret#nose")?;
    println!("scheme    {}", uri.scheme());
    println!("userinfo  {:?}", uri.userinfo());
    println!("host      {:?}", uri.host());
    println!("port      {:?}", uri.port_u16());
    println!("path      {}", uri.path());
    println!("query     {:?}", uri.query());
    println!("fragment  {:?}", uri.fragment());

    // An absent component differs from an empty one.
    assert_eq!(Uri::parse("http://a/")?.query(), None);
    assert_eq!(Uri::parse("http://a/?")?.query(), Some(""));

    // A host is a name or an address.
    let host = Uri::parse("http://[2001:db8::7]/")?.host_typed();
    assert!(matches!(host, Some(Host::Ipv6(..))));

    // A relative reference is another type, because it has no scheme.
    let reference = UriRef::parse("../there?x#y")?;
    assert_eq!((reference.scheme(), reference.path()), (None, "../there"));

    // An owned value keeps its text.
    let owned = UriBuf::parse(format!("http://example.org/{}", 7))?;
    assert_eq!(owned.as_uri().path(), "/7");

    // A log shows no password.
    let secret = Uri::parse("ftp://jane:secret@example.org/report")?;
    println!("log       {}", secret.display_masked());
    Ok(())
}
