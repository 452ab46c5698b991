//! The methods that change a component: `with_*` give a new value, `set_*` change an owned one in
//! place. Both take the text of the component, or an `Option` where the component may be absent.

use alloc::string::ToString;

use urigram_grammars::{Component, Grammar};

use super::change::Kind;
use super::pairs::iris_of;
use super::StartRule;
use crate::host::{with_brackets, HostText};
use crate::{BuildError, Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

/// The grammar of a changed URI.
const fn of_uri(grammar: Grammar) -> Grammar {
    grammar
}

/// The grammar of a changed IRI: RFC 3987 for a URI by RFC 3986, which is an IRI with the same
/// components.
fn of_iri(grammar: Grammar) -> Grammar {
    iris_of(grammar).unwrap_or(grammar)
}

const URI: Kind = Kind { rule: StartRule::Absolute, grammar: of_uri };
const URI_REF: Kind = Kind { rule: StartRule::Reference, grammar: of_uri };
const IRI: Kind = Kind { rule: StartRule::Absolute, grammar: of_iri };
const IRI_REF: Kind = Kind { rule: StartRule::Reference, grammar: of_iri };

/// Methods for one component: `with_…` of the borrowed type and `set_…` of the owned one.
macro_rules! component {
    ($name:ident, $owned:ident, $kind:ident, $component:ident, $noun:literal,
     $with:ident, $set:ident, $argument:ty, |$new:ident| $text:expr) => {
        impl $name<'_> {
            #[doc = concat!("Returns the value with this ", $noun, ".")]
            ///
            /// # Errors
            #[doc = concat!("[`BuildError`] names the ", $noun, ",")]
            /// the rule and the offset in the argument, and the component that would move:
            /// `a://h//b` has another path without its authority.
            #[inline]
            pub fn $with<'n>(&self, $new: $argument) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::$component, $text).map($owned)
            }
        }

        impl $owned {
            #[doc = concat!("Sets the ", $noun, ".")]
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::", stringify!($with), "`].")]
            /// After an error the value is as it was.
            #[inline]
            pub fn $set<'n>(&mut self, $new: $argument) -> Result<(), BuildError> {
                self.0.set($kind, Component::$component, $text)
            }
        }
    };
}

macro_rules! changes {
    ($name:ident, $owned:ident, $kind:ident, $scheme:ty) => {
        component!(
            $name,
            $owned,
            $kind,
            Scheme,
            "scheme",
            with_scheme,
            set_scheme,
            $scheme,
            |new| new.into()
        );
        component!(
            $name,
            $owned,
            $kind,
            Authority,
            "authority, or without one for `None`",
            with_authority,
            set_authority,
            impl Into<Option<&'n str>>,
            |new| new.into()
        );
        component!(
            $name,
            $owned,
            $kind,
            Userinfo,
            "userinfo, or without one for `None`",
            with_userinfo,
            set_userinfo,
            impl Into<Option<&'n str>>,
            |new| new.into()
        );
        component!(
            $name,
            $owned,
            $kind,
            Port,
            "port, or without one for `None`",
            with_port,
            set_port,
            impl Into<Option<u16>>,
            |new| new.into().map(|port| port.to_string()).as_deref()
        );
        component!(
            $name,
            $owned,
            $kind,
            Path,
            "path, which may be empty",
            with_path,
            set_path,
            &'n str,
            |new| Some(new)
        );
        component!(
            $name,
            $owned,
            $kind,
            Query,
            "query, or without one for `None`",
            with_query,
            set_query,
            impl Into<Option<&'n str>>,
            |new| new.into()
        );
        component!(
            $name,
            $owned,
            $kind,
            Fragment,
            "fragment, or without one for `None`",
            with_fragment,
            set_fragment,
            impl Into<Option<&'n str>>,
            |new| new.into()
        );

        impl $name<'_> {
            /// Returns the value with this host: text with brackets around an IP literal, an
            /// address of the standard library, or a [`Host`](crate::Host). A value without an
            /// authority gets one.
            ///
            /// # Errors
            /// [`BuildError`] names the host, the rule and the offset in the argument.
            pub fn with_host<'h>(
                &self,
                new: impl Into<HostText<'h>>,
            ) -> Result<$owned, BuildError> {
                let new = new.into().to_string();
                let changed = self.0.with($kind, Component::Host, Some(&new)).map($owned);
                changed.map_err(|error| with_brackets(error, Some(&new)))
            }
        }

        impl $owned {
            /// Sets the host.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_host`].")]
            /// After an error the value is as it was.
            pub fn set_host<'h>(&mut self, new: impl Into<HostText<'h>>) -> Result<(), BuildError> {
                *self = $name(self.0.as_checked()).with_host(new)?;
                Ok(())
            }

            /// Appends a segment of data to the path; the data is encoded. An empty last segment,
            /// as in `/a/`, is replaced.
            ///
            /// Takes amortized time linear in the segment and in the query and fragment that
            /// follow where the grammar is known to accept every segment of data, as RFC 3986 and
            /// RFC 3987 do; else the whole text is parsed, and [`extend_segments`] appends many at
            /// once.
            ///
            /// [`extend_segments`]: Self::extend_segments
            ///
            /// ```
            /// let mut uri = urigram::uri!("http://a/b?q").to_owned();
            /// uri.push_segment("c/d e")?;
            /// assert_eq!(uri, "http://a/b/c%2Fd%20e?q");
            /// assert!(uri.push_segment("..").is_err());
            /// assert!(uri.pop_segment());
            /// assert_eq!(uri, "http://a/b?q");
            /// # Ok::<(), urigram::BuildError>(())
            /// ```
            ///
            /// # Errors
            /// [`BuildError::DotSegment`] for `.` and `..`; [`BuildError`] for a document whose
            /// paths admit no further segment. The value is as it was.
            #[inline]
            pub fn push_segment(&mut self, segment: &str) -> Result<(), BuildError> {
                self.0.push_segment($kind, segment)
            }

            /// Appends segments of data to the path, as [`push_segment`](Self::push_segment) does
            /// with each, in time linear in the text and the segments.
            ///
            /// # Errors
            /// The errors of `push_segment`. The value is as it was.
            pub fn extend_segments<S: AsRef<str>>(
                &mut self,
                segments: impl IntoIterator<Item = S>,
            ) -> Result<(), BuildError> {
                self.0.extend_segments($kind, segments)
            }

            /// Appends pairs of names and values to a query that is written as
            /// `name=value&name=value`; both are percent-encoded by the grammar, and read back by
            /// [`query_pairs`](crate::Uri::query_pairs). Takes time linear in the text and the
            /// pairs.
            ///
            /// ```
            /// let mut uri = urigram::uri!("http://a/?x=1").to_owned();
            /// uri.extend_query([("q", "a b"), ("r", "&")])?;
            /// assert_eq!(uri, "http://a/?x=1&q=a%20b&r=%26");
            /// # Ok::<(), urigram::BuildError>(())
            /// ```
            ///
            /// # Errors
            /// [`BuildError`] where the grammar has no query for this scheme, or one without
            /// percent-encoding. The value is as it was.
            pub fn extend_query<N: AsRef<str>, V: AsRef<str>>(
                &mut self,
                pairs: impl IntoIterator<Item = (N, V)>,
            ) -> Result<(), BuildError> {
                let query = self.0.extended_query(pairs)?;
                self.set_query(&*query)
            }

            /// Removes the last segment of the path, with the slash before it. Returns false where
            /// there is none (the path is empty or `/`), or where the document demands it.
            #[inline]
            pub fn pop_segment(&mut self) -> bool {
                self.0.pop_segment($kind)
            }
        }
    };
}

changes!(Uri, UriBuf, URI, &'n str);
changes!(UriRef, UriRefBuf, URI_REF, impl Into<Option<&'n str>>);
changes!(Iri, IriBuf, IRI, &'n str);
changes!(IriRef, IriRefBuf, IRI_REF, impl Into<Option<&'n str>>);
