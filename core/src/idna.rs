//! The conversions of host names that RFC 3987 leaves to software that knows the scheme: ToASCII (section 3.1) and
//! ToUnicode (section 3.2.1).

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Grammar, Reading, SyntaxError};

use crate::percent::PercentEncoding;
use crate::{iri_to_uri, uri_to_iri, IriRef, KnownScheme, MappingError};

/// Maps an IRI to a URI as [`iri_to_uri`] does, with the host converted by ToASCII where the scheme is known to use
/// domain names: RFC 3987, section 3.1.
///
/// ```
/// assert_eq!(urigram::iri_to_uri_by_idna("http://résumé.example.org/é")?, "http://xn--rsum-bpad.example.org/%C3%A9");
/// # Ok::<(), urigram::IdnaError>(())
/// ```
///
/// # Errors
/// [`IdnaError`] for what is no IRI reference, and where ToASCII fails: for `http://a_é/`.
pub fn iri_to_uri_by_idna(iri: &str) -> Result<String, IdnaError> {
    convert(iri, Grammar::Rfc3987, &|text| Ok(iri_to_uri(text).map_err(IdnaError::Mapping)?.into_owned()), &|host| {
        let decoded = PercentEncoding::of(Grammar::Rfc3987).decode(host).map_err(|_| IdnaError::Host)?;
        let name = decoded.to_text().map_err(|_| IdnaError::Host)?;
        ::idna::domain_to_ascii_strict(name).map_err(|_| IdnaError::Host)
    })
}

/// Converts a URI to an IRI as [`uri_to_iri`] does, with the host converted by ToUnicode where the scheme is known to
/// use domain names: RFC 3987, section 3.2.1. A host that ToUnicode does not convert stays.
///
/// ```
/// let iri = urigram::uri_to_iri_by_idna("http://xn--99zt52a.example.org/%e2%80%ae")?;
/// assert_eq!(iri, "http://納豆.example.org/%E2%80%AE");
/// # Ok::<(), urigram::IdnaError>(())
/// ```
///
/// # Errors
/// [`IdnaError::Syntax`] for what is no URI reference.
pub fn uri_to_iri_by_idna(uri: &str) -> Result<String, IdnaError> {
    convert(uri, Grammar::Rfc3986, &|text| Ok(uri_to_iri(text).into_owned()), &|host| {
        Ok(match ::idna::domain_to_unicode(host) {
            (name, Ok(())) if is_host(&name) => name,
            _ => uri_to_iri(host).into_owned(),
        })
    })
}

/// Returns true if a host of an IRI may be this text. ToUnicode takes any: of `xn--%41-bma` it makes `%é41`.
fn is_host(text: &str) -> bool {
    IriRef::parse(&alloc::format!("//{text}")).is_ok_and(|reference| reference.host() == Some(text))
}

type Conversion<'c> = &'c dyn Fn(&str) -> Result<String, IdnaError>;

/// Converts the host by one conversion, if it is a domain name, and what stands around it by another.
fn convert(text: &str, grammar: Grammar, rest: Conversion<'_>, name: Conversion<'_>) -> Result<String, IdnaError> {
    let tables = grammar.tables(Reading::Corrected);
    let table = tables.reference.unwrap_or_else(|| tables.start());
    let parts = table.split(text, Reading::Corrected).map_err(|error| IdnaError::Syntax(Box::new(error)))?;
    let scheme = parts.scheme().map(|span| span.of(text));
    let has_names = scheme.and_then(KnownScheme::of).is_some_and(|known| known.port.is_some());
    let host = parts.host().filter(|_| has_names);
    let Some(span) = host.filter(|span| !span.of(text).starts_with('[') && span.start < span.end) else {
        return rest(text);
    };
    let mut out = rest(&text[..span.start as usize])?;
    out.push_str(&name(span.of(text))?);
    out.push_str(&rest(&text[span.end as usize..])?);
    Ok(out)
}

/// Why a host name is not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdnaError {
    /// The text is no reference.
    Syntax(Box<SyntaxError>),
    /// A character has no place in an IRI.
    Mapping(MappingError),
    /// ToASCII fails on the host, and so the IRI cannot be resolved.
    Host,
}

impl fmt::Display for IdnaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IdnaError::Syntax(error) => error.fmt(f),
            IdnaError::Mapping(error) => error.fmt(f),
            IdnaError::Host => f.write_str("ToASCII fails on the host (RFC 3987, 3.1)"),
        }
    }
}

impl core::error::Error for IdnaError {}
