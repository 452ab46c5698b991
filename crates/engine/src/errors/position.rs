//! The part of an identifier that an automaton's state is in.

/// The part of an identifier that a state is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// Before a scheme.
    Start,
    Scheme,
    /// Before or in the `urn:` of a name.
    Urn,
    /// An authority, in an unknown part of it.
    Authority,
    Userinfo,
    /// A userinfo that no host can be, because it has a colon.
    AfterColon,
    /// Before a host that may not be empty.
    HostStart,
    Host,
    IpLiteral,
    Port,
    Path,
    Query,
    Fragment,
    Nid,
    Nss,
    RComponent,
    QComponent,
    /// After a `%`, or after its first digit.
    Escape,
    Other,
}

impl Position {
    /// Every part, by its number in tables.
    const ALL: [Position; 19] = {
        use Position::*;
        [
            Start, Scheme, Urn, Authority, Userinfo, AfterColon, HostStart, Host, IpLiteral, Port,
            Path, Query, Fragment, Nid, Nss, RComponent, QComponent, Escape, Other,
        ]
    };

    /// Returns the part of a number in a table.
    pub(crate) fn of_number(number: Option<u8>) -> Position {
        let part = number.and_then(|number| Position::ALL.get(usize::from(number)));
        part.copied().unwrap_or(Position::Other)
    }

    /// Returns the part as messages name it.
    pub(crate) fn noun(self) -> Option<&'static str> {
        Some(match self {
            Position::Scheme => "a scheme",
            Position::Authority => "an authority",
            Position::Userinfo => "a user name or password",
            Position::AfterColon => "a password or port",
            Position::HostStart | Position::Host => "a host",
            Position::IpLiteral => "an IP address in brackets",
            Position::Port => "a port",
            Position::Path => "a path",
            Position::Query => "a query",
            Position::Fragment => "a fragment",
            Position::Nid => "a namespace identifier",
            Position::Nss => "a namespace specific string",
            Position::RComponent => "an r-component",
            Position::QComponent => "a q-component",
            Position::Start | Position::Urn | Position::Escape | Position::Other => return None,
        })
    }

    /// Returns true in a userinfo, a host or a port.
    pub(crate) fn is_in_authority(self) -> bool {
        use Position::{Authority, Host, HostStart, Port, Userinfo};
        matches!(self, Authority | Host | HostStart | Port | Userinfo)
    }
}
