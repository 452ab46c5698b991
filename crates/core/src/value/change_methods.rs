//! The methods that change a component: `with_*` give a new value, `set_*` change an owned one in
//! place. Both take the text of the component, or an `Option` where the component may be absent.

use alloc::string::{String, ToString};

use urigram_grammars::Component;

use super::change::Change;
use super::kind::{IriKind, IriRefKind, Kind, UriKind, UriRefKind};
use super::Identifier;
use crate::host::{with_brackets, HostText};
use crate::percent::PercentEncoding;
use crate::BuildError;

impl Change {
    /// Returns what a change needs of a kind.
    const fn of<K: Kind>() -> Change {
        Change { rule: K::RULE, is_iri: K::IS_IRI }
    }
}

/// Methods for one component, with their documentation: `with_…` of a borrowed type and `set_…`
/// of the owned one, for one kind or for all.
macro_rules! component {
    ([] $($rest:tt)*) => {
        component!(@impl [K: Kind] K, $($rest)*);
    };
    ([$($kind:ident)+] $component:ident, $with:ident: $new_value:literal,
     $set:ident: $change:literal, $argument:ty, |$new:ident| $text:expr) => {
        $(
            component!(@impl [] $kind, $component, $with: $new_value, $set: $change, $argument,
                |$new| $text);
        )+
    };
    (@impl [$($generic:tt)*] $kind:ident, $component:ident, $with:ident: $new_value:literal,
     $set:ident: $change:literal, $argument:ty, |$new:ident| $text:expr) => {
        impl<$($generic)*> Identifier<&str, $kind> {
            #[doc = $new_value]
            ///
            /// # Errors
            /// [`BuildError`] names the component, the rule and the offset in the argument. It also
            /// names another component that would move: `a://h//b` has another path without its
            /// authority.
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
            #[doc = $change]
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

component!(
    [UriKind IriKind] Scheme,
    with_scheme: "Returns the value with another scheme.",
    set_scheme: "Replaces the scheme.",
    &'n str,
    |new| new.into()
);
component!(
    [UriRefKind IriRefKind] Scheme,
    with_scheme: "Returns the value with another scheme. `None` makes it a relative reference.",
    set_scheme: "Replaces the scheme. `None` makes the value a relative reference.",
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [] Authority,
    with_authority:
    "Returns the value with another authority. `None` removes the authority and its `//`.",
    set_authority: "Replaces the authority. `None` removes the authority and its `//`.",
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [] Userinfo,
    with_userinfo:
    "Returns the value with another userinfo. `None` removes the userinfo and its `@`.",
    set_userinfo: "Replaces the userinfo. `None` removes the userinfo and its `@`.",
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [] Query,
    with_query: "Returns the value with another query. `None` removes the query and its `?`.",
    set_query: "Replaces the query. `None` removes the query and its `?`.",
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [] Fragment,
    with_fragment:
    "Returns the value with another fragment. `None` removes the fragment and its `#`.",
    set_fragment: "Replaces the fragment. `None` removes the fragment and its `#`.",
    impl Into<Option<&'n str>>,
    |new| new.into()
);
component!(
    [] Port,
    with_port: "Returns the value with another port. `None` removes the port and its colon.",
    set_port: "Replaces the port. `None` removes the port and its colon.",
    impl Into<Option<u16>>,
    |new| new.into().map(|port| port.to_string()).as_deref()
);
component!(
    [] Path,
    with_path: "Returns the value with another path, which may be empty.",
    set_path: "Replaces the path, which may be empty.",
    &'n str,
    |new| Some(new)
);

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

    /// Sets the password, the userinfo after its first `:`; the data is encoded. `None` removes it.
    ///
    /// ```
    /// let mut uri = urigram::uri!("ftp://jane@h/").to_owned();
    /// uri.set_password("p@ss")?;
    /// assert_eq!(uri, "ftp://jane:p%40ss@h/");
    /// uri.set_password(None)?;
    /// assert_eq!(uri, "ftp://jane@h/");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `set_userinfo`. After an error the value is as it was.
    pub fn set_password<'n>(&mut self, new: impl Into<Option<&'n str>>) -> Result<(), BuildError> {
        let mut userinfo = String::from(self.username().unwrap_or_default());
        if let Some(data) = new.into() {
            userinfo.push(':');
            let coding = PercentEncoding::of(self.grammar()).reading(self.reading());
            coding
                .encode_into(Component::Userinfo, data.as_bytes(), &mut userinfo)
                .map_err(BuildError::Data)?;
        }
        self.set_userinfo(Some(&*userinfo).filter(|userinfo| !userinfo.is_empty()))
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
    #[doc(alias = "append_pair")]
    #[doc(alias = "query_pairs_mut")]
    pub fn extend_query<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), BuildError> {
        let query = self.0.extended_query(pairs)?;
        self.set_query(&*query)
    }

    /// Removes the last segment of the path, with the slash before it. Returns false where there
    /// isn't one (the path is empty or `/`), or where the document demands it.
    #[inline]
    pub fn pop_segment(&mut self) -> bool {
        self.0.pop_segment(Change::of::<K>())
    }
}
