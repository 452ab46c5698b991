//! The conversions of host names that RFC 3987 leaves to scheme-aware software: ToASCII (section
//! 3.1) and ToUnicode (section 3.2.1).

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Grammar, Reading, StartRule, SyntaxError};

use crate::mapping::{iri_to_uri, uri_to_iri, MappingError};
use crate::normalize::KnownScheme;
use crate::percent::PercentEncoding;
use crate::value::convert::by_rfc3987;
use crate::{FormError, Iri, IriRef, UriBuf};

/// Maps an IRI to a URI as [`iri_to_uri`] does, with the host converted by ToASCII where the scheme
/// is known to use domain names: RFC 3987, section 3.1.
///
/// ```
/// let uri = urigram::iri::iri_to_uri_by_idna("http://résumé.example.org/é")?;
/// assert_eq!(uri, "http://xn--rsum-bpad.example.org/%C3%A9");
/// # Ok::<(), urigram::errors::IdnaError>(())
/// ```
///
/// # Errors
/// [`IdnaError`] for a string that is not an IRI reference, and if ToASCII fails: for
/// `http://a_é/`.
pub fn iri_to_uri_by_idna(iri: &str) -> Result<String, IdnaError> {
    convert(
        iri,
        Grammar::Rfc3987,
        &|text| Ok(iri_to_uri(text).map_err(IdnaError::Mapping)?.into_owned()),
        &|host| {
            let decoded =
                PercentEncoding::of(Grammar::Rfc3987).decode(host).map_err(|_| IdnaError::Host)?;
            let name = decoded.to_text().map_err(|_| IdnaError::Host)?;
            ::idna::domain_to_ascii_strict(&name).map_err(|_| IdnaError::Host)
        },
    )
}

impl Iri<'_> {
    /// Returns the URI that this maps to, with the host converted by ToASCII where the scheme is
    /// known to use domain names (RFC 3987, 3.1). [`Iri::to_uri`] percent-encodes the host as well.
    ///
    /// ```
    /// let uri = urigram::iri!("http://résumé.example.org/é").to_ascii()?;
    /// assert_eq!(uri, "http://xn--rsum-bpad.example.org/%C3%A9");
    /// # Ok::<(), urigram::errors::IdnaError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`iri_to_uri_by_idna`], and [`IdnaError::Grammar`] for a value of another
    /// grammar, if RFC 3987 rejects the text or splits it into other components.
    pub fn to_ascii(&self) -> Result<UriBuf, IdnaError> {
        by_rfc3987(&self.0, StartRule::Absolute)
            .map_err(|error| IdnaError::Grammar(Box::new(error)))?;
        UriBuf::parse(iri_to_uri_by_idna(self.as_str())?)
            .map_err(|error| IdnaError::Syntax(error.into()))
    }
}

/// Converts a URI to an IRI as [`uri_to_iri`] does, with the host converted by ToUnicode where the
/// scheme is known to use domain names: RFC 3987, section 3.2.1. A host that ToUnicode does not
/// convert stays.
///
/// ```
/// let iri = urigram::iri::uri_to_iri_by_idna("http://xn--99zt52a.example.org/%e2%80%ae")?;
/// assert_eq!(iri, "http://納豆.example.org/%E2%80%AE");
/// # Ok::<(), urigram::errors::IdnaError>(())
/// ```
///
/// # Errors
/// [`IdnaError::Syntax`] for a string that is not a URI reference.
pub fn uri_to_iri_by_idna(uri: &str) -> Result<String, IdnaError> {
    convert(uri, Grammar::Rfc3986, &|text| Ok(uri_to_iri(text).into_owned()), &|host| {
        Ok(match ::idna::domain_to_unicode(host) {
            (name, Ok(())) if is_host(&name) => name,
            _ => uri_to_iri(host).into_owned(),
        })
    })
}

/// Returns true if a host of an IRI may be this text. ToUnicode takes any: of `xn--%41-bma` it
/// makes `%é41`.
fn is_host(text: &str) -> bool {
    IriRef::parse(&alloc::format!("//{text}")).is_ok_and(|reference| reference.host() == Some(text))
}

type Conversion<'c> = &'c dyn Fn(&str) -> Result<String, IdnaError>;

/// Converts the host by one conversion, if it is a domain name, and the text around the host by
/// another.
fn convert(
    text: &str,
    grammar: Grammar,
    rest: Conversion<'_>,
    name: Conversion<'_>,
) -> Result<String, IdnaError> {
    let tables = grammar.tables(Reading::Corrected);
    let table = tables.reference.unwrap_or_else(|| tables.start());
    let parts = table
        .split(text, Reading::Corrected)
        .map_err(|error| IdnaError::Syntax(Box::new(error)))?;
    let scheme = parts.scheme().map(|span| span.of(text));
    let has_names = scheme.and_then(KnownScheme::of).is_some_and(|known| known.port.is_some());
    let host = parts.host().filter(|_| has_names);
    let Some(span) = host.filter(|span| !span.of(text).starts_with('[') && span.start < span.end)
    else {
        return rest(text);
    };
    let mut out = rest(&text[..span.start as usize])?;
    out.push_str(&name(span.of(text))?);
    out.push_str(&rest(&text[span.end as usize..])?);
    Ok(out)
}

/// A reason why a host name is not converted.
///
/// ```
/// use urigram::errors::IdnaError;
/// use urigram::iri::uri_to_iri_by_idna;
///
/// let error = uri_to_iri_by_idna("http://a b/").unwrap_err();
/// assert!(matches!(error, IdnaError::Syntax(error) if error.offset() == 8));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdnaError {
    /// The text is not a reference.
    Syntax(Box<SyntaxError>),
    /// The value is of another grammar than RFC 3987, which does not have the same components.
    Grammar(Box<FormError>),
    /// A character has no place in an IRI.
    Mapping(MappingError),
    /// ToASCII fails on the host, and so the IRI cannot be resolved.
    Host,
}

impl fmt::Display for IdnaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IdnaError::Syntax(error) => error.fmt(f),
            IdnaError::Grammar(error) => error.fmt(f),
            IdnaError::Mapping(error) => error.fmt(f),
            IdnaError::Host => f.write_str("ToASCII fails on the host (RFC 3987, 3.1)"),
        }
    }
}

impl core::error::Error for IdnaError {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::UriRef;
    use std::format;
    use std::vec::Vec;

    /// Pieces of hosts: labels that ToUnicode decodes, and what it must not take.
    const PIECES: [&str; 16] = [
        "xn--",
        "-bma",
        "XN--",
        "%41",
        "%E9",
        "%c3%a9",
        "a",
        "B",
        ".",
        "..",
        "xn--99zt52a",
        "xn--fiqs8s",
        "_",
        "!",
        "%20",
        "xn--a-ecp",
    ];

    fn converted(uri: &str) -> String {
        let iri = uri_to_iri_by_idna(uri).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert!(IriRef::parse(&iri).is_ok(), "{uri} gives {iri}, which is not an IRI reference");
        iri
    }

    // ToUnicode took "%41" for characters of a label: the host was `%é41`.
    #[test]
    fn what_comes_of_a_uri_is_an_iri() {
        for host in [
            "xn--%41-bma",
            "xn--A-bma",
            "XN--%41-BMA.",
            "..xn--99zt52a..",
            "",
            "xn--",
            ".",
            "xn--%61",
        ] {
            converted(&format!("http://{host}/"));
        }
        assert_eq!(converted("http://xn--%41-bma/"), "http://xn--A-bma/");
        assert_eq!(converted("HTTP://XN--99ZT52A.example"), "HTTP://\u{7d0d}\u{8c46}.example");
        for host in ["xn--a b", "xn--a\u{e9}", "xn--a<"] {
            assert!(uri_to_iri_by_idna(&format!("http://{host}/")).is_err(), "{host}");
        }
        let mut tried = 0;
        for number in 0..PIECES.len().pow(4) {
            let digits =
                (0..4).map(|place| PIECES[number / PIECES.len().pow(place) % PIECES.len()]);
            let host: Vec<&str> = digits.collect();
            let uri = format!("//{}:80/%C3%A9?%e2%80%ae", host.concat());
            // Without a scheme that has domain names, a host is converted as any other part.
            for uri in [format!("http:{uri}"), format!("x:{uri}")].iter().take(if number % 8 == 0 {
                2
            } else {
                1
            }) {
                if UriRef::parse(uri).is_ok() {
                    converted(uri);
                    tried += 1;
                }
            }
        }
        assert!(tried > 60_000, "{tried}");
    }
}
