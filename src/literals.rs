//! Literals that are checked while compiling: the macros that users name.
//!
//! Each passes its arguments to urigram-macros together with `$crate`, so that a value can be
//! written wherever the crate is called something else or a third crate exports the macro.

/// A [`Uri`](crate::Uri) from a literal, checked while compiling by RFC 3986 or by the grammar that
/// is named first.
///
/// The macro may occur in every position, constant or not, and is a constant in all of them:
/// nothing is parsed, allocated or checked while the program runs. Its text is one string literal,
/// plain or raw; several in a row; `concat!` of literals; or `env!`, `include_str!` (without one
/// line break at the end of the file) and `stringify!`, nested in any way.
///
/// ```
/// use urigram::{uri, Uri};
///
/// const SPEC: Uri<'static> = uri!("http://www.ietf.org/rfc/rfc2396.txt");
/// assert_eq!(SPEC.host(), Some("www.ietf.org"));
///
/// let home = uri!("http://" "example.org" "/~" "jane");
/// assert_eq!(home.path(), "/~jane");
///
/// let version = uri!(concat!("https://example.org/v", 2, "/", env!("CARGO_PKG_NAME")));
/// assert_eq!(version.as_str(), "https://example.org/v2/urigram");
/// ```
///
/// A grammar and a reading may precede the text, by the names of the constants of
/// [`Grammar`](crate::Grammar) and of the variants of [`Reading`](crate::Reading):
///
/// ```
/// use urigram::{uri, Grammar, Uri};
///
/// const ANGLE: Uri<'static> = uri!(Uri2003, Printed, "http://www.w3.org/Addressing/");
/// assert_eq!(ANGLE.grammar(), Grammar::Uri2003);
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile. The message appears under the literal, or
/// under the piece that is wrong:
///
/// ```compile_fail
/// let wrong = urigram::uri!("http://example.org/a b");
/// ```
/// ```text
#[doc = include_str!("literals/space.txt")]
/// ```
/// A relative reference (use [`uri_ref!`](crate::uri_ref!)), a citation (use
/// [`urc!`](crate::urc!)), an unknown grammar, and a named constant, whose text no macro can see,
/// do not compile either.
///
/// A literal is not a pattern, even by way of a named constant. A guard compares with it:
/// `match uri { uri if uri == uri!("http://a/") => …, … }`.
///
/// # Cost
/// Compile time linear in the literal; nothing while the program runs.
#[macro_export]
macro_rules! uri {
    ($($arguments:tt)*) => { $crate::__macros::uri!([$crate] $($arguments)*) };
}

/// A [`UriRef`](crate::UriRef) from a literal: a URI or a relative reference, checked while
/// compiling.
///
/// The arguments are those of [`uri!`](crate::uri!).
///
/// ```
/// use urigram::{uri_ref, UriRef};
///
/// static NEXT: UriRef<'static> = uri_ref!("../g?y#s");
/// assert_eq!(NEXT.path(), "../g");
/// assert!(uri_ref!("").is_relative());
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile:
///
/// ```compile_fail
/// let wrong = urigram::uri_ref!("g?y#s#t");
/// ```
/// ```text
#[doc = include_str!("literals/fragment.txt")]
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($($arguments:tt)*) => { $crate::__macros::uri_ref!([$crate] $($arguments)*) };
}

/// A [`Urn`](crate::Urn) from a literal, checked while compiling by the newest document on URNs or
/// by the one that is named first.
///
/// The arguments are those of [`uri!`](crate::uri!).
///
/// ```
/// use urigram::{urn, Urn};
///
/// const RFC: Urn<'static> = urn!("urn:ietf:rfc:2648");
/// assert_eq!((RFC.nid(), RFC.nss()), ("ietf", "rfc:2648"));
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile:
///
/// ```compile_fail
/// let wrong = urigram::urn!("http://example.org/");
/// ```
/// ```text
#[doc = include_str!("literals/name.txt")]
/// ```
#[macro_export]
macro_rules! urn {
    ($($arguments:tt)*) => { $crate::__macros::urn!([$crate] $($arguments)*) };
}

/// An [`Iri`](crate::Iri) from a literal, checked while compiling by RFC 3987.
///
/// It takes its arguments as [`uri!`](crate::uri!) does.
///
/// ```
/// use urigram::{iri, Grammar, Iri};
///
/// const ROSE: Iri<'static> = iri!("http://www.example.org/ros\u{e9}");
/// assert_eq!(ROSE.path(), "/rosé");
/// assert_eq!(ROSE.grammar(), Grammar::Rfc3987);
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile:
///
/// ```compile_fail
/// let wrong = urigram::iri!("http://日本.example/a b");
/// ```
/// ```text
#[doc = include_str!("literals/iri.txt")]
/// ```
#[macro_export]
macro_rules! iri {
    ($($arguments:tt)*) => { $crate::__macros::iri!([$crate] $($arguments)*) };
}

/// An [`IriRef`](crate::IriRef) from a literal: an IRI or a relative reference, checked while
/// compiling.
///
/// It takes its arguments as [`uri!`](crate::uri!) does.
///
/// ```
/// use urigram::{iri_ref, IriRef};
///
/// const ROSE: IriRef<'static> = iri_ref!("../ros\u{e9}");
/// assert_eq!(ROSE.path(), "../rosé");
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile:
///
/// ```compile_fail
/// let wrong = urigram::iri_ref!("ros\u{e9} bush");
/// ```
/// ```text
#[doc = include_str!("literals/iri_ref.txt")]
/// ```
#[macro_export]
macro_rules! iri_ref {
    ($($arguments:tt)*) => { $crate::__macros::iri_ref!([$crate] $($arguments)*) };
}

/// A [`Urc`](crate::Urc) from a string or byte-string literal, checked while compiling.
///
/// The arguments are those of [`uri!`](crate::uri!), and also byte strings and `include_bytes!`,
/// since a citation may hold octets of any character set.
///
/// ```
/// use urigram::{urc, Urc};
///
/// const DRAFT: Urc<'static> = urc!("<URN:IANA:0::drafts:1204;Author=Tim Berners-Lee;>");
/// const LATIN_1: Urc<'static> = urc!(b"<Title.sv=R\xE4ksm\xF6rg\xE5s;>");
/// assert_eq!(LATIN_1.as_bytes()[11], 0xE4);
/// # assert_eq!(DRAFT.as_bytes()[0], b'<');
/// ```
///
/// # Errors
/// A text that its grammar rejects does not compile:
///
/// ```compile_fail
/// let wrong = urigram::urc!("<URL:http://a/>");
/// ```
/// ```text
#[doc = include_str!("literals/semicolon.txt")]
/// ```
#[macro_export]
macro_rules! urc {
    ($($arguments:tt)*) => { $crate::__macros::urc!([$crate] $($arguments)*) };
}

/// Returns true if the text of a value is one of some literals, each checked while compiling as
/// [`uri!`](crate::uri!) checks it.
///
/// The value is an identifier or a reference of any type, borrowed or owned, or a text. `==`
/// compares texts, and so does this: normalize the value first if an equivalent one is to match.
/// The grammar of a value is matched by [`Grammar::id`](crate::Grammar::id).
///
/// ```
/// use urigram::{matches_uri, Uri};
///
/// let value = Uri::parse("http://b/")?;
/// assert!(matches_uri!(value, "http://a/" | "http://b/"));
/// assert!(!matches_uri!(value.to_owned(), "http://a/"));
/// assert!(matches_uri!(Uri::parse("HTTP://A:80/")?.normalize(), "http://a/"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
///
/// # Errors
/// A literal that is not a URI does not compile:
///
/// ```compile_fail
/// # let value = urigram::uri!("http://b/");
/// urigram::matches_uri!(value, "http://a/" | "http://b c/");
/// ```
#[macro_export]
macro_rules! matches_uri {
    ($value:expr, $($text:tt)|+ $(,)?) => {{
        $( const _: $crate::Uri<'static> = $crate::uri!($text); )+
        ::core::matches!(::core::convert::AsRef::<str>::as_ref(&$value), $($text)|+)
    }};
}
