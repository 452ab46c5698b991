//! `http::Uri`, the target of a request: no fragment, and no empty path after an authority.

use alloc::format;
use alloc::string::ToString;

use urigram_grammars::Component;

use super::{check, Foreign};
use crate::foreign_error::ForeignError;
use crate::value::Checked;
use crate::{Uri, UriBuf, UriRefBuf};

impl Foreign for ::http::Uri {
    fn text(&self, component: Component) -> Option<&str> {
        let authority = self.authority().map(::http::uri::Authority::as_str);
        match component {
            Component::Scheme => self.scheme_str(),
            Component::Authority => authority,
            Component::Userinfo => authority?.rsplit_once('@').map(|(userinfo, _)| userinfo),
            Component::Host => self.host(),
            Component::Port => {
                self.port_u16().and_then(|_| authority?.rsplit_once(':')).map(|(_, port)| port)
            }
            Component::Path => Some(self.path()),
            Component::Query => self.query(),
            _ => None,
        }
    }

    fn writes(&self, ours: &Checked<'_>, component: Component) -> bool {
        let theirs = self.text(component).unwrap_or_default();
        let ours = ours.component(component).unwrap_or_default();
        match component {
            Component::Scheme => theirs.eq_ignore_ascii_case(ours),
            Component::Path => ours.is_empty() && theirs == "/" && self.authority().is_some(),
            _ => false,
        }
    }
}

/// Keeps every component. Scheme `HTTP` becomes lower case, and an empty path after an authority
/// `/`. A text where `http::Uri` has other components is refused: one with a fragment, which it
/// drops, and `mailto:a@b`, which it reads as an authority.
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
        let target: Result<::http::Uri, ::http::uri::InvalidUri> = uri.as_str().parse();
        let target = target.map_err(|error| ForeignError::Refused(error.to_string()))?;
        check(&uri.0, &target)?;
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

/// Keeps every component. Fails for a target without a scheme, such as `/a` or `*`, and where the
/// reference does.
impl TryFrom<&::http::Uri> for UriBuf {
    type Error = ForeignError;

    fn try_from(uri: &::http::Uri) -> Result<UriBuf, ForeignError> {
        let reference = UriRefBuf::try_from(uri)?;
        UriBuf::try_from(reference).map_err(|_| ForeignError::NoScheme)
    }
}

/// Keeps every component. The target of CONNECT, `example.org:80`, becomes `//example.org:80`:
/// without the slashes its host would be a scheme. The path `//example.org/` without an authority
/// is refused: in a reference it would be a host.
impl TryFrom<&::http::Uri> for UriRefBuf {
    type Error = ForeignError;

    fn try_from(uri: &::http::Uri) -> Result<UriRefBuf, ForeignError> {
        let text = match (uri.scheme(), uri.authority()) {
            (None, Some(authority)) => format!("//{authority}"),
            _ => uri.to_string(),
        };
        let reference = UriRefBuf::parse(text)?;
        check(&reference.0.as_checked(), uri)?;
        Ok(reference)
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
            let is_scheme =
                |error| matches!(error, ForeignError::Differs { component: Component::Scheme, .. });
            assert!(is_scheme(error), "{text}");
        }
    }

    #[test]
    fn an_error_names_the_component_and_both_texts() {
        let path = "//evil.example/x".parse::<::http::Uri>().unwrap();
        let error = UriRefBuf::try_from(path).unwrap_err().to_string();
        assert_eq!(error, "the authority is `evil.example` here, and absent in the other type");
    }
}
