//! `http::Uri`, the target of a request: no fragment, and no empty path after an authority.

use alloc::format;
use alloc::string::ToString;

use urigram_grammars::Component;

use super::ForeignError;
use crate::{Uri, UriBuf, UriRefBuf};

/// An empty path after an authority becomes `/`. A fragment is refused, since `http::Uri` has none,
/// and so is `mailto:a@b`, which it would read as an authority.
///
/// ```
/// use urigram::{uri, UriBuf};
///
/// let request = http::Uri::try_from(uri!("http://example.org?q"))?;
/// assert_eq!(request.to_string(), "http://example.org/?q");
/// assert_eq!(UriBuf::try_from(&request)?, "http://example.org/?q");
/// assert!(http::Uri::try_from(uri!("http://example.org/#f")).is_err());
/// # Ok::<(), urigram::errors::ForeignError>(())
/// ```
impl TryFrom<Uri<'_>> for ::http::Uri {
    type Error = ForeignError;

    fn try_from(uri: Uri<'_>) -> Result<::http::Uri, ForeignError> {
        if uri.fragment().is_some() {
            return Err(ForeignError::Lost(Component::Fragment));
        }
        let target: Result<::http::Uri, ::http::uri::InvalidUri> = uri.as_str().parse();
        let target = target.map_err(|error| ForeignError::Refused(error.to_string()))?;
        if target.scheme().is_none() {
            return Err(ForeignError::Differs(Component::Scheme));
        }
        Ok(target)
    }
}

/// Converts the text as the conversion of a [`Uri`] does.
impl TryFrom<&UriBuf> for ::http::Uri {
    type Error = ForeignError;

    fn try_from(uri: &UriBuf) -> Result<::http::Uri, ForeignError> {
        uri.as_uri().try_into()
    }
}

/// Loses nothing. Fails for a target without a scheme, such as `/a` or `*`.
impl TryFrom<&::http::Uri> for UriBuf {
    type Error = ForeignError;

    fn try_from(uri: &::http::Uri) -> Result<UriBuf, ForeignError> {
        let reference = UriRefBuf::try_from(uri)?;
        UriBuf::try_from(reference).map_err(|_| ForeignError::NoScheme)
    }
}

/// Loses nothing. The target of CONNECT, `example.org:80`, becomes `//example.org:80`: without the
/// slashes its host would be a scheme.
impl TryFrom<&::http::Uri> for UriRefBuf {
    type Error = ForeignError;

    fn try_from(uri: &::http::Uri) -> Result<UriRefBuf, ForeignError> {
        let text = match (uri.scheme(), uri.authority()) {
            (None, Some(authority)) => format!("//{authority}"),
            _ => uri.to_string(),
        };
        Ok(UriRefBuf::parse(text)?)
    }
}

/// Converts the target as the conversion of a reference to it does.
impl TryFrom<::http::Uri> for UriBuf {
    type Error = ForeignError;

    fn try_from(uri: ::http::Uri) -> Result<UriBuf, ForeignError> {
        UriBuf::try_from(&uri)
    }
}

/// Converts the target as the conversion of a reference to it does.
impl TryFrom<::http::Uri> for UriRefBuf {
    type Error = ForeignError;

    fn try_from(uri: ::http::Uri) -> Result<UriRefBuf, ForeignError> {
        UriRefBuf::try_from(&uri)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_requests_are_the_same_text_in_both_directions() {
        for text in ["http://example.org/a?b", "http://u@h:80/%41", "https://[::1]/"] {
            let uri = Uri::parse(text).unwrap();
            let target = ::http::Uri::try_from(uri).unwrap();
            assert_eq!(target.to_string(), text);
            assert_eq!(UriBuf::try_from(&target).unwrap(), text);
        }
        let path = "/a?b".parse::<::http::Uri>().unwrap();
        assert_eq!(UriRefBuf::try_from(&path).unwrap(), "/a?b");
        assert!(matches!(UriBuf::try_from(&path), Err(ForeignError::NoScheme)));
    }

    /// `http::Uri` parses these as the target of CONNECT: userinfo, host and port.
    #[test]
    fn a_scheme_is_no_host() {
        for text in ["mailto:a@b", "urn:80", "a:1"] {
            let error = ::http::Uri::try_from(&UriBuf::parse(text).unwrap()).unwrap_err();
            assert_eq!(error, ForeignError::Differs(Component::Scheme), "{text}");
        }
    }
}
