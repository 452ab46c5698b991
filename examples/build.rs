//! Builds a URI from parts and from data: `cargo run --example build`.

use urigram::{BuildError, Builder, Grammar};

fn main() -> Result<(), BuildError> {
    // `path_segments` and `query_data` encode. `path` and `query` take text that is encoded
    // already.
    let uri = Builder::new(Grammar::Rfc3986)
        .scheme("http")
        .host("example.org")
        .port(8042)
        .path_segments(["over there", "50%", "a/b"])
        .query_data("a&b")
        .build()?;
    println!("{uri}");

    // A path that begins with `//` would be read as an authority, so it is refused.
    let error = Builder::new(Grammar::Rfc3986).scheme("a").path("//b").build().unwrap_err();
    assert!(matches!(error, BuildError::SplitOtherwise { .. } | BuildError::Syntax { .. }));
    Ok(())
}
