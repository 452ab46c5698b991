//! `url::Url`, the URL of the WHATWG, which is always in a normal form of its own.

use alloc::string::{String, ToString};

use super::ForeignError;
use crate::{Iri, IriBuf, Uri, UriBuf};

/// The text changes where the WHATWG normalizes: case of scheme and host, default ports, dot
/// segments, an empty path, addresses such as `0x7f.1`. All components stay.
///
/// ```
/// use urigram::{uri, UriBuf};
///
/// let url = url::Url::try_from(uri!("HTTP://Example.org:80/a/../b"))?;
/// assert_eq!(url.as_str(), "http://example.org/b");
/// assert_eq!(UriBuf::try_from(&url)?, "http://example.org/b");
/// # Ok::<(), urigram::ForeignError>(())
/// ```
impl TryFrom<Uri<'_>> for ::url::Url {
    type Error = ForeignError;

    fn try_from(uri: Uri<'_>) -> Result<::url::Url, ForeignError> {
        ::url::Url::parse(uri.as_str()).map_err(|error| ForeignError::Refused(error.to_string()))
    }
}

/// Changes the text as for a [`Uri`]; besides, characters beyond US-ASCII are percent-encoded, and
/// a host with them is converted by ToASCII.
impl TryFrom<Iri<'_>> for ::url::Url {
    type Error = ForeignError;

    fn try_from(iri: Iri<'_>) -> Result<::url::Url, ForeignError> {
        ::url::Url::parse(iri.as_str()).map_err(|error| ForeignError::Refused(error.to_string()))
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
