//! The methods that change a component: `with_*` give a new value, `set_*` change an owned one in
//! place. Both take the text of the component, or an `Option` where the component may be absent.

use alloc::string::{String, ToString};

use urigram_grammars::Component;

use super::change::Change;
use super::kind::{IriKind, IriRefKind, Kind, UriKind, UriRefKind};
use super::Identifier;
use crate::host::{with_brackets, HostText};
use crate::BuildError;

impl Change {
    /// Returns what a change needs of a kind.
    const fn of<K: Kind>() -> Change {
        Change { rule: K::RULE, is_iri: K::IS_IRI }
    }
}

/// Methods for one component: `with_…` of a borrowed type and `set_…` of the owned one, for one
/// kind or for all.
macro_rules! component {
    ($([$kind:ident])? $component:ident, $noun:literal, $with:ident, $set:ident, $argument:ty,
     |$new:ident| $text:expr) => {
        component!(@kind [$($kind)?] $component, $noun, $with, $set, $argument, |$new| $text);
    };
    (@kind [] $($rest:tt)*) => {
        component!(@impl [K: Kind] K, $($rest)*);
    };
    (@kind [$kind:ident] $($rest:tt)*) => {
        component!(@impl [] $kind, $($rest)*);
    };
    (@impl [$($generic:tt)*] $kind:ident, $component:ident, $noun:literal, $with:ident, $set:ident,
     $argument:ty, |$new:ident| $text:expr) => {
        impl<$($generic)*> Identifier<&str, $kind> {
            #[doc = concat!("Returns the value with this ", $noun, ".")]
            ///
            /// # Errors
            #[doc = concat!("[`BuildError`] names the ", $noun, ",")]
            /// the rule and the offset in the argument, and the component that would move:
            /// `a://h//b` has another path without its authority.
            #[inline]
            pub fn $with<'n>(
                &self,
                $new: $argument,
            ) -> Result<Identifier<String, $kind>, BuildError> {
                let change = Change::of::<$kind>();
                self.0.with(change, Component::$component, $text).map(Identifier::of)
            }
        }

        impl<$($generic)*> Identifier<String, $kind> {
            #[doc = concat!("Sets the ", $noun, ".")]
            ///
            /// # Errors
            #[doc = concat!("The errors of `", stringify!($with), "`.")]
            /// After an error the value is as it was.
            #[inline]
            pub fn $set<'n>(&mut self, $new: $argument) -> Result<(), BuildError> {
                self.0.set(Change::of::<$kind>(), Component::$component, $text)
            }
        }
    };
}

component!([UriKind] Scheme, "scheme", with_scheme, set_scheme, &'n str, |new| new.into());
component!([IriKind] Scheme, "scheme", with_scheme, set_scheme, &'n str, |new| new.into());
component!(
    [UriRefKind]
    Scheme,
    "scheme, or without one for `None`",
    with_scheme,
    set_scheme,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [IriRefKind]
    Scheme,
    "scheme, or without one for `None`",
    with_scheme,
    set_scheme,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    Authority,
    "authority, or without one for `None`",
    with_authority,
    set_authority,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    Userinfo,
    "userinfo, or without one for `None`",
    with_userinfo,
    set_userinfo,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    Query,
    "query, or without one for `None`",
    with_query,
    set_query,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    Fragment,
    "fragment, or without one for `None`",
    with_fragment,
    set_fragment,
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    Port,
    "port, or without one for `None`",
    with_port,
    set_port,
    impl Into<Option<u16>>,
    |new| new.into().map(|port| port.to_string()).as_deref()
);
component!(Path, "path, which may be empty", with_path, set_path, &'n str, |new| Some(new));

impl<K: Kind> Identifier<&str, K> {
    /// Returns the value with this host: text with brackets around an IP literal, an
    /// address of the standard library, or a [`Host`](crate::Host). A value without an
    /// authority gets one.
    ///
    /// # Errors
    /// [`BuildError`] names the host, the rule and the offset in the argument.
    pub fn with_host<'h>(
        &self,
        new: impl Into<HostText<'h>>,
    ) -> Result<Identifier<String, K>, BuildError> {
        let new = new.into().to_string();
        let changed =
            self.0.with(Change::of::<K>(), Component::Host, Some(&new)).map(Identifier::of);
        changed.map_err(|error| with_brackets(error, Some(&new)))
    }
}

impl<K: Kind> Identifier<String, K> {
    /// Sets the host.
    ///
    /// # Errors
    /// The errors of `with_host`.
    /// After an error the value is as it was.
    pub fn set_host<'h>(&mut self, new: impl Into<HostText<'h>>) -> Result<(), BuildError> {
        *self = self.lend().with_host(new)?;
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
        self.0.push_segment(Change::of::<K>(), segment)
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
        self.0.extend_segments(Change::of::<K>(), segments)
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
        self.0.pop_segment(Change::of::<K>())
    }
}
