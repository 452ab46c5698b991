//! `url::Url`, the URL of the WHATWG, which is always in a normal form of its own.

use alloc::string::{String, ToString};

use urigram_grammars::Component;

use super::ForeignError;
use crate::{Iri, IriBuf, Uri, UriBuf};

/// The text changes where the WHATWG normalizes: case of scheme and host, default ports, dot
/// segments, an empty path, addresses such as `0x7f.1`, the host `localhost` of a file. All
/// components stay: `http:evil.example`, in which the WHATWG reads a host, is refused.
///
/// ```
/// use urigram::{uri, UriBuf};
///
/// let url = url::Url::try_from(uri!("HTTP://Example.org:80/a/../b"))?;
/// assert_eq!(url.as_str(), "http://example.org/b");
/// assert_eq!(UriBuf::try_from(&url)?, "http://example.org/b");
/// # Ok::<(), urigram::errors::ForeignError>(())
/// ```
impl TryFrom<Uri<'_>> for ::url::Url {
    type Error = ForeignError;

    fn try_from(uri: Uri<'_>) -> Result<::url::Url, ForeignError> {
        with_host(uri.as_str(), uri.host())
    }
}

/// Converts the text as the conversion of a [`Uri`] does.
impl TryFrom<&UriBuf> for ::url::Url {
    type Error = ForeignError;

    fn try_from(uri: &UriBuf) -> Result<::url::Url, ForeignError> {
        uri.as_uri().try_into()
    }
}

/// Changes the text as for a [`Uri`]; besides, characters beyond US-ASCII are percent-encoded, and
/// a host with them is converted by ToASCII.
impl TryFrom<Iri<'_>> for ::url::Url {
    type Error = ForeignError;

    fn try_from(iri: Iri<'_>) -> Result<::url::Url, ForeignError> {
        with_host(iri.as_str(), iri.host())
    }
}

/// Converts the text as the conversion of an [`Iri`] does.
impl TryFrom<&IriBuf> for ::url::Url {
    type Error = ForeignError;

    fn try_from(iri: &IriBuf) -> Result<::url::Url, ForeignError> {
        iri.as_iri().try_into()
    }
}

/// Parses a URL that has a host exactly where the text has one, except this machine of a `file:`.
fn with_host(text: &str, host: Option<&str>) -> Result<::url::Url, ForeignError> {
    let url = ::url::Url::parse(text).map_err(|error| ForeignError::Refused(error.to_string()))?;
    let is_named = |host: Option<&str>| host.is_some_and(|host| !host.is_empty());
    let is_here = |host: &str| url.scheme() == "file" && host.eq_ignore_ascii_case("localhost");
    if is_named(url.host_str()) == is_named(host.filter(|host| !is_here(host))) {
        Ok(url)
    } else {
        Err(ForeignError::Differs(Component::Host))
    }
}

/// Loses nothing. Fails for a URL with a character that RFC 3986 does not allow, such as `|`.
impl TryFrom<&::url::Url> for UriBuf {
    type Error = ForeignError;

    fn try_from(url: &::url::Url) -> Result<UriBuf, ForeignError> {
        Ok(UriBuf::parse(String::from(url.as_str()))?)
    }
}

/// Loses nothing. Fails for a URL with a character that RFC 3987 does not allow, such as `|`.
impl TryFrom<&::url::Url> for IriBuf {
    type Error = ForeignError;

    fn try_from(url: &::url::Url) -> Result<IriBuf, ForeignError> {
        Ok(IriBuf::parse(String::from(url.as_str()))?)
    }
}

/// Converts the URL as the conversion of a reference to it does, without a copy of the text.
impl TryFrom<::url::Url> for UriBuf {
    type Error = ForeignError;

    fn try_from(url: ::url::Url) -> Result<UriBuf, ForeignError> {
        Ok(UriBuf::parse(String::from(url))?)
    }
}

/// Converts the URL as the conversion of a reference to it does, without a copy of the text.
impl TryFrom<::url::Url> for IriBuf {
    type Error = ForeignError;

    fn try_from(url: ::url::Url) -> Result<IriBuf, ForeignError> {
        Ok(IriBuf::parse(String::from(url))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parser of the WHATWG repairs an authority that is missing, empty, or a drive letter.
    #[test]
    fn a_host_that_only_one_of_both_reads_is_refused() {
        for text in ["http:evil.example", "http:/a/b", "http:///a/b", "ws:a", "file://C:/x"] {
            let error = ::url::Url::try_from(&UriBuf::parse(text).unwrap()).unwrap_err();
            assert_eq!(error, ForeignError::Differs(Component::Host), "{text}");
        }
        for text in ["http://A:80/", "file:///x", "file://LocalHost/x", "file:/x", "a:b", "a:///b"]
        {
            assert!(::url::Url::try_from(&UriBuf::parse(text).unwrap()).is_ok(), "{text}");
        }
        assert!(::url::Url::try_from(&IriBuf::parse("http:é").unwrap()).is_err());
        assert!(::url::Url::try_from(&IriBuf::parse("http://é/").unwrap()).is_ok());
    }
}
