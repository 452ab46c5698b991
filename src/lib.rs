//! URIs, IRIs and URNs by the documents that define them, from the draft of 1993 to RFC 8141.
//!
//! ```
//! use urigram::{uri, uri_ref, Uri, UriBuf};
//!
//! // Checked while compiling; a mistake does not compile. Components are constants, too.
//! const SPEC: Uri<'static> = uri!("http://www.ietf.org/rfc/rfc2396.txt");
//! const HOST: Option<&str> = SPEC.host();
//! assert_eq!(HOST, Some("www.ietf.org"));
//!
//! // Parsed at run time. An error says which byte is wrong, and by which rule.
//! let mut uri = UriBuf::parse("http://user@example.org:8042/over/there?name=ferret#nose")?;
//! assert_eq!((uri.port_u16(), uri.query()), (Some(8042), Some("name=ferret")));
//! let error = Uri::parse("http://a/b c").unwrap_err();
//! assert_eq!((error.offset(), error.rule()), (10, "path-abempty"));
//!
//! // Changed, resolved, normalized.
//! uri.push_segment("a b")?;
//! uri.set_query(None)?;
//! assert_eq!(uri, "http://user@example.org:8042/over/there/a%20b#nose");
//! assert_eq!(SPEC.resolve(uri_ref!("../std/66"))?, "http://www.ietf.org/std/66");
//! assert_eq!(uri!("HTTP://A:80/./%7Eb").normalize(), "http://a/~b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which type
//!
//! | | borrowed | owned | literal |
//! | --- | --- | --- | --- |
//! | an identifier in US-ASCII | [`Uri`] | [`UriBuf`] | [`uri!`] |
//! | … or a relative reference | [`UriRef`] | [`UriRefBuf`] | [`uri_ref!`] |
//! | an identifier in any characters | [`Iri`] | [`IriBuf`] | [`iri!`] |
//! | … or a relative reference | [`IriRef`] | [`IriRefBuf`] | [`iri_ref!`] |
//! | a name, `urn:nid:nss` | [`Urn`] | [`UrnBuf`] | [`urn!`] |
//! | a citation, `<…>`, in octets | [`Urc`] | [`UrcBuf`] | [`urc!`] |
//!
//! Take [`Uri`] where a function needs US-ASCII, as HTTP does, and [`Iri`] where it takes anything.
//! Both are `Copy`, and an owned value lends one: [`UriBuf::as_uri`]. `From` converts each type to
//! those that allow more, at no cost. `TryFrom` converts back, and its error returns the value
//! ([`Rejected`]). An owned value has methods for its components, their parts and changes; borrow
//! it for everything else. All but the citations are names of one type, [`kinds::Identifier`]: its
//! page lists the methods. All are compared, ordered and hashed as their text, so a map of them can
//! be looked up by a `&str` (for citations, by a `&[u8]`).
//!
//! # Tour
//!
//! **Read.** Components are slices of the text at known offsets. [`Uri::host_typed`] distinguishes
//! names from addresses; [`Uri::path_segments`] and [`Uri::query_pairs`] split further.
//!
//! **Build** from components or from data, which is encoded:
//!
//! ```
//! use urigram::{Builder, Grammar};
//!
//! let uri = Builder::new(Grammar::Rfc3986)
//!     .scheme("https")
//!     .host(std::net::Ipv6Addr::LOCALHOST)
//!     .path_segments(["over there", "50%"])
//!     .query_data("a&b")
//!     .build()?;
//! assert_eq!(uri, "https://[::1]/over%20there/50%25?a%26b");
//! # Ok::<(), urigram::BuildError>(())
//! ```
//!
//! **Change** a component: `with_…` gives a new value, `set_…` changes an owned one. Both take the
//! text, or `None` where the component may be absent. A text that would not be this component is
//! refused, and the value stays as it was:
//!
//! ```
//! use urigram::{uri, Component};
//!
//! let mut uri = uri!("http://h/p?q").with_port(8080)?;
//! uri.set_fragment("f")?;
//! uri.set_query(None)?;
//! assert_eq!(uri, "http://h:8080/p#f");
//! let error = uri.set_path("/a?b").unwrap_err();
//! assert_eq!((error.component(), error.offset()), (Some(Component::Path), Some(2)));
//! # Ok::<(), urigram::BuildError>(())
//! ```
//!
//! **Resolve** and its inverse: [`Uri::resolve`], [`Uri::relativize`]. [`Resolver`] has each
//! document's algorithm with its options and steps.
//!
//! **Normalize and compare.** `==` compares texts. [`Uri::normalize`] gives the normal form by the
//! document, [`Normalizer`] the levels one by one, and [`Normalizer::equivalent`] the equivalences
//! that it takes.
//!
//! **Encode.** [`PercentEncoding`] knows the characters of each component of each document; it
//! writes to a buffer, to a formatter, or piece by piece.
//!
//! **Map** between IRIs and URIs: [`Iri::to_uri`], [`Uri::to_iri`]; files and URIs:
//! [`UriBuf::from_file_path`], [`PathStyle`].
//!
//! **Choose a grammar.** `parse` reads by the document in force. `parse_by` takes any other, and
//! the value keeps it:
//!
//! ```
//! use urigram::{selection::Any, Grammar, Reading, Select, Uri};
//!
//! let old = Uri::parse_by(Grammar::Rfc1738, Reading::Corrected, "ftp://h/a;type=i")?;
//! assert_eq!(old.grammar(), Grammar::Rfc1738);
//! // Or let the input decide.
//! assert!(matches!(Select::Auto.parse("http://\u{fc}/")?, Any::Iri(_)));
//! # Ok::<(), urigram::FormError>(())
//! ```
//!
//! **Errors** begin with a sentence. They have a [kind](SyntaxError::kind), an offset in bytes, the
//! characters that could be there, the document's rule and its section. [`errors::explain`] shows
//! the input with a mark under the byte, and what to write in place of a common mistake.
//!
//! # Features
//!
//! | | |
//! | --- | --- |
//! | `std`, `macros` | the default: values, literals, selection, resolution, normalization, building, percent-encoding, URNs |
//! | `alloc` | everything above without `std`; without it the values still parse and split |
//! | `serde` | identifiers as strings |
//! | `idna` | ToASCII and ToUnicode for the hosts of IRIs |
//! | `http` | conversions to and from `http::Uri` |
//! | `url` | conversions to and from `url::Url`; `Href`, which has the steps of the URL Standard; the module `form`: queries as HTML forms write them |
//! | `lines` | newline-separated input in bulk: `LineTable`, `LineClassifier` |
//! | `documents` | the modules `constraints` and `cautions`: requirements stated in prose that the rules cannot express, and advice on legal identifiers; `history` and `migrate`; `base`: the places that a base can come from; `tree`: parse trees by a grammar that is chosen at run time; the rest of [`mod@urc`]; `Document::commentary`: rules by name, summaries, errata and concepts; practices as constants (`Grammar::Whatwg`), and ids of practices and drafts (`"whatwg".parse()`); `extract`: identifiers in running text; with `idna` also `surt`: the sort-friendly form of web archives |
//! | `compare` | exact comparison of rules, agreement on components, and the proof; turns `documents` on |
//!
//! # Safety and cost
//!
//! `unsafe` is only in the scanner, which reads vectors of bytes. No function panics on any input,
//! and no recursion has a depth that the input controls. Parsing takes one pass and no allocation;
//! resolution and normalization take time linear in the input and an allocation for the result.
//! Inputs of 4 GiB and more are a limit error. A program that names one document contains the
//! tables of one.
//!
//! # Other packages
//!
//! | | is the better choice |
//! | --- | --- |
//! | `url` | for texts that people type and pages contain, to be read as browsers do: it repairs them |
//! | `http` | between a client or server and its requests |
//! | `fluent-uri` | for setters that cannot fail, since their arguments have types of their own |
//! | `iri-string` | for writing to slices without a heap |
//! | `iref` | for a type for every component |
//!
//! `urigram` is the better choice for literals, for errors with reasons, for constants, for other
//! documents than RFC 3986, and for speed on long inputs. The module `coming_from` has a page for
//! each package, with both lines side by side.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod coming_from;
#[cfg(feature = "macros")]
mod literals;

pub use urigram_core::*;
#[cfg(feature = "documents")]
pub use urigram_extract::extract;
#[cfg(all(feature = "documents", feature = "idna"))]
pub use urigram_extract::surt;
#[cfg(feature = "compare")]
#[doc(hidden)]
pub use urigram_study::compare;
#[cfg(feature = "documents")]
pub use urigram_study::{base, cautions, history, migrate};
#[cfg(feature = "documents")]
#[doc(inline)]
pub use urigram_urc as urc;

/// Agreement of grammars about components: checked for one string, or proved for all strings.
///
/// One component of a program checks a host and another one connects to a host. If the two read
/// `http://a@b:80@c/` differently, the check is void. Three answers to that:
///
/// * [`check`](agreement::check()) takes one string and some grammars, and compares the scheme,
///   userinfo, host and port that each of the grammars finds. [`Uri::agrees_with`] does the same
///   for a parsed URI.
/// * `AllowList`, with the feature `documents`, checks one string against a list of hosts for
///   readers that all have to take it.
/// * `agree`, with the feature `compare`, takes two grammars and a component and decides whether
///   they give every string that both accept the same component; otherwise it finds a shortest
///   string on which they differ.
///
/// The first and the last compare spans in the text. They do not consider later processing:
/// percent-decoding, IDNA, or the reading of a number as an address.
pub mod agreement {
    pub use urigram_core::agreement::*;
    #[cfg(feature = "compare")]
    pub use urigram_study::agreement::*;
}

/// Requirements that documents state in prose, on strings that their rules accept.
#[cfg(feature = "documents")]
pub mod constraints {
    #[doc(no_inline)]
    pub use urigram_study::constraints::Violation;
    pub use urigram_study::constraints::{is_checked, violations, UNCHECKED};
}

/// Documents as data: their facts, rules, errata, constraints, equivalences and tables, as
/// [`Grammar::document`] and [`Grammar::tables`] give them, and the inputs on which the two
/// readings of one differ.
pub mod documents {
    pub use urigram_core::documents::*;
    #[cfg(feature = "documents")]
    pub use urigram_study::{disagreement, disagreement_between};
}

/// The serializer and the parser of queries as HTML forms write them, of the crate
/// `form_urlencoded`: [`Uri::query_form`] and [`UriBuf::extend_query_form`] use them.
#[cfg(feature = "url")]
pub mod form {
    #[doc(no_inline)]
    pub use urigram_core::form::{byte_serialize, parse, Parse, Serializer};
}

/// The proof that both transcriptions of a rule are one language, and exact comparison of two
/// rules.
#[cfg(feature = "compare")]
pub mod proof {
    // Automata and their notations, which this project's own tools need. No promise is made about
    // them. The documentation shows what another package hides where it is exported again.
    #[doc(hidden)]
    pub use urigram_core::proof::*;
    pub use urigram_core::proof::{
        compare, Comparison, NoRulePlaces, Proof, ProofError, Relation, RulePlaces, Side,
        Transcriptions, Undecided,
    };
}

/// The package of the macros, through which they expand.
#[cfg(feature = "macros")]
#[doc(hidden)]
pub use urigram_macros as __macros;

/// The example of the page for people who write allow-lists.
#[cfg(doctest)]
#[doc = include_str!("../docs/allow-lists.md")]
struct AllowLists;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
