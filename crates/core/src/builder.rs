//! Identifiers put together from components.

use alloc::string::String;
use core::fmt::{self, Write};

use urigram_grammars::{Component, Form, Grammar, Reading, StartRule};

use crate::form_error::check_form;
use crate::host::HostText;
use crate::percent::PercentEncoding;
use crate::value::compose::{Authority, Pieces};
use crate::value::masked::Masked;
use crate::value::{Checked, Owned};
use crate::{BuildError, Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

/// Puts components together to an identifier that a grammar accepts and splits into these very
/// components.
///
/// Components are given as text of the identifier, percent-encoded. The methods on data encode it.
///
/// ```
/// use urigram::{Builder, Component, Grammar};
///
/// let uri = Builder::new(Grammar::Rfc3986)
///     .scheme("http")
///     .host("example.org")
///     .port(8042)
///     .path_segments(["over there", "50%"])
///     .query_data("a&b")
///     .build()?;
/// assert_eq!(uri, "http://example.org:8042/over%20there/50%25?a%26b");
/// // A path that begins with two slashes would become an authority.
/// let error = Builder::new(Grammar::Rfc3986).scheme("a").path("//b").build().unwrap_err();
/// assert_eq!(error.component(), Some(Component::Path));
/// // A builder can begin with a value.
/// let other = Builder::from(&uri).host(std::net::Ipv6Addr::LOCALHOST).build()?;
/// assert_eq!(other.host(), Some("[::1]"));
/// # Ok::<(), urigram::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Builder {
    grammar: Grammar,
    reading: Reading,
    /// The texts of all components, one after another in the order of the calls. One buffer costs
    /// one allocation, and a string for each component costs one for each.
    text: String,
    places: [Option<(usize, usize)>; Component::ALL.len()],
    /// The first piece of data that was refused.
    error: Option<BuildError>,
}

impl Builder {
    /// Makes a builder for a grammar, without components.
    pub const fn new(grammar: Grammar) -> Builder {
        Builder {
            grammar,
            reading: Reading::Corrected,
            text: String::new(),
            places: [None; Component::ALL.len()],
            error: None,
        }
    }

    /// Sets the reading.
    pub const fn reading(mut self, reading: Reading) -> Builder {
        self.reading = reading;
        self
    }

    fn set(mut self, component: Component, text: &str) -> Builder {
        self.write(component, |builder| builder.text.push_str(text));
        self
    }

    fn write(&mut self, component: Component, write: impl FnOnce(&mut Builder)) {
        if self.text.capacity() == 0 {
            self.text.reserve(96);
        }
        let start = self.text.len();
        write(self);
        self.places[component.number()] = Some((start, self.text.len()));
    }

    /// Sets the scheme.
    pub fn scheme(self, scheme: impl AsRef<str>) -> Builder {
        self.set(Component::Scheme, scheme.as_ref())
    }

    /// Sets the whole authority; the alternative to [`host`](Builder::host), `userinfo` and `port`.
    pub fn authority(self, authority: impl AsRef<str>) -> Builder {
        self.set(Component::Authority, authority.as_ref())
    }

    /// Sets the part of the authority before `@`.
    pub fn userinfo(self, userinfo: impl AsRef<str>) -> Builder {
        self.set(Component::Userinfo, userinfo.as_ref())
    }

    /// Sets the host: text with brackets around an IP literal, an address of the standard library
    /// without them, or a [`Host`](crate::Host).
    pub fn host<'h>(mut self, host: impl Into<HostText<'h>>) -> Builder {
        let host = host.into();
        self.write(Component::Host, |builder| {
            // A string takes all that is written.
            let _ = write!(builder.text, "{host}");
        });
        self
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Builder {
        self.write(Component::Port, |builder| {
            let _ = write!(builder.text, "{port}");
        });
        self
    }

    /// Sets the path, with its slashes.
    pub fn path(self, path: impl AsRef<str>) -> Builder {
        self.set(Component::Path, path.as_ref())
    }

    /// Sets the text after `?`.
    pub fn query(self, query: impl AsRef<str>) -> Builder {
        self.set(Component::Query, query.as_ref())
    }

    /// Sets the text after `#`.
    pub fn fragment(self, fragment: impl AsRef<str>) -> Builder {
        self.set(Component::Fragment, fragment.as_ref())
    }

    /// Sets an absolute path from segments of data: each is encoded and preceded by a slash. A
    /// segment `.` or `..` is refused by [`build`](Builder::build), since it would not be data.
    pub fn path_segments<S: AsRef<str>>(
        mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Builder {
        self.write(Component::Path, |builder| {
            for segment in segments {
                let segment = segment.as_ref();
                if matches!(segment, "." | "..") {
                    builder.error.get_or_insert(BuildError::DotSegment);
                }
                builder.text.push('/');
                builder.encode(Component::Path, segment);
            }
        });
        self
    }

    /// Sets the query from data, which is encoded.
    pub fn query_data(mut self, data: &str) -> Builder {
        self.write(Component::Query, |builder| builder.encode(Component::Query, data));
        self
    }

    /// Sets the query from pairs of names and values, as HTML forms do: the type
    /// `application/x-www-form-urlencoded`, in which `+` is a space.
    #[cfg(feature = "url")]
    pub fn query_form<N: AsRef<str>, V: AsRef<str>>(
        mut self,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Builder {
        let query = crate::value::form::serialize(pairs);
        self.write(Component::Query, |builder| builder.text.push_str(&query));
        self
    }

    /// Sets the fragment from data, which is encoded.
    pub fn fragment_data(mut self, data: &str) -> Builder {
        self.write(Component::Fragment, |builder| builder.encode(Component::Fragment, data));
        self
    }

    /// Sets a name's path from its namespace identifier, and its namespace-specific string as data,
    /// which is encoded.
    pub fn name(mut self, nid: &str, nss: &str) -> Builder {
        self.write(Component::Path, |builder| {
            builder.text.push_str(nid);
            builder.text.push(':');
            builder.encode(Component::Nss, nss);
        });
        self
    }

    fn encode(&mut self, component: Component, data: &str) {
        let coding = PercentEncoding::of(self.grammar).reading(self.reading);
        if let Err(error) = coding.encode_into(component, data.as_bytes(), &mut self.text) {
            self.error.get_or_insert(BuildError::Data(error));
        }
    }

    /// Builds the identifier.
    ///
    /// # Errors
    /// [`BuildError`] without a scheme, for components that the grammar rejects (`host("a b")`) or
    /// that would change others (`path("a?b")`), and for a grammar of IRIs.
    pub fn build(self) -> Result<UriBuf, BuildError> {
        check_form(self.grammar, self.reading, StartRule::URI_FORMS, Form::Generic)?;
        Ok(UriBuf::of(self.absolute()?))
    }

    /// Builds the reference, which may be relative.
    ///
    /// # Errors
    /// The errors of [`Builder::build`], except [`BuildError::NoScheme`].
    pub fn build_uri_ref(self) -> Result<UriRefBuf, BuildError> {
        check_form(self.grammar, self.reading, StartRule::URI_FORMS, Form::Generic)?;
        Ok(UriRefBuf::of(self.assemble(StartRule::Reference)?))
    }

    /// Builds the identifier, which may hold characters beyond US-ASCII where the grammar admits
    /// them.
    ///
    /// # Errors
    /// The errors of [`Builder::build`]. The grammar may be one of IRIs.
    pub fn build_iri(self) -> Result<IriBuf, BuildError> {
        check_form(self.grammar, self.reading, StartRule::IRI_FORMS, Form::Iri)?;
        Ok(IriBuf::of(self.absolute()?))
    }

    /// Builds the reference, which may be relative and hold characters beyond US-ASCII where the
    /// grammar admits them.
    ///
    /// # Errors
    /// The errors of [`Builder::build_iri`], except [`BuildError::NoScheme`].
    pub fn build_iri_ref(self) -> Result<IriRefBuf, BuildError> {
        check_form(self.grammar, self.reading, StartRule::IRI_FORMS, Form::Iri)?;
        Ok(IriRefBuf::of(self.assemble(StartRule::Reference)?))
    }

    fn absolute(self) -> Result<Owned, BuildError> {
        match self.piece(Component::Scheme) {
            Some(_) => self.assemble(StartRule::Absolute),
            None => Err(BuildError::NoScheme),
        }
    }

    fn piece(&self, component: Component) -> Option<&str> {
        self.places[component.number()].map(|(start, end)| &self.text[start..end])
    }

    fn assemble(mut self, rule: StartRule) -> Result<Owned, BuildError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let (userinfo, port) = (self.piece(Component::Userinfo), self.piece(Component::Port));
        let authority = match (self.piece(Component::Authority), self.piece(Component::Host)) {
            (None, Some(host)) => Some(Authority::Split { userinfo, host, port }),
            (whole, None) if userinfo.is_none() && port.is_none() => whole.map(Authority::Whole),
            _ => return Err(BuildError::Authority),
        };
        let pieces = Pieces {
            scheme: self.piece(Component::Scheme),
            authority,
            path: self.piece(Component::Path).unwrap_or_default(),
            query: self.piece(Component::Query),
            fragment: self.piece(Component::Fragment),
        };
        let built = pieces.build(rule, (self.grammar, self.reading), None);
        built.map_err(|error| crate::host::with_brackets(error, self.piece(Component::Host)))
    }

    fn of(value: &Checked<'_>) -> Builder {
        let mut builder = Builder::new(value.grammar).reading(value.reading);
        let pieces = Pieces::of(value);
        let mut set = |component, text: Option<&str>| {
            if let Some(text) = text {
                builder.write(component, |builder| builder.text.push_str(text));
            }
        };
        set(Component::Scheme, pieces.scheme);
        match pieces.authority {
            Some(Authority::Whole(authority) | Authority::Unsplit(authority)) => {
                set(Component::Authority, Some(authority));
            }
            Some(Authority::Split { userinfo, host, port }) => {
                set(Component::Userinfo, userinfo);
                set(Component::Host, Some(host));
                set(Component::Port, port);
            }
            None => {}
        }
        set(Component::Path, Some(pieces.path));
        set(Component::Query, pieces.query);
        set(Component::Fragment, pieces.fragment);
        builder
    }
}

impl fmt::Debug for Builder {
    /// Shows the components, without a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Builder");
        shown.field("grammar", &self.grammar).field("reading", &self.reading);
        for (component, place) in Component::ALL.into_iter().zip(self.places) {
            let Some(text) = place.and_then(|(start, end)| self.text.get(start..end)) else {
                continue;
            };
            match component {
                Component::Userinfo => shown.field("userinfo", &Masked::userinfo(text)),
                Component::Authority => {
                    shown.field("authority", &Masked::within(text, 0..text.len()))
                }
                _ => shown.field(component.name(), &text),
            };
        }
        shown.field("error", &self.error).finish()
    }
}

macro_rules! from_value {
    ($($borrowed:ident, $owned:ident;)*) => {
        $(
            /// Begins with the components, grammar and reading of a value.
            impl From<$borrowed<'_>> for Builder {
                fn from(value: $borrowed<'_>) -> Builder {
                    Builder::of(&value.0)
                }
            }

            /// Begins with the components, grammar and reading of a value.
            impl From<&$owned> for Builder {
                fn from(value: &$owned) -> Builder {
                    Builder::of(&value.0.as_checked())
                }
            }
        )*
    };
}

from_value! {
    Uri, UriBuf;
    UriRef, UriRefBuf;
    Iri, IriBuf;
    IriRef, IriRefBuf;
}
