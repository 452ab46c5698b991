//! The algorithms by name.

use core::fmt;

#[cfg(feature = "alloc")]
use super::{
    rfc1630, rfc1808, rfc2396, rfc3986, uri_2003, url_1993, url_1997, whatwg, Attempt, Outcome,
    Trace,
};

/// The function of an algorithm; `None` for RFC 3986's.
#[cfg(feature = "alloc")]
type Run = Option<fn(&Attempt<'_>, &mut dyn Trace) -> Outcome>;

/// An algorithm for the resolution of references, named after the first document that has it.
///
/// ```
/// use urigram::documents::Algorithm;
/// use urigram::Grammar;
///
/// let resolution = Grammar::Rfc2732.document().resolution().unwrap();
/// assert_eq!(resolution.algorithm, Some(Algorithm::RFC2396));
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm {
    name: &'static str,
    #[cfg(feature = "alloc")]
    run: Run,
}

/// Gives the constant of each algorithm, and the list of all.
macro_rules! algorithms {
    ($($(#[$doc:meta])* $constant:ident $name:literal $run:expr;)*) => {
        impl Algorithm {
            $(
                $(#[$doc])*
                pub const $constant: Algorithm = Algorithm {
                    name: $name,
                    #[cfg(feature = "alloc")]
                    run: $run,
                };
            )*

            /// Every algorithm, the oldest document first.
            pub const ALL: &'static [Algorithm] = &[$(Algorithm::$constant),*];
        }
    };
}

algorithms! {
    /// The partial form of draft-ietf-uri-url-01 (1993).
    URL_1993 "url-1993" Some(url_1993::resolve);
    /// The partial form of RFC 1630.
    RFC1630 "rfc1630" Some(rfc1630::resolve);
    /// RFC 1808, section 4.
    RFC1808 "rfc1808" Some(rfc1808::resolve);
    /// draft-fielding-url-syntax-05 (1997), section 5.2.
    URL_1997 "url-1997" Some(url_1997::resolve);
    /// RFC 2396, section 5.2.
    RFC2396 "rfc2396" Some(rfc2396::resolve);
    /// draft-fielding-uri-rfc2396bis-01 (2003), section 5.2.
    URI_2003 "uri-2003" Some(uri_2003::resolve);
    /// RFC 3986, section 5.2. Later documents share it, so that no document holds its function: a
    /// program that only parses does not contain it.
    RFC3986 "rfc3986" None;
    /// The URL Standard, section 4.4.
    WHATWG "whatwg" Some(whatwg::resolve);
}

impl Algorithm {
    /// Returns the name that folders of documents use, `"rfc2396"`.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Resolves a reference, and reports the steps.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    pub fn run(&self, attempt: &Attempt<'_>, trace: &mut impl Trace) -> Outcome {
        match self.run {
            Some(run) => run(attempt, trace),
            None => rfc3986::resolve(attempt, trace),
        }
    }
}

/// Reads the name.
#[cfg(feature = "facts")]
impl<'de> serde::Deserialize<'de> for Algorithm {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Algorithm, D::Error> {
        let name = alloc::string::String::deserialize(from)?;
        let found = Algorithm::ALL.iter().find(|algorithm| algorithm.name == name);
        found.copied().ok_or_else(|| {
            let known: alloc::vec::Vec<&str> = Algorithm::ALL.iter().map(Algorithm::name).collect();
            let known = known.join(", ");
            serde::de::Error::custom(alloc::format!(
                "there is no algorithm {name:?}; the algorithms are {known}"
            ))
        })
    }
}

/// Writes the name of the constant.
#[cfg(feature = "facts")]
impl serde::Serialize for Algorithm {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("Algorithm", 0, self.name)
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Algorithm) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name).finish()
    }
}

impl fmt::Display for Algorithm {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
