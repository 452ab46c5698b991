//! Values of bytes: text is parsed, and anything else is an error at its first wrong byte.

use urigram::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

/// Each text with the offset of its first wrong byte by RFC 3986 and by RFC 3987, if it has one.
const CASES: [(&[u8], Option<usize>, Option<usize>); 7] = [
    (b"http://a/b?c#d", None, None),
    (b"http://a/ b", Some(9), Some(9)),
    ("http://a/é".as_bytes(), Some(9), None),
    (b"http://a/\xFF", Some(9), Some(9)),
    // The first byte of a character, and no second one.
    (b"http://a/\xC3", Some(9), Some(9)),
    (b"http://a/ \xFF", Some(9), Some(9)),
    (b"\xFF", Some(0), Some(0)),
];

macro_rules! check {
    ($borrowed:ident, $owned:ident, $column:tt) => {
        for case in CASES {
            let (bytes, wanted) = (case.0, case.$column);
            let shown = bytes.escape_ascii();
            let borrowed = $borrowed::try_from(bytes);
            let offset = borrowed.as_ref().err().map(|error| error.offset());
            assert_eq!(offset, wanted, "{shown}");
            let owned = $owned::try_from(bytes.to_vec());
            match (borrowed, owned) {
                (Ok(borrowed), Ok(owned)) => {
                    assert_eq!(owned, borrowed);
                    assert_eq!(borrowed.as_str().as_bytes(), bytes);
                }
                (Err(error), Err(rejected)) => {
                    assert_eq!(rejected.error().syntax(), Some(&error), "{shown}");
                    assert_eq!(rejected.into_input(), bytes, "{shown}");
                }
                (one, other) => panic!("{shown}: {one:?}, {other:?}"),
            }
        }
        // No text of a replacement character is one.
        assert!($borrowed::parse("\u{FFFD}").is_err());
    };
}

#[test]
fn bytes_are_values_if_they_are_text_of_the_rules() {
    check!(Uri, UriBuf, 1);
    check!(UriRef, UriRefBuf, 1);
    check!(Iri, IriBuf, 2);
    check!(IriRef, IriRefBuf, 2);
}
