//! The methods that change a component: `with_*` and `without_*` give a new value, `set_*` change
//! an owned one in place.

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

/// Methods for components that are text.
macro_rules! texts {
    ($name:ident, $owned:ident, $borrow:ident, $kind:ident:
     $($component:ident, $noun:literal, $with:ident, $set:ident, $without:ident;)*) => {
        impl $name<'_> {
            $(
                #[doc = concat!("Returns the value with this ", $noun, ".")]
                ///
                /// # Errors
                #[doc = concat!("[`BuildError`] names the ", $noun, ",")]
                /// the rule and the offset in the argument.
                #[inline]
                pub fn $with(&self, new: &str) -> Result<$owned, BuildError> {
                    self.0.with($kind, Component::$component, Some(new)).map($owned)
                }

                #[doc = concat!("Returns the value without ", $noun, ".")]
                ///
                /// # Errors
                /// [`BuildError`] where the rest would be split otherwise: `a://h//b` without
                /// authority.
                #[inline]
                pub fn $without(&self) -> Result<$owned, BuildError> {
                    self.0.with($kind, Component::$component, None).map($owned)
                }
            )*
        }

        impl $owned {
            $(
                #[doc = concat!("Returns the value with this ", $noun, ".")]
                ///
                /// # Errors
                #[doc = concat!("The errors of [`", stringify!($name), "::", stringify!($with), "`].")]
                #[inline]
                pub fn $with(&self, new: &str) -> Result<$owned, BuildError> {
                    self.$borrow().$with(new)
                }

                #[doc = concat!("Returns the value without ", $noun, ".")]
                ///
                /// # Errors
                #[doc = concat!("The errors of [`", stringify!($name), "::", stringify!($without), "`].")]
                #[inline]
                pub fn $without(&self) -> Result<$owned, BuildError> {
                    self.$borrow().$without()
                }

                #[doc = concat!("Sets the ", $noun, ", or removes it.")]
                ///
                /// # Errors
                #[doc = concat!("The errors of [`", stringify!($name), "::", stringify!($with), "`].")]
                /// After an error the value is as it was.
                #[inline]
                pub fn $set(&mut self, new: Option<&str>) -> Result<(), BuildError> {
                    self.0.set($kind, Component::$component, new)
                }
            )*
        }
    };
}

macro_rules! changes {
    ($name:ident, $owned:ident, $borrow:ident, $kind:ident) => {
        texts! { $name, $owned, $borrow, $kind:
            Authority, "authority", with_authority, set_authority, without_authority;
            Userinfo, "userinfo", with_userinfo, set_userinfo, without_userinfo;
            Query, "query", with_query, set_query, without_query;
            Fragment, "fragment", with_fragment, set_fragment, without_fragment;
        }

        impl $name<'_> {
            /// Returns the value with this scheme.
            ///
            /// # Errors
            /// [`BuildError`] names the scheme, the rule and the offset in the argument.
            #[inline]
            pub fn with_scheme(&self, new: &str) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::Scheme, Some(new)).map($owned)
            }

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

            /// Returns the value with this port.
            ///
            /// # Errors
            /// [`BuildError::Authority`] for a value without a host, and where the grammar has no
            /// ports.
            #[inline]
            pub fn with_port(&self, new: u16) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::Port, Some(&new.to_string())).map($owned)
            }

            /// Returns the value without port.
            ///
            /// # Errors
            /// [`BuildError`] where the rest would be split otherwise.
            #[inline]
            pub fn without_port(&self) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::Port, None).map($owned)
            }

            /// Returns the value with this path, which may be empty.
            ///
            /// # Errors
            /// [`BuildError`] names the path, the rule and the offset in the argument: for `a?b`,
            /// for a path that begins with `//` without an authority, for `a:b` without a scheme,
            /// and for `a` after an authority.
            #[inline]
            pub fn with_path(&self, new: &str) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::Path, Some(new)).map($owned)
            }
        }

        impl $owned {
            /// Returns the value with this scheme.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_scheme`].")]
            #[inline]
            pub fn with_scheme(&self, new: &str) -> Result<$owned, BuildError> {
                self.$borrow().with_scheme(new)
            }

            /// Returns the value with this host.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_host`].")]
            pub fn with_host<'h>(
                &self,
                new: impl Into<HostText<'h>>,
            ) -> Result<$owned, BuildError> {
                self.$borrow().with_host(new)
            }

            /// Returns the value with this port.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_port`].")]
            #[inline]
            pub fn with_port(&self, new: u16) -> Result<$owned, BuildError> {
                self.$borrow().with_port(new)
            }

            /// Returns the value without port.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::without_port`].")]
            #[inline]
            pub fn without_port(&self) -> Result<$owned, BuildError> {
                self.$borrow().without_port()
            }

            /// Returns the value with this path.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_path`].")]
            #[inline]
            pub fn with_path(&self, new: &str) -> Result<$owned, BuildError> {
                self.$borrow().with_path(new)
            }

            /// Sets the scheme.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_scheme`].")]
            /// After an error the value is as it was.
            #[inline]
            pub fn set_scheme(&mut self, new: &str) -> Result<(), BuildError> {
                self.0.set($kind, Component::Scheme, Some(new))
            }

            /// Sets the host.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_host`].")]
            /// After an error the value is as it was.
            pub fn set_host<'h>(&mut self, new: impl Into<HostText<'h>>) -> Result<(), BuildError> {
                *self = self.with_host(new)?;
                Ok(())
            }

            /// Sets the port, or removes it.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_port`].")]
            /// After an error the value is as it was.
            pub fn set_port(&mut self, new: Option<u16>) -> Result<(), BuildError> {
                let new = new.map(|port| port.to_string());
                self.0.set($kind, Component::Port, new.as_deref())
            }

            /// Sets the path, which may be empty.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::with_path`].")]
            /// After an error the value is as it was.
            #[inline]
            pub fn set_path(&mut self, new: &str) -> Result<(), BuildError> {
                self.0.set($kind, Component::Path, Some(new))
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

            /// Removes the last segment of the path, with the slash before it. Returns false where
            /// there is none (the path is empty or `/`), or where the document demands it.
            #[inline]
            pub fn pop_segment(&mut self) -> bool {
                self.0.pop_segment($kind)
            }
        }
    };
}

changes!(Uri, UriBuf, as_uri, URI);
changes!(UriRef, UriRefBuf, as_reference, URI_REF);
changes!(Iri, IriBuf, as_iri, IRI);
changes!(IriRef, IriRefBuf, as_reference, IRI_REF);

macro_rules! relative {
    ($name:ident, $owned:ident, $borrow:ident, $kind:ident) => {
        impl $name<'_> {
            /// Returns the reference without scheme.
            ///
            /// # Errors
            /// [`BuildError`] where the rest would be split otherwise: `s:a:b`.
            #[inline]
            pub fn without_scheme(&self) -> Result<$owned, BuildError> {
                self.0.with($kind, Component::Scheme, None).map($owned)
            }
        }

        impl $owned {
            /// Returns the reference without scheme.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($name), "::without_scheme`].")]
            #[inline]
            pub fn without_scheme(&self) -> Result<$owned, BuildError> {
                self.$borrow().without_scheme()
            }
        }
    };
}

relative!(UriRef, UriRefBuf, as_reference, URI_REF);
relative!(IriRef, IriRefBuf, as_reference, IRI_REF);
