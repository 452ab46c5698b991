//! Names of components.

use core::fmt;

/// A part of an identifier, by RFC 3986's name where the part means the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Component {
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
}

impl Component {
    /// Every component, in the order of appearance in an identifier, outer ones before inner ones.
    pub const ALL: [Component; 12] = {
        use Component::*;
        [
            Scheme, Authority, Userinfo, Host, Port, Path, Nid, Nss, RComponent, QComponent, Query,
            Fragment,
        ]
    };

    /// Returns the name, `"userinfo"`.
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
        }
    }
}

impl fmt::Display for Component {
    /// Writes the name, `userinfo`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
