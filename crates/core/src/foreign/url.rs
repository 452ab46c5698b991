//! `url::Url`, the URL of the WHATWG, which is always in a normal form of its own.

use alloc::string::{String, ToString};

use ::url::{Position, Url};
use urigram_grammars::resolution::url_path::Kind;
use urigram_grammars::Component;

use super::{check, Foreign};
use crate::foreign_error::ForeignError;
use crate::href::Href;
use crate::resolve::ReadUrl;
use crate::value::Checked;
use crate::{Iri, IriBuf, Uri, UriBuf};

impl Foreign for Url {
    fn text(&self, component: Component) -> Option<&str> {
        match component {
            Component::Scheme => Some(self.scheme()),
            Component::Authority => Some(self.authority()),
            Component::Userinfo => self.authority().rsplit_once('@').map(|(userinfo, _)| userinfo),
            Component::Host => self.host_str(),
            Component::Port => Some(&self[Position::BeforePort..Position::AfterPort]),
            Component::Path => Some(self.path()),
            Component::Query => self.query(),
            _ => self.fragment(),
        }
    }

    /// Compares with the text that the URL Standard writes for a component of ours.
    fn writes(&self, ours: &Checked<'_>, component: Component) -> bool {
        let kind = match self.scheme() {
            "file" => Kind::File,
            _ if Url::is_special(self) => Kind::Special,
            _ => Kind::Other,
        };
        let (url, theirs) = (ReadUrl::of(ours, kind), self.text(component).unwrap_or_default());
        match component {
            // Its parts are compared.
            Component::Authority => true,
            // The Standard begins a path with a slash where a grammar may leave it out.
            Component::Path if theirs.starts_with('/') && !url.is_rooted() => false,
            _ => Href::from_components(&url)
                .is_ok_and(|href| href.changed(component) == Some(theirs)),
        }
    }
}

/// Keeps every component, in the form that the WHATWG gives it: case of scheme and host, default
/// ports, dot segments, an empty path, percent-encodings, addresses such as `0x7f.1`, the host
/// `localhost` of a file. A text where the URL has another component is refused:
/// `http:evil.example`, in which it has a host, and `file:////a`, whose path it shortens.
///
/// ```
/// use urigram::{uri, UriBuf};
///
/// let url = url::Url::try_from(uri!("HTTP://Example.org:80/a/../b"))?;
/// assert_eq!(url.as_str(), "http://example.org/b");
/// assert_eq!(UriBuf::try_from(&url)?, "http://example.org/b");
/// # Ok::<(), urigram::errors::ForeignError>(())
/// ```
impl TryFrom<Uri<'_>> for Url {
    type Error = ForeignError;

    fn try_from(uri: Uri<'_>) -> Result<Url, ForeignError> {
        converted(&uri.0)
    }
}

/// Converts the text as the conversion of a [`Uri`] does.
impl TryFrom<&UriBuf> for Url {
    type Error = ForeignError;

    fn try_from(uri: &UriBuf) -> Result<Url, ForeignError> {
        uri.as_uri().try_into()
    }
}

/// Changes the text as for a [`Uri`]; besides, characters beyond US-ASCII are percent-encoded, and
/// a host with them is converted by ToASCII.
impl TryFrom<Iri<'_>> for Url {
    type Error = ForeignError;

    fn try_from(iri: Iri<'_>) -> Result<Url, ForeignError> {
        converted(&iri.0)
    }
}

/// Converts the text as the conversion of an [`Iri`] does.
impl TryFrom<&IriBuf> for Url {
    type Error = ForeignError;

    fn try_from(iri: &IriBuf) -> Result<Url, ForeignError> {
        iri.as_iri().try_into()
    }
}

/// Parses a URL that has the components of the text.
fn converted(ours: &Checked<'_>) -> Result<Url, ForeignError> {
    let url = Url::parse(ours.text).map_err(|error| ForeignError::Refused(error.to_string()))?;
    check(ours, &url)?;
    Ok(url)
}

macro_rules! from_url {
    ($($(#[$doc:meta])* $to:ident;)*) => {
        $(
            $(#[$doc])*
            impl TryFrom<&Url> for $to {
                type Error = ForeignError;

                fn try_from(url: &Url) -> Result<$to, ForeignError> {
                    let value = $to::parse(String::from(url.as_str()))?;
                    check(&value.0.as_checked(), url)?;
                    Ok(value)
                }
            }

            /// Converts the URL as the conversion of a reference to it does.
            impl TryFrom<Url> for $to {
                type Error = ForeignError;

                fn try_from(url: Url) -> Result<$to, ForeignError> {
                    $to::try_from(&url)
                }
            }
        )*
    };
}

from_url! {
    /// Keeps the text and every component. Fails for a URL with a character that RFC 3986 does not
    /// allow, such as `|`.
    UriBuf;
    /// Keeps the text and every component. Fails for a URL with a character that RFC 3987 does not
    /// allow, such as `|`.
    IriBuf;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parser of the WHATWG repairs an authority that is missing, empty, or a drive letter.
    #[test]
    fn a_host_that_only_one_of_both_reads_is_refused() {
        for text in ["http:evil.example", "http:/a/b", "http:///a/b", "ws:a", "file://C:/x"] {
            let error = Url::try_from(&UriBuf::parse(text).unwrap()).unwrap_err();
            let is_host =
                |error| matches!(error, ForeignError::Differs { component: Component::Host, .. });
            assert!(is_host(error), "{text}");
        }
        let shortened = Url::try_from(Uri::parse("file:////a").unwrap()).unwrap_err();
        assert_eq!(shortened.to_string(), "the path is `//a` here, and `/a` in the other type");
        for text in ["http://A:80/", "file:///x", "file://LocalHost/x", "file:/x", "a:b", "a:///b"]
        {
            assert!(Url::try_from(&UriBuf::parse(text).unwrap()).is_ok(), "{text}");
        }
        assert!(Url::try_from(&IriBuf::parse("http:é").unwrap()).is_err());
        assert!(Url::try_from(&IriBuf::parse("http://é/").unwrap()).is_ok());
    }
}
