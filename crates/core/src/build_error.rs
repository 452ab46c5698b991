use alloc::boxed::Box;
use core::fmt;

use urigram_grammars::{Component, Found, Grammar, SectionRef, SyntaxError};

use crate::percent::PercentError;

/// A reason why components do not make an identifier. A value that was to be changed is as it was.
///
/// ```
/// use urigram::{uri, Component};
///
/// let error = uri!("http://h/p").to_owned().set_path("/a?b").unwrap_err();
/// assert_eq!((error.component(), error.offset()), (Some(Component::Path), Some(2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The grammar rejects a component.
    Syntax {
        /// The component.
        component: Component,
        /// The offset in the component, in bytes, of the first character that cannot be right.
        offset: usize,
        /// The rejection of the whole identifier.
        error: Box<SyntaxError>,
    },
    /// The grammar would split the identifier into other components: `a?b` as a path has a query.
    SplitOtherwise {
        /// The grammar.
        grammar: Grammar,
        /// The component that would not be the one that was given.
        component: Component,
        /// The component that would change: that one, or another one that it would move.
        moved: Component,
        /// The offset in the component, in bytes, of the delimiter that would end it.
        offset: usize,
    },
    /// The grammar has no such component.
    Lacks {
        /// The grammar.
        grammar: Grammar,
        /// The component.
        component: Component,
    },
    /// A path that does not begin with `/` was given after an authority: `h` and `p` make `//hp`.
    Rootless {
        /// The grammar.
        grammar: Grammar,
    },
    /// An identifier has a scheme, and none was given.
    NoScheme,
    /// Data cannot be encoded.
    Data(PercentError),
    /// A segment of data is `.` or `..`, which no encoding keeps from being a dot segment.
    DotSegment,
    /// An authority was given both whole and in parts, or a userinfo or a port without a host.
    Authority,
    /// An IPv6 address was given as a host without its brackets.
    NoBrackets,
    /// The rules accept the text, and the program that the practice describes refuses it.
    Refused {
        /// The component that was changed, or the one that the program refuses.
        component: Component,
        /// The refusal of the whole text.
        error: SyntaxError,
    },
    /// The grammar defines identifiers of another type.
    Form(SyntaxError),
}

impl BuildError {
    /// Returns the component that is refused, where a single one is.
    pub const fn component(&self) -> Option<Component> {
        match self {
            BuildError::Syntax { component, .. }
            | BuildError::SplitOtherwise { component, .. }
            | BuildError::Lacks { component, .. }
            | BuildError::Refused { component, .. }
            | BuildError::Data(PercentError::NoEncoding { component, .. }) => Some(*component),
            BuildError::NoScheme => Some(Component::Scheme),
            BuildError::Authority => Some(Component::Authority),
            BuildError::NoBrackets => Some(Component::Host),
            BuildError::DotSegment | BuildError::Rootless { .. } => Some(Component::Path),
            _ => None,
        }
    }

    /// Returns the offset in the component where it is refused, in bytes.
    pub const fn offset(&self) -> Option<usize> {
        match self {
            BuildError::Syntax { offset, .. } | BuildError::SplitOtherwise { offset, .. } => {
                Some(*offset)
            }
            BuildError::Rootless { .. } => Some(0),
            _ => None,
        }
    }

    /// Returns the component that would change: the refused one, or another one that it would move.
    /// Of `http://h/` by RFC 2396, the userinfo `a@b` would move the host.
    pub const fn moved(&self) -> Option<Component> {
        match self {
            BuildError::SplitOtherwise { moved, .. } => Some(*moved),
            _ => self.component(),
        }
    }

    /// Returns the document's rule that the component breaks.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            BuildError::Syntax { error, .. } => Some(error.rule()),
            BuildError::SplitOtherwise { grammar, component, .. } => {
                grammar.document().component_rules(*component).first().copied()
            }
            BuildError::Rootless { grammar } => {
                grammar.document().component_rules(Component::Path).first().copied()
            }
            _ => None,
        }
    }
}

impl fmt::Display for BuildError {
    /// Writes the reason. `{:#}` also writes the characters that could have been there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Syntax { component, offset, error } => {
                let (name, id) = (component.name(), error.document().id);
                match error.found() {
                    Found::End => write!(f, "the {name} ends too early at byte {offset}")?,
                    found => write!(f, "{found} is not allowed at byte {offset} of the {name}")?,
                }
                let section = SectionRef::of(id, error.section());
                write!(f, " (rule `{}`, {section})", error.rule())?;
                if f.alternate() {
                    write!(f, ": expected {}", error.expected())?;
                }
                Ok(())
            }
            BuildError::SplitOtherwise { grammar, component, moved, offset } => {
                let name = component.name();
                if moved == component {
                    write!(f, "byte {offset} of the {name} would begin or end another component")?;
                } else {
                    write!(f, "the {name} would move the {} (byte {offset})", moved.name())?;
                }
                match self.rule() {
                    Some(rule) => write!(f, " (rule `{rule}`, {grammar})"),
                    None => write!(f, " ({grammar})"),
                }
            }
            BuildError::Rootless { grammar } => {
                f.write_str("a path after an authority begins with `/`")?;
                match self.rule() {
                    Some(rule) => write!(f, " (rule `{rule}`, {grammar})"),
                    None => write!(f, " ({grammar})"),
                }
            }
            BuildError::Lacks { grammar, component } => {
                write!(f, "{grammar} has no {}: leave it out", component.name())
            }
            BuildError::NoScheme => f.write_str("an identifier has a scheme: give one"),
            BuildError::Data(error) => error.fmt(f),
            BuildError::DotSegment => {
                f.write_str("a segment of data cannot be `.` or `..`: give the path as text")
            }
            BuildError::Form(error) | BuildError::Refused { error, .. } => error.fmt(f),
            BuildError::NoBrackets => {
                f.write_str("an IPv6 address is written in brackets, as `[::1]`")
            }
            BuildError::Authority => f.write_str(
                "an authority is given whole, or as a host, with which userinfo and port may be",
            ),
        }
    }
}

impl core::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BuildError::Syntax { error, .. } => Some(&**error),
            BuildError::Data(error) => Some(error),
            BuildError::Form(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PercentError> for BuildError {
    fn from(error: PercentError) -> BuildError {
        BuildError::Data(error)
    }
}

impl From<SyntaxError> for BuildError {
    fn from(error: SyntaxError) -> BuildError {
        BuildError::Form(error)
    }
}
