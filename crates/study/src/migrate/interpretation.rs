//! One document's interpretation of an input, as far as a cause concerns it.

use std::fmt;

use urigram_core::ResolveError;
use urigram_grammars::{Component, Objection};

/// One document's interpretation of an input, as far as a [`Cause`](super::Cause) concerns it.
///
/// ```
/// use urigram::migrate::Interpretation;
/// use urigram::Component;
///
/// let shown = Interpretation::Components(vec![(Component::Path, "/a".into())]).to_string();
/// assert_eq!(shown, "path /a");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interpretation {
    /// The document accepts the input, and the other one does not.
    Accepted,
    /// The document rejects the input.
    Rejected(Objection),
    /// The components that the other document does not find in the same place.
    Components(Vec<(Component, String)>),
    /// The target of the reference.
    Target(String),
    /// The reason why the reference has no target.
    NoTarget(Box<ResolveError>),
    /// The normal form.
    Normalized(String),
}

impl Interpretation {
    /// Shortens every text that is longer than `most` bytes, and marks its end with `…`.
    pub(super) fn cut(&mut self, most: usize) {
        match self {
            Interpretation::Components(components) => {
                components.iter_mut().for_each(|(_, text)| cut(text, most));
            }
            Interpretation::Target(text) | Interpretation::Normalized(text) => cut(text, most),
            _ => {}
        }
    }
}

impl fmt::Display for Interpretation {
    /// Writes the interpretation as text, such as `path /a, query b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interpretation::Accepted => f.write_str("accepted"),
            Interpretation::Rejected(error) => error.fmt(f),
            Interpretation::Components(components) if components.is_empty() => {
                f.write_str("none of these")
            }
            Interpretation::Components(components) => {
                for (index, (component, text)) in components.iter().enumerate() {
                    let text = if text.is_empty() { "(empty)" } else { text };
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{} {text}", component.name())?;
                }
                Ok(())
            }
            Interpretation::Target(text) | Interpretation::Normalized(text) => f.write_str(text),
            Interpretation::NoTarget(error) => error.fmt(f),
        }
    }
}

fn cut(text: &mut String, most: usize) {
    if text.len() > most {
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
        text.shrink_to_fit();
    }
}
