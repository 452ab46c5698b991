//! The kinds of errors.

use core::fmt;

/// The cause of a [`SyntaxError`](crate::SyntaxError): the part of the identifier that is wrong, or
/// the character that is wrong in any part.
///
/// It is derived from the state of the automaton before the error and from the rules that the state
/// belongs to. The text is not read again.
///
/// ```
/// use urigram::errors::SyntaxErrorKind;
/// use urigram::Uri;
///
/// let kind = |text| Uri::parse(text).unwrap_err().kind();
/// assert_eq!(kind("example.org"), SyntaxErrorKind::NoScheme);
/// assert_eq!(kind("http://a:b:c/"), SyntaxErrorKind::Port);
/// assert_eq!(kind("http://[::1/"), SyntaxErrorKind::IpLiteral);
/// assert_eq!(kind("http://a/100%"), SyntaxErrorKind::Escape);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text has no scheme, and the rule demands one.
    NoScheme,
    /// The scheme has a wrong character.
    Scheme,
    /// The authority is neither a host with an optional port nor ends in `@` and a host, and the
    /// rules do not tell which of them is wrong.
    Authority,
    /// A user name or password has a wrong character.
    Userinfo,
    /// The host is missing, ends too early or has a wrong character.
    Host,
    /// The brackets of the host hold no address, or are not closed.
    IpLiteral,
    /// The port is not a number.
    Port,
    /// The path has a wrong character.
    Path,
    /// The query has a wrong character.
    Query,
    /// The fragment has a wrong character, such as a second `#`.
    Fragment,
    /// The namespace identifier of a name (URN) is wrong.
    Nid,
    /// The namespace specific string of a name (URN) is wrong.
    Nss,
    /// The r-component of a name (URN) is wrong.
    RComponent,
    /// The q-component of a name (URN) is wrong.
    QComponent,
    /// Two hexadecimal digits do not follow a `%`.
    Escape,
    /// A space, a tab or a line break is not allowed here.
    Whitespace,
    /// A control character is not allowed here.
    ControlCharacter,
    /// A character beyond US-ASCII is in an identifier that allows only US-ASCII.
    BeyondAscii,
    /// A byte begins no UTF-8 character.
    NotUtf8,
    /// The grammar defines identifiers of another form.
    Form,
    /// The input is longer than 4 GiB, so that nothing is decided.
    TooLong,
    /// A rule that is in none of these parts rejects the input, or the state does not tell the
    /// part.
    Other,
}

impl SyntaxErrorKind {
    /// Every kind.
    pub const ALL: [SyntaxErrorKind; 22] = {
        use SyntaxErrorKind::*;
        [
            NoScheme,
            Scheme,
            Authority,
            Userinfo,
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
            Escape,
            Whitespace,
            ControlCharacter,
            BeyondAscii,
            NotUtf8,
            Form,
            TooLong,
            Other,
        ]
    };

    /// Returns the name in answers, `"ip-literal"`.
    pub const fn as_str(self) -> &'static str {
        match self {
            SyntaxErrorKind::NoScheme => "no-scheme",
            SyntaxErrorKind::Scheme => "scheme",
            SyntaxErrorKind::Authority => "authority",
            SyntaxErrorKind::Userinfo => "userinfo",
            SyntaxErrorKind::Host => "host",
            SyntaxErrorKind::IpLiteral => "ip-literal",
            SyntaxErrorKind::Port => "port",
            SyntaxErrorKind::Path => "path",
            SyntaxErrorKind::Query => "query",
            SyntaxErrorKind::Fragment => "fragment",
            SyntaxErrorKind::Nid => "nid",
            SyntaxErrorKind::Nss => "nss",
            SyntaxErrorKind::RComponent => "r-component",
            SyntaxErrorKind::QComponent => "q-component",
            SyntaxErrorKind::Escape => "escape",
            SyntaxErrorKind::Whitespace => "whitespace",
            SyntaxErrorKind::ControlCharacter => "control-character",
            SyntaxErrorKind::BeyondAscii => "beyond-ascii",
            SyntaxErrorKind::NotUtf8 => "not-utf8",
            SyntaxErrorKind::Form => "form",
            SyntaxErrorKind::TooLong => "too-long",
            SyntaxErrorKind::Other => "other",
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    /// Writes the name, `ip-literal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
