//! Names of components.

use core::fmt;

use crate::same_name;

/// A part of an identifier, by RFC 3986's name where the part means the same.
///
/// ```
/// use urigram::{uri, Component};
///
/// let error = uri!("http://a/").to_owned().set_path("/a?b").unwrap_err();
/// assert_eq!(error.component(), Some(Component::Path));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
#[cfg_attr(feature = "facts", derive(Default, serde::Serialize))]
pub enum Component {
    #[cfg_attr(feature = "facts", default)]
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
    Nid,
    Nss,
    RComponent,
    QComponent,
    /// A part that a grammar's own rule names and RFC 3986 does not, by the name of the rule:
    /// `namespace` of a package URL.
    Rule(&'static str),
}

/// Reads a name as [`Component::of_name`] does.
#[cfg(feature = "facts")]
impl<'de: 'static> serde::Deserialize<'de> for Component {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Component, D::Error> {
        serde::Deserialize::deserialize(from).map(Component::of_name)
    }
}

impl Component {
    /// Every component that has a name of its own, in the order of appearance in an identifier,
    /// outer ones before inner ones.
    pub const ALL: [Component; 12] = {
        use Component::*;
        [
            Scheme, Authority, Userinfo, Host, Port, Path, Nid, Nss, RComponent, QComponent, Query,
            Fragment,
        ]
    };

    /// Returns the name, `"userinfo"`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Component::Scheme => "scheme",
            Component::Authority => "authority",
            Component::Userinfo => "userinfo",
            Component::Host => "host",
            Component::Port => "port",
            Component::Path => "path",
            Component::Query => "query",
            Component::Fragment => "fragment",
            Component::Nid => "nid",
            Component::Nss => "nss",
            Component::RComponent => "r-component",
            Component::QComponent => "q-component",
            Component::Rule(rule) => rule,
        }
    }

    /// Returns the component of a name: one of [`Component::ALL`], or else the rule of that name.
    /// Case does not matter, and `-` and `_` are the same.
    #[inline]
    pub fn of_name(name: &'static str) -> Component {
        let own = Component::ALL.into_iter().find(|own| same_name(own.name(), name));
        own.unwrap_or(Component::Rule(name))
    }

    /// Returns the index in tables of all components; a rule has one more than the last component.
    #[doc(hidden)]
    pub const fn number(self) -> usize {
        match self {
            Component::Scheme => 0,
            Component::Authority => 1,
            Component::Userinfo => 2,
            Component::Host => 3,
            Component::Port => 4,
            Component::Path => 5,
            Component::Query => 6,
            Component::Fragment => 7,
            Component::Nid => 8,
            Component::Nss => 9,
            Component::RComponent => 10,
            Component::QComponent => 11,
            Component::Rule(_) => Component::ALL.len(),
        }
    }

    /// Returns true if both are the same component. Also runs at compile time.
    pub(crate) const fn is(self, other: Component) -> bool {
        match (self, other) {
            (Component::Rule(one), Component::Rule(other)) => {
                let (one, other) = (one.as_bytes(), other.as_bytes());
                let mut at = 0;
                while at < one.len() && at < other.len() && one[at] == other[at] {
                    at += 1;
                }
                at == one.len() && at == other.len()
            }
            (one, other) => one.number() == other.number(),
        }
    }
}

impl fmt::Display for Component {
    /// Writes the name, `userinfo`.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
