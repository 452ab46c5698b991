//! The kind of an error, from the part that its state is in, and the sentence that says it.

use core::fmt;

use crate::errors::position::Position;
use crate::{Form, Found, SyntaxError, SyntaxErrorKind};

impl SyntaxErrorKind {
    /// Returns the kind of an error at a position.
    fn at(position: Position, error: &SyntaxError) -> SyntaxErrorKind {
        let found = error.found();
        match (position, found) {
            (_, Found::TooLong) => SyntaxErrorKind::TooLong,
            (_, Found::Byte(_)) => SyntaxErrorKind::NotUtf8,
            (Position::Escape, _) => SyntaxErrorKind::Escape,
            (_, Found::Char(c)) if c.is_whitespace() => SyntaxErrorKind::Whitespace,
            (_, Found::Char(c)) if c.is_control() => SyntaxErrorKind::ControlCharacter,
            (_, Found::Char(c)) if !c.is_ascii() && has_ascii_only(error) => {
                SyntaxErrorKind::BeyondAscii
            }
            (Position::Start | Position::Urn, _) => SyntaxErrorKind::NoScheme,
            (Position::Scheme, _) if ends_scheme(found) => SyntaxErrorKind::NoScheme,
            (Position::Scheme, _) => SyntaxErrorKind::Scheme,
            (Position::Authority, _) => SyntaxErrorKind::Authority,
            (Position::AfterColon, _) if ends_authority(found) => SyntaxErrorKind::Port,
            (Position::Userinfo, _) if ends_authority(found) => SyntaxErrorKind::Authority,
            (Position::Userinfo | Position::AfterColon, _) => SyntaxErrorKind::Userinfo,
            (Position::HostStart | Position::Host, _) => SyntaxErrorKind::Host,
            (Position::IpLiteral, _) => SyntaxErrorKind::IpLiteral,
            (Position::Port, _) => SyntaxErrorKind::Port,
            // Colons are wrong only in the first segment of a relative path.
            (Position::Path, Found::Char(':')) if error.offset() == 0 => SyntaxErrorKind::NoScheme,
            (Position::Path, Found::Char(':')) => SyntaxErrorKind::Scheme,
            (Position::Path, _) => SyntaxErrorKind::Path,
            (Position::Query, _) => SyntaxErrorKind::Query,
            (Position::Fragment, _) => SyntaxErrorKind::Fragment,
            (Position::Nid, _) => SyntaxErrorKind::Nid,
            (Position::Nss, _) => SyntaxErrorKind::Nss,
            (Position::RComponent, _) => SyntaxErrorKind::RComponent,
            (Position::QComponent, _) => SyntaxErrorKind::QComponent,
            (Position::Other, _) => SyntaxErrorKind::Other,
        }
    }
}

/// Returns true if the grammar's identifiers are US-ASCII.
fn has_ascii_only(error: &SyntaxError) -> bool {
    let is_uri = |form| matches!(form, Form::Generic | Form::Locator | Form::Urn);
    is_uri(error.document().form) && error.expected().bytes().is_ascii()
}

/// Returns true for the end of a text, for a delimiter that no scheme precedes and for a dot, which
/// is wrong only at the beginning.
fn ends_scheme(found: Found) -> bool {
    matches!(
        found,
        Found::End | Found::Char('.' | '/' | '\\' | '?' | '#' | '@' | '[' | ']' | ':' | '%')
    )
}

fn ends_authority(found: Found) -> bool {
    matches!(found, Found::End | Found::Char('/' | '?' | '#'))
}

impl SyntaxError {
    /// Returns the cause of the error.
    pub fn kind(&self) -> SyntaxErrorKind {
        match self.cause.and_then(|cause| cause.kind) {
            Some(kind) => kind,
            None => SyntaxErrorKind::at(self.position(), self),
        }
    }

    /// Returns the sentence that names the cause, without the place.
    #[doc(hidden)]
    pub fn sentence(&self) -> impl fmt::Display {
        Sentence(*self)
    }
}

struct Sentence(SyntaxError);

impl Sentence {
    /// Returns the sentence; one that begins with a space follows the character that was found.
    /// Empty if the part and the character say all.
    fn text(position: Position, found: Found, kind: SyntaxErrorKind) -> &'static str {
        match kind {
            SyntaxErrorKind::TooLong => " cannot be checked",
            SyntaxErrorKind::Escape => "two hexadecimal digits must follow `%`, and the input ends",
            SyntaxErrorKind::NoScheme if position == Position::Urn => {
                "a name begins with `urn:` and a namespace"
            }
            SyntaxErrorKind::NoScheme if found == Found::Char(':') => {
                "there is no scheme before the colon: write `https://…`"
            }
            SyntaxErrorKind::NoScheme => {
                "there is no scheme: write `https://…`, or parse a reference"
            }
            SyntaxErrorKind::BeyondAscii if position.is_in_authority() => {
                " is not US-ASCII: parse an IRI, which may have it"
            }
            SyntaxErrorKind::BeyondAscii => {
                " is not US-ASCII: percent-encode it, or parse an IRI, which may have it"
            }
            SyntaxErrorKind::Scheme if position == Position::Path => {
                "no scheme precedes the colon: begin a relative path with `./`"
            }
            SyntaxErrorKind::Port if ends_authority(found) => {
                "the port is not a number, and no `@` ends a user name and password before a host"
            }
            SyntaxErrorKind::Authority if ends_authority(found) => {
                "this is neither a host with a port, nor a user name and `@` before a host"
            }
            SyntaxErrorKind::Host if position == Position::HostStart && ends_authority(found) => {
                "the host is missing"
            }
            SyntaxErrorKind::IpLiteral if ends_authority(found) => {
                "the brackets of an IP address are not closed"
            }
            SyntaxErrorKind::IpLiteral if found == Found::Char(']') => {
                "the brackets hold no IP address: `]` comes too early"
            }
            SyntaxErrorKind::IpLiteral => " is not allowed in an IP address in brackets",
            SyntaxErrorKind::Fragment if found == Found::Char('#') => {
                "a second `#` is not allowed: in a fragment it is written `%23`"
            }
            _ => "",
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, found) = (self.0.position(), self.0.found());
        if let Some(cause) = self.0.cause {
            return (cause.write)(&self.0, f);
        }
        let kind = SyntaxErrorKind::at(position, &self.0);
        if kind == SyntaxErrorKind::Escape && found != Found::End {
            f.write_str("two hexadecimal digits must follow `%`, not ")?;
            return found.fmt(f);
        }
        let text = Sentence::text(position, found, kind);
        let (shows_found, before, part) = match (text, position.noun()) {
            ("", None) if found == Found::End => (false, "the input ends too early", ""),
            ("", Some(part)) if found == Found::End => (false, part, " is not complete"),
            ("", None) => (true, " is not allowed here", ""),
            ("", Some(part)) => (true, " is not allowed in ", part),
            _ => (text.starts_with(' '), text, ""),
        };
        if shows_found {
            found.fmt(f)?;
        }
        f.write_str(before)?;
        f.write_str(part)
    }
}
