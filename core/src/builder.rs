//! Identifiers put together from components.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use urigram_grammars::{Component, Form, Grammar, Parts, Reading, SyntaxError};

use crate::percent::{PercentEncoding, PercentError};
use crate::value::{Owned, StartRule, IRI_FORMS, URI_FORMS};
use crate::{FormError, IriBuf, IriRefBuf, UriBuf, UriRefBuf};

/// Puts components together to what a grammar accepts, and to nothing else: what is built comes apart into the very
/// components that it was built from.
///
/// Components are given as they stand in the identifier, percent-encoded; the methods on data encode it.
///
/// ```
/// use urigram::{Builder, Grammar};
///
/// let uri = Builder::new(Grammar::Rfc3986)
///     .scheme("http")
///     .host("example.org")
///     .port(8042)
///     .path_segments(["over there", "50%"])
///     .query_data("a&b")
///     .build()?;
/// assert_eq!(uri.as_str(), "http://example.org:8042/over%20there/50%25?a%26b");
/// // A path that begins with two slashes would become an authority.
/// assert!(Builder::new(Grammar::Rfc3986).scheme("a").path("//b").build().is_err());
/// # Ok::<(), urigram::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    grammar: Grammar,
    reading: Reading,
    scheme: Option<String>,
    authority: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// The first piece of data that could not be encoded.
    error: Option<PercentError>,
}

/// Why components do not make an identifier.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The grammar does not accept what they make.
    Syntax {
        /// The components put together.
        text: String,
        /// Where the grammar rejects it.
        error: Box<SyntaxError>,
    },
    /// What they make comes apart into others.
    SplitOtherwise {
        /// The components put together.
        text: String,
        /// The first component that would be another.
        component: Component,
    },
    /// An identifier was asked for, and there is no scheme.
    NoScheme,
    /// Data could not be encoded.
    Data(PercentError),
    /// An authority was given whole and in parts, or parts of one without a host.
    Authority,
    /// The grammar defines identifiers of another type.
    Form(FormError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Syntax { text, error } => write!(f, "`{text}`: {error}"),
            BuildError::SplitOtherwise { text, component } => {
                write!(f, "`{text}` would have another {} than was given", component.name())
            }
            BuildError::NoScheme => f.write_str("an identifier needs a scheme"),
            BuildError::Data(error) => error.fmt(f),
            BuildError::Form(error) => error.fmt(f),
            BuildError::Authority => {
                f.write_str("an authority is given whole, or as a host with userinfo and port")
            }
        }
    }
}

impl core::error::Error for BuildError {}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            pub fn $name(mut self, $name: impl Into<String>) -> Builder {
                self.$name = Some($name.into());
                self
            }
        )*
    };
}

impl Builder {
    /// An empty identifier of a grammar.
    pub const fn new(grammar: Grammar) -> Builder {
        Builder {
            grammar,
            reading: Reading::Corrected,
            scheme: None,
            authority: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            error: None,
        }
    }

    /// Sets the reading.
    pub const fn reading(mut self, reading: Reading) -> Builder {
        self.reading = reading;
        self
    }

    setters! {
        /// Sets the scheme.
        scheme
        /// Sets the whole authority; the alternative to [`host`](Builder::host), `userinfo` and `port`.
        authority
        /// Sets what stands before `@`.
        userinfo
        /// Sets the host, with brackets around an IP literal.
        host
        /// Sets what stands after `?`.
        query
        /// Sets what stands after `#`.
        fragment
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Builder {
        self.port = Some(port.to_string());
        self
    }

    /// Sets the path, with its slashes.
    pub fn path(mut self, path: impl Into<String>) -> Builder {
        self.path = path.into();
        self
    }

    /// Sets an absolute path from segments of data: each is encoded and preceded by a slash. A segment `.` or `..`
    /// would be a dot segment and no data; it stays as it is, for it has no other form.
    pub fn path_segments<S: AsRef<str>>(
        mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Builder {
        self.path.clear();
        for segment in segments {
            self.path.push('/');
            if let Some(encoded) = self.encoded(Component::Path, segment.as_ref()) {
                self.path.push_str(&encoded);
            }
        }
        self
    }

    /// Sets the query from data, which is encoded.
    pub fn query_data(mut self, data: &str) -> Builder {
        self.query = self.encoded(Component::Query, data);
        self
    }

    /// Sets the fragment from data, which is encoded.
    pub fn fragment_data(mut self, data: &str) -> Builder {
        self.fragment = self.encoded(Component::Fragment, data);
        self
    }

    /// Sets a name's path from its namespace identifier, and its namespace-specific string as data, which is encoded.
    pub fn name(mut self, nid: &str, nss: &str) -> Builder {
        if let Some(nss) = self.encoded(Component::Nss, nss) {
            self.path = alloc::format!("{nid}:{nss}");
        }
        self
    }

    fn encoded(&mut self, component: Component, data: &str) -> Option<String> {
        match PercentEncoding::of(self.grammar)
            .reading(self.reading)
            .encode(component, data.as_bytes())
        {
            Ok(encoded) => Some(encoded.into_owned()),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Builds the identifier.
    ///
    /// # Errors
    /// [`BuildError`] without a scheme, for components that the grammar rejects (`host("a b")`), for such
    /// as would turn into others (`path("a?b")`), and for a grammar of IRIs.
    pub fn build(self) -> Result<UriBuf, BuildError> {
        FormError::check(self.grammar, URI_FORMS, Form::Generic).map_err(BuildError::Form)?;
        Ok(UriBuf(self.absolute()?))
    }

    /// Builds the reference, which may be relative.
    ///
    /// # Errors
    /// As [`Builder::build`], except that it needs no scheme.
    pub fn build_reference(self) -> Result<UriRefBuf, BuildError> {
        FormError::check(self.grammar, URI_FORMS, Form::Generic).map_err(BuildError::Form)?;
        Ok(UriRefBuf(self.assemble(StartRule::Reference)?))
    }

    /// Builds the identifier, which may hold characters beyond US-ASCII where the grammar admits them.
    ///
    /// # Errors
    /// As [`Builder::build`], except that the grammar may be one of IRIs.
    pub fn build_iri(self) -> Result<IriBuf, BuildError> {
        FormError::check(self.grammar, IRI_FORMS, Form::Iri).map_err(BuildError::Form)?;
        Ok(IriBuf(self.absolute()?))
    }

    /// Builds the reference, which may be relative and hold characters beyond US-ASCII where the grammar
    /// admits them.
    ///
    /// # Errors
    /// As [`Builder::build_iri`], except that it needs no scheme.
    pub fn build_iri_reference(self) -> Result<IriRefBuf, BuildError> {
        FormError::check(self.grammar, IRI_FORMS, Form::Iri).map_err(BuildError::Form)?;
        Ok(IriRefBuf(self.assemble(StartRule::Reference)?))
    }

    fn absolute(self) -> Result<Owned, BuildError> {
        if self.scheme.is_none() {
            return Err(BuildError::NoScheme);
        }
        self.assemble(StartRule::Absolute)
    }

    fn assemble(self, rule: StartRule) -> Result<Owned, BuildError> {
        if let Some(error) = self.error {
            return Err(BuildError::Data(error));
        }
        let has_parts = self.userinfo.is_some() || self.port.is_some();
        if (self.authority.is_some() && (self.host.is_some() || has_parts))
            || (self.host.is_none() && has_parts)
        {
            return Err(BuildError::Authority);
        }
        let mut text = String::new();
        let mut push = |before: &str, part: &Option<String>, after: &str| {
            if let Some(part) = part {
                [before, part, after].into_iter().for_each(|piece| text.push_str(piece));
            }
        };
        push("", &self.scheme, ":");
        push("//", &self.authority, "");
        let before_host = if self.userinfo.is_some() { "" } else { "//" };
        push("//", &self.userinfo, "@");
        push(before_host, &self.host, "");
        push(":", &self.port, "");
        text.push_str(&self.path);
        let mut push = |before: &str, part: &Option<String>| {
            if let Some(part) = part {
                text.push_str(before);
                text.push_str(part);
            }
        };
        push("?", &self.query);
        push("#", &self.fragment);
        let (grammar, reading) = (self.grammar, self.reading);
        match rule.table(grammar, reading).split(&text, reading) {
            Err(error) => Err(BuildError::Syntax { text, error: Box::new(error) }),
            Ok(parts) => match self.first_difference(&text, &parts) {
                None => Ok(Owned { text, parts, grammar, reading }),
                Some(component) => Err(BuildError::SplitOtherwise { text, component }),
            },
        }
    }

    /// The first component that is not the one that was given.
    fn first_difference(&self, text: &str, parts: &Parts) -> Option<Component> {
        let found = |component| parts.get(component).map(|span| span.of(text));
        let given = [
            (Component::Scheme, self.scheme.as_deref()),
            (Component::Path, Some(self.path.as_str())),
            (Component::Query, self.query.as_deref()),
            (Component::Fragment, self.fragment.as_deref()),
        ];
        let in_authority = [
            (Component::Userinfo, self.userinfo.as_deref()),
            (Component::Host, self.host.as_deref()),
            (Component::Port, self.port.as_deref()),
        ];
        let whole = (Component::Authority, self.authority.as_deref());
        let differs = |(component, given): &(Component, Option<&str>)| found(*component) != *given;
        let first = given.into_iter().find(differs);
        let first = first.or_else(|| match self.host.is_some() {
            // A grammar whose rules leave the authority whole has no host to compare.
            true if found(Component::Host).is_none() => None,
            true => in_authority.into_iter().find(differs),
            false => Some(whole).filter(differs),
        });
        first.map(|(component, _)| component)
    }
}
